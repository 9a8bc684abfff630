import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const RUN = { phase: 'run' } as const;
/** Start-up that motion checks leave out, from the start of the motion. */
const AFTER_START = { ...RUN, fromS: 0.5 } as const;
const STROKE_M = 0.024;
const CYLINDERS = [1, 2] as const;
const EXTREMES = ['minimum', 'maximum'] as const;

type Id = (own: string, name: string) => { readonly id: string; readonly requirement: string };

const strokeChecks = (id: Id, n: 1 | 2): TemplateCheck[] => {
  const signal = `piston.${n}.position`;
  const extent = { signal, amplitude: STROKE_M };
  return [
    {
      ...id('R1', `cycles-${n}`),
      kind: 'cycles',
      signal,
      amplitude: STROKE_M / 2,
      amplitudeUnit: 'm',
      op: '>=',
      bound: 2,
      unit: '1',
      window: RUN,
    },
    {
      ...id('R2', `stroke-${n}-least`),
      kind: 'stroke',
      ...extent,
      which: 'smallest',
      op: '>=',
      bound: 0.022,
      unit: 'm',
      window: RUN,
    },
    {
      ...id('R2', `stroke-${n}-most`),
      kind: 'stroke',
      ...extent,
      which: 'largest',
      op: '<=',
      bound: 0.026,
      unit: 'm',
      window: RUN,
    },
  ];
};

/** R1 to R3; with the resistance on they are R7. */
const motionChecks = (isLoaded: boolean): TemplateCheck[] => {
  const id: Id = (own, name) => {
    const requirement = isLoaded ? 'R7' : own;
    return { id: `${requirement}/${name}`, requirement };
  };
  return [
    ...CYLINDERS.flatMap((n) => strokeChecks(id, n)),
    {
      ...id('R2', 'strokes-equal'),
      kind: 'stroke-difference',
      signal: 'piston.1.position',
      other: 'piston.2.position',
      amplitude: STROKE_M,
      amplitudeUnit: 'm',
      op: '<=',
      bound: 5e-4,
      unit: 'm',
      window: RUN,
    },
    {
      ...id('R1', 'turns'),
      kind: 'turns',
      signal: 'crank.angle',
      op: '>=',
      bound: 3,
      unit: '1',
      window: RUN,
    },
    {
      ...id('R1', 'no-reversal'),
      kind: 'back-run',
      signal: 'crank.angle',
      skipS: 0.5,
      op: '<=',
      bound: 5 * DEGREE,
      unit: 'rad',
      window: RUN,
    },
    {
      ...id('R3', 'phase'),
      kind: 'phase-lag',
      reference: 'piston.1.position',
      signal: 'piston.2.position',
      input: 'crank.angle',
      referenceAmplitude: STROKE_M,
      amplitude: STROKE_M,
      amplitudeUnit: 'm',
      expectedRad: Math.PI,
      minimumPairs: 2,
      op: '<=',
      bound: 0.1,
      unit: 'rad',
      window: RUN,
    },
  ];
};

const guidedChecks = (n: 1 | 2): TemplateCheck[] => {
  const atMost = (
    requirement: string,
    name: string,
    signal: string,
    bound: number,
    unit: 'm' | 'rad',
  ): TemplateCheck => ({
    id: `${requirement}/${name}`,
    requirement,
    kind: 'statistic',
    signal,
    statistic: 'max',
    op: '<=',
    bound,
    unit,
  });
  return [
    atMost('R4', `guide-${n}-inner`, `skirt.${n}.inner.side`, 1e-3, 'm'),
    atMost('R4', `guide-${n}-outer`, `skirt.${n}.outer.side`, 1e-3, 'm'),
    atMost('R4', `tilt-${n}`, `piston.${n}.tilt`, 1 * DEGREE, 'rad'),
    {
      id: `R4/in-bore-${n}`,
      requirement: 'R4',
      kind: 'statistic',
      signal: `bore.${n}.overlap`,
      statistic: 'min',
      op: '>=',
      bound: '=0.4 * skirtLengthM',
      unit: 'm',
    },
    ...EXTREMES.map(
      (extreme): TemplateCheck => ({
        id: `R6/repeat-${n}-${extreme}`,
        requirement: 'R6',
        kind: 'extreme-range',
        signal: `piston.${n}.position`,
        amplitude: STROKE_M,
        amplitudeUnit: 'm',
        extreme,
        op: '<=',
        bound: 3e-4,
        unit: 'm',
        window: RUN,
      }),
    ),
  ];
};

