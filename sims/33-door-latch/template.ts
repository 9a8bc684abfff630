import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const CYCLES = [1, 2] as const;
const BASELINE = { phase: 'settle', lastS: 0.1 } as const;
const STEPS = ['handle', 'open', 'release', 'close', 'rest'] as const;
/** Where a phase ends up. */
const endOf = (phase: string) => ({ phase, lastS: 0.05 });

type Bound = readonly ['<=' | '>=', number, 'm' | 'rad' | 'N'];

const check = (
  id: string,
  signal: string,
  statistic: 'min' | 'max' | 'final' | 'max-abs' | 'drift-from-start',
  [op, bound, unit]: Bound,
  more: Record<string, unknown> = {},
): TemplateCheck =>
  ({
    id,
    requirement: id.slice(0, 2),
    kind: 'statistic',
    signal,
    statistic,
    op,
    bound,
    unit,
    ...more,
  }) as TemplateCheck;

const cycleChecks = (k: number): TemplateCheck[] => [
  check(`R1/retracts[${k}]`, 'latch.protrusion', 'final', ['<=', 8e-3, 'm'], { window: { phase: `handle-${k}` } }),
  check(`R1/opens-least[${k}]`, 'door.angle', 'final', ['>=', 0.28, 'rad'], { window: { phase: `open-${k}` } }),
  check(`R1/opens-most[${k}]`, 'door.angle', 'max', ['<=', 0.52, 'rad'], { window: { phase: `open-${k}` } }),
  check(`R1/passes-free[${k}]`, 'strike.force', 'max', ['<=', 1, 'N'], { window: { phase: `open-${k}` } }),
  check(`R2/extends[${k}]`, 'latch.protrusion', 'final', ['>=', 0.01, 'm'], { window: { phase: `release-${k}` } }),
  check(`R2/handle-returns[${k}]`, 'handle.angle', 'max-abs', ['<=', 5 * DEGREE, 'rad'], {
    window: endOf(`release-${k}`),
    baseline: BASELINE,
  }),
  check(`R3/strike-contact[${k}]`, 'strike.force', 'max', ['>=', 1, 'N'], { window: { phase: `close-${k}` } }),
  check(`R3/pressed-in[${k}]`, 'latch.protrusion', 'min', ['<=', 8e-3, 'm'], { window: { phase: `close-${k}` } }),
  check(`R4/shut[${k}]`, 'door.angle', 'max-abs', ['<=', 0.03, 'rad'], {
    window: endOf(`rest-${k}`),
    baseline: BASELINE,
  }),
  check(`R4/engaged[${k}]`, 'latch.engagement', 'min', ['>=', 3e-3, 'm'], { window: endOf(`rest-${k}`) }),
];

/** The second cycle ends every phase where the first one did. */
const repeatChecks: readonly TemplateCheck[] = STEPS.flatMap((step) => {
  const against = { window: { phase: `${step}-2`, lastS: 0.002 }, baseline: { phase: `${step}-1`, lastS: 0.002 } };
  return [
    check(`R5/repeat-nose-${step}`, 'latch.protrusion', 'max-abs', ['<=', 1e-3, 'm'], against),
    check(`R5/repeat-door-${step}`, 'door.angle', 'max-abs', ['<=', 0.02, 'rad'], against),
  ];
});

/** Full torque for 0.6 s, after its ramp of 0.3 s. */
const PULLED = { phase: 'pull', fromS: 0.3 } as const;

const lockChecks = (name: 'before' | 'after', reference: string): TemplateCheck[] => [
  check(`R6/locked-${name}`, 'door.angle', 'max-abs', ['<=', 0.03, 'rad'], {
    window: { phase: 'pull' },
    baseline: { phase: reference, lastS: 0.1 },
  }),
  check(`R6/blocked-${name}`, 'strike.force', 'min', ['>=', 5, 'N'], { window: PULLED, movingMeanS: 0.02 }),
  check(`R6/stays-out-${name}`, 'latch.protrusion', 'drift-from-start', ['<=', 1e-3, 'm'], {
    window: { phase: 'pull' },
  }),
];

const GUIDED: readonly TemplateCheck[] = [
  check('R7/nose-side', 'latch.side', 'max', ['<=', 5e-4, 'm']),
  check('R7/nose-tilt', 'latch.tilt', 'max', ['<=', 2 * DEGREE, 'rad']),
  check('R7/spring', 'latch.spring', 'min', ['>=', 1.5, 'N'], { window: BASELINE }),
  check('R7/joints', 'standard.separation', 'max', ['<=', 2e-4, 'm']),
];

const OFF = { isOff: true } as const;
const open = { operation: 'door', to: 0.4, speed: '=openSpeedRadPerS' } as const;
const close = { operation: 'door', to: 0, speed: '=closeSpeedRadPerS', mayStall: true } as const;

/** One cycle of five phases; whatever a phase does not name is off or stays as it says. */
const cycle = (k: number) => [
  {
    id: `handle-${k}`,
    durationS: 0.8,
    pace: 'hold' as const,
    set: [{ operation: 'handle', to: -70 * DEGREE, speed: 2 }],
  },
  { id: `open-${k}`, durationS: 0.8, pace: 'hold' as const, set: [open] },
  { id: `release-${k}`, durationS: 0.8, pace: 'hold' as const, set: [{ operation: 'handle', ...OFF }] },
  { id: `close-${k}`, durationS: 0.8, pace: 'hold' as const, set: [close] },
  { id: `rest-${k}`, durationS: 0.8, pace: 'hold' as const, set: [{ operation: 'door', ...OFF }] },
];

