import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
/** Start-up that motion checks leave out, from the start of the motion. */
const START_UP_S = 0.5;
const WIPE = { phase: 'wipe' } as const;
const WIPER = { signal: 'wiper.angle', amplitude: '=sweepRad' } as const;
const SWEEP = { ...WIPER, amplitudeUnit: 'rad' } as const;

/** What both trials ask of the motion: R1–R4. With the brake on they are checks of R6. */
const motionChecks = (requirement: (own: string) => string): TemplateCheck[] => {
  const id = (own: string, name: string) => ({ id: `${requirement(own)}/${name}`, requirement: requirement(own) });
  return [
    { ...id('R1', 'complete-sweeps'), kind: 'cycles', ...SWEEP, op: '>=', bound: 3, unit: '1', window: WIPE },
    {
      ...id('R1', 'smallest-sweep'),
      kind: 'stroke',
      ...WIPER,
      which: 'smallest',
      op: '>=',
      bound: '=sweepRad',
      unit: 'rad',
      window: WIPE,
    },
    {
      ...id('R1', 'largest-sweep'),
      kind: 'stroke',
      ...WIPER,
      which: 'largest',
      op: '<=',
      bound: 130 * DEGREE,
      unit: 'rad',
      window: WIPE,
    },
    {
      ...id('R1', 'one-per-turn-min'),
      kind: 'cycles-per-turn',
      ...SWEEP,
      input: 'input.angle',
      op: '>=',
      bound: 0.98,
      unit: '1',
      window: WIPE,
    },
    {
      ...id('R1', 'one-per-turn-max'),
      kind: 'cycles-per-turn',
      ...SWEEP,
      input: 'input.angle',
      op: '<=',
      bound: 1.02,
      unit: '1',
      window: WIPE,
    },
    {
      ...id('R2', 'actual-input-cycles'),
      kind: 'turns',
      signal: 'input.angle',
      op: '>=',
      bound: 3,
      unit: '1',
      window: WIPE,
    },
    {
      ...id('R2', 'total-input-progress'),
      kind: 'statistic',
      signal: 'input.angle',
      statistic: 'net-change',
      op: '>=',
      bound: 6 * Math.PI,
      unit: 'rad',
      window: WIPE,
    },
    {
      // the droop is what is missing from 1; the bound says R2's 18.85 rad again, as a share of 60 rpm less half the ramp
      ...id('R2', 'share-of-command'),
      kind: 'actual-input',
      signal: 'input.angle',
      effort: 'drive.input.effort',
      cap: 2,
      commanded: `=${2 * Math.PI} * (3 * observationPerCycleS - 0.1)`,
      goalUnit: 'rad',
      leastShare: 0.01,
      op: '>=',
      bound: '=3 / (3 * observationPerCycleS - 0.1)',
      unit: '1',
      window: WIPE,
    },
    {
      ...id('R2', 'no-reversal'),
      kind: 'back-run',
      signal: 'input.angle',
      skipS: START_UP_S,
      op: '<=',
      bound: 5 * DEGREE,
      unit: 'rad',
      window: WIPE,
    },
    {
      ...id('R3', 'same-phase-return'),
      kind: 'same-phase-return',
      output: 'wiper.angle',
      input: 'input.angle',
      skipS: START_UP_S,
      op: '<=',
      bound: '=returnRad',
      unit: 'rad',
      window: WIPE,
    },
    {
      ...id('R4', 'extreme-drift'),
      kind: 'extreme-drift',
      ...WIPER,
      skipS: START_UP_S,
      op: '<=',
      bound: 1 * DEGREE,
      unit: 'rad',
      window: WIPE,
    },
  ];
};

/** R5: nothing comes apart, and the loop stays on the branch that it was assembled on. */
const CONNECTED: readonly TemplateCheck[] = [
  {
    id: 'R5/links-attached',
    requirement: 'R5',
    kind: 'statistic',
    signal: 'joints.separation',
    statistic: 'max',
    op: '<=',
    bound: 2e-4,
    unit: 'm',
  },
  {
    id: 'R5/same-branch',
    requirement: 'R5',
    kind: 'same-phase-return',
    output: 'wiper.angle',
    input: 'input.angle',
    against: 'first',
    skipS: START_UP_S,
    op: '<=',
    bound: 2 * DEGREE,
    unit: 'rad',
    window: WIPE,
  },
];

