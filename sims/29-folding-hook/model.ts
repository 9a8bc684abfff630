import { headedPin } from '../modelling/pins.js';
import {
  block,
  cut,
  disc,
  hullOf,
  moved,
  type PartGeometry,
  partMesh,
  rotated,
  type Solid,
  union,
} from '../modelling/solids.js';

/**
 * Everything that fixes the folding hook's geometry. Lengths [mm], angles [°]. The fold axis is y; x points away from the wall,
 * z up along the stowed arm. All parts are drawn about a point on the fold axis.
 */
export interface HookDimensions {
  /** Deployed angle at which the arm lies on its stop; null where there is no stop. */
  readonly stopAngle: number | null;
  /** Play of the arm's knuckle between the cheeks, on either side. */
  readonly axialGap: number;
  /** How far a corner of the knuckle reaches from the fold axis towards the wall; 0 where there is none. */
  readonly cornerReach: number;
  /** How far a brace under the arm reaches out from the barrel; 0 where there is none. */
  readonly braceReach: number;
}

/** The sound design: folds flat, lies on its stop at 90°. */
export const SOUND: HookDimensions = { stopAngle: 90, axialGap: 0.15, cornerReach: 0, braceReach: 0 };

/** From the plate's face to the fold axis: the stowed arm lies between them, so that its weight keeps it there. */
export const AXIS = 14;
/** Width of the arm, and of its knuckle between the cheeks. */
export const KNUCKLE = 18;
/** The arm's bar: its two faces measured from the fold axis towards the wall (stowed), and its length. */
const BAR = { far: 4, near: 9, length: 80 };
/** Where a bag hangs: behind the lip, on the face that is up when deployed. */
export const THROAT = { along: 72, off: BAR.near };
/** Where a hand holds the tip. */
export const TIP = 78;
const HOLE = 6.1;
const PIN = 6;
const CHEEK = 7;
const HEAD = { diameter: 10, height: 1.8, gap: 0.1 };
/** The stop's bar: where its upper edge begins and ends, out from the fold axis. */
const STOP = { from: 9, to: 19, thickness: 7 };
const CORNER = { from: 4, to: 8 };
const PAD = { from: 50, to: 56 };

/** Half the width of the bracket over its cheeks. */
const outer = (d: HookDimensions): number => KNUCKLE / 2 + d.axialGap + CHEEK;

/** What was modelled about z, laid along the fold axis: z becomes y, x stays, y becomes −z. */
const alongFold = (solid: Solid): Solid => rotated(solid, -90, 0, 0);

/** Plate on the wall, with holes for four countersunk screws. */
export const base = (): PartGeometry =>
  partMesh(() => {
    const plate = hullOf(
      ...[-19, 19].flatMap((y) => [-24, 92].map((z) => rotated(moved(disc(6, -4, 0), -z, y), 0, 90, 0))),
    );
    const holes = [-14, 14].flatMap((y) => [-19, 86].map((z) => rotated(moved(disc(4.2, -6, 2), -z, y), 0, 90, 0)));
    return moved(cut(plate, ...holes), -AXIS, 0);
  });

/** Countersunk-screw heads that hold the plate on the wall, one part. */
export const screws = (): PartGeometry =>
  partMesh(() =>
    moved(
      union(...[-14, 14].flatMap((y) => [-19, 86].map((z) => rotated(moved(disc(4, -12, -0.5), -z, y), 0, 90, 0)))),
      -AXIS,
      0,
    ),
  );

/** One cheek of the bracket: carries the pin, and one end of the stop. */
export const cheek = (d: HookDimensions, side: 1 | -1): PartGeometry =>
  partMesh(() => {
    const [inner, end] = [KNUCKLE / 2 + d.axialGap, outer(d)];
    const [low, high] = side === 1 ? [inner, end] : [-end, -inner];
    const eye = alongFold(disc(15, low, high));
    const foot = block([-AXIS, low, -14], [-AXIS + 1, high, 14]);
    const arm = block([STOP.to - 1, low, -STOP.thickness], [STOP.to, high, 3]);
    return cut(hullOf(eye, foot, arm), alongFold(disc(HOLE, low - 1, high + 1)));
  });

/** Bar between the cheeks on which the deployed arm lies. */
export const stop = (d: HookDimensions): PartGeometry =>
  partMesh(() => {
    const flat = block([STOP.from, -outer(d), BAR.far - STOP.thickness], [STOP.to, outer(d), BAR.far]);
    return rotated(flat, 0, (d.stopAngle ?? 90) - 90, 0);
  });

/** Pad on which the folded arm rests. */
export const pad = (): PartGeometry => partMesh(() => block([-AXIS, -8, PAD.from], [-BAR.near - 0.05, 8, PAD.to]));

/** The hinge pin, pressed into the cheeks, with a head at either end. */
export const pin = (d: HookDimensions): PartGeometry =>
  partMesh(() => {
    const half = outer(d) + HEAD.gap;
    const shank = headedPin(
      { diameter: PIN, headDiameter: HEAD.diameter, headHeight: HEAD.height },
      -half,
      -half,
      half,
    );
    return alongFold(union(shank, disc(HEAD.diameter, -half - HEAD.height, -half)));
  });

/** The arm, stowed: barrel on the pin, bar along z on the wall's side of it, lip at the tip. */
export const arm = (d: HookDimensions): PartGeometry =>
  partMesh(() => {
    const half = KNUCKLE / 2;
    const barrel = alongFold(disc(14, -half, half));
    const web = block([-BAR.near, -half, -4], [-BAR.far, half, BAR.length]);
    const lip = block([-BAR.near - 4, -half, BAR.length - 4], [-BAR.far, half, BAR.length]);
    const corner = d.cornerReach > 0 ? [block([-d.cornerReach, -half, CORNER.from], [-BAR.far, half, CORNER.to])] : [];
    const brace = d.braceReach > 0 ? [block([-BAR.far, -2, 0], [0, 2, d.braceReach])] : [];
    return cut(union(barrel, web, lip, ...corner, ...brace), alongFold(disc(HOLE, -half - 1, half + 1)));
  });

/** Collision regions of the arm, in its frame [mm]: its bar, and its knuckle between the cheeks. */
export const ARM_REGIONS = {
  bar: { center: [-(BAR.near + BAR.far) / 2, 0, 40], size: [BAR.near - BAR.far, 2 * KNUCKLE, 66] },
  corner: {
    center: [-(BAR.near + 10), 0, (CORNER.from + CORNER.to) / 2],
    size: [20, 2 * KNUCKLE, CORNER.to - CORNER.from],
  },
  knuckle: { center: [0, 0, 0], size: [14.2, 2 * KNUCKLE, 6] },
} as const;
