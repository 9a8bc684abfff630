import { expect, test } from 'vitest';
import { type Measurement, type NotMeasured, turns } from '../../../src/checks/index.js';
import type { Recording } from '../../../src/signals/index.js';

const STEP_S = 0.001;

function recordingOf(values: readonly number[]): Recording {
  const none = new Float64Array(0);
  return {
    trial: 'T1',
    engine: 'direct',
    stepS: STEP_S,
    stepCount: values.length,
    channels: [{ name: 'angle', unit: 'rad', values: Float64Array.from(values) }],
    poses: { bodies: [], timesS: none, values: none, isPresent: new Uint8Array(0) },
    phases: [],
    events: [],
    quality: { jointSeparationM: none, penetrationM: none, energyResidualJ: none, residualM: none },
    execution: 'completed',
    totals: { workInJ: 0, peakKineticJ: 0, clampedCount: 0 },
    settings: {},
    hash: '',
  };
}

function measure(values: readonly number[], fields: object = {}): Measurement | NotMeasured {
  const spec = turns.fields.parse({ signal: 'angle', ...fields });
  return turns.measure(spec, { firstStep: 0, lastStep: values.length - 1 }, recordingOf(values));
}

const ramp = (to: number, count = 1001) => Array.from({ length: count }, (_, i) => (to * i) / (count - 1));

test('counts whole turns of a ramp, in either sense, from wherever it starts', () => {
  expect(measure(ramp(4.49 * 2 * Math.PI))).toMatchObject({ measured: 4 });
  expect(measure(ramp(-4.49 * 2 * Math.PI))).toMatchObject({ measured: 4 });
  expect(measure(ramp(2.5 * 2 * Math.PI).map((x) => x + 100))).toMatchObject({ measured: 2 });
  expect(measure(ramp(6.2))).toMatchObject({ measured: 0 });
  expect(measure(ramp(3.5), { periodRad: 1 })).toMatchObject({ measured: 3 });
});

test('gives the instant of the last one', () => {
  // 2.5 turns in 1000 steps: the second is complete at step 800
  expect(measure(ramp(5 * Math.PI)).valueOf()).toMatchObject({ measured: 2, atS: 0.8 });
});

test('rocking to and fro does not add up', () => {
  const rocking = Array.from({ length: 5000 }, (_, i) => 6 * Math.sin(i / 50));
  expect(measure(rocking)).toMatchObject({ measured: 0 });
  // 1.2 turns ahead, 0.4 back, 0.3 ahead: never two
  const back = [...ramp(1.2, 121), ...ramp(0.4, 41).map((x) => 1.2 - x), ...ramp(0.3, 31).map((x) => 0.8 + x)];
  expect(measure(back.map((x) => 2 * Math.PI * x))).toMatchObject({ measured: 1 });
});

test('a constant signal has turned 0; one that is not a number is not measured', () => {
  expect(measure([1, 1, 1])).toMatchObject({ measured: 0 });
  expect(measure([1])).toMatchObject({ measured: 0 });
  expect(measure([0, Number.NaN, 7])).toHaveProperty('reason');
});
