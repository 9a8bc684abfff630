/**
 * Seams between convex pieces of one body on the direct engine: a body cut into pieces behaves as the whole does, and the real
 * corners, steps and walls of the whole are still there.
 */
import { describe, expect, test } from 'vitest';
import { addBody, addShape, buildModel, newBuilder } from '../../benchmarks/dynamics/model-builder.js';
import { composePose, type Pose, quatFromAxisAngle, rotate, type Vec3 } from '../../src/core/vector.js';
import { startDirectEngine } from '../../src/dynamics/direct/index.js';

const G = 9.81;
const MU = 0.2;
const FOOT_M = 0.01;
/** Centre of mass over the floor; low enough on square feet that a blow against them does not tip the table. */
const HEIGHT_M = { pointed: 0.012, square: 5e-4, none: 0.002 };

/** A box from corner to corner, world coordinates before the scene is turned. */
type Box = readonly [low: Vec3, high: Vec3];

interface Slide {
  readonly floor: readonly Box[];
  readonly speedMPerS: number;
  readonly steps: number;
  /** Pointed or square feet; a plain box has none. */
  readonly feet?: 'pointed' | 'square' | 'none';
  readonly turn?: Pose['rotation'];
  readonly stepS?: number;
}

interface Slid {
  /** Centre of the table [m], in axes of the untilted scene: every step. */
  readonly path: readonly Vec3[];
  readonly energyGainJ: number;
  readonly tiltRad: number;
}

/** A table of 30 × 20 × 4 mm on three feet (or a box) slides along x; y is up; feet touch y = 0 at the start. */
async function slide({
  floor,
  speedMPerS,
  steps,
  feet = 'pointed',
  turn = [0, 0, 0, 1],
  stepS = 1e-3,
}: Slide): Promise<Slid> {
  const s = newBuilder();
  const world: Pose = { positionM: [0, 0, 0], rotation: turn };
  const ground = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: world, isGround: true });
  for (const [low, high] of floor) addShape(s, ground, hullOf(low, high), { friction: MU });
  const height = HEIGHT_M[feet];
  const table = addBody(s, {
    massKg: 0.1,
    inertiaKgM2: [4e-6, 1e-5, 8e-6],
    pose: composePose(world, { positionM: [0, height, 0], rotation: [0, 0, 0, 1] }),
    linearVelocityMPerS: rotate(turn, [speedMPerS, 0, 0]),
  });
  const top = (feet === 'none' ? 0 : FOOT_M) + 0.004 - height;
  addShape(s, table, hullOf([-0.015, top - 0.004, -0.01], [0.015, top, 0.01]), { friction: MU });
  if (feet !== 'none') {
    for (const [x, z] of [
      [0.013, 0.008],
      [0.013, -0.008],
      [-0.013, 0],
    ] as const) {
      const half = feet === 'square' ? 0.001 : 0;
      addShape(s, table, footOf(x, z, half, -height), { friction: MU });
    }
  }
  const engine = await startDirectEngine(buildModel(s, { gravity: rotate(turn, [0, -G, 0]), stepS }));
  const back: Pose['rotation'] = [-turn[0], -turn[1], -turn[2], turn[3]];
  const path: Vec3[] = [];
  let [least, gain, tiltRad] = [Infinity, 0, 0];
  for (let k = 0; k < steps; k++) {
    engine.step();
    const p = engine.pose.subarray(7 * table, 7 * table + 7);
    path.push(rotate(back, [p[0]!, p[1]!, p[2]!]));
    const up = rotate(back, rotate([p[3]!, p[4]!, p[5]!, p[6]!], rotate([0, 0, 0, 1], [0, 1, 0])));
    tiltRad = Math.max(tiltRad, Math.hypot(up[0], up[2]));
    const energy = engine.energy.kineticJ + engine.energy.potentialJ;
    gain = Math.max(gain, energy - least);
    least = Math.min(least, energy);
  }
  engine.free();
  return { path, energyGainJ: gain, tiltRad };
}

function hullOf([x0, y0, z0]: Vec3, [x1, y1, z1]: Vec3) {
  const corners = [x0, x1].flatMap((x) => [y0, y1].flatMap((y) => [z0, z1].flatMap((z) => [x, y, z])));
  return { kind: 'hull' as const, verticesM: Float64Array.from(corners) };
}

/** A foot under the table: 4 mm square at the top, its sole `half` to either side. */
function footOf(x: number, z: number, half: number, sole: number) {
  const ring = (y: number, r: number) => [x - r, y, z - r, x - r, y, z + r, x + r, y, z - r, x + r, y, z + r];
  const low = half > 0 ? ring(sole, half) : [x, sole, z];
  return { kind: 'hull' as const, verticesM: Float64Array.from([...ring(sole + FOOT_M, 0.002), ...low]) };
}

/** The floor x −60 … 120, z ±40 mm, 10 mm thick, cut at these x and z. */
function tiles(cutsX: readonly number[], cutsZ: readonly number[]): Box[] {
  const xs = [-0.06, ...cutsX, 0.12];
  const zs = [-0.04, ...cutsZ, 0.04];
  return xs.slice(1).flatMap((x, i) =>
    zs.slice(1).map(
      (z, j): Box => [
        [xs[i]!, -0.01, zs[j]!],
        [x, 0, z],
      ],
    ),
  );
}

