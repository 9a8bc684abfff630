import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const CYCLES = [1, 2] as const;
const PIVOTS = ['left', 'right'] as const;
const FEET = [1, 2, 3] as const;
/** Last 0.1 s of the settle phase. */
const BASELINE = { phase: 'settle', lastS: 0.1 } as const;

/** Phases of a cycle: turned back and held, in the first one pushed to either side, turned upright and held. */
const phasesOf = (c: number) => {
  const turn = (id: string, to: number) => ({
    id: `${id}-${c}`,
    durationS: 1.2,
    set: [
      { operation: 'frame', to: `=${to * DEGREE} * reachM` as const, speed: '=turnSpeedRadPerS * reachM' as const },
    ],
  });
  const hold = (id: string) => ({ id: `${id}-${c}`, durationS: 0.7, pace: 'hold' as const, set: [] });
  const push = (id: string, effort: '=sidePushN' | '=-sidePushN') => ({
    id: `${id}-${c}`,
    durationS: 0.8,
    pace: 'hold' as const,
    set: [{ operation: 'side_push', effort }],
  });
  const pushes = [
    push('push-right', '=sidePushN'),
    push('push-left', '=-sidePushN'),
    { id: `push-off-${c}`, durationS: 0.2, pace: 'hold' as const, set: [{ operation: 'side_push', isOff: true }] },
  ];
  return [turn('tilt', 30), hold('hold'), ...(c === 1 ? pushes : []), turn('back', 0), hold('upright')];
};

const cycleChecks = (c: number): TemplateCheck[] => {
  const window = { phase: `tilt-${c}`, untilPhase: `upright-${c}` };
  const most = (
    requirement: string,
    name: string,
    signal: string,
    bound: number,
    unit: 'm' | 'rad',
  ): TemplateCheck => ({
    id: `${requirement}/${name}[${c}]`,
    requirement,
    kind: 'statistic',
    signal,
    statistic: 'max-abs',
    baseline: BASELINE,
    op: '<=',
    bound,
    unit,
    window,
  });
  const tilted = (name: string, statistic: 'min' | 'max', op: '>=' | '<=', bound: number): TemplateCheck => ({
    id: `R1/${name}[${c}]`,
    requirement: 'R1',
    kind: 'statistic',
    signal: 'mirror.angle',
    statistic,
    baseline: BASELINE,
    op,
    bound,
    unit: 'rad',
    window: { phase: `hold-${c}` },
  });
  return [
    tilted('to-30-least', 'min', '>=', 27 * DEGREE),
    tilted('to-30-most', 'max', '<=', 33 * DEGREE),
    {
      id: `R2/back[${c}]`,
      requirement: 'R2',
      kind: 'statistic',
      signal: 'mirror.angle',
      statistic: 'max-abs',
      baseline: BASELINE,
      op: '<=',
      bound: 3 * DEGREE,
      unit: 'rad',
      window: { phase: `upright-${c}` },
    },
    most('R3', 'axial', 'mirror.axial', 5e-4, 'm'),
    ...PIVOTS.flatMap((pivot): TemplateCheck[] => [
      most('R3', `radial-${pivot}`, `pivot.${pivot}.radial`, 5e-4, 'm'),
      {
        id: `R3/engaged-${pivot}[${c}]`,
        requirement: 'R3',
        kind: 'statistic',
        signal: `pivot.${pivot}.overlap`,
        statistic: 'min',
        op: '>=',
        bound: 3e-3,
        unit: 'm',
        window,
      },
    ]),
    most('R4', 'stand-tilt', 'stand.tilt', 1 * DEGREE, 'rad'),
    most('R4', 'stand-slide', 'stand.slide', 1e-3, 'm'),
    ...FEET.map(
      (foot): TemplateCheck => ({
        id: `R4/foot-${foot}-down[${c}]`,
        requirement: 'R4',
        kind: 'statistic',
        signal: `foot.${foot}.force`,
        statistic: 'mean',
        op: '>=',
        bound: 0.02,
        unit: 'N',
        window: { phase: `hold-${c}`, lastS: 0.1 },
      }),
    ),
    {
      id: `R5/clears[${c}]`,
      requirement: 'R5',
      kind: 'statistic',
      signal: 'mirror.clearance',
      statistic: 'min',
      op: '>=',
      bound: 3e-4,
      unit: 'm',
      window,
    },
  ];
};

const pushed = (side: 'right' | 'left'): TemplateCheck => ({
  id: `R3/pushed-${side}`,
  requirement: 'R3',
  kind: 'statistic',
  signal: 'drive.side_push.effort',
  statistic: 'mean',
  isEvidence: true,
  op: side === 'right' ? '>=' : '<=',
  bound: `=${side === 'right' ? 0.9 : -0.9} * sidePushN`,
  unit: 'N',
  // the ramp from one side to the other takes 0.3 s
  window: { phase: `push-${side}-1`, fromS: 0.3 },
});

