import {
  alongX,
  block,
  cut,
  disc,
  gear,
  moved,
  type PartGeometry,
  type Point,
  partMesh,
  ring,
  rotated,
  roundedPlate,
  union,
} from '../modelling/solids.js';

/** Everything that fixes the reducer's geometry. Lengths [mm]. Shafts stand upright, shaft 0 is the input, shaft 3 the output. */
export interface ReducerDimensions {
  readonly module: number;
  readonly pinionTeeth: number;
  /** Teeth of the wheels of stage 1, 2, 3. */
  readonly wheelTeeth: readonly [number, number, number];
  readonly faceWidth: number;
  /** By how much the axes of stage 1 are further apart than the pitch circles ask. */
  readonly stretch: number;
  /** Direction from shaft 2 to shaft 3 [°]; 0 goes on in line. */
  readonly lastTurnDeg: number;
  /** A wheel that is not fast on its shaft: that of stage 2 with no collar under it, or that of stage 3 with no key. */
  readonly looseWheel: 'none' | 'stage-2-slides' | 'stage-3-turns';
}

/** The sound design: three times 20 : 60 at module 1, axes 40 mm apart, all in line. */
export const SOUND: ReducerDimensions = {
  module: 1,
  pinionTeeth: 20,
  wheelTeeth: [60, 60, 60],
  faceWidth: 8,
  stretch: 0,
  lastTurnDeg: 0,
  looseWheel: 'none',
};

export const SHAFTS = [0, 1, 2, 3] as const;
export const STAGES = [0, 1, 2] as const;
export type Stage = (typeof STAGES)[number];
export type Shaft = (typeof SHAFTS)[number];

const SHAFT = 8;
const PLATES = { bottom: [0, 6], top: [46, 52] } as const;
const HUB = 14;
const HUB_OVERHANG = 1;
const KEY = 3;
const COLLAR = { diameter: 13, height: 3 };
/** By how much every tooth is thinner at the pitch circle: 0.12 mm of backlash in each pair. */
const THINNING = 0.06;
/** Axial play of a shaft between the plates, at either end. */
const PLAY = 0.2;

/** Underside of the gears of a stage. */
export const stageBottom = (stage: number): number => 10 + 12 * stage;

/** Distance of the axes of a stage at which the pitch circles touch. */
export const pitchDistance = (d: ReducerDimensions, stage: Stage): number =>
  (d.module * (d.pinionTeeth + d.wheelTeeth[stage])) / 2;

/** Where the shafts stand. */
export function shaftPlaces(d: ReducerDimensions): readonly [Point, Point, Point, Point] {
  const x1 = pitchDistance(d, 0) + d.stretch;
  const x2 = x1 + pitchDistance(d, 1);
  const turn = (d.lastTurnDeg * Math.PI) / 180;
  const last = pitchDistance(d, 2);
  return [
    [0, 0],
    [x1, 0],
    [x2, 0],
    [x2 + last * Math.cos(turn), last * Math.sin(turn)],
  ];
}

/** Pinions are wider than their wheels by this much at either end: the wheel may shift without losing width. */
const WIDER = 1;

const toothing = (d: ReducerDimensions, toothCount: number, width = d.faceWidth) => ({
  moduleM: d.module / 1000,
  toothCount,
  widthM: width / 1000,
  thinningM: THINNING / 1000,
  flankPointCount: 4,
  filletChordCount: 2,
});

/** Direction from the shaft of a pinion to the next one [°]: a tooth of the pinion stands there, a space of the wheel faces it. */
const towardsNext = (d: ReducerDimensions, stage: number): number => (stage === 2 ? d.lastTurnDeg : 0);

/** Angle of one of the teeth of the pinion, or of the wheel, of a stage [°]. */
export const toothAngleDeg = (d: ReducerDimensions, stage: Stage, gearKind: 'pinion' | 'wheel'): number =>
  gearKind === 'pinion' ? towardsNext(d, stage) : towardsNext(d, stage) + 180 + 180 / d.wheelTeeth[stage];

