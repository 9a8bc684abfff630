import { headedPin } from '../modelling/pins.js';
import {
  alongX,
  bar,
  block,
  cut,
  disc,
  hullOf,
  moved,
  type PartGeometry,
  type Point,
  partMesh,
  prism,
  roundedPlate,
  union,
} from '../modelling/solids.js';

/**
 * Everything that fixes the slider-crank's geometry. Lengths [mm]; heights above the top of the base plate. The crank's
 * axis is z, the slider goes along x.
 */
export interface SliderCrankDimensions {
  readonly throw: number;
  readonly rod: number;
  /** Distance of the slider's line from the crank's axis. */
  readonly offset: number;
  /** Length of the slider's block, which runs in the guide. */
  readonly sliderLength: number;
  /** Width across the flanges that run in the guide: the largest dimension across the slider's line. */
  readonly sliderHeight: number;
  /** Play at each face that slides in the guide. */
  readonly guideGap: number;
  readonly guideStart: number;
  readonly guideEnd: number;
  /** How far a bar that holds the crank pin reaches beyond the axis; 0 where there is none. */
  readonly pinBarReach: number;
}

/** The sound design: in line, throw 20, rod 70; travel 2·20 = 40 mm, rod at most asin(20/70) = 16.6° off the line. */
export const SOUND: SliderCrankDimensions = {
  throw: 20,
  rod: 70,
  offset: 0,
  sliderLength: 26,
  sliderHeight: 20,
  guideGap: 0.1,
  guideStart: 31,
  guideEnd: 141,
  pinBarReach: 0,
};

const AXIAL_GAP = 0.2;
const PIN = { diameter: 6, headDiameter: 10, headHeight: 1.8, shoulderDiameter: 10 };
const EYE = 6.1;
const SHAFT = { diameter: 8, headDiameter: 13, headHeight: 1 };
const HUB = 8.1;
/** Heights of the layers. */
const Z = {
  plate: -6,
  boss: 2.8,
  web: [3, 8],
  rod: [14, 19],
  flange: [2, 6],
  lips: 9,
  nose: [9.6, 13],
} as const;
const NECK_WIDTH = 12;
/** From the slider's pin to the near end of its block: a nose that passes over the crank's web carries the pin. */
export const NOSE = 24;

/** Where the parts sit [mm] and how they are turned [rad] at a crank angle; open branch, slider on the +x side. */
export function placeParts(d: SliderCrankDimensions, crankRad: number) {
  const pin: Point = [d.throw * Math.cos(crankRad), d.throw * Math.sin(crankRad)];
  const rise = d.offset - pin[1];
  if (Math.abs(rise) > d.rod) throw new Error('the rod does not reach the slider at the assembly angle');
  const slider: Point = [pin[0] + Math.sqrt(d.rod ** 2 - rise ** 2), d.offset];
  return { pin, slider, rodRad: Math.asin(rise / d.rod), rodMiddle: (Z.rod[0] + Z.rod[1]) / 2, webMiddle: 5.5 };
}

/** Base plate with four mounting holes, and the boss and headed shaft that the crank turns on. */
export const basePlate = (d: SliderCrankDimensions): PartGeometry =>
  partMesh(() => {
    const holes: Point[] = [
      [-32, -34],
      [-32, 34],
      [138, -34],
      [138, 34],
    ];
    const plate = roundedPlate([-40, Math.min(0, d.offset) - 42], [148, Math.max(0, d.offset) + 42], 8, Z.plate, 0);
    const solid = cut(plate, ...holes.map((hole) => disc(5.5, Z.plate - 1, 1, hole)));
    return union(solid, disc(16, -1, Z.boss), headedPin(SHAFT, Z.boss - 1, Z.boss - 1, Z.web[1] + AXIAL_GAP));
  });

/** Channel with lips, open at both ends: floor, side walls, lips over the flanges of the slider. */
export const guide = (d: SliderCrankDimensions): PartGeometry =>
  partMesh(() => {
    const inner = d.sliderHeight / 2 + d.guideGap;
    const lip = NECK_WIDTH / 2 + 0.4 + (d.guideGap - SOUND.guideGap);
    const [bottom, top] = [Z.flange[0] - 0.1, Z.flange[1] + 0.1];
    const outer = inner + 6;
    const profile: Point[] = [
      [-outer, 0],
      [outer, 0],
      [outer, Z.lips],
      [lip, Z.lips],
      [lip, top],
      [inner, top],
      [inner, bottom],
      [-inner, bottom],
      [-inner, top],
      [-lip, top],
      [-lip, Z.lips],
      [-outer, Z.lips],
    ];
    return moved(alongX(prism(profile, d.guideStart, d.guideEnd)), 0, d.offset);
  });

/** Web with counterweight, hub, and the crank pin on its shoulder. Origin on the axis, pin along +x. */
export const crank = (d: SliderCrankDimensions): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = Z.web;
    const web = bar([0, 0], [d.throw, 0], 18, bottom, top, 13);
    const counterweight = hullOf(
      disc(18, bottom, top),
      disc(20, bottom, top, [-14, 9]),
      disc(20, bottom, top, [-14, -9]),
    );
    const pin = headedPin(PIN, top - 1, Z.rod[0] - AXIAL_GAP, Z.rod[1] + AXIAL_GAP, [d.throw, 0]);
    const holder = d.pinBarReach > 0 ? [bar([d.throw, 0], [-d.pinBarReach + 4, 0], 8, 9.4, 11.5)] : [];
    return union(cut(union(web, counterweight), disc(HUB, bottom - 1, top + 1)), pin, ...holder);
  });

/** Two eyes and a waisted web with a slot. Origin at the crank's eye, the other one along +x. */
export const rod = (d: SliderCrankDimensions): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = Z.rod;
    const eyes = [disc(13, bottom, top), disc(13, bottom, top, [d.rod, 0])];
    const web = block([0, -4, bottom], [d.rod, 4, top]);
    const slot = d.rod > 40 ? [bar([15, 0], [d.rod - 15, 0], 3, bottom - 1, top + 1)] : [];
    const holes = [disc(EYE, bottom - 1, top + 1), disc(EYE, bottom - 1, top + 1, [d.rod, 0])];
    return cut(union(...eyes, web), ...slot, ...holes);
  });

/** T-shaped block that runs in the guide. Origin on the slider's line, under its pin; the block is ahead of it. */
export const sliderBlock = (d: SliderCrankDimensions): PartGeometry =>
  partMesh(() => {
    const [start, end, width] = [NOSE, NOSE + d.sliderLength, d.sliderHeight / 2];
    const flange = block([start, -width, Z.flange[0]], [end, width, Z.flange[1]]);
    return union(flange, block([start, -NECK_WIDTH / 2, Z.flange[1]], [end, NECK_WIDTH / 2, Z.nose[1]]));
  });

/** Nose of the slider with its pin, screwed to the face of the block. */
export const sliderNose = (): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = Z.nose;
    const nose = union(disc(NECK_WIDTH, bottom, top), block([0, -NECK_WIDTH / 2, bottom], [NOSE, NECK_WIDTH / 2, top]));
    return union(nose, headedPin(PIN, top - 1, Z.rod[0] - AXIAL_GAP, Z.rod[1] + AXIAL_GAP));
  });
