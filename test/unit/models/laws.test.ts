import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { constantForceEffort } from '../../../src/models/constant-force-spring.js';
import { cordTension } from '../../../src/models/cord.js';
import { detentEffort } from '../../../src/models/detent-law.js';
import {
  constantForceSpring,
  cord,
  elasticJoint,
  linearDetent,
  linearSpring,
  type ModelKind,
  rotaryDetent,
  torsionSpring,
  travelSpring,
} from '../../../src/models/index.js';
import { governedSpeed, governorTorque } from '../../../src/models/viscous-governor.js';

interface LawCase {
  readonly name: string;
  readonly kind: ModelKind;
  readonly record: Record<string, unknown>;
  /** Range of values that every coordinate is tried at. */
  readonly span: readonly [number, number];
}

const ends = [
  { body: 'a', pointM: [0, 0, 0] },
  { body: 'b', pointM: [0.1, 0, 0] },
];
const on = { joint: 'j' };

const CASES: readonly LawCase[] = [
  {
    name: 'spring with initial tension',
    kind: linearSpring as ModelKind,
    record: { ends, stiffnessNPerM: 300, freeLengthM: 0.1, initialTensionN: 2 },
    span: [0.05, 0.3],
  },
  {
    name: 'loose compression spring',
    kind: linearSpring as ModelKind,
    record: { ends, stiffnessNPerM: 300, freeLengthM: 0.1, isHeld: false },
    span: [0.02, 0.2],
  },
  {
    name: 'travel spring with preload',
    kind: travelSpring as ModelKind,
    record: { on, stiffnessNPerM: 120, preloadN: 4 },
    span: [-0.1, 0.1],
  },
  {
    name: 'torsion spring with preload',
    kind: torsionSpring as ModelKind,
    record: { on, stiffnessNmPerRad: 0.05, preloadNm: -0.02 },
    span: [-4, 4],
  },
  {
    name: 'constant-force spring',
    kind: constantForceSpring as ModelKind,
    record: { on, forceN: 8, startM: 0.02, riseM: 0.03 },
    span: [-0.05, 0.2],
  },
  {
    name: 'row of notches',
    kind: rotaryDetent as ModelKind,
    record: { on, peakTorqueNm: 0.02, pitchRad: 0.5, phaseRad: 0.1 },
    span: [-5, 5],
  },
  {
    name: 'narrow notches',
    kind: rotaryDetent as ModelKind,
    record: { on, peakTorqueNm: 0.02, pitchRad: 0.5, notchWidthRad: 0.2 },
    span: [-5, 5],
  },
  {
    name: 'single notch',
    kind: linearDetent as ModelKind,
    record: { on, peakForceN: 3, notchWidthM: 0.004, phaseM: 0.01 },
    span: [0, 0.02],
  },
  {
    name: 'elastic cord',
    kind: cord as ModelKind,
    record: { ends, lengthM: 0.1, stiffnessNPerM: 5000 },
    span: [0.05, 0.15],
  },
  {
    name: 'elastic joint',
    kind: elasticJoint as ModelKind,
    record: {
      body: 'b',
      frame: { originM: [0, 0, 0] },
      axialStiffnessNPerM: 1000,
      radialStiffnessNPerM: 300,
      bendingStiffnessNmPerRad: 2,
    },
    span: [-0.3, 0.3],
  },
];

const parse = ({ kind, record }: LawCase) => kind.fields.parse(record) as z.output<typeof kind.fields>;

