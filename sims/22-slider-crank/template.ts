import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const RUN = { phase: 'run' } as const;
const SLIDER = { signal: 'slider.position', amplitude: 0.039 } as const;
const CYCLE = { ...SLIDER, amplitudeUnit: 'm' } as const;
/** Last 0.1 s of the settle phase. */
const BASELINE = { phase: 'settle', lastS: 0.1 } as const;

/** Trial 1 is checked under each requirement itself, the loaded one under R3 where R3 says so. */
const motionChecks = (loaded: boolean): TemplateCheck[] => {
  const [travel, returns] = loaded ? (['R3', 'R3'] as const) : (['R1', 'R2'] as const);
  const stroke = (name: string, direction: 'rising' | 'falling', which: 'smallest' | 'largest'): TemplateCheck => ({
    id: `${travel}/${name}`,
    requirement: travel,
    kind: 'stroke',
    ...SLIDER,
    direction,
    which,
    op: which === 'smallest' ? '>=' : '<=',
    bound: which === 'smallest' ? 0.039 : 0.041,
    unit: 'm',
    window: RUN,
  });
  const oneToOne = (name: string, op: '>=' | '<=', bound: number): TemplateCheck => ({
    id: `${returns}/${name}`,
    requirement: returns,
    kind: 'cycles-per-turn',
    ...CYCLE,
    input: 'crank.angle',
    op,
    bound,
    unit: '1',
    window: RUN,
  });
  return [
    {
      id: `${travel}/cycles`,
      requirement: travel,
      kind: 'cycles',
      ...CYCLE,
      op: '>=',
      bound: 3,
      unit: '1',
      window: RUN,
    },
    stroke('forward-travel-least', 'rising', 'smallest'),
    stroke('forward-travel-most', 'rising', 'largest'),
    stroke('return-travel-least', 'falling', 'smallest'),
    stroke('return-travel-most', 'falling', 'largest'),
    {
      id: `${returns}/return`,
      requirement: returns,
      kind: 'extreme-drift',
      ...SLIDER,
      extreme: 'minimum',
      op: '<=',
      bound: 5e-4,
      unit: 'm',
      window: RUN,
    },
    oneToOne('one-to-one-least', '>=', 0.98),
    oneToOne('one-to-one-most', '<=', 1.02),
    {
      id: `${returns}/no-reversal`,
      requirement: returns,
      kind: 'back-run',
      signal: 'crank.angle',
      op: '<=',
      bound: 5 * DEGREE,
      unit: 'rad',
      window: RUN,
    },
  ];
};

const GUIDED: readonly TemplateCheck[] = [
  ...(['side.front', 'side.rear', 'lift.front', 'lift.rear'] as const).map(
    (place): TemplateCheck => ({
      id: `R4/guided-${place.replace('.', '-')}`,
      requirement: 'R4',
      kind: 'statistic',
      signal: `slider.${place}`,
      statistic: 'max-abs',
      baseline: BASELINE,
      op: '<=',
      bound: 5e-4,
      unit: 'm',
    }),
  ),
  ...(['yaw', 'pitch'] as const).map(
    (turn): TemplateCheck => ({
      id: `R4/guided-${turn}`,
      requirement: 'R4',
      kind: 'statistic',
      signal: `slider.tilt.${turn}`,
      statistic: 'max-abs',
      baseline: BASELINE,
      op: '<=',
      bound: 1 * DEGREE,
      unit: 'rad',
    }),
  ),
  {
    id: 'R4/engaged',
    requirement: 'R4',
    kind: 'statistic',
    signal: 'guide.overlap',
    statistic: 'min',
    op: '>=',
    bound: '=sliderHeightM',
    unit: 'm',
  },
  {
    id: 'R5/joints-intact',
    requirement: 'R5',
    kind: 'statistic',
    signal: 'standard.separation',
    statistic: 'max',
    op: '<=',
    bound: 2e-4,
    unit: 'm',
  },
  {
    id: 'R5/same-branch',
    requirement: 'R5',
    kind: 'same-phase-return',
    output: 'slider.position',
    input: 'crank.angle',
    against: 'first',
    op: '<=',
    bound: 1e-3,
    unit: 'm',
    window: RUN,
  },
];

const LOADED: readonly TemplateCheck[] = [
  {
    id: 'R3/loaded-speed-least',
    requirement: 'R3',
    kind: 'statistic',
    signal: 'crank.speed',
    statistic: 'mean',
    op: '>=',
    bound: '=0.9 * crankSpeedRadPerS',
    unit: 'rad/s',
    window: { ...RUN, fromS: 0.2 },
  },
  {
    id: 'R3/loaded-speed-most',
    requirement: 'R3',
    kind: 'statistic',
    signal: 'crank.speed',
    statistic: 'mean',
    op: '<=',
    bound: '=1.1 * crankSpeedRadPerS',
    unit: 'rad/s',
    window: { ...RUN, fromS: 0.2 },
  },
  {
    id: 'R3/resisted',
    requirement: 'R3',
    kind: 'statistic',
    signal: 'resistance.force',
    statistic: 'mean',
    isEvidence: true,
    op: '>=',
    bound: 9,
    unit: 'N',
    window: { ...RUN, fromS: 0.2 },
  },
];

