import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const CYCLES = [1, 2] as const;
const HINGES = ['lower', 'upper'] as const;
const FEET = [1, 2, 3] as const;
/** Last 0.1 s of the settle phase. */
const BASELINE = { phase: 'settle', lastS: 0.1 } as const;
const OPEN_RAD = 60 * DEGREE;

/** Phases of a cycle: pushed open, pressed down and lifted at the free edge, pulled back, pressed down again. */
const phasesOf = (c: number) => {
  const load = (name: string, operation: string, effort: '=pressN' | '=liftN') => [
    {
      id: `${name}-${c}`,
      durationS: 1.3,
      pace: 'hold' as const,
      set: [
        { operation: 'gate', isOff: true },
        { operation, effort },
      ],
    },
    { id: `${name}-off-${c}`, durationS: 0.3, pace: 'hold' as const, set: [{ operation, effort: 0 }] },
  ];
  const move = (name: string, to: number) => ({
    id: `${name}-${c}`,
    durationS: 1.5,
    set: [{ operation: 'gate', to: `=${to} * reachM` as const, speed: '=gateSpeedRadPerS * reachM' as const }],
  });
  return [
    move('open', OPEN_RAD),
    ...load('down-open', 'press_down', '=pressN'),
    ...load('up-open', 'lift_up', '=liftN'),
    move('back', 0),
    ...load('down-shut', 'press_down', '=pressN'),
  ];
};

const cycleChecks = (c: number): TemplateCheck[] => {
  const angle = (name: string, op: '>=' | '<=', bound: number): TemplateCheck => ({
    id: `R1/${name}[${c}]`,
    requirement: 'R1',
    kind: 'statistic',
    signal: 'gate.angle',
    statistic: 'final',
    baseline: BASELINE,
    op,
    bound,
    unit: 'rad',
    window: { phase: `open-${c}` },
  });
  const axial = (phase: string, bound: number): TemplateCheck => ({
    id: `R3/axial-${phase}[${c}]`,
    requirement: 'R3',
    kind: 'statistic',
    signal: 'gate.axial',
    statistic: 'max-abs',
    baseline: BASELINE,
    op: '<=',
    bound,
    unit: 'm',
    window: { phase: `${phase}-${c}` },
  });
  const applied = (phase: string, operation: string, load: string): TemplateCheck => ({
    id: `R3/applied-${phase}[${c}]`,
    requirement: 'R3',
    kind: 'statistic',
    signal: `drive.${operation}.effort`,
    statistic: 'mean',
    isEvidence: true,
    op: '>=',
    bound: `=0.9 * ${load}`,
    unit: 'N',
    window: { phase: `${phase}-${c}`, fromS: 0.3 },
  });
  return [
    angle('to-60-least', '>=', 57 * DEGREE),
    angle('to-60-most', '<=', 63 * DEGREE),
    {
      id: `R2/back[${c}]`,
      requirement: 'R2',
      kind: 'statistic',
      signal: 'gate.angle',
      statistic: 'max-abs',
      baseline: BASELINE,
      op: '<=',
      bound: 3 * DEGREE,
      unit: 'rad',
      window: { phase: `back-${c}`, lastS: 0.1 },
    },
    ...['open', 'down-open', 'back', 'down-shut'].map((phase) => axial(phase, 5e-4)),
    axial('up-open', 1e-3),
    applied('down-open', 'press_down', 'pressN'),
    applied('up-open', 'lift_up', 'liftN'),
    applied('down-shut', 'press_down', 'pressN'),
  ];
};

const most = (requirement: string, name: string, signal: string, bound: number, unit: 'm' | 'rad'): TemplateCheck => ({
  id: `${requirement}/${name}`,
  requirement,
  kind: 'statistic',
  signal,
  statistic: 'max-abs',
  baseline: BASELINE,
  op: '<=',
  bound,
  unit,
});

const ALL_THE_TIME: readonly TemplateCheck[] = [
  {
    id: 'R3/axial-settle',
    requirement: 'R3',
    kind: 'statistic',
    signal: 'gate.axial',
    statistic: 'range',
    op: '<=',
    bound: 5e-4,
    unit: 'm',
    window: { phase: 'settle' },
  },
  ...HINGES.flatMap((hinge): TemplateCheck[] => [
    {
      id: `R4/engaged-${hinge}`,
      requirement: 'R4',
      kind: 'statistic',
      signal: `${hinge}.overlap`,
      statistic: 'min',
      op: '>=',
      bound: 5e-3,
      unit: 'm',
    },
    most('R4', `radial-${hinge}`, `${hinge}.radial`, 5e-4, 'm'),
  ]),
  most('R5', 'frame-tilt', 'frame.tilt', 1 * DEGREE, 'rad'),
  most('R5', 'frame-slide', 'frame.slide', 1e-3, 'm'),
  ...FEET.map(
    (foot): TemplateCheck => ({
      id: `R5/foot-${foot}-carries`,
      requirement: 'R5',
      kind: 'statistic',
      signal: `foot.${foot}.force`,
      statistic: 'mean',
      op: '>=',
      bound: 0.02,
      unit: 'N',
      window: { lastS: 0.1 },
    }),
  ),
  {
    id: 'R6/clears',
    requirement: 'R6',
    kind: 'statistic',
    signal: 'edge.clearance',
    statistic: 'min',
    op: '>=',
    bound: 5e-4,
    unit: 'm',
  },
];

