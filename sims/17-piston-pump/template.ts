import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const RUN = { phase: 'run' } as const;
const PISTON = { signal: 'piston.position', amplitude: 0.03 } as const;
const EXTREME = { ...PISTON, amplitudeUnit: 'm' } as const;
const AFTER_START = { ...RUN, fromS: 0.5 } as const;

/** R1 to R3; under load all of them are R4, and the period may be off by 5 % instead of 3 %. */
const motionChecks = (isLoaded: boolean): TemplateCheck[] => {
  const of = (own: string, name: string) => {
    const requirement = isLoaded ? 'R4' : own;
    return { id: `${requirement}/${name}`, requirement };
  };
  const tolerance = isLoaded ? 0.05 : 0.03;
  const returns = (name: string, extreme: 'minimum' | 'maximum'): TemplateCheck => ({
    ...of('R2', name),
    kind: 'extreme-range',
    ...EXTREME,
    extreme,
    fromCount: 2,
    op: '<=',
    bound: 3e-4,
    unit: 'm',
    window: RUN,
  });
  const period = (name: string, which: 'shortest' | 'longest', factor: number): TemplateCheck => ({
    ...of('R3', name),
    kind: 'cycle-period',
    ...EXTREME,
    extreme: 'maximum',
    fromCount: 2,
    which,
    op: which === 'shortest' ? '>=' : '<=',
    bound: `=${factor * 2 * Math.PI} / crankSpeedRadPerS`,
    unit: 's',
    window: RUN,
  });
  return [
    {
      ...of('R1', 'strokes'),
      kind: 'cycles',
      signal: 'piston.position',
      amplitude: 0.029,
      amplitudeUnit: 'm',
      op: '>=',
      bound: 5,
      unit: '1',
      window: RUN,
    },
    {
      ...of('R1', 'stroke-least'),
      kind: 'stroke',
      ...PISTON,
      which: 'smallest',
      op: '>=',
      bound: 0.029,
      unit: 'm',
      window: RUN,
    },
    {
      ...of('R1', 'stroke-most'),
      kind: 'stroke',
      ...PISTON,
      which: 'largest',
      op: '<=',
      bound: 0.031,
      unit: 'm',
      window: RUN,
    },
    returns('return-inner', 'minimum'),
    returns('return-outer', 'maximum'),
    period('period-shortest', 'shortest', 1 - tolerance),
    period('period-longest', 'longest', 1 + tolerance),
    {
      ...of('R3', 'no-reversal'),
      kind: 'back-run',
      signal: 'crank.angle',
      op: '<=',
      bound: 5 * DEGREE,
      unit: 'rad',
      window: RUN,
    },
    {
      ...of('R3', 'keeps-turning'),
      kind: 'statistic',
      signal: 'crank.speed',
      statistic: 'min',
      op: '>=',
      bound: '=0.5 * crankSpeedRadPerS',
      unit: 'rad/s',
      window: AFTER_START,
    },
  ];
};

const GUIDED: readonly TemplateCheck[] = [
  ...(['top', 'bottom'] as const).map(
    (end): TemplateCheck => ({
      id: `R5/guided-side-${end}`,
      requirement: 'R5',
      kind: 'statistic',
      signal: `piston.side.${end}`,
      statistic: 'max',
      op: '<=',
      bound: 3e-4,
      unit: 'm',
    }),
  ),
  {
    id: 'R5/guided-tilt',
    requirement: 'R5',
    kind: 'statistic',
    signal: 'piston.tilt',
    statistic: 'max',
    op: '<=',
    bound: 0.5 * DEGREE,
    unit: 'rad',
  },
  {
    id: 'R5/in-bore',
    requirement: 'R5',
    kind: 'statistic',
    signal: 'bore.overlap',
    statistic: 'min',
    op: '>=',
    bound: '=0.4 * skirtLengthM',
    unit: 'm',
  },
  {
    id: 'R6/stray',
    requirement: 'R6',
    kind: 'statistic',
    signal: 'stray.force',
    statistic: 'max',
    op: '<=',
    bound: 1,
    unit: 'N',
    window: { fromS: 0.5 },
  },
  {
    id: 'R6/joints-intact',
    requirement: 'R6',
    kind: 'statistic',
    signal: 'standard.separation',
    statistic: 'max',
    op: '<=',
    bound: 2e-4,
    unit: 'm',
  },
];

