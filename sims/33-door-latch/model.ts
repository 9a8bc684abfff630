import {
  bar,
  block,
  cut,
  disc,
  moved,
  type PartGeometry,
  type Point,
  partMesh,
  prism,
  rotated,
  type Solid,
  union,
} from '../modelling/solids.js';

/**
 * Everything that fixes the latch's geometry. Lengths [mm]. The hinge axis is z through the origin of the plan: the leaf
 * lies along x from the hinge to its edge at x = 300 and is 30 thick in y; it opens towards +y. The nose goes along x, the
 * spindle of the handle along y; z = 0 is the middle of both.
 */
export interface LatchDimensions {
  /** How the bevel of the nose runs: from its foot to this far out of the edge of the door; 12 is the whole nose. */
  readonly bevelEnd: number;
  /** The bevel faces the closing side, as it must, or the other one. */
  readonly bevelOnClosingSide: boolean;
  /** Where the strike's opening ends on the side to which the door opens; the nose ends at 21. */
  readonly openingEnd: number;
  /** Free way of the cam before it meets the tail. */
  readonly camGap: number;
  /** Near end of the mortise, from the hinge. */
  readonly mortiseStart: number;
  /** How far the nose is pushed in as delivered; 0 where it finds its opening. */
  readonly startRetraction: number;
  readonly spring: { readonly stiffnessNPerMm: number; readonly preloadN: number };
  /** Dry friction of the nose in its guide [N]. */
  readonly guideFrictionN: number;
}

/**
 * The sound design.
 *
 *   handle   cam arm 12, gap 0.2: 12·sin 70° − 0.2 = 11.1 of 12 mm, the nose stays out by 0.9, the gap to the strike is 3
 *   spring   3 N at rest, 3 + 0.3·11.1 = 6.3 N drawn in: 76 mN·m on the handle's 3 N·m
 *   bevel    11.5 out over 10 across: steel on steel (0.2) pushes it in, tan 41° > 0.2, with 0.5·N of the closing force
 *   lock     6 N·m on 306 mm are 19.6 N against the flat of the nose
 */
export const SOUND: LatchDimensions = {
  bevelEnd: 12,
  bevelOnClosingSide: true,
  openingEnd: 22,
  camGap: 0.2,
  mortiseStart: 215,
  startRetraction: 0,
  spring: { stiffnessNPerMm: 0.3, preloadN: 3 },
  guideFrictionN: 0,
};

/** Edge of the door, face of the strike, throw of the nose. */
export const EDGE = 300;
export const STRIKE_FACE = 303;
export const THROW = 12;
const DEPTH = 30;
/** The axis of the hinge, in the middle of the leaf's thickness. */
export const HINGE: Point = [0, 15];
/** The spindle, and the arm of its cam. */
export const SPINDLE_X = 250;
export const CAM = { arm: 12, radius: 3, y: [11, 19] } as const;
/** The nose: across, up and down. */
export const NOSE = { y: [8, 21], z: 8, flange: [278, 284], flangeZ: 14 } as const;
/** Where the tail stands that the cam pushes: the face that it meets. */
export const tailFace = (d: LatchDimensions): number => SPINDLE_X - CAM.radius - d.camGap;
const BEVEL_FOOT: Point = [EDGE + 0.5, NOSE.y[0]];
const BEVEL_TIP_Y = 18;

/** Post with two brackets and the pin between them. */
export const post = (): PartGeometry =>
  partMesh(() => {
    const column = block([-30, 3, -70], [-12, 27, 70]);
    const brackets = [
      [50.2, 58],
      [-58, -50.2],
    ].map(([from, to]) => union(disc(18, from!, to!, HINGE), block([-20, 7, from!], [0, 23, to!])));
    return union(column, ...brackets, disc(10, -57, 57, HINGE));
  });

