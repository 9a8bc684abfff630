import { headedPin } from '../modelling/pins.js';
import {
  alongX,
  bar,
  block,
  cut,
  disc,
  hullOf,
  mirroredX,
  type PartGeometry,
  type Point,
  partMesh,
  prism,
  rotated,
  roundedPlate,
  type Solid,
  union,
} from '../modelling/solids.js';

/**
 * Everything that fixes the gripper's geometry. Lengths [mm]. The jaws move along x, the input goes along y, away from the
 * workpiece, z is up; the origin is on top of the base plate, in the middle between the jaws, under their rail.
 */
export interface GripperDimensions {
  /** Pin to pin, left and right. */
  readonly links: { readonly left: number; readonly right: number };
  /** Angle of the links to x as delivered [rad]. */
  readonly openAngleRad: number;
  /** The rest that carries the workpiece: where it begins and ends along x. */
  readonly rest: readonly [from: number, to: number];
  /** Contact pads: length along y, lowest and highest point above the middle of the workpiece. */
  readonly pad: { readonly length: number; readonly bottom: number; readonly top: number };
  /** Travel of the input at which a stop on the bed blocks it; null where there is none. */
  readonly inputStop: number | null;
  /** The right jaw turns on a pin instead of sliding on the rail. */
  readonly swingingJaw: boolean;
  /** A post on the bed that the left link sweeps over. */
  readonly post: boolean;
}

/**
 * The sound design. With the links at θ to the rail, each jaw is pressed with F/(2·tan θ) by the input's F:
 *
 *   open     θ₀ = 20°, pins 82.9·cos θ₀ = 77.9 apart along x, gap 91.8: a block of 36 × 40 that tips over has room
 *   gripped  27.9 mm further: cos θ₁ = 50.0/82.9, θ₁ = 52.9°, input at 82.9·(sin θ₁ − sin θ₀) = 37.8, grip 35/(2·1.32) = 13.2 N
 *
 * 13.2 N on each side hold 2·0.4·13.2 = 10.6 N by friction, the load is 5 N. At θ₁ a link that is 1 mm long moves its jaw
 * by 1/cos θ₁ − 1/cos θ₀ = 0.59 mm too little.
 */
export const SOUND: GripperDimensions = {
  links: { left: 82.9, right: 82.9 },
  openAngleRad: (20 * Math.PI) / 180,
  rest: [-15, 15],
  pad: { length: 24, bottom: -15, top: 15 },
  inputStop: null,
  swingingJaw: false,
  post: false,
};

const PIN = { diameter: 5, headDiameter: 8.4, headHeight: 1.6, shoulderDiameter: 8.4 };
const EYE = 5.1;
const GAP = 0.1;
/** Heights of the layers. */
const Z = {
  plate: -8,
  bed: [44, 52],
  neck: 58,
  rail: 64,
  carriage: 72,
  link: [72.2, 76.8],
} as const;
/** Half widths of the rail's neck and head. */
const RAIL = { neck: 4, head: 8, halfLength: 96 } as const;
/** Where the workpiece stands: 60 mm above the base plate, 36 × 40 × 40 mm. */
export const WORKPIECE = { y: -50, z: 80, halfWidth: 18, restHeight: 60 } as const;
/** Rest across the jaws' line, half its width. */
const REST_HALF_WIDTH = 2.5;
/** From a pad's face back to the finger, and to the jaw's pin. */
const PAD_THICKNESS = 2;
const PIN_BACK = 40;
const JAW_PIN_Y = 14;
const SLIDER_PIN_X = 8;
/** Where the channel of the slider begins and ends. */
const GUIDE_Y = [56, 118] as const;
/** End of a carriage, from the pad's face. */
export const CARRIAGE_END = 47;
/** The pivot of a jaw that swings: 134 mm behind the middle of its pad, where 28 mm are 12°. */
const SWING = { y: WORKPIECE.y + 134, diameter: 6 } as const;

/** Where the parts sit as delivered [mm] and how the links are turned [rad]. */
export function placeParts(d: GripperDimensions) {
  const rise = d.links.left * Math.sin(d.openAngleRad);
  const run = (link: number) => Math.sqrt(link ** 2 - rise ** 2);
  const sliderPinY = JAW_PIN_Y + rise;
  // A link that is longer than the other puts its jaw further out.
  const jaw = (link: number) => SLIDER_PIN_X + run(link);
  return {
    left: {
      pinX: -jaw(d.links.left),
      face: -(jaw(d.links.left) - PIN_BACK),
      linkRad: Math.PI + Math.atan2(rise, run(d.links.left)),
    },
    right: {
      pinX: jaw(d.links.right),
      face: jaw(d.links.right) - PIN_BACK,
      linkRad: -Math.atan2(rise, run(d.links.right)),
    },
    sliderPinY,
    sliderPinX: SLIDER_PIN_X,
    jawPinY: JAW_PIN_Y,
    linkMiddle: (Z.link[0] + Z.link[1]) / 2,
    railMiddle: (Z.neck + Z.rail) / 2,
    guideMiddle: Z.bed[1] + 2,
    guideY: GUIDE_Y,
    swingY: SWING.y,
  };
}