const EVERY_TRIAL: readonly TemplateCheck[] = [
  ...CYLINDERS.flatMap(guidedChecks),
  {
    id: 'R5/stray',
    requirement: 'R5',
    kind: 'statistic',
    signal: 'stray.force',
    statistic: 'max',
    op: '<=',
    bound: 1,
    unit: 'N',
    window: AFTER_START,
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

/** Evidence that the resistance was applied: the mean of its size while the piston moves. */
const RESISTED = CYLINDERS.map(
  (n): TemplateCheck => ({
    id: `R7/resisted-${n}`,
    requirement: 'R7',
    kind: 'statistic-while',
    signal: `resistance.${n}.force`,
    statistic: 'mean',
    while: { signal: `piston.${n}.speed`, isAbsolute: true, op: '>', value: 1e-3, unit: 'm/s' },
    isEvidence: true,
    op: '>=',
    bound: 4.5,
    unit: 'N',
    window: AFTER_START,
  }),
);

const settle = { id: 'settle', durationS: 0.5, pace: 'hold' as const, set: [{ operation: 'crankshaft', speed: 0 }] };
const turn = { operation: 'crankshaft', speed: 2 * Math.PI };
const run = { id: 'run', durationS: '=runS' as const, pace: 'fixed' as const };

/**
 * The fixed test of the twin-cylinder engine linkage. Speed, time, cap, strokes, phase, guidance and stray force are those
 * of the published record of the case (FunCAD, Table 4); repetition and the loaded trial are this project's.
 */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'twin-cylinder',
  number: 39,
  title: 'Twin-cylinder engine linkage: one shaft, two pistons half a turn apart',
  demands: { motion: 3, structure: 3, function: 1, contact: 1, geometry: 3 },
  complexity: 'medium',
  requirements: [
    {
      id: 'R1',
      text: 'In 3.5 s at 2π rad/s: each piston at least 2 complete cycles, at least 3 turns net, no reversal.',
    },
    { id: 'R2', text: 'Stroke of each piston 24 ± 2 mm in each complete cycle; both within 0.5 mm of each other.' },
    {
      id: 'R3',
      text: 'Crank angles at the outermost points of the two pistons differ by π ± 0.1 rad, over at least 2 pairs.',
    },
    {
      id: 'R4',
      text: 'Both ends of each skirt within 1 mm, tilt within 1.0°, at least 40 % of it in its bore at every step.',
    },
    { id: 'R5', text: 'No contact outside the bearings beyond 1 N in all after start-up.' },
    { id: 'R6', text: 'Joints within 0.2 mm; extremes repeat within 0.3 mm.' },
    { id: 'R7', text: 'R1 to R3 once more with 5 N of dry resistance on each piston.' },
  ],
  operations: [
    {
      name: 'crankshaft',
      text: 'Motor on the crankshaft, 2π rad/s.',
      drive: 'speed',
      motion: 'angle',
      cap: 1,
      fixed: ['speed', 'cap'],
    },
    ...CYLINDERS.map((n) => ({
      name: `resistance_${n}`,
      text: `Dry brake on piston ${n}, along its bore.`,
      drive: 'brake' as const,
      motion: 'travel' as const,
      cap: 5,
    })),
  ],
  observations: [
    { name: 'crank.angle', text: 'Angle of the crankshaft against the frame.', unit: 'rad', mustMove: true },
    ...CYLINDERS.flatMap((n) => [
      {
        name: `piston.${n}.position`,
        text: `Position of piston ${n} along its bore, outward.`,
        unit: 'm' as const,
        mustMove: true,
      },
      { name: `piston.${n}.speed`, text: `Speed of piston ${n} along its bore.`, unit: 'm/s' as const },
      {
        name: `skirt.${n}.inner.side`,
        text: `How far the inner end of skirt ${n} has moved across its bore.`,
        unit: 'm' as const,
      },
      { name: `skirt.${n}.outer.side`, text: 'The same of its outer end.', unit: 'm' as const },
      { name: `piston.${n}.tilt`, text: `Angle between piston ${n} and its bore.`, unit: 'rad' as const },
      { name: `bore.${n}.overlap`, text: `Length of skirt ${n} that is in its bore.`, unit: 'm' as const },
      {
        name: `resistance.${n}.force`,
        text: `Size of the resistance on piston ${n}.`,
        unit: 'N' as const,
        kinds: ['drive-effort'],
      },
    ]),
    { name: 'stray.force', text: 'Force of every contact outside the declared bearings.', unit: 'N' },
  ],
  parameters: [
    {
      name: 'runS',
      text: 'Time of turning, 3.5 s (up to 4.5).',
      unit: 's',
      kind: 'adjustable',
      value: 3.5,
      min: 3.5,
      max: 4.5,
    },
    {
      name: 'skirtLengthM',
      text: 'Length of a skirt that runs in its bore.',
      unit: 'm',
      kind: 'declared',
      min: 0.004,
      max: 0.1,
    },
  ],
  noSubstitute: CYLINDERS.map((n) => ({
    kind: 'motion' as const,
    name: `crank-to-piston-${n}`,
    text: 'crank, rod and piston move each piston through geometry, both from one shaft',
    operation: 'crankshaft',
    observation: `piston.${n}.position`,
  })),
  trials: [
    {
      id: 'T1',
      text: 'free',
      phases: [settle, { ...run, set: [turn] }],
      checks: [...motionChecks(false), ...EVERY_TRIAL],
    },
    {
      id: 'T2',
      text: 'with 5 N on each piston',
      phases: [
        settle,
        { ...run, set: [turn, { operation: 'resistance_1', effort: 5 }, { operation: 'resistance_2', effort: 5 }] },
      ],
      checks: [...motionChecks(true), ...RESISTED, ...EVERY_TRIAL],
    },
  ],
});
