import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const SHAFTS = [0, 1, 2, 3] as const;
const STAGES = [1, 2, 3] as const;
const DRIVE = { phase: 'drive' } as const;
const COAST = { phase: 'coast' } as const;
/** The last 2.5 s of the drive, and what follows the first second, in which the input comes up to speed. */
const STEADY = { ...DRIVE, lastS: 2.5 } as const;
/** Speed at the moment at which the input is taken off. */
const AT_REMOVAL = { phase: 'drive', lastS: 0.002 } as const;
const UP_TO_SPEED = { ...DRIVE, fromS: 1 } as const;

const bounds = (
  id: string,
  requirement: string,
  check: { readonly kind: 'ratio'; readonly output: string; readonly input: string },
  least: number,
  most: number,
): TemplateCheck[] => [
  { id: `${requirement}/${id}-least`, requirement, ...check, op: '>=', bound: least, unit: '1', window: STEADY },
  { id: `${requirement}/${id}-most`, requirement, ...check, op: '<=', bound: most, unit: '1', window: STEADY },
];

const ratioOf = (from: number, to: number) =>
  ({ kind: 'ratio', output: `shaft.${from}.angle`, input: `shaft.${to}.angle` }) as const;

const pitchCheck = (stage: number, op: '>=' | '<='): TemplateCheck => ({
  id: `R6/pitch-${stage}-${op === '>=' ? 'least' : 'most'}`,
  requirement: 'R6',
  kind: 'statistic',
  signal: `stage.${stage}.distance`,
  statistic: op === '>=' ? 'min' : 'max',
  op,
  bound: `=pitchDistance${stage}M ${op === '>=' ? '-' : '+'} 0.0002`,
  unit: 'm',
});

