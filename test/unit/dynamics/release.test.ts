// A joint lets go when its two finite regions part, and never before: a slide driven out of the end of its rail.
import { describe, expect, test } from 'vitest';
import { type Binding, runTrial } from '../../../src/index.js';
import { column, type EngineName, record } from '../../reference/record-binding.js';

/** Half lengths of rail and slider along the travel: their regions part at 30 mm. */
const RAIL_M = 0.04;
const SLIDER_M = 0.02;
const PARTS_AT_M = RAIL_M / 2 + SLIDER_M / 2;
const SPEED = 0.1; // m/s
const g = 9.81; // m/s²

function slide(more: { mayRelease?: boolean; durationS?: number } = {}): Binding {
  const region = (lengthM: number) => ({ kind: 'box', sizeM: [lengthM, 0.01, 0.01] }) as const;
  return {
    schema: 'mechtrial/binding@1',
    name: 'slide',
    scene: {
      schema: 'mechtrial/scene@1',
      name: 'slide',
      bodies: [
        {
          name: 'rail',
          isGround: true,
          parts: [{ geometry: { kind: 'box', sizeM: [RAIL_M, 0.01, 0.002] }, material: 'steel' }],
          poseInWorld: { positionM: [0, 0, -0.00301] },
        },
        {
          name: 'slider',
          parts: [{ geometry: { kind: 'box', sizeM: [SLIDER_M, 0.01, 0.004] }, material: 'steel' }],
        },
      ],
      joints: [
        {
          kind: 'prismatic',
          name: 'track',
          bodies: ['rail', 'slider'],
          frame: { originM: [0, 0, 0], axis: [1, 0, 0] },
          regions: [region(RAIL_M), region(SLIDER_M)],
          mayRelease: more.mayRelease ?? false,
        },
      ],
    },
    drives: [{ kind: 'linear-speed-servo', name: 'push', on: { joint: 'track' }, gainNSPerM: 50, capN: 5 }],
    signals: [
      { kind: 'joint-coordinate', name: 'travel', joint: 'track' },
      { kind: 'joint-active', name: 'active', joint: 'track' },
      { kind: 'drive-effort', name: 'force', drive: 'push' },
      { kind: 'body-position', name: 'x', body: 'slider', pointM: [0, 0, 0], axis: [1, 0, 0] },
      { kind: 'body-position', name: 'z', body: 'slider', pointM: [0, 0, 0], axis: [0, 0, 1] },
    ],
    trials: [
      {
        id: 'T1',
        phases: [
          { id: 'push', durationS: more.durationS ?? 0.5, set: [{ drive: 'push', speedMPerS: SPEED, rampS: 0.05 }] },
        ],
      },
    ],
  };
}

describe.each(['direct', 'rapier'] as const)('%s', (engine: EngineName) => {
  test('released at the step in which the regions have parted; the drive stops, the slider flies on and falls', async () => {
    const recording = await record(slide(), engine);
    const [travel, active] = [column(recording, 'travel'), column(recording, 'active')];
    const events = recording.events.filter(({ code }) => code === 'joint_released');
    expect(events).toMatchObject([{ subject: 'track' }]);
    // The regions are looked at before every step: the last sample before the release is the first one beyond 30 mm.
    const r = Math.round(events[0]!.atS / recording.stepS);
    expect(travel[r]).toBeGreaterThan(PARTS_AT_M);
    expect(travel[r - 1]).toBeLessThanOrEqual(PARTS_AT_M + 1e-9);
    expect([...active.subarray(0, r + 1)].every((x) => x === 1)).toBe(true);
    expect([...active.subarray(r + 1)].every((x) => x === 0)).toBe(true);
    const force = column(recording, 'force');
    expect(Math.max(...force.subarray(0, r + 1))).toBeGreaterThan(0);
    expect([...force.subarray(r + 1)].every((x) => x === 0)).toBe(true);

    const [x, z] = [column(recording, 'x'), column(recording, 'z')];
    const v = (x[r]! - x[r - 1]!) / recording.stepS;
    expect(v).toBeCloseTo(SPEED, 3);
    for (let k = r + 1; k < recording.stepCount; k++) {
      const t = (k - r) * recording.stepS;
      // semi-implicit steps fall g·h·t/2 further or less, at most 1e-3·0.2·4.9 = 1e-3 m; single precision adds µm
      expect(Math.abs(z[k]! + (g * t * t) / 2)).toBeLessThan((g * recording.stepS * t) / 2 + 2e-6);
      expect(Math.abs(x[k]! - x[r]! - v * t)).toBeLessThan(5e-5);
    }
    expect(z.at(-1)).toBeLessThan(-0.1);
  });

  test('as long as the regions share a point nothing lets go', async () => {
    const recording = await record(slide({ durationS: 0.31 }), engine);
    expect(column(recording, 'travel').at(-1)).toBeGreaterThan(0.028);
    expect(column(recording, 'travel').at(-1)).toBeLessThan(PARTS_AT_M);
    expect(recording.events).toEqual([]);
    expect(Math.min(...column(recording, 'active'))).toBe(1);
  });
});

test('a release fails the trial, unless releasing is part of the function', async () => {
  const held = await runTrial(slide());
  expect(held.status).toBe('FAIL');
  const check = held.trials[0]!.checks.find(({ id }) => id === 'joints-held');
  expect(check).toMatchObject({ status: 'FAIL', measured: 1, bound: 0 });
  expect(check!.note).toContain("'track' was released");
  expect(held.summary).toContain('joints-held 1 of ≤ 0');
  const free = await runTrial(slide({ mayRelease: true }));
  expect(free.status).toBe('PASS');
  expect(free.trials[0]!.events).toMatchObject([{ code: 'joint_released', subject: 'track' }]);
});