const SETTLE = { id: 'settle', durationS: 0.8, pace: 'hold' as const };
const PULL = [
  { id: 'pull', durationS: 0.9, pace: 'fixed' as const, set: [{ operation: 'pull-test', effort: 6 }] },
  { id: 'let-go', durationS: 0.3, pace: 'fixed' as const, set: [{ operation: 'pull-test', effort: 0 }] },
];

/** The fixed test of the spring-latch door lock: open by the handle, close by itself, and be locked, twice. */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'door-latch',
  number: 33,
  title: 'Spring-latch door lock',
  demands: { motion: 2, structure: 3, function: 3, contact: 3, geometry: 3 },
  complexity: 'medium',
  requirements: [
    {
      id: 'R1',
      text: 'With the handle at −70° the nose stands out by 8 mm at most; the door then opens by 0.4 ± 0.12 rad, and the nose passes the strike with 1 N at most.',
    },
    { id: 'R2', text: 'Let go, the handle and the nose go back by themselves: at least 10 mm out, handle within 5°.' },
    {
      id: 'R3',
      text: 'Closing with the handle untouched: the nose meets the strike and is pushed in to 8 mm or less.',
    },
    {
      id: 'R4',
      text: 'Let go, the door is within 0.03 rad, and the nose is 3 mm or more in the opening of the strike.',
    },
    { id: 'R5', text: 'The second cycle equals the first within 1 mm and 0.02 rad.' },
    {
      id: 'R6',
      text: 'Locked means locked: 6 N·m open the door by 0.03 rad at most, the nose carries 5 N and more and loses 1 mm at most.',
    },
    {
      id: 'R7',
      text: 'The nose is guided within 0.5 mm and 2.0°; its spring has 1.5 N at rest; joints hold within 0.2 mm.',
    },
  ],
  operations: [
    { name: 'handle', text: 'Hand on the handle, −70°.', drive: 'position', motion: 'angle', cap: 3, fixed: ['cap'] },
    { name: 'door', text: 'Hand on the door.', drive: 'position', motion: 'angle', cap: 12, fixed: ['cap'] },
    { name: 'pull-test', text: 'Opening torque of 6 N·m.', drive: 'effort', motion: 'angle', cap: 6, fixed: ['cap'] },
  ],
  observations: [
    { name: 'handle.angle', text: 'Angle of the handle against the door.', unit: 'rad' },
    { name: 'door.angle', text: 'Angle of the door against the frame, opening.', unit: 'rad', mustMove: true },
    { name: 'latch.protrusion', text: 'Tip of the nose out of the edge of the door.', unit: 'm' },
    { name: 'latch.engagement', text: 'Depth of the tip in the opening of the strike.', unit: 'm' },
    { name: 'strike.force', text: 'Force of the nose on the strike.', unit: 'N', kinds: ['contact-force'] },
    { name: 'latch.side', text: 'Way of the nose across its guide, at both ends.', unit: 'm' },
    { name: 'latch.tilt', text: 'Tilt of the nose against the door.', unit: 'rad' },
    { name: 'latch.spring', text: 'Force of the spring on the nose.', unit: 'N', kinds: ['model-effort'] },
  ],
  parameters: [
    {
      name: 'openSpeedRadPerS',
      text: 'Opening speed: 0.4 rad in 0.8 s.',
      unit: 'rad/s',
      kind: 'fixed',
      value: 0.4 / 0.7,
    },
    {
      name: 'closeSpeedRadPerS',
      text: 'Closing speed.',
      unit: 'rad/s',
      kind: 'adjustable',
      value: 0.4 / 0.7,
      min: 0.3,
      max: 0.8,
    },
  ],
  noSubstitute: [
    {
      kind: 'contact',
      name: 'nose-on-strike',
      text: 'ramp, retraction, snap-in and blocking of the nose on the strike',
      carries: [
        { trial: 'T1', phase: 'close-1' },
        { trial: 'T1', phase: 'close-2' },
        { trial: 'T1', phase: 'pull' },
        { trial: 'T2', phase: 'pull' },
      ],
    },
    {
      kind: 'contact',
      name: 'handle-on-latch',
      text: 'the handle draws the latch back',
      carries: [
        { trial: 'T1', phase: 'handle-1' },
        { trial: 'T1', phase: 'handle-2' },
      ],
    },
  ],
  trials: [
    {
      id: 'T1',
      text: 'two cycles, then the pull test',
      phases: [SETTLE, ...CYCLES.flatMap(cycle), ...PULL],
      checks: [...CYCLES.flatMap(cycleChecks), ...repeatChecks, ...lockChecks('after', 'rest-2'), ...GUIDED],
    },
    {
      id: 'T2',
      text: 'the pull test as delivered',
      phases: [SETTLE, ...PULL],
      checks: [...lockChecks('before', 'settle'), ...GUIDED],
    },
  ],
});
