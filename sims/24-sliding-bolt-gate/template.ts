import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const BASELINE = { phase: 'settle', lastS: 0.1 } as const;
const ROUNDS = [1, 2] as const;
const LOCKED = [1, 2, 3] as const;
const WAYS = ['open', 'shut'] as const;

type Statistic = 'min' | 'max' | 'final' | 'max-abs' | 'range' | 'net-change' | 'drift-from-start';

const check = (
  id: string,
  signal: string,
  statistic: Statistic,
  [op, bound, unit]: readonly ['<=' | '>=', number, 'm' | 'rad' | 'N'],
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

/** The k-th time that it is locked: R1 as delivered, R4 after each round. */
const lockedChecks = (k: number): TemplateCheck[] => {
  const r = k === 1 ? 'R1' : 'R4';
  return WAYS.flatMap((way) => {
    const window = { phase: `push-${way}-${k}` };
    return [
      check(`${r}/locked-${way}[${k}]`, 'gate.angle', 'max-abs', ['<=', 2 * DEGREE, 'rad'], {
        window,
        baseline: BASELINE,
      }),
      check(`${r}/edge-${way}[${k}]`, 'gate.edge', 'max-abs', ['<=', 5e-3, 'm'], { window, baseline: BASELINE }),
      check(`${r}/blocked-${way}[${k}]`, 'keeper.force', 'min', ['>=', 5, 'N'], {
        window: { ...window, fromS: 0.3 },
        movingMeanS: 0.02,
      }),
      check(`${r}/bolt-stays-${way}[${k}]`, 'bolt.travel', 'drift-from-start', ['<=', 1e-3, 'm'], { window }),
    ];
  });
};

const roundChecks = (k: number): TemplateCheck[] => [
  check(`R2/withdraws[${k}]`, 'bolt.travel', 'final', ['>=', 0.012, 'm'], { window: { phase: `withdraw-${k}` } }),
  check(`R2/clears[${k}]`, 'bolt.overlap', 'final', ['<=', -1e-3, 'm'], { window: { phase: `withdraw-${k}` } }),
  check(`R2/bolt-captive[${k}]`, 'bolt.travel', 'net-change', ['<=', 2e-3, 'm'], { window: { phase: `pull-${k}` } }),
  check(`R2/stop-met[${k}]`, 'stop.force', 'max', ['>=', 0.1, 'N'], { window: { phase: `pull-${k}`, lastS: 0.1 } }),
  check(`R2/stays-withdrawn[${k}]`, 'bolt.travel', 'drift-from-start', ['<=', 1e-3, 'm'], {
    window: { phase: `open-${k}`, toS: 0.5 },
  }),
  check(`R3/opens[${k}]`, 'gate.angle', 'max', ['>=', 80 * DEGREE, 'rad'], { window: { phase: `open-${k}` } }),
  check(`R3/closes[${k}]`, 'gate.angle', 'max-abs', ['<=', 2 * DEGREE, 'rad'], {
    window: { phase: `close-${k}`, lastS: 0.05 },
    baseline: BASELINE,
  }),
  check(`R4/inserted[${k}]`, 'bolt.overlap', 'final', ['>=', 8e-3, 'm'], { window: { phase: `insert-${k}` } }),
  check(`R5/sag[${k}]`, 'gate.sag', 'max-abs', ['<=', 1.5e-3, 'm'], {
    window: { phase: `open-${k}`, lastS: 0.1 },
    baseline: BASELINE,
  }),
];

const WHOLE_TRIAL: readonly TemplateCheck[] = [
  check('R1/overlap', 'bolt.overlap', 'min', ['>=', 8e-3, 'm'], { window: BASELINE }),
  check('R5/sag-loaded', 'gate.sag', 'max', ['<=', 1.5e-3, 'm'], {
    window: { phase: 'hang-1' },
    baseline: { phase: 'open-1', lastS: 0.1 },
  }),
  check('R5/hinge-axial', 'gate.axial', 'range', ['<=', 5e-4, 'm']),
  check('R6/bolt-side', 'bolt.side', 'max', ['<=', 5e-4, 'm']),
  check('R6/bolt-tilt', 'bolt.tilt', 'max', ['<=', 1.5 * DEGREE, 'rad']),
];

const OFF = { isOff: true } as const;
const push = (k: number) => [
  {
    id: `push-open-${k}`,
    durationS: 1.8,
    pace: 'hold' as const,
    set: [
      { operation: 'bolt', ...OFF },
      { operation: 'gate', ...OFF },
      { operation: 'push', effort: 20 },
    ],
  },
  { id: `push-shut-${k}`, durationS: 1.8, pace: 'hold' as const, set: [{ operation: 'push', effort: -20 }] },
];

const round = (k: number) => [
  ...push(k),
  {
    id: `withdraw-${k}`,
    durationS: 0.8,
    set: [
      { operation: 'push', ...OFF },
      { operation: 'bolt', to: 0.016, speed: 0.04 },
    ],
  },
  { id: `pull-${k}`, durationS: 0.5, set: [{ operation: 'bolt', to: 0.026, speed: 0.04, mayStall: true }] },
  {
    id: `open-${k}`,
    durationS: 1.5,
    set: [
      { operation: 'bolt', ...OFF },
      { operation: 'gate', to: 82 * DEGREE, speed: 60 * DEGREE },
    ],
  },
  ...(k === 1
    ? [
        { id: 'hang-1', durationS: 0.8, pace: 'hold' as const, set: [{ operation: 'hang', effort: 10 }] },
        { id: 'take-off-1', durationS: 0.3, pace: 'hold' as const, set: [{ operation: 'hang', effort: 0 }] },
      ]
    : []),
  { id: `close-${k}`, durationS: 1.5, set: [{ operation: 'gate', to: 0, speed: 60 * DEGREE }] },
  { id: `insert-${k}`, durationS: 0.8, set: [{ operation: 'bolt', to: 0, speed: 0.04 }] },
];

/** The fixed test of the sliding-bolt gate: locked, unlocked, opened, shut and locked again, twice. */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'sliding-bolt-gate',
  number: 24,
  title: 'Sliding-bolt gate',
  demands: { motion: 2, structure: 2, function: 2, contact: 2, geometry: 2 },
  complexity: 'low',
  requirements: [
    {
      id: 'R1',
      text: 'Bolt in (8 mm of overlap): 20 N on the edge, both ways, turn the gate by 2.0° and move its edge by 5 mm at most; the keeper carries 5 N and more, the bolt creeps by 1.0 mm at most.',
    },
    {
      id: 'R2',
      text: 'The bolt withdraws by 12 mm and clears the keeper by 1 mm with 10 N at most, stays withdrawn within 1.0 mm, and 10 N more do not draw it out.',
    },
    { id: 'R3', text: 'The gate then opens to 80° with 10 N at its edge, and closes to within 2.0°.' },
    { id: 'R4', text: 'The bolt goes in again by 8 mm with 10 N at most, and holds as at first; two full rounds.' },
    {
      id: 'R5',
      text: 'Hinges: 0.5 mm along the axis; the edge sags by 1.5 mm between closed and open, and by 1.5 mm more under 10 N.',
    },
    { id: 'R6', text: 'The bolt stays guided within 0.5 mm and 1.5°, under load too.' },
  ],
  operations: [
    { name: 'bolt', text: 'Hand on the knob; withdrawing is positive.', drive: 'position', motion: 'travel', cap: 10 },
    {
      name: 'gate',
      text: 'Hand at the free edge, 10 N at most; opening is positive.',
      drive: 'position',
      motion: 'angle',
      cap: '=10 * gateWidthM',
    },
    {
      name: 'push',
      text: 'Test load of 20 N at the free edge, opening is positive.',
      drive: 'effort',
      motion: 'travel',
      cap: 20,
    },
    { name: 'hang', text: 'Weight of 10 N on the free edge.', drive: 'weight', motion: 'travel', cap: 10 },
  ],
  observations: [
    { name: 'bolt.travel', text: 'Travel of the bolt in its guide, withdrawing.', unit: 'm', mustMove: true },
    { name: 'bolt.overlap', text: 'Length of the bolt in its keeper; negative when clear.', unit: 'm', mustMove: true },
    { name: 'keeper.force', text: 'Force between bolt and keeper.', unit: 'N', kinds: ['contact-force'] },
    { name: 'stop.force', text: 'Force of the bolt on its end stop.', unit: 'N', kinds: ['contact-force'] },
    { name: 'gate.angle', text: 'Angle of the gate, opening.', unit: 'rad', mustMove: true },
    { name: 'gate.edge', text: 'Way of the free edge across the gate as it is closed.', unit: 'm' },
    { name: 'gate.sag', text: 'How far the free edge has gone down.', unit: 'm' },
    { name: 'gate.axial', text: 'Height of the gate on its hinge axis.', unit: 'm' },
    { name: 'bolt.side', text: 'Way of the bolt across its guide, at both ends.', unit: 'm' },
    { name: 'bolt.tilt', text: 'Tilt of the bolt in its guide.', unit: 'rad' },
  ],
  parameters: [
    { name: 'gateWidthM', text: 'Hinge axis to free edge.', unit: 'm', kind: 'declared', min: 0.12, max: 0.4 },
  ],
  allowedModels: ['linear-detent'],
  noSubstitute: [
    {
      kind: 'contact',
      name: 'bolt-in-keeper',
      text: 'the bolt blocks the gate by contact with its keeper',
      carries: LOCKED.flatMap((k) => WAYS.map((way) => ({ trial: 'T1', phase: `push-${way}-${k}` }))),
    },
  ],
  trials: [
    {
      id: 'T1',
      text: 'two rounds, locked before, between and after',
      phases: [{ id: 'settle', durationS: 0.5, pace: 'hold' }, ...ROUNDS.flatMap(round), ...push(3)],
      checks: [...LOCKED.flatMap(lockedChecks), ...ROUNDS.flatMap(roundChecks), ...WHOLE_TRIAL],
    },
  ],
});
