import { describe, expect, test } from 'vitest';
import {
  backRun,
  crossings,
  cycles,
  extremeDrift,
  phaseLag,
  samePhaseReturn,
  stroke,
  strokeDifference,
  turningPoints,
} from '../../../src/checks/index.js';
import { check, measure, recordingOf, sampled } from './recording-of.js';

const TAU = 2 * Math.PI;
/** n periods of a sine of amplitude 1 (peak to peak 2) in n seconds, starting at the given phase. */
const sine = (n: number, phase = 0, f: (t: number) => number = (t) => Math.sin(TAU * t + phase)) =>
  recordingOf({ x: sampled(Math.round(1000 * n), f), in: sampled(Math.round(1000 * n), (t) => TAU * t) });

describe('turning points', () => {
  test('of a sine are at its quarter periods, the ends are not prominent', () => {
    const points = turningPoints(
      sampled(2000, (t) => Math.sin(TAU * t)),
      0.9,
    );
    expect(points.map(({ index, kind, isProminent }) => [index, kind, isProminent])).toEqual([
      [0, 'minimum', false],
      [250, 'maximum', true],
      [750, 'minimum', true],
      [1250, 'maximum', true],
      [1750, 'minimum', true],
      [2000, 'maximum', false],
    ]);
  });
  test('ignore wiggles smaller than the prominence', () => {
    const x = sampled(2000, (t) => Math.sin(TAU * t) + 0.1 * Math.sin(TAU * 50 * t));
    expect(turningPoints(x, 1).filter(({ isProminent }) => isProminent)).toHaveLength(4);
  });
  test.each([
    ['a constant', [3, 3, 3, 3]],
    ['one sample', [3]],
    ['none', []],
    ['a motion that is too small', [0, 0.4, 0, 0.4]],
  ])('%s has none', (_what, x) => expect(turningPoints(Float64Array.from(x), 1)).toEqual([]));
  test('a plateau is where it begins', () => {
    const points = turningPoints(Float64Array.of(0, 1, 1, 1, 0), 1);
    expect(points.map(({ index }) => index)).toEqual([0, 1, 4]);
  });
});

describe('cycles', () => {
  const count = (recording = sine(1), amplitude = 2) =>
    measure(cycles, { signal: 'x', amplitude, amplitudeUnit: 'rad' }, recording);
  test('4.5 periods from the middle have 4 complete ones', () => {
    // strokes of full size between turning points at 0.25, 0.75, … 4.25: eight
    expect(count(sine(4.5), 1.999)).toBe(4);
  });
  test('3 periods from an extreme and back have 3, the motions at the ends included', () => {
    expect(count(sine(3, 0, (t) => 1 - Math.cos(TAU * t)))).toBe(3);
  });
  test('a sweep that is too small does not count', () => {
    expect(count(sine(5), 2.001)).toBe(0);
  });
  test('one short stroke costs the cycle it is in, not the others', () => {
    // periods 1, 2 full; period 3 half as large; periods 4, 5 full
    const f = (t: number) => (t >= 2 && t < 3 ? 0.5 : 1) * (1 - Math.cos(TAU * t));
    expect(count(sine(5, 0, f))).toBe(4);
  });
  test('there without back is not a cycle', () => {
    expect(count(recordingOf({ x: sampled(1000, (t) => 2 * t) }))).toBe(0);
    expect(count(recordingOf({ x: sampled(1000, (t) => 4 * Math.min(t, 0.5) - 0.5 * Math.max(0, t - 0.5)) }))).toBe(0);
  });
  test('a constant signal, and a window of one sample, have none', () => {
    expect(count(recordingOf({ x: [3, 3, 3] }))).toBe(0);
    expect(
      measure(cycles, { signal: 'x', amplitude: 2, amplitudeUnit: 'rad', window: { fromS: 0.2, toS: 0.2 } }, sine(1)),
    ).toBe(0);
  });
  test('NaN is inconclusive', () => {
    const result = check(
      cycles,
      { signal: 'x', amplitude: 1, amplitudeUnit: 'rad' },
      recordingOf({ x: [0, Number.NaN, 0] }),
    );
    expect(result.status).toBe('INCONCLUSIVE');
  });
  test('the instant is the end of the last cycle', () => {
    expect(check(cycles, { signal: 'x', amplitude: 1.99, amplitudeUnit: 'rad' }, sine(2.6)).atS).toBe(2.25);
  });
});