/** Checks of every trial; `torqueNm` is its brake. */
const checksOf = (torqueNm: number, isEfficiencyJudged: boolean): TemplateCheck[] => [
  ...STAGES.flatMap((stage) => bounds(`stage-${stage}`, 'R1', ratioOf(stage - 1, stage), 2.97, 3.03)),
  ...bounds('overall', 'R1', ratioOf(0, 3), 26.73, 27.27),
  {
    id: 'R1/turns',
    requirement: 'R1',
    kind: 'statistic',
    signal: 'shaft.0.angle',
    statistic: 'net-change',
    isEvidence: true,
    op: '>=',
    bound: (torqueNm > 2 ? 3 : 4) * 2 * Math.PI,
    unit: 'rad',
    window: STEADY,
  },
  {
    id: 'R2/speed',
    requirement: 'R2',
    kind: 'statistic',
    signal: 'shaft.0.speed',
    statistic: 'min',
    op: '>=',
    bound: '=0.85 * inputSpeedRadPerS',
    unit: 'rad/s',
    window: UP_TO_SPEED,
  },
  ...SHAFTS.map(
    (shaft): TemplateCheck => ({
      id: `R2/no-reversal-${shaft}`,
      requirement: 'R2',
      kind: 'back-run',
      signal: `shaft.${shaft}.angle`,
      op: '<=',
      bound: 5 * DEGREE,
      unit: 'rad',
      window: DRIVE,
    }),
  ),
  ...(['drive', 'coast'] as const).map(
    (phase): TemplateCheck => ({
      id: `${phase === 'drive' ? 'R2' : 'R5'}/phase-${phase}`,
      requirement: phase === 'drive' ? 'R2' : 'R5',
      kind: 'statistic',
      signal: 'phase',
      statistic: 'range',
      op: '<=',
      bound: 20 * DEGREE,
      unit: 'rad',
      window: { phase },
    }),
  ),
  {
    id: 'R3/brake-applied',
    requirement: 'R3',
    kind: 'statistic',
    signal: 'brake.torque',
    statistic: 'mean',
    isEvidence: true,
    op: '>=',
    bound: 0.9 * torqueNm,
    unit: 'N·m',
    window: UP_TO_SPEED,
  },
  // without loss the input would give brake / 27: it grows with the load
  {
    id: 'R3/input-carries-load',
    requirement: 'R3',
    kind: 'statistic',
    signal: 'drive.input.effort',
    statistic: 'mean',
    op: '>=',
    bound: (0.99 * torqueNm) / 27,
    unit: 'N·m',
    window: UP_TO_SPEED,
  },
  {
    id: 'R4/no-free-energy',
    requirement: 'R4',
    kind: 'ratio',
    output: 'drive.brake.work',
    input: 'drive.input.work',
    op: '>=',
    bound: -1.01,
    unit: '1',
    window: UP_TO_SPEED,
  },
  ...(isEfficiencyJudged
    ? [
        {
          id: 'R4/efficiency',
          requirement: 'R4',
          kind: 'ratio',
          output: 'drive.brake.work',
          input: 'drive.input.work',
          op: '<=',
          bound: -0.5,
          unit: '1',
          window: UP_TO_SPEED,
        } as const satisfies TemplateCheck,
      ]
    : []),
  ...SHAFTS.flatMap((shaft): TemplateCheck[] => [
    {
      id: `R5/coasts-${shaft}`,
      requirement: 'R5',
      kind: 'statistic',
      signal: `shaft.${shaft}.speed`,
      statistic: 'max',
      baseline: AT_REMOVAL,
      op: '<=',
      // 2 % of the least speed that R2 lets the shaft have when the input is taken off
      bound: `=${(0.02 * 0.85) / 3 ** shaft} * inputSpeedRadPerS`,
      unit: 'rad/s',
      window: COAST,
    },
    {
      id: `R5/stops-${shaft}`,
      requirement: 'R5',
      kind: 'statistic',
      signal: `shaft.${shaft}.speed`,
      statistic: 'max-abs',
      op: '<=',
      bound: 1 * DEGREE,
      unit: 'rad/s',
      window: { ...COAST, lastS: 0.05 },
    },
    {
      id: `R6/axial-${shaft}`,
      requirement: 'R6',
      kind: 'statistic',
      signal: `shaft.${shaft}.axial`,
      statistic: 'range',
      op: '<=',
      bound: 5e-4,
      unit: 'm',
    },
  ]),
  {
    id: 'R5/input-off',
    requirement: 'R5',
    kind: 'statistic',
    signal: 'drive.input.effort',
    statistic: 'max-abs',
    isEvidence: true,
    op: '<=',
    bound: 1e-9,
    unit: 'N·m',
    window: { ...COAST, fromS: 0.06 },
  },
  {
    id: 'R5/back-turn',
    requirement: 'R5',
    kind: 'back-run',
    signal: 'shaft.0.angle',
    op: '<=',
    bound: 20 * DEGREE,
    unit: 'rad',
    window: COAST,
  },
  ...STAGES.flatMap((stage): TemplateCheck[] => [
    {
      id: `R6/centre-${stage}`,
      requirement: 'R6',
      kind: 'statistic',
      signal: `stage.${stage}.distance`,
      statistic: 'range',
      op: '<=',
      bound: 1e-4,
      unit: 'm',
    },
    pitchCheck(stage, '>='),
    pitchCheck(stage, '<='),
    {
      id: `R6/wheel-axial-${stage}`,
      requirement: 'R6',
      kind: 'statistic',
      signal: `stage.${stage}.axial`,
      statistic: 'range',
      op: '<=',
      bound: 5e-4,
      unit: 'm',
    },
    {
      id: `R6/mesh-overlap-${stage}`,
      requirement: 'R6',
      kind: 'statistic',
      signal: `stage.${stage}.overlap`,
      statistic: 'min',
      op: '>=',
      bound: '=0.8 * faceWidthM',
      unit: 'm',
    },
  ]),
];

const trial = (id: string, text: string, torqueNm: number, isEfficiencyJudged: boolean) => ({
  id,
  text,
  phases: [
    { id: 'settle', durationS: 0.5, pace: 'hold' as const, set: [{ operation: 'input', speed: 0 }] },
    { id: 'load', durationS: 0.3, pace: 'fixed' as const, set: [{ operation: 'brake', effort: torqueNm }] },
    { id: 'drive', durationS: 3.5, set: [{ operation: 'input', speed: '=inputSpeedRadPerS' as const }] },
    { id: 'coast', durationS: 2, pace: 'fixed' as const, set: [{ operation: 'input', isOff: true }] },
  ],
  checks: checksOf(torqueNm, isEfficiencyJudged),
});

