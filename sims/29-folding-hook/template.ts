import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const CYCLES = [1, 2] as const;
const LAST = 0.1;
/** Full load, once the 10 N have been hung on. */
const LOADED_FROM = 0.3;

type Window = NonNullable<Extract<TemplateCheck, { kind: 'statistic' }>['window']>;

const angle = (id: string, requirement: string, op: '>=' | '<=', degrees: number, window: Window): TemplateCheck => ({
  id,
  requirement,
  kind: 'statistic',
  signal: 'arm.angle',
  statistic: op === '>=' ? 'min' : 'max',
  op,
  bound: degrees * DEGREE,
  unit: 'rad',
  window,
});

const cycleChecks = (k: number): TemplateCheck[] => {
  const hang: Window = { phase: `hang-${k}`, fromS: LOADED_FROM };
  return [
    ...(
      [
        ['R1', 'deploys', { phase: `deploy-${k}`, lastS: LAST }],
        ['R1', 'stays-deployed', { phase: `deployed-${k}` }],
        ['R3', 'deployed-loaded', { phase: `hang-${k}` }],
      ] as const
    ).flatMap(([requirement, name, window]) => [
      angle(`${requirement}/${name}-least[${k}]`, requirement, '>=', 87, window),
      angle(`${requirement}/${name}-most[${k}]`, requirement, '<=', 93, window),
    ]),
    {
      id: `R3/holds-load[${k}]`,
      requirement: 'R3',
      kind: 'statistic',
      signal: 'arm.angle',
      statistic: 'drift-from-start',
      startMeanS: LAST,
      op: '<=',
      bound: 1 * DEGREE,
      unit: 'rad',
      window: hang,
    },
    {
      id: `R3/tip-sinks[${k}]`,
      requirement: 'R3',
      kind: 'statistic',
      signal: 'tip.height',
      statistic: 'max-abs',
      baseline: { phase: `deployed-${k}`, lastS: LAST },
      op: '<=',
      bound: 1.5e-3,
      unit: 'm',
      window: { phase: `hang-${k}` },
    },
    {
      id: `R3/stop-carries[${k}]`,
      requirement: 'R3',
      kind: 'statistic',
      signal: 'stop.force',
      statistic: 'min',
      movingMeanS: 0.02,
      op: '>=',
      bound: 1,
      unit: 'N',
      window: hang,
    },
    {
      id: `R3/load-applied[${k}]`,
      requirement: 'R3',
      kind: 'statistic',
      signal: 'hang.force',
      statistic: 'mean',
      isEvidence: true,
      op: '>=',
      bound: 9,
      unit: 'N',
      window: hang,
    },
    angle(`R2/folds[${k}]`, 'R2', '<=', 3, { phase: `fold-${k}`, lastS: LAST }),
    angle(`R2/folds-flat[${k}]`, 'R2', '>=', -3, { phase: `fold-${k}`, lastS: LAST }),
    angle(`R5/stays-stowed[${k}]`, 'R5', '<=', 3, { phase: `stowed-${k}` }),
    angle(`R5/stays-flat[${k}]`, 'R5', '>=', -3, { phase: `stowed-${k}` }),
  ];
};

const THROUGHOUT: readonly TemplateCheck[] = [
  {
    id: 'R4/axial',
    requirement: 'R4',
    kind: 'statistic',
    signal: 'arm.axial',
    statistic: 'max-abs',
    op: '<=',
    bound: 5e-4,
    unit: 'm',
  },
  {
    id: 'R4/engaged',
    requirement: 'R4',
    kind: 'statistic',
    signal: 'pin.overlap',
    statistic: 'min',
    op: '>=',
    bound: '=0.8 * knuckleWidthM',
    unit: 'm',
  },
  {
    id: 'R6/hand-force',
    requirement: 'R6',
    kind: 'statistic',
    signal: 'hand.force',
    statistic: 'max',
    op: '<=',
    // the hand's cap itself, a torque over a length, to rounding
    bound: 5 * (1 + 1e-9),
    unit: 'N',
  },
];

const move = (name: string, k: number, degrees: number) => ({
  id: `${name}-${k}`,
  durationS: 1.3,
  set: [
    {
      operation: 'arm',
      to: `=tipRadiusM * ${degrees * DEGREE}` as const,
      speed: '=tipRadiusM * armSpeedRadPerS' as const,
      mayStall: true,
    },
  ],
});
const handOff = (name: string, k: number) => ({
  id: `${name}-${k}`,
  durationS: 0.5,
  pace: 'hold' as const,
  set: [{ operation: 'arm', isOff: true }],
});

