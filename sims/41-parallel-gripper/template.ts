import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const CYCLES = [1, 2] as const;
type Cycle = (typeof CYCLES)[number];

/** Where a cycle starts from: the settled state, or the end of the first opening. */
const before = (k: Cycle) => ({ phase: k === 1 ? 'settle' : 'open-1', lastS: 0.1 });
/** Full load: the ramp of 0.3 s is over. */
const loaded = (k: Cycle) => ({ phase: `load-${k}`, fromS: 0.3 });
const wholeCycle = (k: Cycle) => ({ phase: `close-${k}`, untilPhase: `open-${k}` });
const SIDES = ['left', 'right'] as const;

type Statistic = 'min' | 'max' | 'mean' | 'final' | 'max-abs';

const check = (
  id: string,
  signal: string,
  statistic: Statistic,
  [op, bound, unit]: readonly ['<=' | '>=', TemplateCheck['bound'], 'm' | 'rad' | 'N' | 'm/s' | 'rad/s'],
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

const motionChecks = (k: Cycle): TemplateCheck[] => [
  ...SIDES.map((side) =>
    check(`R1/travel-${side}[${k}]`, `jaw.${side}.travel`, 'max', ['>=', 0.006, 'm'], {
      window: { phase: `close-${k}` },
      baseline: before(k),
    }),
  ),
  check(`R1/opening-before[${k}]`, 'jaw.gap', 'min', ['>=', 0.05, 'm'], { window: before(k) }),
  check(`R1/opening-after[${k}]`, 'jaw.gap', 'min', ['>=', 0.05, 'm'], { window: { phase: `open-${k}`, lastS: 0.1 } }),
  check(`R2/sync[${k}]`, 'jaw.sync', 'max', ['<=', 5e-4, 'm'], { window: wholeCycle(k) }),
  check(`R3/parallel[${k}]`, 'jaw.parallel', 'max', ['<=', 0.01, 'rad'], { window: wholeCycle(k) }),
  check(`R3/guide[${k}]`, 'jaw.guide', 'max', ['<=', 5e-4, 'm'], { window: wholeCycle(k) }),
];

const gripChecks = (k: Cycle): TemplateCheck[] => [
  ...SIDES.map((side) =>
    check(`R4/grip-${side}[${k}]`, `grip.${side}.force`, 'min', ['>=', 10, 'N'], {
      window: loaded(k),
      movingMeanS: 0.02,
    }),
  ),
  check(`R4/load[${k}]`, 'side-load.force', 'mean', ['>=', 4.5, 'N'], { window: loaded(k), isEvidence: true }),
  {
    id: `R4/slip[${k}]`,
    requirement: 'R4',
    kind: 'displacement',
    x: 'block.in-jaw.x',
    y: 'block.in-jaw.y',
    z: 'block.in-jaw.z',
    op: '<=',
    bound: 1e-3,
    unit: 'm',
    window: loaded(k),
  },
];

const releaseChecks = (k: Cycle): TemplateCheck[] => {
  const open = { phase: `open-${k}` };
  const end = { ...open, lastS: 0.2 };
  return [
    {
      id: `R5/frees[${k}]`,
      requirement: 'R5',
      kind: 'first-time',
      signal: 'jaw.gap',
      when: { op: '>=', value: 0.05, unit: 'm' },
      op: '<=',
      bound: 0.8,
      unit: 's',
      window: open,
    },
    check(`R5/clear[${k}]`, 'grip.sum', 'max', ['<=', 0, 'N'], { window: end }),
    check(`R5/input-back[${k}]`, 'input.travel', 'max-abs', ['<=', '=max(0.0005, 0.02 * strokeM)', 'm'], {
      window: { ...open, lastS: 0.1 },
      baseline: { phase: 'settle', lastS: 0.1 },
    }),
    check(`R6/block-still[${k}]`, 'block.speed', 'max', ['<=', 1e-3, 'm/s'], { window: end }),
    check(`R6/block-not-turning[${k}]`, 'block.turning', 'max', ['<=', DEGREE, 'rad/s'], { window: end }),
    check(`R6/block-left[${k}]`, 'block.moved', 'final', ['<=', 3e-3, 'm'], { window: open }),
    check(`R6/block-upright[${k}]`, 'block.tilt', 'final', ['<=', 5 * DEGREE, 'rad'], { window: open }),
  ];
};

const INPUT_CAP: TemplateCheck = check('R7/input-cap', 'input.force', 'max-abs', [
  '<=',
  '=inputCapN * (1 + 1e-9)',
  'N',
]);
const CENTERED: TemplateCheck = check('R4/centered', 'block.offset', 'max-abs', ['<=', 1e-3, 'm'], {
  window: { phase: 'settle' },
  isEvidence: true,
});

const CLOSE = { operation: 'input', to: '=strokeM', speed: 0.1, mayStall: true } as const;
const OPEN = { operation: 'input', to: 0, speed: 0.1 } as const;

/** One cycle of the printed timetable. The load of 5 N is let go in the last 0.05 s of its two seconds. */
const cycle = (k: Cycle) => [
  { id: `close-${k}`, durationS: k === 1 ? 0.5 : 1, pace: 'fixed' as const, set: [CLOSE] },
  {
    id: `load-${k}`,
    durationS: 1.95,
    pace: 'fixed' as const,
    set: [{ operation: 'side-load', effort: k === 1 ? 5 : -5 }],
  },
  {
    id: `let-go-${k}`,
    durationS: 0.05,
    pace: 'fixed' as const,
    set: [{ operation: 'side-load', isOff: true, letGoS: 0.05 }],
  },
  { id: `open-${k}`, durationS: 1, pace: 'fixed' as const, set: [OPEN] },
];

const carries = CYCLES.map((k) => ({ trial: 'T1', phase: `load-${k}` }));

/** The fixed test of the synchronized parallel gripper: grip, hold against 5 N, release, and all of it again. */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'parallel-gripper',
  number: 41,
  title: 'Synchronized parallel gripper',
  demands: { motion: 3, structure: 2, function: 2, contact: 2, geometry: 2 },
  complexity: 'medium',
  requirements: [
    {
      id: 'R1',
      text: 'One input opens and closes both jaws: each travels at least 6 mm, the open gap is at least 50 mm before and after each grasp.',
    },
    {
      id: 'R2',
      text: 'Synchronous: the travels of the jaws differ by 0.5 mm at most at every step, also while gripping.',
    },
    {
      id: 'R3',
      text: 'Parallel: the faces stay within 0.01 rad of each other and of their start; guide deviation at most 0.5 mm.',
    },
    {
      id: 'R4',
      text: 'Hold: under 5 N each jaw grips with at least 10 N, and the block slips by 1 mm at most.',
    },
    {
      id: 'R5',
      text: 'Release: the gap is 50 mm within 0.8 s, no jaw touches the block for 0.2 s, the input is back.',
    },
    {
      id: 'R6',
      text: 'State left: the block is still on its rest, moved by 3.0 mm and tilted by 5° at most, so that the second cycle works without any reset.',
    },
    { id: 'R7', text: 'The input needs 35 N at most, and stays on while the load acts.' },
  ],
  operations: [
    {
      name: 'input',
      text: 'Actuator on the one input, closing is positive.',
      drive: 'position',
      motion: 'travel',
      cap: '=inputCapN',
      mayTurn: true,
      fixed: ['cap'],
    },
    {
      name: 'side-load',
      text: 'Push of 5 N at the middle of the block, along the faces, horizontal; one way in the first cycle, the other in the second.',
      drive: 'effort',
      motion: 'travel',
      cap: 5,
      fixed: ['cap'],
    },
  ],
  observations: [
    { name: 'jaw.left.travel', text: 'Travel of the left jaw against the base, closing.', unit: 'm', mustMove: true },
    { name: 'jaw.right.travel', text: 'Travel of the right jaw against the base, closing.', unit: 'm', mustMove: true },
    { name: 'jaw.sync', text: 'Difference of the two travels, its size.', unit: 'm' },
    { name: 'jaw.parallel', text: 'Largest angle of a face against its start, and against the other.', unit: 'rad' },
    { name: 'jaw.guide', text: 'Largest way of a jaw across its guide, at both ends of the guided length.', unit: 'm' },
    { name: 'jaw.gap', text: 'Gap between the faces.', unit: 'm', mustMove: true },
    {
      name: 'grip.left.force',
      text: 'Normal force of the left jaw on the block.',
      unit: 'N',
      kinds: ['contact-force'],
    },
    {
      name: 'grip.right.force',
      text: 'Normal force of the right jaw on the block.',
      unit: 'N',
      kinds: ['contact-force'],
    },
    { name: 'grip.sum', text: 'Normal force of both.', unit: 'N', kinds: ['contact-force'] },
    { name: 'block.in-jaw.x', text: 'Middle of the block as the left jaw sees it.', unit: 'm' },
    { name: 'block.in-jaw.y', text: 'The same, second axis.', unit: 'm' },
    { name: 'block.in-jaw.z', text: 'The same, third axis.', unit: 'm' },
    { name: 'block.offset', text: 'Middle of the block from the middle between the faces.', unit: 'm' },
    { name: 'block.moved', text: 'Way of the middle of the block from its start, 3-D.', unit: 'm' },
    { name: 'block.tilt', text: 'Tilt of the block.', unit: 'rad' },
    { name: 'block.speed', text: 'Speed of the block.', unit: 'm/s' },
    { name: 'block.turning', text: 'Angular speed of the block.', unit: 'rad/s' },
    { name: 'input.travel', text: 'Travel of the input.', unit: 'm', mustMove: true },
    { name: 'input.force', text: 'Force of the input.', unit: 'N', kinds: ['drive-effort'] },
    { name: 'side-load.force', text: 'Size of the push on the block.', unit: 'N', kinds: ['drive-effort'] },
  ],
  parameters: [
    { name: 'inputCapN', text: 'Cap of the input.', unit: 'N', kind: 'adjustable', value: 35, min: 20, max: 35 },
    {
      name: 'strokeM',
      text: 'Target of the closing input.',
      unit: 'm',
      kind: 'adjustable',
      value: 0.04,
      min: 0.006,
      max: 0.2,
    },
  ],
  materials: [{ name: 'workpiece', densityKgPerM3: 1736, frictionCoefficient: 0.4 }],
  friction: [
    { materials: ['rubber', 'workpiece'], frictionCoefficient: 0.8 },
    { materials: ['*', 'workpiece'], frictionCoefficient: 0.4 },
  ],
  environment: [
    {
      body: {
        name: 'block',
        parts: [{ geometry: { kind: 'box', sizeM: [0.036, 0.04, 0.04] }, material: 'workpiece', massKg: 0.1 }],
      },
      shapes: [{ kind: 'box', body: 'block', sizeM: [0.036, 0.04, 0.04] }],
      placeWithin: { minM: [-0.3, -0.3, -0.3], maxM: [0.3, 0.3, 0.3] },
      mayTurn: true,
    },
  ],
  noSubstitute: [
    {
      kind: 'contact',
      name: 'left-jaw-on-block',
      text: 'friction between left jaw and block holds it',
      carries,
    },
    {
      kind: 'contact',
      name: 'right-jaw-on-block',
      text: 'friction between right jaw and block holds it',
      carries,
    },
  ],
  trials: [
    {
      id: 'T1',
      text: 'two grasps in a row',
      phases: [
        { id: 'settle', durationS: 0.5, pace: 'fixed', set: [{ operation: 'input', to: 0, speed: 0.1 }] },
        ...CYCLES.flatMap(cycle),
      ],
      checks: [
        CENTERED,
        ...CYCLES.flatMap((k) => [...motionChecks(k), ...gripChecks(k), ...releaseChecks(k)]),
        INPUT_CAP,
      ],
    },
  ],
});
