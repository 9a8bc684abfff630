import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearRamp, type TrapezoidMotion, trapezoidDurationS, trapezoidPoint } from '../../../src/drives/ramp.js';

function at(motion: TrapezoidMotion, t: number): { position: number; rate: number } {
  const point = { position: Number.NaN, rate: Number.NaN };
  trapezoidPoint(motion, t, point);
  return point;
}

test('a linear ramp starts at its start, is straight, and stays at its end', () => {
  expect([0, 0.05, 0.1, 0.2, 9].map((t) => linearRamp(1, 3, t, 0.2))).toEqual([1, 1.5, 2, 3, 3]);
});

test('a ramp of no length has arrived', () => {
  expect(linearRamp(1, 3, 0, 0)).toBe(3);
});

describe('trapezoid from rest', () => {
  const motion: TrapezoidMotion = { position: 1, rate: 0, target: 2, speed: 2, endRampS: 0.1 };
  test('takes D/V + T', () => expect(trapezoidDurationS(motion)).toBeCloseTo(0.6, 14));
  test('has the closed form of its three legs', () => {
    // a = 20; ramp: 10 t²; cruise from 1.1 at 2/s; end: 2 − 10(0.6 − t)²
    expect(at(motion, 0.05).position).toBeCloseTo(1.025, 14);
    expect(at(motion, 0.3).position).toBeCloseTo(1.5, 14);
    expect(at(motion, 0.3).rate).toBe(2);
    expect(at(motion, 0.55).position).toBeCloseTo(2 - 0.025, 14);
    expect(at(motion, 0.55).rate).toBeCloseTo(1, 13);
    expect(at(motion, 7)).toEqual({ position: 2, rate: 0 });
  });
  test('runs backwards just so', () => {
    const back: TrapezoidMotion = { ...motion, position: 2, target: 1 };
    for (const t of [0, 0.03, 0.2, 0.57]) expect(at(back, t).position).toBeCloseTo(3 - at(motion, t).position, 14);
  });
  test('becomes a triangle when the way is short', () => {
    const short: TrapezoidMotion = { ...motion, target: 1.05 };
    // a = 20, v_p = √(aD) = 1, duration 2·v_p/a
    expect(trapezoidDurationS(short)).toBeCloseTo(0.1, 14);
    expect(at(short, 0.05).rate).toBeCloseTo(1, 13);
    expect(at(short, 0.05).position).toBeCloseTo(1.025, 14);
  });
  test('without end ramps it is a straight line', () => {
    const sharp: TrapezoidMotion = { ...motion, endRampS: 0 };
    expect(trapezoidDurationS(sharp)).toBeCloseTo(0.5, 14);
    expect(at(sharp, 0.25)).toEqual({ position: 1.5, rate: 2 });
  });
  test('stays where it is when it is there', () => {
    for (const endRampS of [0, 0.1]) {
      const still: TrapezoidMotion = { ...motion, target: 1, endRampS };
      expect(trapezoidDurationS(still)).toBe(0);
      expect(at(still, 0)).toEqual({ position: 1, rate: 0 });
    }
  });
});

test('a start rate away from the target is braked first', () => {
  const motion: TrapezoidMotion = { position: 0, rate: -2, target: 1, speed: 2, endRampS: 0.1 };
  // a = 20: stops at −0.1 after 0.1 s
  expect(at(motion, 0.1).position).toBeCloseTo(-0.1, 14);
  expect(at(motion, 0.1).rate).toBeCloseTo(0, 14);
  // then 1.1 of way at speed 2 from rest: 1.1/2 + 0.1
  expect(trapezoidDurationS(motion)).toBeCloseTo(0.1 + 0.65, 14);
});

test('a rate too high to stop in time overshoots and comes back', () => {
  const motion: TrapezoidMotion = { position: 0, rate: 2, target: 0.05, speed: 2, endRampS: 0.1 };
  expect(at(motion, 0.1).position).toBeCloseTo(0.1, 14);
  expect(at(motion, 10)).toEqual({ position: 0.05, rate: 0 });
});

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test('every motion is continuous, consistent with its rate, and arrives', () => {
  fc.assert(
    fc.property(
      number(-3, 3),
      number(-5, 5),
      number(-3, 3),
      number(0.05, 5),
      number(0.01, 0.5),
      (position, rate, target, speed, endRampS) => {
        const motion: TrapezoidMotion = { position, rate, target, speed, endRampS };
        const fastest = Math.max(speed, Math.abs(rate));
        const a = fastest / endRampS;
        const n = 400;
        const duration = trapezoidDurationS(motion);
        const h = duration / n;
        expect(at(motion, 0).position).toBeCloseTo(position, 12);
        if (duration > 0) expect(at(motion, 0).rate).toBeCloseTo(rate, 9);
        let previous = at(motion, 0);
        for (let k = 1; k <= n; k++) {
          const next = at(motion, k * h);
          expect(Math.abs(next.rate)).toBeLessThanOrEqual(fastest * (1 + 1e-12));
          // |Δv| ≤ a·h, and Δx is the trapezoidal rule up to the kink: a·h²/4 at most
          expect(Math.abs(next.rate - previous.rate)).toBeLessThanOrEqual(a * h * (1 + 1e-9) + 1e-12);
          const step = ((previous.rate + next.rate) / 2) * h;
          expect(Math.abs(next.position - previous.position - step)).toBeLessThanOrEqual(a * h * h + 1e-12);
          previous = next;
        }
        expect(previous.position).toBeCloseTo(target, 10);
      },
    ),
    { numRuns: 200, seed: 7 },
  );
});

test('re-targeting at any moment continues the same position and rate', () => {
  const first: TrapezoidMotion = { position: 0, rate: 0, target: 1, speed: 2, endRampS: 0.1 };
  for (const t of [0.04, 0.1, 0.33, 0.56, 0.6]) {
    const now = at(first, t);
    const second: TrapezoidMotion = { ...now, target: -1, speed: 1, endRampS: 0.1 };
    expect(at(second, 0).position).toBeCloseTo(now.position, 14);
    expect(at(second, 0).rate).toBeCloseTo(now.rate, 14);
    expect(at(second, trapezoidDurationS(second)).position).toBe(-1);
  }
});