/** The fixed test of the folding wall hook: twice out, loaded with 10 N, and back flat against the wall. */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'folding-hook',
  number: 29,
  title: 'Folding wall hook: out to 90°, carries 10 N, folds flat',
  demands: { motion: 1, structure: 1, function: 1, contact: 1, geometry: 1 },
  complexity: 'low',
  requirements: [
    { id: 'R1', text: 'From stowed the arm deploys through 90° ± 3°, in each of 2 cycles.' },
    { id: 'R2', text: 'Folded back it is within ± 3° of stowed, each cycle.' },
    {
      id: 'R3',
      text: 'Deployed, hand off, 10 N at the tip for 2 s: 90° ± 3°, drift at most 1.0°, the tip sinks at most 1.5 mm; then it folds.',
    },
    {
      id: 'R4',
      text: 'Axial hinge displacement at most 0.5 mm in all phases; pin engaged over at least 80 % of the knuckles.',
    },
    { id: 'R5', text: 'The base stays on the wall; the stowed arm stays stowed for 0.5 s, hand off.' },
    { id: 'R6', text: 'Hand force at the tip at most 5 N.' },
  ],
  operations: [
    {
      name: 'arm',
      text: 'Hand at the tip, tangential, 90 °/s.',
      drive: 'position',
      motion: 'travel',
      cap: 5,
      mayTurn: true,
    },
    { name: 'hang', text: 'Weight of 10 N in the throat of the hook.', drive: 'weight', motion: 'travel', cap: 10 },
  ],
  observations: [
    { name: 'arm.angle', text: 'Angle of the arm from flat, 90° deployed.', unit: 'rad', mustMove: true },
    { name: 'arm.axial', text: 'Travel of the arm along the fold axis.', unit: 'm' },
    { name: 'tip.height', text: 'Height of the throat of the hook.', unit: 'm' },
    { name: 'stop.force', text: 'Normal force between bracket and arm.', unit: 'N', kinds: ['contact-force'] },
    { name: 'hand.force', text: 'Force of the hand at the tip.', unit: 'N', kinds: ['drive-effort'] },
    { name: 'hang.force', text: 'Weight on the hook.', unit: 'N', kinds: ['drive-effort'] },
    { name: 'pin.overlap', text: 'Length of the knuckle that is between the cheeks on the pin.', unit: 'm' },
  ],
  parameters: [
    {
      name: 'armSpeedRadPerS',
      text: 'Speed of the arm, 90 °/s (45 to 120).',
      unit: 'rad/s',
      kind: 'adjustable',
      value: 90 * DEGREE,
      min: 45 * DEGREE,
      max: 120 * DEGREE,
    },
    { name: 'tipRadiusM', text: 'From the fold axis to the tip.', unit: 'm', kind: 'declared', min: 0.03, max: 0.15 },
    {
      name: 'knuckleWidthM',
      text: 'Width of the knuckle on the pin.',
      unit: 'm',
      kind: 'declared',
      min: 0.004,
      max: 0.15,
    },
  ],
  noSubstitute: [
    {
      kind: 'contact',
      name: 'arm-on-bracket',
      text: 'the end stop carries the loaded arm, and the cheeks hold it along its axis, by contact',
      carries: CYCLES.map((k) => ({ trial: 'T1', phase: `hang-${k}` })),
    },
  ],
  trials: [
    {
      id: 'T1',
      text: 'twice out, loaded, and back',
      phases: [
        {
          id: 'settle',
          durationS: 0.5,
          pace: 'hold',
          set: [{ operation: 'arm', to: 0, speed: '=tipRadiusM * armSpeedRadPerS' }],
        },
        ...CYCLES.flatMap((k) => [
          move('deploy', k, 90),
          handOff('deployed', k),
          { id: `hang-${k}`, durationS: 2.6, pace: 'hold' as const, set: [{ operation: 'hang', effort: 10 }] },
          { id: `unload-${k}`, durationS: 0.4, pace: 'fixed' as const, set: [{ operation: 'hang', effort: 0 }] },
          move('fold', k, 0),
          handOff('stowed', k),
        ]),
      ],
      checks: [...CYCLES.flatMap(cycleChecks), ...THROUGHOUT],
    },
  ],
});
