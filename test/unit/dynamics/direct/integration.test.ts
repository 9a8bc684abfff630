import { expect, test } from 'vitest';
import { addBody, buildModel, newBuilder, poseAt } from '../../../../benchmarks/dynamics/model-builder.js';
import { createBodies } from '../../../../src/dynamics/direct/bodies.js';
import { acceptPoses, beginStep, drift, kick, kineticEnergy } from '../../../../src/dynamics/direct/integration.js';
import { rotateTo, worldTensor } from '../../../../src/dynamics/direct/rotation.js';

test('free fall follows the leapfrog recurrence exactly', () => {
  const s = newBuilder();
  addBody(s, { massKg: 2, inertiaKgM2: [1, 1, 1], pose: poseAt([0, 0, 0]) });
  const bodies = createBodies(buildModel(s));
  const h = 1e-3;
  const g = Float64Array.of(0, -9.81, 0);
  const wrench = new Float64Array(12);
  for (let n = 0; n < 100; n++) {
    beginStep(bodies);
    kick(bodies, g, wrench, n === 0 ? h / 2 : h, h);
    drift(bodies, h);
    acceptPoses(bodies);
  }
  // leapfrog is exact for constant acceleration; 100 roundings
  expect(Math.abs(bodies.x[4]! + 0.5 * 9.81 * 0.1 ** 2)).toBeLessThan(1e-15);
});

test('a tumbling body keeps its angular momentum to rounding and its energy within 1e-4', () => {
  const s = newBuilder();
  addBody(s, {
    massKg: 1,
    inertiaKgM2: [1e-3, 2e-3, 2.7e-3],
    pose: poseAt([0, 0, 0]),
    angularVelocityRadPerS: [0.1, 8, 0.1], // near the unstable axis: it flips over and over
  });
  const bodies = createBodies(buildModel(s, { gravity: [0, 0, 0] }));
  const h = 1e-3;
  const none = new Float64Array(12);
  const L0 = bodies.L.slice();
  const E0 = kineticEnergy(bodies);
  let worstE = 0;
  let worstL = 0;
  const tensor = new Float64Array(9);
  const L = new Float64Array(3);
  for (let n = 0; n < 10_000; n++) {
    beginStep(bodies);
    kick(bodies, none, none, n === 0 ? h / 2 : h, h);
    drift(bodies, h / 2); // to where the velocity lives
    worldTensor(bodies.RNext, 9, bodies.inertia, 3, tensor, 0);
    rotateTo(tensor, 0, bodies.v, 9, L, 0);
    drift(bodies, h);
    acceptPoses(bodies);
    worstE = Math.max(worstE, Math.abs(kineticEnergy(bodies) / E0 - 1));
    const size = Math.hypot(L0[3]!, L0[4]!, L0[5]!);
    worstL = Math.max(worstL, Math.hypot(L[0]! - L0[3]!, L[1]! - L0[4]!, L[2]! - L0[5]!) / size);
  }
  // I(q)·ω is compared with L itself: the residual of the spin's fixed point and 1e4 quaternion products
  expect(worstL).toBeLessThan(1e-9);
  // (h·ω)² = 6e-5
  expect(worstE).toBeLessThan(1e-4);
});
