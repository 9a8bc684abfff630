import {
  block,
  cone,
  cut,
  disc,
  hullOf,
  moved,
  type PartGeometry,
  type Point,
  partMesh,
  rotated,
  type Solid,
  union,
} from '../modelling/solids.js';

/**
 * Everything that fixes the mirror's geometry. Lengths [mm]. The pivot axis is y through (0, 0, AXIS); the glass looks
 * towards +x, the upper edge goes back towards −x. Heights are above the desk.
 */
export interface MirrorDimensions {
  /** From the middle of the mirror up to its pivots; negative: they sit low. */
  readonly pivotHeight: number;
  /** Length of the right stub, from the shoulder; the left one is as the sound design has it. */
  readonly rightStub: number;
  /** By how much each upright stands further out. */
  readonly spread: number;
  /** x of the rear foot and of the two front ones. */
  readonly feetX: readonly [number, number];
  /** Whether a ledge stands on the base in the way of the lower edge. */
  readonly hasLedge: boolean;
  /** Length of the screws that hold the glass from behind, beyond the sides of the frame. */
  readonly sideScrew: number;
}

export const SOUND: MirrorDimensions = {
  pivotHeight: 0,
  rightStub: 9,
  spread: 0,
  feetX: [-60, 45],
  hasLedge: false,
  sideScrew: 0,
};

export const AXIS = 100;
/** Half sizes of the wooden frame: depth, width, height. */
export const HALF = { x: 5, y: 60, z: 75 } as const;
const SHOULDER = { diameter: 14, thickness: 1 };
export const STUB = { diameter: 6, length: 9, bore: 6.2 } as const;
const UPRIGHT = { thickness: 10, depth: 16 };
/** Side play at either shoulder. */
export const SIDE_PLAY = 0.15;
export const Z = { foot: 3, base: 11 } as const;
/** The lower front corner, 5 before and 75 below the axis, is there at 18°: 5·cos 18° + 75·sin 18°. */
export const LEDGE_FACE = 28;

/** y of the inner face of an upright, its distance from the middle. */
export const uprightFace = (d: MirrorDimensions): number => HALF.y + SHOULDER.thickness + SIDE_PLAY + d.spread;
/** y of the outer face of an upright, of a shoulder, and of the end of a stub. */
export const uprightBack = (d: MirrorDimensions): number => uprightFace(d) + UPRIGHT.thickness;
export const shoulderFace = HALF.y + SHOULDER.thickness;
export const stubEnd = (d: MirrorDimensions, side: 1 | -1): number =>
  shoulderFace + (side === -1 ? d.rightStub : STUB.length);

/** Height of the lower edge of the frame, upright. */
export const lowerEdge = (d: MirrorDimensions): number => AXIS - d.pivotHeight - HALF.z;

/** What was modelled along z turned to ±y, at the height of the axis. */
const alongY = (solid: Solid, side: 1 | -1): Solid => moved(rotated(solid, -90 * side, 0, 0), 0, 0, AXIS);

/** Where the three feet stand: the rear one, two in front. */
export const feet = (d: MirrorDimensions): readonly [Point, Point, Point] => [
  [d.feetX[0], 0],
  [d.feetX[1], -90],
  [d.feetX[1], 90],
];

/** A rubber pad. Origin in its middle, on the desk. */
export const foot = (): PartGeometry => partMesh(() => block([-8, -8, 0], [8, 8, Z.foot]));

/** Base plate over the three feet, wide enough for the uprights. */
export const base = (d: MirrorDimensions): PartGeometry =>
  partMesh(() => {
    const ends = [-1, 1].map((side) => disc(24, Z.foot, Z.base, [0, side * (uprightBack(d) - 4)]));
    const plate = hullOf(...feet(d).map((at) => disc(24, Z.foot, Z.base, at)), ...ends);
    const ledge = d.hasLedge ? [block([LEDGE_FACE, -40, Z.base - 1], [LEDGE_FACE + 6, 40, 45])] : [];
    return union(plate, ...ledge);
  });

/** An upright with its bore, standing on the base plate. `side` is +1 on the left, at +y. */
export const upright = (d: MirrorDimensions, side: 1 | -1): PartGeometry =>
  partMesh(() => {
    const [inner, outer] = [uprightFace(d), uprightBack(d)];
    const half = UPRIGHT.depth / 2;
    const wall = block(
      [-half, Math.min(side * inner, side * outer), Z.base],
      [half, Math.max(side * inner, side * outer), AXIS],
    );
    const head = alongY(disc(UPRIGHT.depth, inner, outer), side);
    return cut(union(wall, head), alongY(disc(STUB.bore, inner - 1, outer + 1), side));
  });

/** Wooden frame with the rebate of the glass. Its middle is `pivotHeight` below the axis. */
export const frame = (d: MirrorDimensions): PartGeometry =>
  partMesh(() => {
    const middle = AXIS - d.pivotHeight;
    const boxOf = (x0: number, x1: number, y: number, z: number) => block([x0, -y, middle - z], [x1, y, middle + z]);
    const rebate = boxOf(HALF.x - 4, HALF.x + 1, HALF.y - 8, HALF.z - 8);
    const window = boxOf(-HALF.x - 1, HALF.x, HALF.y - 14, HALF.z - 14);
    const screw =
      d.sideScrew > 0 ? [moved(rotated(disc(4, HALF.y - 4, HALF.y + d.sideScrew), -90, 0, 0), 0, 0, AXIS - 40)] : [];
    return union(cut(boxOf(-HALF.x, HALF.x, HALF.y, HALF.z), rebate, window), ...screw);
  });

/** The glass, 3 mm, in its rebate with 0.5 mm all round. */
export const glass = (d: MirrorDimensions): PartGeometry =>
  partMesh(() => {
    const middle = AXIS - d.pivotHeight;
    return block([HALF.x - 4, -HALF.y + 8.5, middle - HALF.z + 8.5], [HALF.x - 1, HALF.y - 8.5, middle + HALF.z - 8.5]);
  });

/** A stub with its shoulder, screwed into the side of the frame, its end chamfered. */
export const stub = (d: MirrorDimensions, side: 1 | -1): PartGeometry =>
  partMesh(() => {
    const end = stubEnd(d, side);
    const chamfer = 0.5;
    return alongY(
      union(
        disc(4, HALF.y - 8, HALF.y + 0.5),
        disc(SHOULDER.diameter, HALF.y, shoulderFace),
        disc(STUB.diameter, HALF.y, end - chamfer),
        cone(STUB.diameter, STUB.diameter - 2 * chamfer, end - chamfer, end),
      ),
      side,
    );
  });