const settle = { id: 'settle', durationS: 0.5, pace: 'hold' as const, set: [{ operation: 'crank', speed: 0 }] };
const run = { id: 'run', durationS: 4, set: [{ operation: 'crank', speed: '=crankSpeedRadPerS' as const }] };

/** The fixed test of the slider-crank push rod: turning into a straight stroke of 40 mm and back, free and against 10 N. */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'slider-crank',
  number: 22,
  title: 'Slider-crank push rod: continuous turning into a straight stroke',
  demands: { motion: 2, structure: 2, function: 2, contact: 1, geometry: 2 },
  complexity: 'low',
  requirements: [
    { id: 'R1', text: 'Unloaded at 60 rpm: at least 3 complete reciprocations, each way 40 ± 1.0 mm.' },
    {
      id: 'R2',
      text: 'Each return ends within 0.5 mm of the first one; one reciprocation per crank turn; the crank never reverses.',
    },
    {
      id: 'R3',
      text: 'The same travel against 10 N of dry resistance both ways, the crank within 10 % of its speed and its cap.',
    },
    {
      id: 'R4',
      text: 'The slider stays guided: 0.5 mm sideways, 1.0° tilt, at least its own height of it in the guide at every step.',
    },
    { id: 'R5', text: 'Joints stay intact within 0.2 mm; the linkage keeps its branch through both dead points.' },
  ],
  operations: [
    {
      name: 'crank',
      text: 'Motor on the crank, 60 rpm.',
      drive: 'speed',
      motion: 'angle',
      cap: 1,
      fixed: ['speed'],
    },
    { name: 'resistance', text: 'Dry brake on the slider, both ways.', drive: 'brake', motion: 'travel', cap: 10 },
  ],
  observations: [
    { name: 'crank.angle', text: 'Angle of the crank against the frame.', unit: 'rad', mustMove: true },
    { name: 'crank.speed', text: 'Speed of the crank against the frame.', unit: 'rad/s', mustMove: true },
    { name: 'slider.position', text: 'Position of the slider along its line, outward.', unit: 'm', mustMove: true },
    { name: 'slider.side.front', text: 'Place of its outer end across its line, in the plane of motion.', unit: 'm' },
    { name: 'slider.side.rear', text: 'The same of its inner end.', unit: 'm' },
    { name: 'slider.lift.front', text: 'Place of its outer end along the axis of the crank.', unit: 'm' },
    { name: 'slider.lift.rear', text: 'The same of its inner end.', unit: 'm' },
    { name: 'slider.tilt.yaw', text: 'Turn of the slider in the plane of motion.', unit: 'rad' },
    { name: 'slider.tilt.pitch', text: 'Turn of the slider out of the plane of motion.', unit: 'rad' },
    { name: 'guide.overlap', text: 'Length of the slider that is inside the guide.', unit: 'm', mustMove: false },
    { name: 'resistance.force', text: 'Size of the resistance on the slider.', unit: 'N', kinds: ['drive-effort'] },
  ],
  parameters: [
    {
      name: 'crankSpeedRadPerS',
      text: 'Speed of the crank, 60 rpm (40 to 90).',
      unit: 'rad/s',
      kind: 'adjustable',
      value: 2 * Math.PI,
      min: (40 / 30) * Math.PI,
      max: 3 * Math.PI,
    },
    {
      name: 'sliderHeightM',
      text: 'Largest dimension of the slider across its line, inside the guide.',
      unit: 'm',
      kind: 'declared',
      min: 0.002,
      max: 0.1,
    },
  ],
  noSubstitute: [
    {
      kind: 'motion',
      name: 'crank-to-slider',
      text: 'crank, rod and slider, a yoke or an eccentric move the slider through geometry',
      operation: 'crank',
      observation: 'slider.position',
    },
  ],
  trials: [
    { id: 'T1', text: 'free', phases: [settle, run], checks: [...motionChecks(false), ...GUIDED] },
    {
      id: 'T2',
      text: 'against 10 N',
      phases: [
        settle,
        { id: 'load', durationS: 0.3, pace: 'fixed', set: [{ operation: 'resistance', effort: 10 }] },
        run,
      ],
      checks: [...motionChecks(true), ...LOADED, ...GUIDED],
    },
  ],
});
