/**
 * Sliders that lock in their guides by friction. A slider of length a in a guide, pushed beside it at distance e, locks
 * where 2·µ·e > a: the drive then gives all it has, and the run must stay trustworthy, or no jam could be judged FAIL.
 */
import { expect, test } from 'vitest';
import {
  addActuator,
  addBar,
  addBody,
  addCoordinate,
  addJoint,
  addShape,
  buildModel,
  commandSpeed,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import { startDirectEngine } from '../../src/dynamics/direct/index.js';
import type { Engine } from '../../src/dynamics/engine.js';

interface Drawer {
  readonly mu: number;
  readonly capNm: number;
  readonly lengthM: number;
  /** Gap on every side of the slider, 10 mm × 10 mm across, and distance of the push from its middle. */
  readonly gapM: number;
  readonly offsetM: number;
}

/** A crank of 30 mm pushes a slider between four walls over a rod, from 0.9 rad on at one turn a second. */
async function crankedDrawer({
  mu,
  capNm,
  lengthM,
  gapM,
  offsetM,
}: Drawer): Promise<{ engine: Engine; crank: number }> {
  const s = newBuilder();
  const [r, l, angle] = [0.03, 0.08, 0.9];
  const pin = [r * Math.cos(angle), offsetM + r * Math.sin(angle)] as const;
  const x = pin[0] + Math.sqrt(l * l - (pin[1] - offsetM) ** 2);
  const crank = addBar(s, [0, offsetM], pin);
  const rod = addBar(s, pin, [x, offsetM]);
  const slider = addBar(s, [x - lengthM / 2, 0], [x + lengthM / 2, 0], { widthM: 0.01, heightM: 0.01 });
  const hinge = addJoint(s, 'revolute', 0, crank, [0, offsetM, 0]);
  addJoint(s, 'revolute', crank, rod, [...pin, 0]);
  addJoint(s, 'spherical', rod, slider, [x, offsetM, 0]);
  addShape(s, slider, { kind: 'box', halfExtentsM: [lengthM / 2, 0.005, 0.005] }, { friction: mu });
  for (const [y, z] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    const pose = poseAt([x, y * (0.01 + gapM), z * (0.01 + gapM)]);
    const wall = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose, isGround: true });
    addShape(s, wall, { kind: 'box', halfExtentsM: [0.08, y ? 0.005 : 0.02, z ? 0.005 : 0.02] }, { friction: mu });
    s.contactPairs.push([wall, slider]);
  }
  const q = addCoordinate(s, hinge, 'angle');
  const drive = addActuator(s, q, capNm);
  const engine = await startDirectEngine(buildModel(s));
  commandSpeed(engine, drive, 2 * Math.PI);
  return { engine, crank: q };
}

test.each([
  // 2·0.5·30 mm > 20 mm; the second presses 10 g of slider into its walls with 1 kN, and its friction does not converge everywhere
  { mu: 0.5, capNm: 2, lengthM: 0.02, gapM: 5e-5, offsetM: 0.03 },
  { mu: 0.5, capNm: 20, lengthM: 0.02, gapM: 5e-5, offsetM: 0.03 },
])('a slider pushed beside its guide with $capNm N·m locks, and the run can be trusted', async (drawer) => {
  const { engine, crank } = await crankedDrawer(drawer);
  const start = engine.coordinate[crank]!;
  let [separationM, penetrationM, residualM] = [0, 0, 0];
  for (let i = 0; i < 60; i++) {
    engine.step();
    for (const s of engine.jointSeparationM) separationM = Math.max(separationM, s);
    penetrationM = Math.max(penetrationM, engine.maxPenetrationM);
    residualM = Math.max(residualM, engine.residualM);
  }
  // 60 ms at the commanded speed are 0.38 rad; the gaps let 6 mrad of it through
  expect(engine.coordinate[crank]! - start).toBeLessThan(0.01);
  // at the cap, but for the parts that still rock
  expect(engine.actuatorEffort[0]! / drawer.capNm).toBeCloseTo(1, 3);
  expect(engine.troubles.map((t) => t.code)).not.toContain('velocity_level');
  // the gate allows 20 µm, 50 µm and 1 µm
  expect(separationM).toBeLessThan(1e-6);
  expect(penetrationM).toBeLessThan(1e-5);
  expect(residualM).toBeLessThan(1e-6);
  engine.free();
});

test('the same push nearer to the guide moves it: 2·µ·e < a', async () => {
  const { engine, crank } = await crankedDrawer({ mu: 0.3, capNm: 2, lengthM: 0.02, gapM: 5e-5, offsetM: 0.03 });
  const start = engine.coordinate[crank]!;
  for (let i = 0; i < 120; i++) engine.step();
  expect(engine.coordinate[crank]! - start).toBeGreaterThan(0.7);
  expect(engine.troubles).toEqual([]);
  engine.free();
});

test.runIf(process.env.MECHTRIAL_FULL === '1')(
  'a short slider rocks in a loose guide at µ = 2 for a turn, and stays in it',
  async () => {
    const { engine } = await crankedDrawer({ mu: 2, capNm: 20, lengthM: 0.006, gapM: 2e-4, offsetM: 0 });
    for (let i = 0; i < 1000; i++) {
      engine.step();
      // the slider goes at 0.2 m/s; where patterns that had not settled were handed on, it was thrown out at 1e13
      for (const v of engine.velocity) expect(Math.abs(v)).toBeLessThan(1e3);
    }
    engine.free();
  },
  60_000,
);