/**
 * The fixed test of the three-stage reducer: 3 : 1 in each stage, 27 : 1 over all, against three brakes, and the natural
 * slow-down when the input is let go.
 */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'gear-reducer',
  number: 25,
  title: 'Three-stage gear reducer: 27 to 1',
  demands: { motion: 3, structure: 2, function: 2, contact: 1, geometry: 3 },
  complexity: 'medium',
  requirements: [
    { id: 'R1', text: '3.00 : 1 in each stage and 27.0 : 1 over all, within 1.0 %, over the last 2.5 s of drive.' },
    {
      id: 'R2',
      text: 'The input reaches 85 % of its speed within 1 s and keeps it; no shaft reverses or loses phase (20°).',
    },
    {
      id: 'R3',
      text: 'Against dry brakes of 0.30, 1.0 and 3.0 N·m on the output; the input effort grows with the load.',
    },
    { id: 'R4', text: 'No energy is gained; at least half of the work arrives at the medium and heavy brake.' },
    {
      id: 'R5',
      text: 'Let go, every shaft slows down in phase and rests within 2.0 s; the input turns back 20° at most.',
    },
    {
      id: 'R6',
      text: 'Shafts and gears keep their places: 0.5 mm axially, 0.10 mm of centre distance, 80 % of the face width; pitch circles touch within 0.2 mm.',
    },
  ],
  operations: [
    { name: 'input', text: 'Motor at shaft 0, 2 rev/s.', drive: 'speed', motion: 'angle', cap: 0.35, fixed: ['speed'] },
    { name: 'brake', text: 'Dry brake on shaft 3.', drive: 'brake', motion: 'angle', cap: 3 },
  ],
  observations: [
    ...SHAFTS.flatMap((shaft) => [
      {
        name: `shaft.${shaft}.angle`,
        text: `Angle of shaft ${shaft}, in its own sense.`,
        unit: 'rad' as const,
        mustMove: true,
      },
      { name: `shaft.${shaft}.speed`, text: `Speed of shaft ${shaft}, in its own sense.`, unit: 'rad/s' as const },
      { name: `shaft.${shaft}.axial`, text: `Place of shaft ${shaft} along its axis.`, unit: 'm' as const },
    ]),
    ...STAGES.flatMap((stage) => [
      { name: `stage.${stage}.distance`, text: `Distance of the axes of stage ${stage}.`, unit: 'm' as const },
      { name: `stage.${stage}.axial`, text: `Place of wheel ${stage} along its axis.`, unit: 'm' as const },
      {
        name: `stage.${stage}.overlap`,
        text: `Face width over which the gears of stage ${stage} overlap.`,
        unit: 'm' as const,
      },
    ]),
    { name: 'phase', text: 'Angle of shaft 0 less 27 times that of shaft 3.', unit: 'rad' },
    { name: 'brake.torque', text: 'Size of the torque of the brake.', unit: 'N·m', kinds: ['drive-effort'] },
  ],
  parameters: [
    {
      name: 'inputSpeedRadPerS',
      text: 'Speed of the input, 2 rev/s (1 to 3).',
      unit: 'rad/s',
      kind: 'adjustable',
      value: 4 * Math.PI,
      min: 2 * Math.PI,
      max: 6 * Math.PI,
    },
    {
      name: 'faceWidthM',
      text: 'Face width of the narrower gear of each pair.',
      unit: 'm',
      kind: 'declared',
      min: 0.002,
      max: 0.05,
    },
    ...STAGES.map((stage) => ({
      name: `pitchDistance${stage}M`,
      text: `Distance of the axes at which the pitch circles of stage ${stage} touch: half the module times its teeth.`,
      unit: 'm' as const,
      kind: 'declared' as const,
      min: 0.01,
      max: 0.2,
    })),
  ],
  noSubstitute: [
    {
      kind: 'motion',
      name: 'input-to-output',
      text: 'each stage is its own mesh, one model per pair at most, never from input to output',
      operation: 'input',
      observation: 'shaft.3.angle',
    },
  ],
  trials: [
    trial('T1', 'light brake, 0.30 N·m', 0.3, false),
    trial('T2', 'medium brake, 1.0 N·m', 1, true),
    trial('T3', 'heavy brake, 3.0 N·m', 3, true),
  ],
});