const WHOLE = tiles([], []);
const STOP_M = 0.5 ** 2 / (2 * MU * G);
const end = ({ path }: Slid) => path.at(-1)!;
const largestRise = ({ path }: Slid, y: number) => path.reduce((worst, p) => Math.max(worst, Math.abs(p[1] - y)), 0);

describe.each(['pointed', 'none'] as const)('feet: %s', (feet) => {
  const height = HEIGHT_M[feet];

  test.each([
    ['two pieces', tiles([0.0201], [])],
    ['twelve pieces, corners of four under the feet', tiles([0.0173, 0.0209, 0.04], [-0.008, 0.008])],
  ])('slides over %s as over one', async (_, floor) => {
    const [whole, cut] = [
      await slide({ floor: WHOLE, speedMPerS: 0.5, steps: 300, feet }),
      await slide({ floor, speedMPerS: 0.5, steps: 300, feet }),
    ];
    // Nothing rises; 1 nm is what single-precision points of the search leave of a level floor.
    expect(largestRise(cut, height)).toBeLessThan(1e-9);
    expect(cut.tiltRad).toBeLessThan(1e-7);
    expect(cut.energyGainJ).toBeLessThan(1e-10);
    // µ·g brakes it; the first step's half kick is 2 mm/s of 500.
    expect(Math.abs(end(whole)[0] / STOP_M - 1)).toBeLessThan(0.01);
    expect(Math.abs(end(cut)[0] - end(whole)[0])).toBeLessThan(1e-7);
  });
});

test('a turned scene and half the step give the same', async () => {
  const floor = tiles([0.0173, 0.0209, 0.04], [-0.008, 0.008]);
  const turn = quatFromAxisAngle([0.48, 0.6, 0.64], 1.1);
  const plain = await slide({ floor, speedMPerS: 0.5, steps: 300 });
  const turned = await slide({ floor, speedMPerS: 0.5, steps: 300, turn });
  const half = await slide({ floor, speedMPerS: 0.5, steps: 600, stepS: 5e-4 });
  expect(largestRise(turned, HEIGHT_M.pointed)).toBeLessThan(1e-8);
  expect(Math.abs(end(turned)[0] - end(plain)[0])).toBeLessThan(1e-6);
  // µ·g·h·v/2 per halving of the step: 0.5 mm/s over 0.25 s
  expect(Math.abs(end(half)[0] - end(plain)[0])).toBeLessThan(2e-4);
});

describe('what the whole body has is still met', () => {
  const wall = (heightM: number): Box => [
    [0.04, -0.01, -0.04],
    [0.06, heightM, 0.04],
  ];
  const upTo = (cuts: readonly number[]): Box[] =>
    tiles(cuts, [0]).map(([low, high]) => [low, [Math.min(high[0], 0.04), high[1], high[2]]]);

  const stepped = (heightM: number): Box[] => [
    ...upTo([0.01]).filter(([low, high]) => high[0] > low[0]),
    wall(heightM),
  ];

  test.each(process.env.MECHTRIAL_FULL === '1' ? [1e-3, 5e-4] : [1e-3])(
    'a square foot stops at a step of %f m',
    async (heightM) => {
      const slid = await slide({ floor: stepped(heightM), speedMPerS: 0.35, steps: 200, feet: 'square' });
      const front = Math.max(...slid.path.map(([x]) => x)) + 0.014 + 0.1 * heightM;
      // The foot leans by 0.1; 2 µm of overlap is what an impact may leave.
      expect(Math.abs(front - 0.04)).toBeLessThan(2e-6);
      expect(slid.energyGainJ).toBeLessThan(1e-9);
    },
  );

  test('a box stops at a wall', async () => {
    const slid = await slide({ floor: stepped(0.03), speedMPerS: 0.35, steps: 200, feet: 'none' });
    expect(Math.abs(Math.max(...slid.path.map(([x]) => x)) + 0.015 - 0.04)).toBeLessThan(2e-6);
    expect(slid.energyGainJ).toBeLessThan(1e-9);
  });

  test('the table falls off the end of a floor of pieces', async () => {
    const floor = upTo([0.01, 0.02]).filter(([low, high]) => high[0] > low[0]);
    const slid = await slide({ floor, speedMPerS: 1, steps: 250 });
    expect(end(slid)[1]).toBeLessThan(-0.02);
  });

  test('a step down of 0.1 mm lets the foot down and not back', async () => {
    const floor: Box[] = [
      [
        [-0.06, -0.01, -0.04],
        [0.02, 0, 0.04],
      ],
      [
        [0.02, -0.01, -0.04],
        [0.12, -1e-4, 0.04],
      ],
    ];
    const down = await slide({ floor, speedMPerS: 0.4, steps: 300, feet: 'square' });
    expect(end(down)[0]).toBeGreaterThan(0.04);
    expect(Math.abs(end(down)[1] - (HEIGHT_M.square - 1e-4))).toBeLessThan(1e-8);
  });
});
