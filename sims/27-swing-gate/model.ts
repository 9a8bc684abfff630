import { headedPin } from '../modelling/pins.js';
import {
  bar,
  block,
  cut,
  disc,
  hullOf,
  type PartGeometry,
  type Point,
  partMesh,
  type Solid,
  union,
} from '../modelling/solids.js';

/**
 * Everything that fixes the gate's geometry. Lengths [mm]. The hinge axis is z through the origin, the shut gate lies along
 * +x and opens towards +y; heights are above the floor.
 */
export interface GateDimensions {
  /** Whether the pins have heads and the brackets a thrust face that the eyes rest on. */
  readonly hasShoulder: boolean;
  readonly hasUpperEye: boolean;
  /** Where the foot under the open gate is glued to the plate. */
  readonly thirdFoot: Point;
  /** Whether the hinge stile carries a heel that reaches back towards the post. */
  readonly hasHeel: boolean;
  /** Height of a screw head on the base plate, under the way of the gate; 0 without it. */
  readonly screwHead: number;
}

export const SOUND: GateDimensions = {
  hasShoulder: true,
  hasUpperEye: true,
  thirdFoot: [50, 125],
  hasHeel: false,
  screwHead: 0,
};

export const REACH = 120;
/** Tops: foot, base plate; underside of the gate, 6 mm above the plate. */
export const Z = { foot: 3, base: 9, gate: 15, gateTop: 107, lower: 31, upper: 91, post: 112 } as const;
const PIN = { diameter: 6, headDiameter: 10, headHeight: 2 };
const EYE = 6.1;
const EYE_HEIGHT = 10;
const EYE_DIAMETER = 14;
const BRACKET = 6;
/** Axial play at either face of an eye; the upper one leaves the weight to the lower. */
const PLAY = { lower: 0.1, upper: 0.3 } as const;
const STILE = [10, 18] as const;
const THICK = 5;
const POST_FACE = -14;
export const LATCH_FACE = 124;

export type Hinge = 'lower' | 'upper';

/** Height at which the eye of a hinge begins and ends. */
export const eyeEnds = (hinge: Hinge): readonly [number, number] => [
  Z[hinge] + PLAY[hinge],
  Z[hinge] + PLAY[hinge] + EYE_HEIGHT,
];

/** Height at which the pin of a hinge begins and ends. */
export const pinEnds = (hinge: Hinge): readonly [number, number] => [Z[hinge], eyeEnds(hinge)[1] + PLAY[hinge]];

/**
 * By how much the gate leans [rad] and the middle of the eye that it leans about: a lone eye lets its pin stand askew by its
 * play over its length, (6.1 − 6.0)/10 = 0.01 rad; two eyes hold it upright.
 */
export const leanOf = (d: GateDimensions) => ({
  leanRad: d.hasUpperEye ? 0 : (EYE - PIN.diameter) / EYE_HEIGHT,
  about: Z.lower + PLAY.lower + EYE_HEIGHT / 2,
});

/** Where a point of the upright gate is on the gate as it hangs. */
export function hanging(d: GateDimensions, x: number, y: number, z: number): readonly [number, number, number] {
  const { leanRad, about } = leanOf(d);
  const [c, s] = [Math.cos(leanRad), Math.sin(leanRad)];
  return [x * c + (z - about) * s, y, about - x * s + (z - about) * c];
}

/** Where the three feet stand: two along the shut gate, the third beneath the open one. */
export const feet = (d: GateDimensions): readonly [Point, Point, Point] => [[-30, -30], [150, -30], d.thirdFoot];

/** A rubber pad. Origin in its middle, on the floor. */
export const foot = (): PartGeometry => partMesh(() => block([-8, -8, 0], [8, 8, Z.foot]));

/** Triangular base plate with a window, on its feet. */
export const base = (d: GateDimensions): PartGeometry =>
  partMesh(() => {
    const corners = feet(SOUND);
    const plate = hullOf(...corners.map((at) => disc(24, Z.foot, Z.base, at)));
    const middle: Point = [
      corners.reduce((sum, [x]) => sum + x / 3, 0),
      corners.reduce((sum, [, y]) => sum + y / 3, 0),
    ];
    const inward = ([x, y]: Point): Point => [middle[0] + (x - middle[0]) * 0.45, middle[1] + (y - middle[1]) * 0.45];
    const window = hullOf(...corners.map((at) => disc(6, Z.foot - 1, Z.base + 1, inward(at))));
    const screw = d.screwHead > 0 ? [disc(10, Z.base - 1, Z.base + d.screwHead, [100, 40])] : [];
    return union(cut(plate, window), ...screw);
  });

/** Hinge post with a bracket and an upright pin for either eye. */
export const hingePost = (d: GateDimensions): PartGeometry =>
  partMesh(() => {
    const post = block([POST_FACE - 20, -10, Z.base], [POST_FACE, 10, Z.post]);
    const brackets = (['lower', 'upper'] as const).flatMap((hinge): Solid[] => {
      const [start, top] = pinEnds(hinge);
      const width = d.hasShoulder ? EYE_DIAMETER : PIN.diameter;
      const arm = bar([POST_FACE - 4, 0], [0, 0], EYE_DIAMETER, start - BRACKET, start, width);
      if (d.hasShoulder) return [arm, headedPin(PIN, start - 1, start - 1, top)];
      // a plain pin held from below: the arm ends 8 mm under the eye
      return [
        bar([POST_FACE - 4, 0], [0, 0], EYE_DIAMETER, start - BRACKET - 8, start - 8),
        disc(PIN.diameter, start - 9, top + 2),
      ];
    });
    return union(post, ...brackets);
  });

/** Post beside the free edge of the shut gate. */
export const latchPost = (): PartGeometry =>
  partMesh(() => block([LATCH_FACE, -8, Z.base], [LATCH_FACE + 12, 8, Z.post - 20]));

const eye = (hinge: Hinge): Solid => {
  const [bottom, top] = eyeEnds(hinge);
  const strap = block([0, -4, bottom], [STILE[0] + 1, 4, top]);
  return cut(union(disc(EYE_DIAMETER, bottom, top), strap), disc(EYE, bottom - 1, top + 1));
};

/** The steel eyes with their straps, one part each. */
export const eyePart = (hinge: Hinge): PartGeometry => partMesh(() => eye(hinge));

/** Wooden gate: hinge stile, rails, pickets, free stile. */
export const gate = (d: GateDimensions): PartGeometry =>
  partMesh(() => {
    const upright = (from: number, to: number, top: number) => block([from, -THICK, Z.gate], [to, THICK, top]);
    const rail = (bottom: number) => block([STILE[0], -THICK, bottom], [REACH, THICK, bottom + 12]);
    const pickets = [34, 54, 74, 94].map((x) => upright(x, x + 8, Z.gateTop - 4));
    const solids = [
      upright(...STILE, Z.gateTop),
      upright(REACH - 10, REACH, Z.gateTop),
      rail(Z.gate),
      rail(84),
      ...pickets,
    ];
    if (d.hasHeel)
      solids.push(block([-8, 3, 50], [STILE[0] + 1, 12.25, 80]), block([STILE[0], 0, 50], [14, 12.25, 80]));
    const notches = (['lower', 'upper'] as const).map((hinge) => {
      const [bottom, top] = eyeEnds(hinge);
      return block([0, -4, bottom], [STILE[0] + 1, 4, top]);
    });
    return cut(union(...solids), ...notches);
  });
