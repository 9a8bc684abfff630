/** Every Jacobian row against the difference quotient of its residual: the two are written independently. */
import { describe, expect, test } from 'vitest';
import {
  addBody,
  addCoordinate,
  addJoint,
  buildModel,
  newBuilder,
} from '../../../../benchmarks/dynamics/model-builder.js';
import { quatFromAxisAngle, type Vec3 } from '../../../../src/core/vector.js';
import { createBodies } from '../../../../src/dynamics/direct/bodies.js';
import { coordinateAt, createCoordinates, writeCoordinateRows } from '../../../../src/dynamics/direct/coordinates.js';
import { createFramePairs, evaluateFrames, FRAME } from '../../../../src/dynamics/direct/frames.js';
import { acceptPoses, drift } from '../../../../src/dynamics/direct/integration.js';
import { appendRow, createRowSet, rowRate } from '../../../../src/dynamics/direct/row-set.js';
import { ROW_KINDS } from '../../../../src/dynamics/direct/rows/index.js';

const LENGTH = 0.07;
/** Central differences over ±h at speeds of 1: truncation h²·(v/d)³·d below 5e-10, rounding 1e-16/h. */
const H = 3e-6;
const TOLERANCE = 1e-9;

function twoBodies(kind: keyof typeof ROW_KINDS) {
  const s = newBuilder();
  const tensor = [2e-4, 1e-5, 0, 1e-5, 3e-4, 2e-5, 0, 2e-5, 4e-4];
  const pose = (p: Vec3, axis: Vec3, angle: number) => ({ positionM: p, rotation: quatFromAxisAngle(axis, angle) });
  const a = addBody(s, {
    massKg: 1,
    inertiaKgM2: tensor,
    centerOfMassM: [0.01, -0.02, 0.005],
    pose: pose([0.1, 0.02, 0], [0.6, 0, 0.8], 0.7),
  });
  const b = addBody(s, {
    massKg: 2,
    inertiaKgM2: tensor,
    pose: pose([0.13, -0.01, 0.05], [0, 1, 0], -0.4),
  });
  // the frames do not coincide: Jacobians hold away from closure too
  const joint = addJoint(s, kind, a, b, [0.12, 0.01, 0.02], [0.1, 0.2, 1], {
    lengthM: LENGTH,
    pointB: [0.125, 0.017, 0.06],
  });
  addCoordinate(s, joint, 'angle');
  addCoordinate(s, joint, 'travel');
  const model = buildModel(s);
  return { model, bodies: createBodies(model), a, b };
}

function setVelocities(bodies: ReturnType<typeof createBodies>) {
  for (let k = 6; k < bodies.v.length; k++) bodies.v[k] = Math.sin(2 * k + 1);
}

describe.each(Object.keys(ROW_KINDS) as (keyof typeof ROW_KINDS)[])('%s', (kind) => {
  test('J·v is the rate of the residual', () => {
    const { model, bodies, a, b } = twoBodies(kind);
    const { rowCount, residual, jacobian } = ROW_KINDS[kind];
    const pairs = createFramePairs(model.joints, bodies);
    const f = new Float64Array(FRAME.width);
    const rows = createRowSet(rowCount, 2 * rowCount);
    for (let k = 0; k < rowCount; k++) appendRow(rows, bodies, a, b);
    evaluateFrames(pairs, 0, bodies.x, bodies.R, f);
    jacobian(f, rows, 0, true, true);
    setVelocities(bodies);
    const at = (h: number) => {
      drift(bodies, h);
      evaluateFrames(pairs, 0, bodies.xNext, bodies.RNext, f);
      const out = new Float64Array(rowCount);
      residual(f, LENGTH, out, 0);
      return out;
    };
    const before = at(-H);
    const after = at(H);
    for (let k = 0; k < rowCount; k++) {
      const quotient = (after[k]! - before[k]!) / (2 * H);
      expect(Math.abs(rowRate(rows, k, bodies.v) - quotient)).toBeLessThan(TOLERANCE);
    }
  });
});

test.each([0, 1])('coordinate %i: its row is its rate', (i) => {
  const { model, bodies } = twoBodies('revolute');
  const c = createCoordinates(model.coordinates, bodies);
  setVelocities(bodies);
  writeCoordinateRows(c, bodies);
  const at = (h: number) => {
    drift(bodies, h);
    return coordinateAt(c, i, bodies.xNext, bodies.RNext, c.value[i]!);
  };
  const quotient = (at(H) - at(-H)) / (2 * H);
  expect(Math.abs(rowRate(c.rows, i, bodies.v) - quotient)).toBeLessThan(TOLERANCE);
});

test('angles unwrap past whole turns', () => {
  const { model, bodies, b } = twoBodies('revolute');
  const c = createCoordinates(model.coordinates, bodies);
  const start = c.value[0]!;
  bodies.v.fill(0);
  bodies.v[6 * b + 5] = 1;
  let value = start;
  for (let k = 0; k < 100; k++) {
    drift(bodies, 0.2);
    acceptPoses(bodies);
    value = coordinateAt(c, 0, bodies.x, bodies.R, value + 0.2);
  }
  // 20 rad about a nearly parallel axis: the projected angle stays within half a turn of it
  expect(Math.abs(value - start - 20)).toBeLessThan(Math.PI);
});
