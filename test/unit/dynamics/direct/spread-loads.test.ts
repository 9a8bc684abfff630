/** Redundant joints carry the smallest loads that hold; nothing else about them changes. */
import { expect, test } from 'vitest';
import { addBody, addJoint, buildModel, newBuilder, poseAt } from '../../../../benchmarks/dynamics/model-builder.js';
import { linearize } from '../../../../src/dynamics/direct/bilateral.js';
import { createMechanism } from '../../../../src/dynamics/direct/mechanism.js';
import { factorAt } from '../../../../src/dynamics/direct/redundancy.js';
import { spreadLoads } from '../../../../src/dynamics/direct/spread-loads.js';

/** A door on two hinges, 0.4 m apart: 10 rows for 5 locked directions. */
function door() {
  const s = newBuilder();
  const leaf = addBody(s, { massKg: 3, inertiaKgM2: [0.1, 0.2, 0.1], pose: poseAt([0.3, 0, 0]) });
  for (const y of [-0.2, 0.2]) addJoint(s, 'revolute', 0, leaf, [0, y, 0], [0, 1, 0]);
  const m = createMechanism(buildModel(s), null);
  linearize(m.bilateral, m.joints, m.pairs, m.couplings, m.coordinates, m.bodies);
  factorAt(m, 1e-11);
  return m;
}

function motionOf(m: ReturnType<typeof door>): number[] {
  const { rows, lambda, size } = m.bilateral;
  const sum = [0, 0, 0, 0, 0, 0];
  for (let r = 0; r < size; r++) {
    for (let k = 0; k < 6; k++) sum[k]! += lambda[r]! * rows.W[6 * rows.start[r]! + k]!;
  }
  return sum;
}

test('the marks say that the hinges are redundant', () => {
  expect([...door().bilateral.isRedundant]).toEqual([1]);
});

test('hinges that press against each other let go; what they carry stays', () => {
  const m = door();
  const { lambda, rowOfJoint } = m.bilateral;
  const [first, second] = [rowOfJoint[0]!, rowOfJoint[1]!];
  // 5 N·s of weight, all on the first hinge, and 1000 N·s of mutual pressure along the axis
  lambda[first + 1] = 5 + 1000;
  lambda[second + 1] = -1000;
  const before = motionOf(m);
  spreadLoads(m.bilateral, m.bodies.count);
  expect(lambda[first + 1]).toBeCloseTo(2.5, 6);
  expect(lambda[second + 1]).toBeCloseTo(2.5, 6);
  // what ε leaves behind, of 1000
  for (const [k, x] of motionOf(m).entries()) expect(Math.abs(x - before[k]!)).toBeLessThan(1e-8);
});