describe('stroke', () => {
  const growing = sine(4.5, 0, (t) => (1 + 0.1 * Math.floor(t)) * Math.sin(TAU * t));
  test('smallest and largest between turning points', () => {
    // extremes ±1, ±1.1, ±1.2, ±1.3, 1.4: strokes 2, 2.1, 2.2, …, 2.7
    expect(measure(stroke, { signal: 'x', amplitude: 2, which: 'smallest' }, growing)).toBeCloseTo(2, 12);
    expect(measure(stroke, { signal: 'x', amplitude: 2, which: 'largest' }, growing)).toBeCloseTo(2.7, 12);
  });
  test('one way only', () => {
    const of = (direction: string, which: string) =>
      measure(stroke, { signal: 'x', amplitude: 2, which, direction }, growing);
    // rising −1 → 1.1 … −1.3 → 1.4, falling 1 → −1 … 1.3 → −1.3
    expect([of('rising', 'smallest'), of('rising', 'largest')]).toEqual([
      expect.closeTo(2.1, 12),
      expect.closeTo(2.7, 12),
    ]);
    expect([of('falling', 'smallest'), of('falling', 'largest')]).toEqual([
      expect.closeTo(2, 12),
      expect.closeTo(2.6, 12),
    ]);
  });
  test('the motion under way at the ends does not count', () => {
    const fields = { signal: 'x', amplitude: 2, which: 'smallest' };
    expect(measure(stroke, fields, sine(2.1))).toBeCloseTo(2, 12);
    expect(check(stroke, fields, recordingOf({ x: sampled(1000, (t) => 2 * t) })).status).toBe('INCONCLUSIVE');
  });
});

describe('crossings', () => {
  const count = (fields: object, recording = sine(3, 0.1)) =>
    measure(crossings, { signal: 'x', level: 0, levelUnit: 'rad', ...fields }, recording);
  test('of three periods', () => {
    expect(count({})).toBe(6);
    expect(count({ direction: 'rising' })).toBe(3);
    expect(count({ direction: 'falling' })).toBe(3);
    expect(count({ level: 2 })).toBe(0);
  });
  test('chatter about the level counts once with a re-arm level', () => {
    const chatter = recordingOf({ x: [-1, 0.1, -0.1, 0.1, -0.1, 1, 0.1, -0.1, 1, -1] });
    expect(count({}, chatter)).toBe(8);
    expect(count({ rearm: 0.5 }, chatter)).toBe(2);
  });
  test('a start on the level, a constant, one sample', () => {
    expect(count({}, recordingOf({ x: [0, 1, 0, 1] }))).toBe(0);
    expect(count({}, recordingOf({ x: [0, 0, 0] }))).toBe(0);
    expect(count({}, recordingOf({ x: [5] }))).toBe(0);
  });
});