/** The fixed test of the small swing gate: opened to 60° and shut again, twice, loaded at its free edge, on its own feet. */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'swing-gate',
  number: 27,
  title: 'Small swing gate on its own feet',
  demands: { motion: 1, structure: 1, function: 1, contact: 1, geometry: 1 },
  complexity: 'low',
  requirements: [
    { id: 'R1', text: 'Pushed at the free edge it opens to 60° ± 3°, each of 2 cycles.' },
    { id: 'R2', text: 'Pulled back it is within ± 3° of where it was.' },
    {
      id: 'R3',
      text: 'No slip along the hinge axis: 0.5 mm, also pressed down at the free edge; 1.0 mm lifted by half its weight.',
    },
    { id: 'R4', text: 'Both hinges keep engaged: 5 mm of pin in its eye; the axis shifts by 0.5 mm at most.' },
    { id: 'R5', text: 'The frame stands: tilt 1.0°, slide 1.0 mm, all feet carry at the end.' },
    { id: 'R6', text: 'The free edge clears floor and post by 0.5 mm; the hand needs at most 5 N.' },
  ],
  operations: [
    {
      name: 'gate',
      text: 'Hand at the free edge, both ways, 60 °/s.',
      drive: 'position',
      motion: 'travel',
      mayTurn: true,
      cap: 5,
      fixed: ['speed'],
    },
    { name: 'press_down', text: 'Load on the free edge, down.', drive: 'effort', motion: 'travel', cap: 5 },
    {
      name: 'lift_up',
      text: 'Half the weight of the gate, up, at the free edge.',
      drive: 'effort',
      motion: 'travel',
      cap: 20,
    },
  ],
  observations: [
    { name: 'gate.angle', text: 'Angle of the gate against the frame, opening.', unit: 'rad', mustMove: true },
    { name: 'gate.axial', text: 'Place of the gate on its hinge axis, along it.', unit: 'm' },
    { name: 'edge.height', text: 'Height of the lowest point of the free edge.', unit: 'm' },
    { name: 'edge.clearance', text: 'Distance of the free edge from what is under and beside it.', unit: 'm' },
    ...HINGES.flatMap((hinge) => [
      { name: `${hinge}.overlap`, text: `Length of the ${hinge} pin that is in its eye.`, unit: 'm' as const },
      { name: `${hinge}.radial`, text: `How far the ${hinge} eye has moved across the axis.`, unit: 'm' as const },
    ]),
    { name: 'frame.tilt', text: 'Angle of the frame to where it stood.', unit: 'rad' },
    { name: 'frame.slide', text: 'How far the frame has moved on the floor.', unit: 'm' },
    ...FEET.map((foot) => ({
      name: `foot.${foot}.force`,
      text: `What foot ${foot} carries, of those that carried at the baseline.`,
      unit: 'N' as const,
    })),
  ],
  parameters: [
    {
      name: 'gateSpeedRadPerS',
      text: 'Speed of the gate, 60 °/s (30 to 90).',
      unit: 'rad/s',
      kind: 'adjustable',
      value: 60 * DEGREE,
      min: 30 * DEGREE,
      max: 90 * DEGREE,
    },
    { name: 'reachM', text: 'From the hinge axis to the free edge.', unit: 'm', kind: 'declared', min: 0.08, max: 0.4 },
    {
      name: 'pressN',
      text: '5 N or half the weight of the whole thing, whichever is less.',
      unit: 'N',
      kind: 'declared',
      min: 0.1,
      max: 5,
    },
    { name: 'liftN', text: 'Half the weight of the gate.', unit: 'N', kind: 'declared', min: 0.14, max: 15 },
  ],
  environment: [
    {
      body: {
        name: 'floor',
        isGround: true,
        parts: [
          {
            geometry: { kind: 'box', sizeM: [2, 2, 0.1] },
            material: 'floor',
            poseInBody: { positionM: [0, 0, -0.05] },
          },
        ],
      },
      shapes: [{ kind: 'hull', body: 'floor' }],
    },
  ],
  materials: [{ name: 'floor', densityKgPerM3: 700, frictionCoefficient: 0.4 }],
  friction: [{ materials: ['floor', 'rubber'], frictionCoefficient: 0.8 }],
  trials: [
    {
      id: 'T1',
      phases: [
        {
          id: 'settle',
          durationS: 0.5,
          pace: 'hold',
          set: [{ operation: 'gate', to: 0, speed: '=gateSpeedRadPerS * reachM' }],
        },
        ...CYCLES.flatMap(phasesOf),
      ],
      checks: [...CYCLES.flatMap(cycleChecks), ...ALL_THE_TIME],
    },
  ],
});