/** Evidence that the load was applied: the mean of its size while the piston moves. */
const RESISTED: TemplateCheck = {
  id: 'R4/resisted',
  requirement: 'R4',
  kind: 'statistic-while',
  signal: 'resistance.force',
  statistic: 'mean',
  while: { signal: 'piston.speed', isAbsolute: true, op: '>', value: 1e-3, unit: 'm/s' },
  isEvidence: true,
  op: '>=',
  bound: 13.5,
  unit: 'N',
  window: RUN,
};

const settle = { id: 'settle', durationS: 0.5, pace: 'hold' as const, set: [{ operation: 'crank', speed: 0 }] };
const run = {
  id: 'run',
  durationS: `=${6 * 2 * Math.PI} / crankSpeedRadPerS` as const,
  set: [{ operation: 'crank', speed: '=crankSpeedRadPerS' as const }],
};

/** The fixed test of the dry piston pump: turning into strokes of 30 mm in a bore, free and against 15 N. */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'piston-pump',
  number: 17,
  title: 'Dry piston-pump mechanism: continuous turning into strokes in a bore',
  demands: { motion: 2, structure: 2, function: 2, contact: 1, geometry: 2 },
  complexity: 'medium',
  requirements: [
    { id: 'R1', text: 'Unloaded at 60 rpm: at least 5 complete strokes, each 30 ± 1.0 mm peak to peak.' },
    { id: 'R2', text: 'Both dead points repeat within 0.3 mm from the second stroke on.' },
    {
      id: 'R3',
      text: 'One cycle per crank turn, period within 3 %; the crank never reverses nor drops below half speed.',
    },
    { id: 'R4', text: 'R1 to R3 again against 15 N of dry resistance both ways, period within 5 %.' },
    {
      id: 'R5',
      text: 'Both ends of the skirt stay within 0.3 mm, tilt within 0.5°, 40 % of the skirt in the bore at every step.',
    },
    { id: 'R6', text: 'No contact outside the bearings beyond 1.0 N in all; joints within 0.2 mm.' },
  ],
  operations: [
    { name: 'crank', text: 'Motor on the crank, 60 rpm.', drive: 'speed', motion: 'angle', cap: 1, fixed: ['speed'] },
    { name: 'resistance', text: 'Dry brake on the piston along the bore.', drive: 'brake', motion: 'travel', cap: 15 },
  ],
  observations: [
    { name: 'crank.angle', text: 'Angle of the crank against the frame.', unit: 'rad', mustMove: true },
    { name: 'crank.speed', text: 'Speed of the crank against the frame.', unit: 'rad/s', mustMove: true },
    { name: 'piston.position', text: 'Position of the piston along the bore, outward.', unit: 'm', mustMove: true },
    { name: 'piston.speed', text: 'Speed of the piston along the bore.', unit: 'm/s', mustMove: true },
    { name: 'piston.side.top', text: 'Distance of the outer end of the skirt from the axis of the bore.', unit: 'm' },
    { name: 'piston.side.bottom', text: 'The same of its end at the crank.', unit: 'm' },
    { name: 'piston.tilt', text: 'Angle between piston and bore.', unit: 'rad' },
    { name: 'bore.overlap', text: 'Length of the skirt that is in the bore.', unit: 'm' },
    { name: 'resistance.force', text: 'Size of the resistance on the piston.', unit: 'N', kinds: ['drive-effort'] },
    { name: 'stray.force', text: 'Force of every contact outside the declared bearings.', unit: 'N' },
  ],
  parameters: [
    {
      name: 'crankSpeedRadPerS',
      text: 'Speed of the crank, 60 rpm (40 to 90); times follow.',
      unit: 'rad/s',
      kind: 'adjustable',
      value: 2 * Math.PI,
      min: (40 / 30) * Math.PI,
      max: 3 * Math.PI,
    },
    {
      name: 'skirtLengthM',
      text: 'Length of the skirt that runs in the bore.',
      unit: 'm',
      kind: 'declared',
      min: 0.004,
      max: 0.1,
    },
  ],
  noSubstitute: [
    {
      kind: 'motion',
      name: 'crank-to-piston',
      text: 'a linkage, yoke, cam or eccentric with real geometry turns rotation into strokes',
      operation: 'crank',
      observation: 'piston.position',
    },
  ],
  trials: [
    { id: 'T1', text: 'free', phases: [settle, run], checks: [...motionChecks(false), ...GUIDED] },
    {
      id: 'T2',
      text: 'against 15 N',
      phases: [
        settle,
        { id: 'load', durationS: 0.3, pace: 'fixed', set: [{ operation: 'resistance', effort: 15 }] },
        run,
      ],
      checks: [...motionChecks(true), RESISTED, ...GUIDED],
    },
  ],
});
