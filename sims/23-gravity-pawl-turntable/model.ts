import { headedPin } from '../modelling/pins.js';
import {
  bar,
  cut,
  disc,
  hullOf,
  type PartGeometry,
  type Point,
  partMesh,
  prism,
  roundedPlate,
  type Solid,
  union,
} from '../modelling/solids.js';

/**
 * Everything that fixes the turntable's geometry. Lengths [mm], in the plane of the ratchet: x to the right, y up, the axis of
 * the table through the origin along z. The table turns forward counter-clockwise; the pawl stands above it, its pivot to the
 * right, and is pressed onto its pivot when the table turns back.
 */
export interface TurntableDimensions {
  /** How far the locking face leans against the radius [rad]; negative leans away from the pawl. */
  readonly rakeRad: number;
  readonly symmetricTeeth: boolean;
  /** How much is missing at the tip of the pawl. */
  readonly tipShort: number;
  /** Thickness of the pawl beyond its middle, towards the table's rim. */
  readonly pawlReach: number;
  /** A counterweight behind the pivot that is heavier than the pawl. */
  readonly backHeavy: boolean;
  /** The pawl as delivered is lifted by this [rad]. */
  readonly startLiftRad: number;
  /** A screw head on the base plate stands in the ratchet. */
  readonly tallScrew: boolean;
}

export const TOOTH_COUNT = 24;

/**
 * The sound design, 24 teeth of 15°, horizontal axis.
 *
 *   ramp    50 to 45.5 mm over 12.4: 20°, the pawl of 20 g on it costs 5 mN·m of 300
 *   drop    4.05 mm in about 30 ms of free fall, 1.4° of the next pitch at 45°/s
 *   lock    1 N·m on 48 mm are 21 N; the pivot lies 6 mm above the tip on 45: the force draws the pawl in
 *   stops   a pin under the pawl 0.3 mm below it, a pin above it at a lift of about 30°
 */
export const SOUND: TurntableDimensions = {
  rakeRad: 0,
  symmetricTeeth: false,
  tipShort: 0,
  pawlReach: 3,
  backHeavy: false,
  startLiftRad: 0,
  tallScrew: false,
};

export const RADII = { tip: 50, root: 45.5, rim: 54 } as const;
export const PIVOT: Point = [45, 53];
/** Lowest point of the pawl's tip as delivered, 0.05 above the ramp there. */
export const TIP: Point = [1.75, 45.93];
export const STOPS: readonly Point[] = [
  [30, 47.06],
  [24, 72],
];
export const STOP_RADIUS = 2.5;
export const Z = { plate: [-20, -12], wheel: [-4, 4], rim: [4, 10], pawl: -3 } as const;
const SHAFT = { diameter: 8, headDiameter: 13, headHeight: 2 };
const STUB = { diameter: 6, headDiameter: 9.6, headHeight: 1.4 };

/** Base plate with the shaft of the table, the stub of the pawl and its two stops. */
export const base = (d: TurntableDimensions): PartGeometry =>
  partMesh(() => {
    const [back, front] = Z.plate;
    const holes: Point[] = [
      [-62, -62],
      [62, -62],
      [-62, 76],
      [66, 76],
    ];
    const plate = cut(
      roundedPlate([-72, -72], [76, 86], 10, back, front),
      ...holes.map((hole) => disc(5.5, back - 1, front + 1, hole)),
    );
    const shaft = union(disc(18, front - 1, Z.wheel[0] - 0.2), headedPin(SHAFT, front, front, Z.rim[1] + 0.2));
    const pawlTop = d.pawlReach + 0.2;
    const stub = union(disc(12, front - 1, Z.pawl - 0.2, PIVOT), headedPin(STUB, front, front, pawlTop, PIVOT));
    const stops = STOPS.map((at) => disc(2 * STOP_RADIUS, front - 1, 3.5, at));
    const screw = d.tallScrew ? [disc(8, front - 1, Z.wheel[0] + 0.6, [-30, -20])] : [];
    return union(plate, shaft, stub, ...stops, ...screw);
  });

const polar = (radius: number, angle: number): Point => [radius * Math.cos(angle), radius * Math.sin(angle)];

/** Tips on one circle, one of them straight up; locking faces look clockwise, backs fall to the foot of the next face. */
function teeth({ rakeRad, symmetricTeeth }: TurntableDimensions): Point[] {
  const pitch = (2 * Math.PI) / TOOTH_COUNT;
  const foot = symmetricTeeth ? -pitch / 2 : Math.asin((RADII.tip * Math.sin(rakeRad)) / RADII.root) - rakeRad;
  return Array.from({ length: TOOTH_COUNT }, (_, k): Point[] => [
    polar(RADII.root, k * pitch + foot),
    polar(RADII.tip, k * pitch),
  ]).flat();
}

/** The ratchet wheel. */
export const ratchet = (d: TurntableDimensions): PartGeometry =>
  partMesh(() => cut(prism(teeth(d), ...Z.wheel), disc(SHAFT.diameter + 0.1, Z.wheel[0] - 1, Z.wheel[1] + 1)));

/** The table in front of it, with three holes. */
export const table = (): PartGeometry =>
  partMesh(() => {
    const [back, front] = Z.rim;
    const holes = [0, 1, 2].map((k) => disc(16, back - 1, front + 1, polar(32, (2 * Math.PI * k) / 3)));
    return cut(disc(2 * RADII.rim, back, front), disc(SHAFT.diameter + 0.1, back - 1, front + 1), ...holes);
  });

/** The pawl: beak with a chamfered tip, body, eye; in one defect a counterweight behind the eye. */
export const pawl = (d: TurntableDimensions): PartGeometry =>
  partMesh(() => {
    const [z0, z1] = [Z.pawl, d.pawlReach];
    const short = d.tipShort;
    const outline: Point[] = [
      [0.15, TIP[1] + short + 1.6],
      [TIP[0], TIP[1] + short],
      [16, 51.2],
      [40, 49],
      [45, 48],
      [45, 58],
      [8, 56],
      [0.15, 51.5],
    ];
    const body = union(prism(outline, z0, z1), disc(10, z0, z1, PIVOT));
    const weight: Solid[] = d.backHeavy ? [hullOf(bar(PIVOT, [80, 62], 6, z0, z1)), disc(26, z0, z1, [84, 63])] : [];
    return cut(union(body, ...weight), disc(STUB.diameter + 0.1, z0 - 1, z1 + 1, PIVOT));
  });