/** Plate with four mounting holes, an apron in front, a panel and two side walls with the bed on top of them; a post, a stop or a pivot where a defect has one. */
export const bed = (d: GripperDimensions): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = Z.bed;
    const holes: Point[] = [
      [-92, -70],
      [92, -70],
      [-78, 112],
      [78, 112],
    ];
    const plate = roundedPlate([-102, -88], [102, 124], 8, Z.plate, 0);
    const walls = [-96, 88].map((x) => block([x, -12, -1], [x + 8, 120, bottom + 1]));
    const panel = block([-96, -12, -1], [96, -4, bottom + 1]);
    const apron = block([-90, -88, -1], [90, -80, 30]);
    const table = block([-RAIL.halfLength, -12, bottom], [RAIL.halfLength, 120, top]);
    const extras: Solid[] = [];
    if (d.post) extras.push(disc(6, top - 1, Z.link[1], [-25, 50]));
    if (d.swingingJaw) {
      const { right } = placeParts(d);
      extras.push(disc(14, top - 1, 60, [right.pinX, SWING.y]));
      extras.push(headedPin({ ...PIN, diameter: SWING.diameter }, 59, 59, 66.2, [right.pinX, SWING.y]));
    }
    return union(
      cut(plate, ...holes.map((hole) => disc(5.5, Z.plate - 1, 1, hole))),
      ...walls,
      panel,
      apron,
      table,
      ...extras,
    );
  });

/** Rail along x: a neck and a head that the carriages grip. */
export const rail = (): PartGeometry =>
  partMesh(() => {
    const profile: Point[] = [
      [-RAIL.neck, Z.bed[1]],
      [RAIL.neck, Z.bed[1]],
      [RAIL.neck, Z.neck],
      [RAIL.head, Z.neck],
      [RAIL.head, Z.rail],
      [-RAIL.head, Z.rail],
      [-RAIL.head, Z.neck],
      [-RAIL.neck, Z.neck],
    ];
    return alongX(prism(profile, -RAIL.halfLength, RAIL.halfLength));
  });

/** Channel along y with lips over the flanges of the slider. */
export const channel = (): PartGeometry =>
  partMesh(() => {
    const z = Z.bed[1];
    const profile: Point[] = [
      [-14, z],
      [14, z],
      [14, z + 10],
      [5.3, z + 10],
      [5.3, z + 4.2],
      [8.1, z + 4.2],
      [8.1, z + 0.1],
      [-8.1, z + 0.1],
      [-8.1, z + 4.2],
      [-5.3, z + 4.2],
      [-5.3, z + 10],
      [-14, z + 10],
    ];
    const [from, to] = GUIDE_Y;
    return rotated(alongX(prism(profile, from, to)), 0, 0, 90);
  });

/** The rest: a wall on the base plate under the workpiece. */
export const rest = (d: GripperDimensions): PartGeometry =>
  partMesh(() =>
    block(
      [d.rest[0], WORKPIECE.y - REST_HALF_WIDTH, 0],
      [d.rest[1], WORKPIECE.y + REST_HALF_WIDTH, WORKPIECE.restHeight],
    ),
  );

/** A stop on the channel, both sides of the slider's neck: its head meets it. */
export const inputStop = (d: GripperDimensions): PartGeometry =>
  partMesh(() => {
    const y = placeParts(d).sliderPinY + SLIDER_BACK + (d.inputStop ?? 0);
    const half = (x: number) => block([x, y, Z.bed[1] + 9], [x + 8, y + 10, Z.carriage]);
    return union(half(-14), half(6));
  });
/** From the slider's pins to the face that would meet a stop. */
const SLIDER_BACK = 7;

/** T-shaped slider with a head that carries both inner pins. Origin under the middle of its pins, on top of the bed. */
export const slider = (): PartGeometry =>
  partMesh(() => {
    const z = Z.bed[1];
    const flange = block([-8, -5, z + 0.2], [8, 52, z + 4.1]);
    const neck = block([-5, -5, z + 4], [5, 52, z + 15]);
    const head = block([-14, -SLIDER_BACK, z + 13], [14, SLIDER_BACK, Z.carriage]);
    const pins = [-SLIDER_PIN_X, SLIDER_PIN_X].map((x) =>
      headedPin(
        { ...PIN, shoulderDiameter: 7.6, headDiameter: 7.6 },
        Z.carriage - 1,
        Z.link[0] - GAP,
        Z.link[1] + GAP,
        [x, 0],
      ),
    );
    return union(flange, neck, head, ...pins);
  });