describe.each(CASES)('$name', (entry) => {
  const { kind, span } = entry;
  const spec = parse(entry);
  const n = kind.coordinates(spec).length;
  const zero = new Float64Array(n);
  const effortAt = (q: Float64Array): Float64Array => {
    const effort = new Float64Array(n).fill(Number.NaN);
    kind.effort!(spec, q, zero, effort);
    return effort;
  };
  const point = fc
    .array(fc.double({ min: span[0], max: span[1], noNaN: true }), { minLength: n, maxLength: n })
    .map((values) => Float64Array.from(values));

  test('effort is the negative gradient of the energy', () => {
    const d = 1e-6 * (span[1] - span[0]);
    fc.assert(
      fc.property(point, (q) => {
        const effort = effortAt(q);
        for (let i = 0; i < n; i++) {
          const plus = q.slice();
          const minus = q.slice();
          plus[i]! += d;
          minus[i]! -= d;
          const slope = -(kind.energy!(spec, plus) - kind.energy!(spec, minus)) / (2 * d);
          // central differences: curvature changes within d at a kink give K·d, rounding of V gives 1e-16·V/d
          const K = (Math.abs(effortAt(plus)[i]! - effortAt(minus)[i]!) + 1e-9) * 1;
          expect(Math.abs(effort[i]! - slope)).toBeLessThan(K + 1e-6 * Math.abs(effort[i]!) + 1e-7);
        }
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  test('the stiffness is the slope of the effort where it resists, and 0 elsewhere', () => {
    const d = 1e-7 * (span[1] - span[0]);
    fc.assert(
      fc.property(point, (q) => {
        const stiffness = new Float64Array(n).fill(Number.NaN);
        kind.tangent!(spec, q, stiffness);
        for (let i = 0; i < n; i++) {
          const plus = q.slice();
          const minus = q.slice();
          plus[i]! += d;
          minus[i]! -= d;
          const before = -(effortAt(q)[i]! - effortAt(minus)[i]!) / d;
          const after = -(effortAt(plus)[i]! - effortAt(q)[i]!) / d;
          // one-sided differences: rounding of the effort over d, and the change of slope across it
          const slack = 1e-5 * (Math.abs(before) + Math.abs(after)) + Math.abs(after - before) + 1e-6;
          expect(stiffness[i]).toBeGreaterThanOrEqual(0);
          expect(Math.abs(stiffness[i]! - Math.max(0, before))).toBeLessThan(slack);
        }
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test('depends on the coordinates alone', () => {
    const q = new Float64Array(n).fill((span[0] + 2 * span[1]) / 3);
    const moving = new Float64Array(n);
    kind.effort!(spec, q, new Float64Array(n).fill(3), moving);
    expect(moving).toEqual(effortAt(q));
  });
});

test('a detent peaks a quarter of its notch away, and its work over a pitch is zero', () => {
  const law = { peak: 0.02, pitch: 0.5, width: 0.3, phase: 0.1 };
  expect(detentEffort(0.1 + 0.075, law)).toBeCloseTo(-0.02, 15);
  expect(detentEffort(0.1 + 0.2, law)).toBe(0);
  let work = 0;
  for (let k = 0; k < 1000; k++) work += detentEffort(0.1 + (0.5 * (k + 0.5)) / 1000, law) * (0.5 / 1000);
  // the sum is symmetric about the middle of the notch and of the gap
  expect(Math.abs(work)).toBeLessThan(1e-15);
});

test('a detent without pitch and width is refused, and so are notches that overlap', () => {
  const none = rotaryDetent.fields.parse({ on, peakTorqueNm: 1 });
  expect(rotaryDetent.issues!(none, [])).toMatchObject([{ code: 'no_notch' }]);
  const wide = rotaryDetent.fields.parse({ on, peakTorqueNm: 1, pitchRad: 0.5, notchWidthRad: 0.6 });
  expect(rotaryDetent.issues!(wide, [])).toMatchObject([{ code: 'notches_overlap' }]);
});

test('a cord never pushes, not even when it is let go fast', () => {
  expect(cordTension(0.11, 0, 0.1, 1000, 5)).toBeCloseTo(10, 12);
  expect(cordTension(0.11, -100, 0.1, 1000, 5)).toBe(0);
  expect(cordTension(0.09, 100, 0.1, 1000, 5)).toBe(0);
});

test('a rolled strip has no force until it is pulled out, then builds it up', () => {
  const law = { force: 8, start: 0.02, rise: 0.03 };
  const expected = [0, 0, -4, -8, -8];
  for (const [i, q] of [0.01, 0.02, 0.035, 0.05, 0.5].entries())
    expect(constantForceEffort(q, law)).toBeCloseTo(expected[i]!, 12);
});

test('a stiff cord is a stop of its length and has no force of its own', () => {
  const spec = cord.fields.parse({ ends, lengthM: 0.2 });
  expect(cord.rows!(spec, [])).toMatchObject([{ behavior: { kind: 'stops', upper: 0.2 }, origin: 0 }]);
  const elastic = cord.fields.parse({ ends, lengthM: 0.2, stiffnessNPerM: 10 });
  expect(cord.rows!(elastic, [])).toEqual([]);
});

test('a spring becomes a stop at its solid length', () => {
  const spec = linearSpring.fields.parse({
    ends,
    stiffnessNPerM: 10,
    freeLengthM: 0.1,
    solidLengthM: 0.04,
    dampingNSPerM: 2,
  });
  expect(linearSpring.rows!(spec, []).map(({ behavior }) => behavior)).toEqual([
    { kind: 'damping', linear: 2, quadratic: 0 },
    { kind: 'stops', lower: 0.04, upper: Number.POSITIVE_INFINITY },
  ]);
});

describe('governor', () => {
  test.each([
    [0.01, 0, 0.02],
    [0, 1e-4, 0.02],
    [0.002, 1e-5, 0.02],
  ])('c₁ = %d, c₂ = %d: the governed speed balances the torque', (c1, c2, torque) => {
    expect(governorTorque(governedSpeed(torque, c1, c2), c1, c2)).toBeCloseTo(-torque, 12);
  });

  test('takes energy at every speed', () => {
    for (const omega of [-30, -0.1, 0, 0.1, 30])
      expect(governorTorque(omega, 0.01, 1e-3) * omega).toBeLessThanOrEqual(0);
  });
});
