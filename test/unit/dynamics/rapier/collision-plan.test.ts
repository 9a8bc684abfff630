import { describe, expect, test } from 'vitest';
import type { EngineShape } from '../../../../src/dynamics/engine.js';
import { mayTouch, pairFrictionOf, planCollisions } from '../../../../src/dynamics/rapier/collision-plan.js';
import { body, boxShape, GROUND, model } from './models.js';

const of = (bodyIndex: number, material: number, mu = 0.5): EngineShape => ({
  ...boxShape(bodyIndex, [0.01, 0.01, 0.01], mu),
  material,
});

function cubes(count: number) {
  return [GROUND, ...Array.from({ length: count }, (_, i) => body(`c${i}`, 1, [1, 1, 1], [i, 0, 0]))];
}

/** Whether two bodies meet, by Rapier's rule for interaction groups and the hook. */
function meets(m: ReturnType<typeof model>, a: number, b: number): boolean {
  const plan = planCollisions(m);
  const [ga, gb] = [plan.groups[a]!, plan.groups[b]!];
  if (((ga >>> 16) & gb & 0xffff) === 0 || ((gb >>> 16) & ga & 0xffff) === 0) return false;
  const on = (i: number) => plan.colliders.filter((c) => m.shapes[c.shape]!.body === i);
  return on(a).some((s) => on(b).some((t) => mayTouch(plan, m.bodies.length, s, a, t, b)));
}

describe('planCollisions', () => {
  test.each([3, 40])('keeps exactly the excluded pairs apart, %i of them', (pairs) => {
    const bodies = cubes(2 * pairs);
    const excludedPairs = Array.from({ length: pairs }, (_, i) => [1 + 2 * i, 2 + 2 * i] as const);
    const m = model({ bodies, shapes: bodies.slice(1).map((_, i) => of(i + 1, 0)), excludedPairs });
    expect(planCollisions(m).needsHook).toBe(pairs > 15);
    for (const [a, b] of excludedPairs) expect(meets(m, a, b)).toBe(false);
    for (let i = 3; i <= 2 * pairs; i++) expect(meets(m, 1, i)).toBe(true);
    expect(meets(m, 2, 3)).toBe(true);
  });

  test('one body excluded against all others needs one bit, not a hook', () => {
    const bodies = cubes(40);
    const excludedPairs = Array.from({ length: 39 }, (_, i) => [1, i + 2] as const);
    const m = model({ bodies, shapes: bodies.slice(1).map((_, i) => of(i + 1, 0)), excludedPairs });
    expect(planCollisions(m).needsHook).toBe(false);
    expect(meets(m, 1, 40)).toBe(false);
    expect(meets(m, 2, 40)).toBe(true);
  });

  test('own coefficients combine to their mean', () => {
    const m = model({ bodies: cubes(2), shapes: [of(1, 0, 0.2), of(2, 0, 0.6)] });
    expect(pairFrictionOf(m, m.shapes[0]!, m.shapes[1]!)).toBeCloseTo(0.4, 15);
    expect(planCollisions(m).frictionRule).toBe('average');
    expect(planCollisions(m).needsHook).toBe(false);
  });

  test('a table that no rule reproduces gets one collider per class of partners, with exactly its coefficient', () => {
    const table = [0.3, 0.1, 0.6, 0.1, 0.3, 0.9, 0.6, 0.9, 0.3];
    const m = model({
      bodies: cubes(3),
      shapes: [of(1, 0), of(2, 1), of(3, 2)],
      materialCount: 3,
      pairFriction: Float64Array.from(table),
    });
    const plan = planCollisions(m);
    expect(plan.needsHook).toBe(true);
    for (const s of plan.colliders) {
      for (const t of plan.colliders) {
        if (s.shape === t.shape || !mayTouch(plan, 4, s, s.shape + 1, t, t.shape + 1)) continue;
        expect(s.frictionCoefficient).toBe(table[3 * s.shape + t.shape]);
        expect(t.frictionCoefficient).toBe(s.frictionCoefficient);
      }
    }
    for (const [a, b] of [[1, 2], [1, 3], [2, 3]] as const) expect(meets(m, a, b)).toBe(true); // biome-ignore format: pairs
  });
});