/** The leaf, a section of a door: knuckle, cheeks around the mortise, faceplate with the hole of the nose. */
export const leaf = (d: LatchDimensions): PartGeometry =>
  partMesh(() => {
    const slab = block([8, 0, -60], [EDGE, DEPTH, 60]);
    const relief = block([-1, -1, -61], [12, DEPTH + 1, 61]);
    const knuckle = union(disc(20, -50, 50, HINGE), block([0, 8, -50], [20, 22, 50]));
    const mortise = block([d.mortiseStart, 6, -32], [NOSE.flange[1], 24, 22]);
    const hole = block([NOSE.flange[1] - 1, NOSE.y[0] - 0.1, -NOSE.z - 0.1], [EDGE + 1, NOSE.y[1] + 0.1, NOSE.z + 0.1]);
    const spindle = alongY(disc(8.2, -1, DEPTH + 1), SPINDLE_X, 0);
    return cut(union(cut(slab, relief), knuckle), mortise, hole, spindle, disc(10.2, -61, 61, HINGE));
  });

/** The jamb with the opening of the strike: two lips and a floor. */
export const strike = (d: LatchDimensions): PartGeometry =>
  partMesh(() => {
    const jamb = block([STRIKE_FACE, -12, -70], [STRIKE_FACE + 22, 42, 70]);
    return cut(jamb, block([STRIKE_FACE - 1, NOSE.y[0] - 0.6, -12], [STRIKE_FACE + 14, d.openingEnd, 12]));
  });

/** Outline of the nose in the plan: the bevel on the closing side, −y, and the flat that locks on the other. */
function noseOutline(d: LatchDimensions): Point[] {
  const [low, high] = NOSE.y;
  const tip = EDGE + THROW;
  const slope = (BEVEL_TIP_Y - low) / (tip - BEVEL_FOOT[0]);
  const endX = EDGE + d.bevelEnd;
  const endY = low + slope * (endX - BEVEL_FOOT[0]);
  const step: Point[] = d.bevelEnd < THROW ? [[tip, endY]] : [];
  const outline: Point[] = [
    [NOSE.flange[0], low],
    BEVEL_FOOT,
    [endX, endY],
    ...step,
    [tip, high],
    [NOSE.flange[0], high],
  ];
  if (d.bevelOnClosingSide) return outline;
  return outline.map(([x, y]): Point => [x, low + high - y]).reverse();
}

/** The latch: nose, flange behind the faceplate, and a tail under the spindle with the wall that the cam pushes. */
export const latch = (d: LatchDimensions): PartGeometry =>
  partMesh(() => {
    const nose = prism(noseOutline(d), -NOSE.z, NOSE.z);
    const flange = block([NOSE.flange[0], 9, -NOSE.flangeZ], [NOSE.flange[1], 20, NOSE.flangeZ]);
    const face = tailFace(d);
    const web = block([NOSE.flange[0] - 6, 11, -26], [NOSE.flange[0] + 2, 19, 0]);
    const tail = block([face - 8, 11, -26], [NOSE.flange[0], 19, -18]);
    return union(nose, flange, web, tail, block([face - 8, 10, -26], [face, 20, -2.6]));
  });

/** Spindle with cam and a lever that is balanced about it. Origin on the axis, in the plane y = 0. */
export const handle = (): PartGeometry =>
  partMesh(() => {
    const spindle = alongY(disc(8, -14, DEPTH + 3), 0, 0);
    const collar = alongY(disc(16, DEPTH + 0.2, DEPTH + 4), 0, 0);
    const rose = alongY(disc(16, -4, -0.2), 0, 0);
    const [from, to] = CAM.y;
    const arm = block([-2.5, from + 1, -CAM.arm], [2.5, to - 1, 0]);
    const pin = alongY(disc(2 * CAM.radius, from, to), 0, -CAM.arm);
    const lever = alongY(cut(bar([-38, 0], [38, 0], 14, -20, -12), disc(1, -30, -29)), 0, 0);
    return union(spindle, collar, rose, arm, pin, lever);
  });

/** What was modelled along z, laid along y: z becomes y, x stays, y becomes −z; then moved to (x, z). */
function alongY(solid: Solid, x: number, z: number): Solid {
  return moved(rotated(solid, -90, 0, 0), x, 0, z);
}