/** Two eyes and a web. Origin at the inner eye on the world's heights, the other one along +x. */
export const link = (length: number): PartGeometry =>
  partMesh(() => {
    const [bottom, top] = Z.link;
    const web = bar([0, 0], [length, 0], 9, bottom, top);
    const slot = bar([10, 0], [length - 10, 0], 3, bottom - 1, top + 1);
    return cut(web, slot, disc(EYE, bottom - 1, top + 1), disc(EYE, bottom - 1, top + 1, [length, 0]));
  });

/** Carriage on the rail, ear with the link's pin, finger to the workpiece; `side` +1 for the right one. Origin in the pad's face. */
export const jaw = (d: GripperDimensions, side: 1 | -1): PartGeometry =>
  partMesh(() => {
    const finger = fingerOf();
    const ear = earOf();
    const solid = d.swingingJaw && side === 1 ? union(finger, ear, leverOf()) : union(finger, ear, carriageOf());
    return side === 1 ? solid : mirroredX(solid);
  });

const BACK = PAD_THICKNESS;

/** Plate of 10 mm with a gusset, from the carriage to the workpiece. */
function fingerOf(): Solid {
  const plate = block([BACK, WORKPIECE.y - 16, WORKPIECE.z - 20], [BACK + 10, -9, WORKPIECE.z + 17]);
  const slope = hullOf(
    block([BACK + 1, -60, WORKPIECE.z + 16], [BACK + 9, -34, WORKPIECE.z + 17]),
    block([BACK + 1, -60, 65], [BACK + 9, -8, 66]),
  );
  const trimmed = cut(plate, block([BACK - 1, -32, Z.carriage + 4], [BACK + 11, 0, 200]));
  return union(trimmed, slope);
}

/** C-shaped block around the rail's head. */
function carriageOf(): Solid {
  const [from, to] = [BACK, CARRIAGE_END];
  const gap = GAP;
  const profile: Point[] = [
    [-14, Z.bed[1] + 0.4],
    [-RAIL.neck - gap, Z.bed[1] + 0.4],
    [-RAIL.neck - gap, Z.neck - gap],
    [-RAIL.head - gap, Z.neck - gap],
    [-RAIL.head - gap, Z.rail + gap],
    [RAIL.head + gap, Z.rail + gap],
    [RAIL.head + gap, Z.neck - gap],
    [RAIL.neck + gap, Z.neck - gap],
    [RAIL.neck + gap, Z.bed[1] + 0.4],
    [14, Z.bed[1] + 0.4],
    [14, Z.carriage],
    [-14, Z.carriage],
  ];
  return alongX(prism(profile, from, to));
}

/** Ear behind the carriage with the outer pin of the link. */
function earOf(): Solid {
  const at: Point = [PIN_BACK, JAW_PIN_Y];
  const ear = hullOf(
    disc(12, Z.rail + 1, Z.carriage, at),
    block([PIN_BACK - 6, 9, Z.rail + 1], [PIN_BACK + 6, 10, Z.carriage]),
  );
  return union(ear, headedPin(PIN, Z.carriage - 1, Z.link[0] - GAP, Z.link[1] + GAP, at));
}

/** Lever to a pin on the bed, in the place of the carriage. */
function leverOf(): Solid {
  const eye: Point = [PIN_BACK, SWING.y];
  const lever = union(
    block([BACK, -12, Z.rail + 1], [PIN_BACK + 6, 14, Z.carriage]),
    bar([PIN_BACK, 17], eye, 12, 60.2, 66.1),
    block([PIN_BACK - 6, 10, 60.2], [PIN_BACK + 6, 17, Z.rail + 2]),
  );
  return cut(lever, disc(SWING.diameter + 0.1, 59, 68, eye));
}

/** The pad on a finger: what touches the workpiece. */
export const pad = (d: GripperDimensions, side: 1 | -1): PartGeometry =>
  partMesh(() => {
    const { length, bottom, top } = d.pad;
    const [y, z] = [WORKPIECE.y, WORKPIECE.z];
    const solid = block([0, y - length / 2, z + bottom], [PAD_THICKNESS, y + length / 2, z + top]);
    return side === 1 ? solid : mirroredX(solid);
  });
