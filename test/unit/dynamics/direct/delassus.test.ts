/** The eliminated unilateral problem against the definition G = J_u·(M⁻¹ − M⁻¹J_bᵀA⁻¹J_bM⁻¹)·J_uᵀ, and its islands. */
import { describe, expect, test } from 'vitest';
import {
  addActuator,
  addBody,
  addCoordinate,
  addJoint,
  buildModel,
  newBuilder,
  poseAt,
} from '../../../../benchmarks/dynamics/model-builder.js';
import { linearize } from '../../../../src/dynamics/direct/bilateral.js';
import { collectRows } from '../../../../src/dynamics/direct/collect-rows.js';
import { writeCoordinateRows } from '../../../../src/dynamics/direct/coordinates.js';
import { coupleToBilateral, eliminate, fillDelassus, findIslands } from '../../../../src/dynamics/direct/delassus.js';
import { beginStep } from '../../../../src/dynamics/direct/integration.js';
import { createMechanism } from '../../../../src/dynamics/direct/mechanism.js';
import { factorAt } from '../../../../src/dynamics/direct/redundancy.js';
import { COMMAND, COMMAND_WIDTH } from '../../../../src/dynamics/engine.js';

/** A lever on a hinge with a second one at its end, each driven, and a slider on its own. */
function threeDrives() {
  const s = newBuilder();
  const body = (x: number, massKg: number) =>
    addBody(s, { massKg, inertiaKgM2: [1e-3, 2e-3, 3e-3], pose: poseAt([x, 0, 0]) });
  const [lever, arm, slider] = [body(0.1, 2), body(0.3, 1), body(1, 4)];
  const joints = [
    addJoint(s, 'revolute', 0, lever, [0, 0, 0]),
    addJoint(s, 'revolute', lever, arm, [0.2, 0, 0]),
    addJoint(s, 'prismatic', 0, slider, [1, 0, 0], [1, 0, 0]),
  ];
  for (const [i, joint] of joints.entries()) {
    addActuator(s, addCoordinate(s, joint, i < 2 ? 'angle' : 'travel'), 1);
  }
  const m = createMechanism(buildModel(s), null);
  for (let i = 0; i < 3; i++) {
    m.commands[COMMAND_WIDTH * i + COMMAND.kd] = 1;
    m.commands[COMMAND_WIDTH * i + COMMAND.isOn] = 1;
  }
  return m;
}

function prepared() {
  const m = threeDrives();
  beginStep(m.bodies);
  writeCoordinateRows(m.coordinates, m.bodies);
  linearize(m.bilateral, m.joints, m.pairs, m.couplings, m.coordinates, m.bodies);
  collectRows(m);
  factorAt(m, 1e-11);
  coupleToBilateral(m.unilateral, m.bilateral);
  eliminate(m.unilateral, m.bilateral);
  findIslands(m.islands, m.unilateral, m.bilateral, m.bodies);
  for (let k = 0; k < m.islands.count; k++) fillDelassus(m.islands, k, m.unilateral, m.bilateral);
  return m;
}

describe('Delassus operator', () => {
  test('drives of one linkage share an island, a mechanism beside it has its own', () => {
    const { islands } = prepared();
    expect(islands.count).toBe(2);
    expect([...islands.start.subarray(0, 3)]).toEqual([0, 2, 3]);
    expect([...islands.isJointed.subarray(0, 2)]).toEqual([1, 1]);
  });

  test('G is the inverse of the mass matrix in joint coordinates', () => {
    const { islands } = prepared();
    const G = islands.problems[0]!.G;
    // double lever, straight: M = [I₁ + m₁a² + I₂ + m₂(l + b)², I₂ + m₂b(l + b); …, I₂ + m₂b²]
    const [I, m1, m2, a, l, b] = [3e-3, 2, 1, 0.1, 0.2, 0.1];
    const M11 = I + m1 * a * a + I + m2 * (l + b) ** 2;
    const M12 = I + m2 * b * (l + b);
    const M22 = I + m2 * b * b;
    const determinant = M11 * M22 - M12 * M12;
    // ε = 1e-11 on the eliminated rows
    expect(G[0]! * (determinant / M22)).toBeCloseTo(1, 8);
    expect(G[1]! * (-determinant / M12)).toBeCloseTo(1, 8);
    expect(G[2]).toBe(G[1]);
    expect(G[3]! * (determinant / M11)).toBeCloseTo(1, 8);
    expect(islands.problems[1]!.G[0]! * 4).toBeCloseTo(1, 8);
  });
});
