import {
  alongX,
  bar,
  block,
  cut,
  disc,
  moved,
  type PartGeometry,
  type Point,
  partMesh,
  ring,
  roundedPlate,
  union,
} from '../modelling/solids.js';

/**
 * Everything that fixes the engine's geometry. Lengths [mm]. The crankshaft's axis is z; the two bores lie along x, one above
 * the other, `spacing` apart; the origin is on the axis, half way between them.
 */
export interface TwinDimensions {
  /** Throws of the upper (first) and of the lower (second) cylinder. */
  readonly throws: readonly [number, number];
  /** Angle of the second throw from the first one [rad]. */
  readonly secondThrowRad: number;
  readonly rod: number;
  readonly flywheel: number;
  readonly boreStart: number;
}

/** The sound design: throws 12 at 180°, rods 45; stroke 24 mm, rod at most asin(12/45) = 15.5° off the bore. */
export const SOUND: TwinDimensions = {
  throws: [12, 12],
  secondThrowRad: Math.PI,
  rod: 45,
  flywheel: 56,
  boreStart: 33,
};

/** Heights of the two bores: first, second. */
export const BORE_Z = [15, -15] as const;
export const PISTON = 20;
export const RADIAL_GAP = 0.08;
/** Ends of a skirt from its wrist pin: at the crank, at the crown. */
export const SKIRT = [-8, 10] as const;
export const BORE_END = 68;
const BARREL = 28;
const AXIAL_GAP = 0.2;
const [PIN, EYE, WRIST, WRIST_EYE, JOURNAL] = [6, 6.1, 5, 5.1, 10];
const ROD_WIDTH = 8;
const JOURNAL_Z = [-46, -30] as const;
/** The flywheel runs 1 mm above the upper piston (Ø 20 at height 15), inside of where the barrels begin. */
export const FLYWHEEL_Z = [26, 32] as const;
const PLATE_Z = [-62, -56] as const;
export const JOURNAL_MIDDLE = (JOURNAL_Z[0] + JOURNAL_Z[1]) / 2;

/** Where the parts of one cylinder sit [mm], and how its rod is turned [rad], at a crank angle. */
export function placeCylinder(d: TwinDimensions, which: 0 | 1, crankRad: number) {
  const angle = crankRad + which * d.secondThrowRad;
  const pin: Point = [d.throws[which] * Math.cos(angle), d.throws[which] * Math.sin(angle)];
  return {
    pin,
    piston: pin[0] + Math.sqrt(d.rod ** 2 - pin[1] ** 2),
    rodRad: Math.asin(-pin[1] / d.rod),
    z: BORE_Z[which],
  };
}

/** Base plate with mounting holes, the bearing of the crankshaft, and the column that carries both barrels. */
export const base = (): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = PLATE_Z;
    const holes: Point[] = [
      [-24, -24],
      [-24, 24],
      [76, -24],
      [76, 24],
    ];
    const plate = cut(
      roundedPlate([-32, -32], [84, 32], 6, bottom, top),
      ...holes.map((hole) => disc(5.5, bottom - 1, top + 1, hole)),
    );
    const bearing = ring(22, JOURNAL + 0.1, top - 1, JOURNAL_Z[1]);
    const well = disc(16, top - 1, JOURNAL_Z[0]);
    const column = cut(
      block([44, -10, top - 1], [60, 10, 24]),
      ...BORE_Z.map((z) => moved(alongX(disc(BARREL, 40, 64)), 0, 0, z)),
    );
    return union(cut(plate, disc(16, top - 2, top + 1)), cut(bearing, well), column);
  });

/** One barrel: a plain tube. */
export const barrel = (d: TwinDimensions, which: 0 | 1): PartGeometry =>
  partMesh(() => moved(alongX(ring(BARREL, PISTON + 2 * RADIAL_GAP, d.boreStart, BORE_END)), 0, 0, BORE_Z[which]));

/**
 * Built-up crankshaft: journal with a collar below, disc, lower pin, middle web, upper pin, flywheel on top. Origin on the
 * axis, first pin along +x.
 */
export const crankshaft = (d: TwinDimensions): PartGeometry =>
  partMesh(() => {
    const first: Point = [d.throws[0], 0];
    const second: Point = [d.throws[1] * Math.cos(d.secondThrowRad), d.throws[1] * Math.sin(d.secondThrowRad)];
    const half = ROD_WIDTH / 2 + AXIAL_GAP;
    const pinOf = (at: Point, z: number) => [
      disc(PIN, z - half - 1, z + half + 1, at),
      disc(10, z - 7, z - half, at),
      disc(10, z + half, z + 7, at),
    ];
    const [under, over] = FLYWHEEL_Z;
    const flywheel = d.flywheel > 0 ? disc(d.flywheel, under, over) : bar([0, 0], first, 12, under, over);
    return union(
      disc(14, JOURNAL_Z[0] - AXIAL_GAP - 3, JOURNAL_Z[0] - AXIAL_GAP),
      disc(JOURNAL, JOURNAL_Z[0] - 1, JOURNAL_Z[1] + 1),
      disc(37, JOURNAL_Z[1] + AXIAL_GAP, -22),
      ...pinOf(second, BORE_Z[1]),
      bar(second, [0, 0], 11, -8, 8),
      bar([0, 0], first, 11, -8, 8),
      ...pinOf(first, BORE_Z[0]),
      disc(10, BORE_Z[0] + 6, under + 1, first),
      flywheel,
    );
  });

/** Two eyes and a slender shank. Origin at the crank pin, at mid-width; wrist pin along +x. */
export const rod = (d: TwinDimensions): PartGeometry =>
  partMesh(() => {
    const half = ROD_WIDTH / 2;
    const solid = union(
      disc(12, -half, half),
      disc(9, -half, half, [d.rod, 0]),
      bar([0, 0], [d.rod, 0], 5, 1 - half, half - 1),
    );
    return cut(solid, disc(EYE, -half - 1, half + 1), disc(WRIST_EYE, -half - 1, half + 1, [d.rod, 0]));
  });

/** Cup with its crown away from the crank and the wrist pin pressed across it. Origin at the wrist pin, axis x. */
export const piston = (): PartGeometry =>
  partMesh(() => {
    const cup = alongX(cut(disc(PISTON, ...SKIRT), disc(16, SKIRT[0] - 1, SKIRT[1] - 3)));
    return union(cup, disc(WRIST, -PISTON / 2 + 0.5, PISTON / 2 - 0.5));
  });
