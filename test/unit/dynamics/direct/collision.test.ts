/** The collision adapter without Rapier: hulls, refined normals and points, forces handed from sub-step to sub-step. */
import { describe, expect, test } from 'vitest';
import { addBody, addShape, buildModel, newBuilder, poseAt } from '../../../../benchmarks/dynamics/model-builder.js';
import { createBodies } from '../../../../src/dynamics/direct/bodies.js';
import {
  createContactMemory,
  inheritForces,
  keepForces,
} from '../../../../src/dynamics/direct/collision/contact-memory.js';
import { convexHull, shrinkVertices } from '../../../../src/dynamics/direct/collision/convex-hull.js';
import { createRefinedNormal, refineNormal, refinePoint } from '../../../../src/dynamics/direct/collision/refine.js';
import { findSeams } from '../../../../src/dynamics/direct/collision/seams.js';
import { createCollisionShape } from '../../../../src/dynamics/direct/collision/shapes.js';
import { createContactSet } from '../../../../src/dynamics/direct/contacts.js';

const CUBE = Float64Array.from([-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z]))));

describe('convex hull', () => {
  test('a cube has six faces, points within change nothing, points in a plane have no hull', () => {
    const hull = convexHull(Float64Array.of(...CUBE, 0.3, -0.2, 0.9, 0, 0, 0))!;
    expect(hull.offsets.length).toBe(6);
    expect(hull.vertices.length).toBe(24);
    for (const d of hull.offsets) expect(d).toBeCloseTo(1, 12);
    expect(convexHull(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0))).toBeNull();
  });

  test('shrinking moves every face in by the skin', () => {
    const shrunk = shrinkVertices(convexHull(CUBE)!, 0.01);
    // the normal equations carry ε = 1e-6: that part of the skin is missing
    for (const x of shrunk) expect(Math.abs(Math.abs(x) - 0.99)).toBeLessThan(2e-6 * 0.01);
  });
});

/** Two 40 mm cubes above each other, 1 µm apart, the upper one turned about the vertical. */
function cubes() {
  const s = newBuilder();
  for (const [y, angle] of [
    [0, 0],
    [0.040001, 0.3],
  ] as const) {
    const body = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, y, 0], angle, [0, 1, 0]) });
    addShape(s, body, { kind: 'box', halfExtentsM: [0.02, 0.02, 0.02] });
  }
  const model = buildModel(s);
  const bodies = createBodies(model);
  const [A, B] = model.shapes.map((shape, i) => createCollisionShape(shape, i, bodies));
  return { bodies, A: A!, B: B! };
}

describe('refinement', () => {
  test('a single-precision normal becomes the exact normal of the nearest face', () => {
    const { bodies, A, B } = cubes();
    const out = createRefinedNormal();
    out.n.set([3e-4, 0.99999995, -1e-4]);
    refineNormal(A, B, bodies, findSeams([A, B]), 1e-6 + A.skinM + B.skinM, out);
    // two parallel faces are equally far: the first shape's
    expect(out.owner).toBe(1);
    expect([...out.n]).toEqual([0, 1, 0]);
  });

  test('a searched point near a corner of the shrunk shape becomes the true corner', () => {
    const { A } = cubes();
    const inner = 0.02 - A.skinM;
    const point = Float64Array.of(inner + 1e-7, inner - 1e-7, inner);
    expect(refinePoint(A, point, Float64Array.of(0, 1, 0))).toBe(0);
    expect([...point]).toEqual([0.02, 0.02, 0.02]);
  });

  test('a point on a face moves onto the true face', () => {
    const { A } = cubes();
    const point = Float64Array.of(0.003, 0.02 - A.skinM, -0.004);
    expect(refinePoint(A, point, Float64Array.of(0, 1, 0))).toBe(0);
    expect(point[1]).toBeCloseTo(0.02, 12);
    expect([point[0], point[2]]).toEqual([0.003, -0.004]);
  });
});

describe('memory of forces', () => {
  const contacts = (points: readonly number[], forces: readonly number[]) => {
    const set = createContactSet(points.length);
    set.count = points.length;
    for (const [i, x] of points.entries()) {
      set.shapePair[i] = 7;
      set.mark[3 * i] = x;
      set.isMarkOnA[i] = 1;
      set.normalForce[i] = forces[i]!;
      set.frictionForce[3 * i + 1] = 0.1 * forces[i]!;
    }
    return set;
  };

  test('the nearest one of the same shapes hands its force on, once', () => {
    const memory = createContactMemory();
    keepForces(memory, contacts([0, 5e-4], [10, 20]));
    const next = contacts([4e-4, 4.5e-4, 0.1], [0, 0, 0]);
    for (let i = 0; i < 3; i++) inheritForces(memory, next, i);
    expect([...next.normalForce]).toEqual([20, 10, 0]);
  });

  test('where the bodies have changed places friction turns round', () => {
    const memory = createContactMemory();
    keepForces(memory, contacts([0], [10]));
    const next = contacts([0], [0]);
    next.isMarkOnA[0] = 0;
    inheritForces(memory, next, 0);
    expect(next.normalForce[0]).toBe(10);
    expect(next.frictionForce[1]).toBe(-1);
  });

  test('other shapes inherit nothing', () => {
    const memory = createContactMemory();
    keepForces(memory, contacts([0], [10]));
    const next = contacts([0], [99]);
    next.shapePair[0] = 8;
    inheritForces(memory, next, 0);
    expect(next.normalForce[0]).toBe(0);
  });
});
