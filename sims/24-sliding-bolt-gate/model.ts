import { headedPin } from '../modelling/pins.js';
import {
  alongX,
  block,
  cut,
  disc,
  moved,
  type PartGeometry,
  partMesh,
  ring,
  rotated,
  roundedPlate,
  type Solid,
  union,
} from '../modelling/solids.js';

/**
 * Everything that fixes the gate's geometry. Lengths [mm]. The hinge axis is z through the origin; the gate lies along x up to
 * x = 200, opens towards +y, and stands 3 mm above the base plate. The bolt runs along x on its front.
 */
export interface GateDimensions {
  /** Half of the keeper's window in the direction in which the gate moves; the bolt has a radius of 5. */
  readonly windowHalf: number;
  /** The face of the guide that ends the withdrawal; the collar stands at 167. */
  readonly stopFace: number;
  /** The guide lets the collar through. */
  readonly openGuide: boolean;
  readonly hinges: 'both' | 'bottom';
  /** A heel behind the hinge that meets the post at 37°. */
  readonly heel: boolean;
  /** Detent of the bolt in its guide [N]; 0 for none. */
  readonly detentN: number;
}

/**
 * The sound design.
 *
 *   play      ±0.5 mm of the bolt in its window at 209 mm: ±0.14° of 2°
 *   overlap   tip at 214.5, keeper from 203: 11.5 of 8 mm; withdrawn by 16: 4.5 mm clear of 1
 *   stop      collar 167 to 150.5: 16.5 mm, 0.5 beyond the commanded 16
 *   detent    2 N keep 52 g of bolt, which the swing throws outwards with 0.01 N
 */
export const SOUND: GateDimensions = {
  windowHalf: 5.5,
  stopFace: 150.5,
  openGuide: false,
  hinges: 'both',
  heel: false,
  detentN: 2,
};

export const EDGE = 200;
export const POST_FACE = 203;
export const KEEPER_DEPTH = 12;
export const PLATE_TOP = -43;
export const GATE = { half: 40, thick: 6 } as const;
export const BOLT = { y: 14, radius: 5, start: 126, tip: 214.5, collar: [167, 171], collarRadius: 9 } as const;
/** Half of the keeper's window up and down. */
export const WINDOW_Z = 6;
export const DETENT_PITCH = BOLT.collar[0] - 150.5;
const PIN = { diameter: 6, headDiameter: 9, headHeight: 1.6 };
const HINGES = { both: [18, -34], bottom: [-34] } as const;
const KNUCKLE = 16;
const GUIDE = { back: 138, front: [171.5, 190], z: 12, depth: 22 } as const;

/** Base plate, hinge post with its brackets and pins, lock post. */
export const posts = (d: GateDimensions): PartGeometry =>
  partMesh(() => {
    const plate = cut(
      roundedPlate([-46, -36], [240, 222], 10, PLATE_TOP - 8, PLATE_TOP),
      ...[
        [-34, -24],
        [-34, 210],
        [228, -24],
        [228, 210],
      ].map(([x, y]) => disc(5.5, PLATE_TOP - 9, PLATE_TOP + 1, [x!, y!])),
    );
    const hinge = block([-34, -15, PLATE_TOP - 1], [-14, 15, 48]);
    const brackets = HINGES[d.hinges].map((z) =>
      union(
        block([-16, -5, z - 6], [0, 5, z - 0.2]),
        disc(12, z - 6, z - 0.2),
        headedPin(PIN, z - 1, z - 1, z + KNUCKLE + 0.2),
      ),
    );
    const lock = block([POST_FACE, -12, PLATE_TOP - 1], [POST_FACE + 24, 2, 40]);
    return union(plate, hinge, ...brackets, lock);
  });

/** The keeper: a block with a window for the bolt, screwed to the lock post. */
export const keeper = (d: GateDimensions): PartGeometry =>
  partMesh(() => {
    const [low, high] = [BOLT.y - d.windowHalf, BOLT.y + d.windowHalf];
    const outside = block([POST_FACE, Math.min(low - 5, 2), -14], [POST_FACE + KEEPER_DEPTH, high + 8, 14]);
    return cut(outside, block([POST_FACE - 1, low, -WINDOW_Z], [POST_FACE + 20, high, WINDOW_Z]));
  });

/** The gate: two rails, pales, uprights, a board for the bolt, knuckles. */
export const gate = (d: GateDimensions): PartGeometry =>
  partMesh(() => {
    const [half, t] = [GATE.half, GATE.thick];
    const rails = [half - 10, -half].map((z) => block([10, -t, z], [EDGE, t, z + 10]));
    const pales = [10, 48, 86, 124].map((x) => block([x, -t, -half], [x + 12, t, half]));
    const board = block([134, -t, -half], [EDGE, t, half]);
    const knuckles = HINGES[d.hinges].map((z) =>
      union(disc(13, z, z + KNUCKLE), block([0, -5, z], [12, 5, z + KNUCKLE])),
    );
    const heel = d.heel ? [union(block([-7, 6.6, -10], [14, 14, 10]), block([10, -t, -10], [14, 14, 10]))] : [];
    const bores = HINGES[d.hinges].map((z) => disc(6.1, z - 1, z + KNUCKLE + 1));
    return cut(union(...rails, ...pales, board, ...knuckles, ...heel), ...bores);
  });

/** Two lugs with the bore of the bolt, and the cover with the slot of the knob. */
export const guide = (d: GateDimensions): PartGeometry =>
  partMesh(() => {
    const z = GUIDE.z;
    const lugs = [[GUIDE.back, d.stopFace], GUIDE.front].map(([from, to]) =>
      block([from!, GATE.thick, -z], [to!, GUIDE.depth, z]),
    );
    const cover = block([GUIDE.back, GUIDE.depth + 1.2, -z], [GUIDE.front[1], GUIDE.depth + 4, z]);
    const ribs = lugs.map((_, i) => {
      const [from, to] = i === 0 ? [GUIDE.back, d.stopFace] : GUIDE.front;
      return [8, -z].map((at) => block([from!, GUIDE.depth - 1, at], [to!, GUIDE.depth + 2, at + 4]));
    });
    const slot = block([140, BOLT.y, -3.1], [GUIDE.front[0] + 2, GUIDE.depth + 5, 3.1]);
    const bore = lying(disc(2 * BOLT.radius + 0.2, 130, 200));
    const wide = d.openGuide ? [lying(disc(2 * BOLT.collarRadius + 1, 130, 160))] : [];
    return cut(union(...lugs, cover, ...ribs.flat()), slot, bore, ...wide);
  });

/** The bolt with its collar and knob. */
export const bolt = (): PartGeometry =>
  partMesh(() => {
    const rod = lying(disc(2 * BOLT.radius, BOLT.start, BOLT.tip));
    const collar = lying(disc(2 * BOLT.collarRadius - 2.2, ...BOLT.collar));
    const cheeks = block(
      [BOLT.collar[0], BOLT.y - 7, -BOLT.collarRadius],
      [BOLT.collar[1], BOLT.y + 7, BOLT.collarRadius],
    );
    const stem = rotated(disc(6, 0, 24), -90, 0, 0);
    const knob = rotated(union(disc(14, 18, 26), ring(14, 4, 25, 28)), -90, 0, 0);
    const middle = (BOLT.collar[0] + BOLT.collar[1]) / 2;
    return union(rod, collar, cheeks, moved(union(stem, knob), middle, BOLT.y, 0));
  });

/** What was modelled along z, laid along x on the bolt's line. */
const lying = (solid: Solid): Solid => moved(alongX(solid), 0, BOLT.y, 0);