/** The fixed test of the tilting desktop mirror: turned 30° back and upright again, twice, pushed to either side once. */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'tilting-mirror',
  number: 28,
  title: 'Tilting desktop mirror between two uprights',
  demands: { motion: 1, structure: 1, function: 1, contact: 1, geometry: 1 },
  complexity: 'low',
  requirements: [
    { id: 'R1', text: 'From upright the frame is turned back to 30° ± 3° and held, each of 2 cycles.' },
    { id: 'R2', text: 'Turned upright again it is within ± 3° of where it was.' },
    {
      id: 'R3',
      text: 'Both pivots keep engaged by 3 mm; 0.5 mm across and along their axis, also pushed to either side.',
    },
    { id: 'R4', text: 'The stand stands: tilt 1.0°, slide 1.0 mm, all feet down at 30°.' },
    { id: 'R5', text: 'The mirror clears stand, desk and uprights by 0.3 mm over the whole angle.' },
    { id: 'R6', text: 'The hand at the upper edge needs at most 5 N.' },
  ],
  operations: [
    {
      name: 'frame',
      text: 'Hand at the upper edge, backwards and back, 40 °/s; it holds at both ends.',
      drive: 'position',
      motion: 'travel',
      mayTurn: true,
      cap: 5,
      fixed: ['speed'],
    },
    {
      name: 'side_push',
      text: '3 N or a fifth of the whole weight, whichever is less, along the axis.',
      drive: 'effort',
      motion: 'travel',
      cap: 3,
    },
  ],
  observations: [
    { name: 'mirror.angle', text: 'Angle of the mirror against the stand, backwards.', unit: 'rad', mustMove: true },
    { name: 'mirror.axial', text: 'Place of the mirror along the pivot axis.', unit: 'm' },
    { name: 'mirror.clearance', text: 'Distance of the mirror from stand and uprights, pivots apart.', unit: 'm' },
    {
      name: 'hand.torque',
      text: 'Size of the torque of the hand about the pivot axis.',
      unit: 'N·m',
      kinds: ['drive-effort'],
    },
    ...PIVOTS.flatMap((pivot) => [
      { name: `pivot.${pivot}.overlap`, text: `Length of the ${pivot} stub that is in its bore.`, unit: 'm' as const },
      {
        name: `pivot.${pivot}.radial`,
        text: `How far the ${pivot} pivot has moved across the axis.`,
        unit: 'm' as const,
      },
    ]),
    { name: 'stand.tilt', text: 'Angle of the stand to where it stood.', unit: 'rad' },
    { name: 'stand.slide', text: 'How far the stand has moved on the desk.', unit: 'm' },
    ...FEET.map((foot) => ({ name: `foot.${foot}.force`, text: `What foot ${foot} carries.`, unit: 'N' as const })),
  ],
  parameters: [
    {
      name: 'turnSpeedRadPerS',
      text: 'Speed of the frame, 40 °/s (20 to 60).',
      unit: 'rad/s',
      kind: 'adjustable',
      value: 40 * DEGREE,
      min: 20 * DEGREE,
      max: 60 * DEGREE,
    },
    {
      name: 'reachM',
      text: 'From the pivot axis to the upper edge.',
      unit: 'm',
      kind: 'declared',
      min: 0.03,
      max: 0.35,
    },
    {
      name: 'sidePushN',
      text: '3 N or 0.2 times the weight of the whole thing, whichever is less.',
      unit: 'N',
      kind: 'declared',
      min: 0.1,
      max: 3,
    },
  ],
  environment: [
    {
      body: {
        name: 'desk',
        isGround: true,
        parts: [
          {
            geometry: { kind: 'box', sizeM: [2, 2, 0.1] },
            material: 'desk',
            poseInBody: { positionM: [0, 0, -0.05] },
          },
        ],
      },
      shapes: [{ kind: 'hull', body: 'desk' }],
    },
  ],
  materials: [{ name: 'desk', densityKgPerM3: 700, frictionCoefficient: 0.4 }],
  friction: [{ materials: ['desk', 'rubber'], frictionCoefficient: 0.8 }],
  allowedModels: ['steady-rotary-brake'],
  trials: [
    {
      id: 'T1',
      phases: [
        {
          id: 'settle',
          durationS: 0.5,
          pace: 'hold',
          set: [{ operation: 'frame', to: 0, speed: '=turnSpeedRadPerS * reachM' }],
        },
        ...CYCLES.flatMap(phasesOf),
      ],
      checks: [
        ...CYCLES.flatMap(cycleChecks),
        pushed('right'),
        pushed('left'),
        {
          id: 'R6/hand-force',
          requirement: 'R6',
          kind: 'statistic',
          signal: 'hand.torque',
          statistic: 'max',
          op: '<=',
          bound: '=5 * reachM',
          unit: 'N·m',
        },
      ],
    },
  ],
});