describe('same-phase-return', () => {
  const of = (recording: ReturnType<typeof recordingOf>, fields: object = {}) =>
    measure(samePhaseReturn, { output: 'x', input: 'in', ...fields }, recording);
  test('a function of the phase returns, whatever the speed', () => {
    // input φ = 6t + t² turns unevenly; interpolation error |out''|·Δφ²/8 ≤ (14e-3)²/8 = 2.5e-5
    const phi = (t: number) => 6 * t + t * t;
    const uneven = recordingOf({ x: sampled(4000, (t) => Math.sin(phi(t))), in: sampled(4000, phi) });
    expect(of(uneven)).toBeLessThan(2.5e-5);
  });
  test('a drift of 0.1 per period is found as such', () => {
    const drifting = sine(3, 0, (t) => Math.sin(TAU * t) + 0.1 * t);
    expect(of(drifting)).toBeCloseTo(0.1, 4);
  });
  test('skips the start-up', () => {
    const late = sine(3, 0, (t) => Math.sin(TAU * t) + (t < 0.5 ? 1 : 0));
    expect(of(late)).toBeCloseTo(1, 4);
    expect(of(late, { skipS: 0.5 })).toBeLessThan(1e-4);
  });
  test('works for an input that turns backwards, and for another period', () => {
    const back = recordingOf({ x: sampled(3000, (t) => Math.sin(2 * TAU * t)), in: sampled(3000, (t) => -TAU * t) });
    expect(of(back, { periodRad: Math.PI })).toBeLessThan(1e-4);
    expect(of(back, { periodRad: Math.PI / 2 })).toBeCloseTo(2, 3);
  });
  test('an input that rocks is compared at its furthest advance only', () => {
    // the input runs back by 0.5 rad in the middle of each turn
    const phi = (t: number) => TAU * t + 0.6 * Math.sin(2 * TAU * t);
    const rocking = recordingOf({ x: sampled(3000, (t) => Math.cos(phi(t))), in: sampled(3000, phi) });
    expect(of(rocking)).toBeLessThan(1e-4);
  });
  test('less than a turn, or none, is not measured', () => {
    const fields = { output: 'x', input: 'in' };
    expect(check(samePhaseReturn, fields, sine(0.9)).note).toMatch(/whole period/);
    expect(check(samePhaseReturn, fields, recordingOf({ x: [1, 2], in: [0, 0] })).status).toBe('INCONCLUSIVE');
    expect(check(samePhaseReturn, { ...fields, skipS: 2 }, sine(1)).note).toMatch(/to skip/);
  });
});

describe('back-run', () => {
  const of = (fields: object, recording: ReturnType<typeof recordingOf>) =>
    measure(backRun, { signal: 'x', ...fields }, recording);
  test('of t + a·sin(ωt) is in closed form', () => {
    // x' = 1 + aω cos ωt = 0 at cos ωt = −1/(aω): from t₁ to t₂ = 2π/ω − t₁ it falls by 2a·sin ωt₁ − (t₂ − t₁)
    const [a, w] = [0.2, 10];
    const t1 = Math.acos(-1 / (a * w)) / w;
    const fall = 2 * a * Math.sin(w * t1) - (TAU / w - 2 * t1);
    const x = recordingOf({ x: sampled(1000, (t) => t + a * Math.sin(w * t)) });
    // both extremes are sampled within 0.5 ms: each error ≤ |x''|·(0.5 ms)²/2 = 2.5e-6
    expect(Math.abs(of({}, x) - fall)).toBeLessThan(5e-6);
  });
  test('direction and start-up', () => {
    const x = recordingOf({ x: [0, -1, 0, 1, 2, 1.5, 3] });
    expect(of({}, x)).toBe(1);
    expect(of({ skipS: 0.002 }, x)).toBe(0.5);
    expect(of({ direction: 'decreasing' }, x)).toBe(4);
  });
  test('a monotone, a constant and a single sample do not run back', () => {
    expect([[0, 1, 2], [1, 1, 1], [7]].map((x) => of({}, recordingOf({ x })))).toEqual([0, 0, 0]);
  });
});

describe('stroke-difference', () => {
  const fields = { signal: 'a', other: 'b', amplitude: 2, amplitudeUnit: 'm' };
  test('is the worst of all strokes of one against all of the other', () => {
    const pair = recordingOf({
      a: sampled(3000, (t) => Math.sin(TAU * t)),
      b: sampled(3000, (t) => (t < 1 ? 1 : 1.1) * Math.cos(TAU * t)),
    });
    // strokes of a: 2; of b: 2, 2.1 (−1 → 1.1), 2.2
    expect(measure(strokeDifference, fields, pair)).toBeCloseTo(0.2, 3);
    expect(measure(strokeDifference, { ...fields, signal: 'b', other: 'a' }, pair)).toBeCloseTo(0.2, 3);
  });
  test('without a stroke there is nothing to compare', () => {
    const still = recordingOf({ a: sampled(3000, (t) => Math.sin(TAU * t)), b: sampled(3000, () => 0) });
    expect(check(strokeDifference, fields, still).status).toBe('INCONCLUSIVE');
  });
});