/** 0.2 s of ramp is the common rule; the set-points leave it to the drive. */
const settle = { id: 'settle', durationS: 0.5, pace: 'hold' as const, set: [{ operation: 'input', speed: 0 }] };
const wipe = { id: 'wipe', durationS: '=3 * observationPerCycleS', pace: 'fixed' as const };

/**
 * The fixed test of the four-bar wiper: continuous turning into repeated sweeping. Bounds and protocol are those of the
 * published record of the case (FunCAD, appendix A.1–A.4): 60 rpm, 2 N·m, three cycles, 88° sweep, 1° return, 0.2 mm
 * separation, 18.85 rad of net input turn. R4 to R6 and the brake are this project's.
 */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'four-bar-wiper',
  number: 3,
  title: 'Four-bar wiper: continuous turning into repeated sweeping',
  demands: { motion: 2, structure: 2, function: 1, contact: 1, geometry: 2 },
  complexity: 'low',
  requirements: [
    { id: 'R1', text: 'At least 3 complete sweeps, each of at least 88° and at most 130°, one per input turn.' },
    { id: 'R2', text: 'The input makes at least 3 turns, at least 18.85 rad net, and does not run back beyond 5°.' },
    { id: 'R3', text: 'One input turn later the output is within 1° of where it was.' },
    { id: 'R4', text: 'Each extreme of the output stays within 1° of the first one after start-up.' },
    {
      id: 'R5',
      text: 'Every connection stays together (0.2 mm, none released), and the loop keeps its branch within 2°.',
    },
    { id: 'R6', text: 'R1 to R4 again with 0.05 N·m of dry brake on the output.' },
  ],
  operations: [
    {
      name: 'input',
      text: 'Motor at the input, 60 rpm.',
      drive: 'speed',
      motion: 'angle',
      cap: 2,
      gain: '=gainNmSPerRad',
      fixed: ['speed', 'cap'],
      // at a gain of 0.02 the speed droops by design: R2 alone says what the input must do
      mustFollow: false,
    },
    {
      name: 'blade_drag',
      text: 'The blade on wet glass: a dry brake on the output.',
      drive: 'brake',
      motion: 'angle',
      cap: 0.05,
    },
  ],
  observations: [
    { name: 'input.angle', text: 'Angle of the input against the frame.', unit: 'rad', mustMove: true },
    { name: 'wiper.angle', text: 'Angle of the output against the frame about its axis.', unit: 'rad', mustMove: true },
    { name: 'joints.separation', text: 'Largest separation of all joints.', unit: 'm' },
  ],
  parameters: [
    { name: 'sweepRad', text: 'Smallest sweep, 88°.', unit: 'rad', kind: 'fixed', value: 88 * DEGREE },
    {
      name: 'returnRad',
      text: 'Largest difference one input turn later, 1°.',
      unit: 'rad',
      kind: 'fixed',
      value: 1 * DEGREE,
    },
    {
      name: 'gainNmSPerRad',
      text: 'Gain of the speed control.',
      unit: 'N·m·s/rad',
      kind: 'adjustable',
      value: 0.8,
      min: 0.02,
      max: 0.8,
    },
    {
      name: 'observationPerCycleS',
      text: 'Observation allowed per required cycle.',
      unit: 's',
      kind: 'adjustable',
      value: 1.5,
      min: 1.5,
      max: 2.2,
    },
  ],
  noSubstitute: [
    {
      kind: 'motion',
      name: 'input-to-output',
      text: 'motion goes from input to output through geometry',
      operation: 'input',
      observation: 'wiper.angle',
    },
  ],
  trials: [
    {
      id: 'T1',
      text: 'free',
      phases: [settle, { ...wipe, set: [{ operation: 'input', speed: 2 * Math.PI }] }],
      checks: [...motionChecks((own) => own), ...CONNECTED],
    },
    {
      id: 'T2',
      text: 'with the brake',
      phases: [
        settle,
        {
          ...wipe,
          set: [
            { operation: 'input', speed: 2 * Math.PI },
            { operation: 'blade_drag', effort: 0.05 },
          ],
        },
      ],
      checks: [...motionChecks(() => 'R6'), ...CONNECTED],
    },
  ],
});