/** Two plates with bearing holes on four pillars, as one screwed housing with its mounting holes. */
export const housing = (d: ReducerDimensions): PartGeometry =>
  partMesh(() => {
    const places = shaftPlaces(d);
    const end = Math.max(...places.map(([x]) => x));
    const corners: Point[] = [
      [-18, -42],
      [-18, 42],
      [end + 38, -42],
      [end + 38, 42],
    ];
    const plate = ([bottom, top]: readonly [number, number]) =>
      cut(
        roundedPlate([-26, -50], [end + 46, 50], 6, bottom, top),
        ...places.map((at) => disc(SHAFT + 0.2, bottom - 1, top + 1, at)),
      );
    const pillars = corners.map((at) => disc(12, PLATES.bottom[1] - 1, PLATES.top[0] + 1, at));
    const screws = corners.map((at) => disc(4.2, PLATES.bottom[0] - 1, PLATES.top[1] + 1, at));
    return cut(union(plate(PLATES.bottom), plate(PLATES.top), ...pillars), ...screws);
  });

const keyBlock = (stage: Stage, play: number) => {
  const bottom = stageBottom(stage);
  return block([2.5, -KEY / 2 - play, bottom], [SHAFT / 2 + 1.5 + play, KEY / 2 + play, bottom + 8]);
};

/**
 * Shaft with a collar under the upper plate; with the pinion of the next stage, except the output; and with the shoulder
 * that its wheel is pushed against from below, and its keyway. Origin on its axis, z = 0.
 */
export const shaft = (d: ReducerDimensions, which: Shaft): PartGeometry =>
  partMesh(() => {
    const solids = [
      disc(SHAFT, PLATES.bottom[0], PLATES.top[1]),
      disc(12, PLATES.top[0] - COLLAR.height, PLATES.top[0] - PLAY),
    ];
    if (which === 0) solids.push(disc(6, PLATES.top[1] - 1, PLATES.top[1] + 14));
    if (which < 3) solids.push(pinion(d, which as Stage));
    if (which === 0) return union(...solids);
    const stage = (which - 1) as Stage;
    const shoulder = stageBottom(stage) + d.faceWidth + HUB_OVERHANG;
    return cut(union(...solids, disc(12, shoulder, shoulder + 2)), keyBlock(stage, 0));
  });

const pinion = (d: ReducerDimensions, stage: Stage) =>
  gear(
    toothing(d, d.pinionTeeth, d.faceWidth + 2 * WIDER),
    toothAngleDeg(d, stage, 'pinion'),
    stageBottom(stage) - WIDER,
  );

/** The parallel key of the wheel of a stage. */
export const key = (stage: Stage): PartGeometry => partMesh(() => keyBlock(stage, 0));

/** A set collar with the socket of its grub screw, its underside at some height. */
const setCollar = (bottom: number) =>
  cut(
    ring(COLLAR.diameter, SHAFT, bottom, bottom + COLLAR.height - PLAY),
    moved(alongX(disc(1.5, SHAFT / 2 + 1, COLLAR.diameter)), 0, 0, bottom + 1.4),
  );

/** The collar above the lower plate, which carries the shaft. */
export const lowerCollar = (): PartGeometry => partMesh(() => setCollar(PLATES.bottom[1] + PLAY));

/** The collar under the wheel of stage 2 or 3; that of stage 1 lies on the lower collar. */
export const wheelCollar = (stage: Stage): PartGeometry =>
  partMesh(() => setCollar(stageBottom(stage) - HUB_OVERHANG - COLLAR.height + PLAY));

/** The wheel of a stage with its hub and keyway, and holes to save weight. `play` is that of its bore on the shaft. */
export const wheel = (d: ReducerDimensions, stage: Stage, play: number): PartGeometry =>
  partMesh(() => {
    const bottom = stageBottom(stage);
    const top = bottom + d.faceWidth;
    const blank = gear(toothing(d, d.wheelTeeth[stage]), toothAngleDeg(d, stage, 'wheel'), bottom);
    const holes = [30, 90, 150, 210, 270, 330].map((angle) =>
      rotated(disc(10, bottom - 1, top + 1, [17.5, 0]), 0, 0, angle),
    );
    const hub = disc(HUB, bottom - HUB_OVERHANG, top + HUB_OVERHANG);
    const bore = disc(SHAFT + 2 * play, bottom - 2, top + 2);
    const keyway = block([0, -KEY / 2 - play, bottom - 2], [SHAFT / 2 + 1.5 + 2 * play, KEY / 2 + play, top + 2]);
    return cut(union(cut(blank, ...holes), hub), bore, keyway);
  });