describe('extreme-drift', () => {
  const of = (fields: object, recording: ReturnType<typeof recordingOf>) =>
    measure(extremeDrift, { signal: 'x', amplitude: 2, ...fields }, recording);
  test('of a growing sine is the growth since the first period', () => {
    const growing = sine(4.5, 0, (t) => (1 + 0.1 * Math.floor(t)) * Math.sin(TAU * t));
    expect(of({}, growing)).toBeCloseTo(0.4, 12);
  });
  test('of one kind of extreme, from the first one or between the furthest two', () => {
    const factors = [1.1, 1, 1.2];
    const uneven = sine(3, 0, (t) => factors[Math.min(2, Math.floor(t))]! * Math.sin(TAU * t));
    // maxima 1.1, 1, 1.2 and minima −1.1, −1 (the last one is under way when the window ends)
    expect(of({ extreme: 'maximum' }, uneven)).toBeCloseTo(0.1, 12);
    expect(of({ extreme: 'maximum', measure: 'range' }, uneven)).toBeCloseTo(0.2, 12);
    expect(
      of(
        { extreme: 'minimum', measure: 'range' },
        sine(3, 0, (t) => Math.sin(TAU * t)),
      ),
    ).toBeCloseTo(0, 12);
  });
  test('start-up is left out', () => {
    const startUp = sine(4.5, 0, (t) => (t < 0.5 ? 2 : 1) * Math.sin(TAU * t));
    expect(of({}, startUp)).toBeCloseTo(1, 12);
    expect(of({ skipS: 0.5 }, startUp)).toBeCloseTo(0, 12);
  });
  test('a signal that does not come back is not measured', () => {
    const fields = { signal: 'x', amplitude: 2 };
    expect(check(extremeDrift, fields, sine(0.6)).status).toBe('INCONCLUSIVE');
    expect(check(extremeDrift, fields, recordingOf({ x: [1, 1, 1] })).status).toBe('INCONCLUSIVE');
  });
});

describe('phase-lag', () => {
  const speed = 7; // rad/s, so that extremes do not fall on samples
  const pistons = (lag: number) =>
    recordingOf({
      a: sampled(4000, (t) => Math.cos(speed * t + 1)),
      b: sampled(4000, (t) => 5 * Math.cos(speed * t + 1 - lag)),
      crank: sampled(4000, (t) => speed * t),
    });
  const fields = {
    reference: 'a',
    signal: 'b',
    input: 'crank',
    referenceAmplitude: 2,
    amplitude: 10,
    amplitudeUnit: 'm',
  };
  test.each([0, 0.5, 3, Math.PI])('a lag of %d rad is measured as such', (lag) => {
    // parabola through three samples 7e-3 rad apart: error of the top below h⁴-terms, about 1e-7
    expect(measure(phaseLag, fields, pistons(lag))).toBeCloseTo(lag, 6);
    expect(measure(phaseLag, { ...fields, expectedRad: lag }, pistons(lag))).toBeLessThan(1e-6);
  });
  test('is taken modulo the period', () => {
    expect(measure(phaseLag, { ...fields, expectedRad: Math.PI }, pistons(-Math.PI))).toBeLessThan(1e-6);
    expect(measure(phaseLag, { ...fields, expectedRad: 0.2 + TAU }, pistons(0.2))).toBeLessThan(1e-6);
  });
  test('minima as well', () => {
    expect(measure(phaseLag, { ...fields, extreme: 'minimum', expectedRad: 0.5 }, pistons(0.5))).toBeLessThan(1e-6);
  });
  test('needs as many pairs as asked for', () => {
    expect(check(phaseLag, { ...fields, minimumPairs: 9 }, pistons(0)).note).toMatch(/matched extremes/);
    const still = recordingOf({ a: [0, 0], b: [1, 1], crank: [0, 1] });
    expect(check(phaseLag, fields, still).status).toBe('INCONCLUSIVE');
  });
});
