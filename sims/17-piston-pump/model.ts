import { headedPin } from '../modelling/pins.js';
import {
  alongX,
  bar,
  block,
  cut,
  disc,
  hullOf,
  type PartGeometry,
  type Point,
  partMesh,
  ring,
  roundedPlate,
  union,
} from '../modelling/solids.js';

/**
 * Everything that fixes the pump's geometry. Lengths [mm]. The crank's axis is z, the bore lies along x, both at the origin;
 * heights are above the axis of the bore.
 */
export interface PumpDimensions {
  readonly throw: number;
  readonly rod: number;
  /** Diameter of the piston; the bore is wider by twice `radialGap`. */
  readonly piston: number;
  readonly radialGap: number;
  /** The skirt that runs in the bore, from the wrist pin: towards the crank < 0, towards the crown > 0. */
  readonly skirtStart: number;
  readonly boreStart: number;
  readonly boreEnd: number;
  /** Width of the opening of a collar at the foot of the barrel; null where there is none. */
  readonly collarBore: number | null;
  /** How far the eye of the rod is beside the crank pin. */
  readonly eyeOffset: number;
  /** Height to which a screw of the base stands up beside the crank. */
  readonly screwTop: number;
}

/** The sound design: throw 15, rod 60; stroke 2·15 = 30 mm, rod at most asin(15/60) = 14.5° off the bore. */
export const SOUND: PumpDimensions = {
  throw: 15,
  rod: 60,
  piston: 24,
  radialGap: 0.08,
  skirtStart: -11,
  boreStart: 33,
  boreEnd: 90,
  collarBore: null,
  eyeOffset: 0,
  screwTop: -15,
};

/** End of the skirt at the crown, from the wrist pin. */
export const SKIRT_END = 13;
const CROWN = 3;
const CAVITY = 19;
/** Diameter to which the piston is relieved where it has no skirt. */
const RELIEVED = 21.5;
const BODY_START = -11;
const AXIAL_GAP = 0.2;
const WRIST_PIN = 5;
const EYE = { crank: 6.1, wrist: 5.1 };
const CRANK_PIN = { diameter: 6, headDiameter: 10, headHeight: 1.8, shoulderDiameter: 10 };
const SHAFT = { diameter: 8, headDiameter: 12, headHeight: 1 };
const Z = { plate: [-26, -20], web: [-12, -6], rod: [-4, 4] } as const;
const BARREL = 34;

/** Where the parts sit [mm] and how the rod is turned [rad] at a crank angle. */
export function placeParts(d: PumpDimensions, crankRad: number) {
  const pin: Point = [d.throw * Math.cos(crankRad), d.throw * Math.sin(crankRad)];
  const piston = pin[0] + Math.sqrt(d.rod ** 2 - pin[1] ** 2);
  return { pin, piston, rodRad: Math.asin(-pin[1] / d.rod) };
}

/** Base plate with mounting holes and screws, boss and headed shaft for the crank, saddle under the barrel. */
export const base = (d: PumpDimensions): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = Z.plate;
    const holes: Point[] = [
      [-22, -26],
      [-22, 26],
      [88, -26],
      [88, 26],
    ];
    const plate = cut(
      roundedPlate([-30, -34], [98, 34], 6, bottom, top),
      ...holes.map((hole) => disc(5.5, bottom - 1, top + 1, hole)),
    );
    const saddle = cut(
      block([d.boreStart + 6, -13, top - 1], [Math.min(d.boreEnd, SOUND.boreEnd) - 6, 13, -8]),
      alongX(disc(BARREL, d.boreStart, SOUND.boreEnd)),
    );
    const screws = [-1, 1].map((side) => disc(6, top - 1, d.screwTop, [-14, side * 14]));
    const boss = disc(16, top - 1, Z.web[0] - AXIAL_GAP);
    return union(plate, saddle, boss, ...screws, headedPin(SHAFT, Z.web[0] - 1, Z.web[0] - 1, Z.web[1] + AXIAL_GAP));
  });

/** The barrel: a plain tube, honed inside, its mouth at the crank. */
export const barrel = (d: PumpDimensions): PartGeometry =>
  partMesh(() => alongX(ring(BARREL, d.piston + 2 * d.radialGap, d.boreStart, d.boreEnd)));

/** A collar screwed to the foot of the barrel. */
export const collar = (d: PumpDimensions, bore: number): PartGeometry =>
  partMesh(() => alongX(ring(BARREL, bore, d.boreStart - 5, d.boreStart)));

/** Web with counterweight, hub, and the crank pin on its shoulder. Origin on the axis, pin along +x. */
export const crank = (d: PumpDimensions): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = Z.web;
    const web = bar([0, 0], [d.throw, 0], 18, bottom, top, 13);
    const counterweight = hullOf(
      disc(18, bottom, top),
      disc(18, bottom, top, [-11, 8]),
      disc(18, bottom, top, [-11, -8]),
    );
    const pin = headedPin(CRANK_PIN, top - 1, Z.rod[0] - AXIAL_GAP, Z.rod[1] + AXIAL_GAP, [d.throw, 0]);
    return union(cut(union(web, counterweight), disc(SHAFT.diameter + 0.1, bottom - 1, top + 1)), pin);
  });

/** Eyes for crank pin and wrist pin, and a slender shank. Origin at the crank pin, wrist pin along +x. */
export const rod = (d: PumpDimensions): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = Z.rod;
    const big: Point = [0, d.eyeOffset];
    const solid = union(
      disc(13, bottom, top, big),
      disc(10, bottom, top, [d.rod, 0]),
      bar(big, [d.rod, 0], 6, bottom + 1, top - 1),
    );
    const holes = [disc(EYE.crank, bottom - 1, top + 1, big), disc(EYE.wrist, bottom - 1, top + 1, [d.rod, 0])];
    return cut(solid, ...holes);
  });

/** Cup with its crown away from the crank and the wrist pin pressed across it. Origin at the wrist pin, axis x. */
export const piston = (d: PumpDimensions): PartGeometry =>
  partMesh(() => {
    const skirt = disc(d.piston, d.skirtStart, SKIRT_END);
    const relieved = disc(RELIEVED, BODY_START, SKIRT_END);
    const cavity = disc(CAVITY, BODY_START - 1, SKIRT_END - CROWN);
    const cup = alongX(cut(union(relieved, skirt), cavity));
    return union(cup, disc(WRIST_PIN, -RELIEVED / 2 + 0.5, RELIEVED / 2 - 0.5));
  });
