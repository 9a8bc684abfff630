import { defineTemplate, type TemplateCheck } from '../../src/index.js';

const DEGREE = Math.PI / 180;
const TESTS = [1, 2] as const;
const BASELINE = { phase: 'settle', lastS: 0.1 } as const;
/** Net turn that is asked for, and what is commanded at 45°/s in the phase and its brake [°]. */
const FORWARD = { 1: { least: 200, commanded: 207 }, 2: { least: 100, commanded: 103.5 } } as const;
type Test = (typeof TESTS)[number];

const PITCH = '360 / toothCount';

const forwardWindow = (k: Test) => ({ phase: `forward-${k}`, untilPhase: `brake-${k}` });

const forwardChecks = (k: Test): TemplateCheck[] => {
  const r = k === 1 ? 'R1' : 'R5';
  const { least, commanded } = FORWARD[k];
  const clicks = (name: string, op: '>=' | '<=', bound: `=${string}`): TemplateCheck => ({
    id: `R2/clicks-${name}[${k}]`,
    requirement: 'R2',
    kind: 'crossings',
    signal: 'pawl.position',
    level: '=0.5 * liftM',
    levelUnit: 'm',
    direction: 'falling',
    rearm: '=0.1 * liftM',
    op,
    bound,
    unit: '1',
    window: forwardWindow(k),
  });
  return [
    {
      id: `${r}/forward[${k}]`,
      requirement: r,
      kind: 'statistic',
      signal: 'table.angle',
      statistic: 'net-change',
      op: '>=',
      bound: least * DEGREE,
      unit: 'rad',
      window: forwardWindow(k),
    },
    clicks('least', '>=', `=${least} / (${PITCH}) - 1`),
    clicks('most', '<=', `=${commanded} / (${PITCH}) + 1`),
    {
      id: `R2/drop[${k}]`,
      requirement: 'R2',
      kind: 'stroke',
      signal: 'pawl.position',
      amplitude: '=liftM',
      direction: 'falling',
      which: 'smallest',
      op: '>=',
      bound: '=0.6 * liftM',
      unit: 'm',
      window: forwardWindow(k),
    },
    {
      id: `R2/drop-time[${k}]`,
      requirement: 'R2',
      kind: 'sustained',
      signal: 'pawl.fall',
      when: { op: '>', value: 1e-3, unit: 'm/s' },
      op: '<=',
      bound: `=min(0.2, 0.5 * ${PITCH} / (45 * tableSpeedFactor))`,
      unit: 's',
      window: forwardWindow(k),
    },
    {
      id: `R3/on-teeth[${k}]`,
      requirement: 'R3',
      kind: 'statistic',
      signal: 'pawl.force',
      statistic: 'min',
      op: '>=',
      bound: 1e-3,
      unit: 'N',
      movingMeanS: 0.02,
      window: { phase: `free-${k}`, lastS: 0.1 },
    },
  ];
};

const reverseChecks = (k: Test): TemplateCheck[] => {
  const r = k === 1 ? 'R4' : 'R5';
  const held = { phase: `reverse-${k}`, fromS: 0.5 };
  return [
    {
      id: `${r}/caught[${k}]`,
      requirement: r,
      kind: 'back-run',
      signal: 'table.angle',
      op: '<=',
      bound: `=(${PITCH} + 1) * ${DEGREE}`,
      unit: 'rad',
      window: { phase: `free-${k}`, untilPhase: `reverse-${k}` },
    },
    {
      id: `${r}/held[${k}]`,
      requirement: r,
      kind: 'statistic',
      signal: 'table.angle',
      statistic: 'range',
      op: '<=',
      bound: 0.5 * DEGREE,
      unit: 'rad',
      window: held,
    },
    {
      id: `${r}/pawl-in[${k}]`,
      requirement: r,
      kind: 'statistic',
      signal: 'pawl.position',
      statistic: 'max',
      baseline: BASELINE,
      op: '<=',
      bound: 5e-4,
      unit: 'm',
      window: held,
    },
    {
      id: `${r}/pawl-carries[${k}]`,
      requirement: r,
      kind: 'statistic',
      signal: 'pawl.force',
      statistic: 'min',
      movingMeanS: 0.02,
      op: '>=',
      bound: 1,
      unit: 'N',
      window: held,
    },
    {
      id: `${r}/torque-applied[${k}]`,
      requirement: r,
      kind: 'statistic',
      signal: 'reverse.torque',
      statistic: 'mean',
      isEvidence: true,
      op: '>=',
      bound: 0.9,
      unit: 'N·m',
      window: { phase: `reverse-${k}`, fromS: 0.3 },
    },
  ];
};

const RETAINED: readonly TemplateCheck[] = (['axial', 'radial'] as const).map((way) => ({
  id: `R6/table-${way}`,
  requirement: 'R6',
  kind: 'statistic',
  signal: `table.${way}`,
  statistic: way === 'axial' ? 'range' : 'max',
  op: '<=',
  bound: 5e-4,
  unit: 'm',
}));

const forward = (k: Test, durationS: number) => [
  {
    id: `forward-${k}`,
    durationS,
    set: [{ operation: 'table', speed: `=${45 * DEGREE} * tableSpeedFactor` as const }],
  },
  { id: `brake-${k}`, durationS: 0.2, pace: 'fixed' as const, set: [{ operation: 'table', speed: 0 }] },
  { id: `free-${k}`, durationS: 0.5, pace: 'hold' as const, set: [{ operation: 'table', isOff: true }] },
  { id: `reverse-${k}`, durationS: 2.5, pace: 'hold' as const, set: [{ operation: 'reverse', effort: -1 }] },
];

/** The fixed test of the gravity-pawl turntable: forward clicks, a reverse load on one tooth, and again on another. */
export const TEMPLATE = defineTemplate({
  schema: 'mechtrial/template@1',
  name: 'gravity-pawl-turntable',
  number: 23,
  title: 'Gravity-pawl turntable',
  demands: { motion: 2, structure: 2, function: 2, contact: 2, geometry: 2 },
  complexity: 'low',
  requirements: [
    { id: 'R1', text: 'Forward by 200° at 45 °/s with 0.3 N·m at most, no jam.' },
    {
      id: 'R2',
      text: 'The pawl lifts and drops once per pitch; each drop is 60 % of the lift and more, in 0.20 s and in half a pitch at most.',
    },
    { id: 'R3', text: 'Let go anywhere, 0.5 s later the pawl lies in a space or on a ramp.' },
    {
      id: 'R4',
      text: '1.0 N·m back for 2 s: caught within one pitch and 1.0°, creep 0.5° at most, the pawl carries 1 N and more and lifts by 0.5 mm at most.',
    },
    { id: 'R5', text: 'Forward by 100° more, and a second reverse test there, as R4.' },
    {
      id: 'R6',
      text: 'Nothing but its weight brings the pawl down; the table keeps its place within 0.5 mm along and across its axis.',
    },
  ],
  operations: [
    {
      name: 'table',
      text: 'Hand on the table, 45 °/s.',
      drive: 'speed',
      motion: 'angle',
      cap: 0.3,
      fixed: ['cap', 'speed'],
    },
    {
      name: 'reverse',
      text: 'Torque of 1.0 N·m, backwards.',
      drive: 'effort',
      motion: 'angle',
      cap: 1,
      fixed: ['cap'],
    },
  ],
  observations: [
    { name: 'table.angle', text: 'Angle of the table, forward.', unit: 'rad', mustMove: true },
    { name: 'table.radial', text: 'Way of the table across its axis.', unit: 'm' },
    { name: 'table.axial', text: 'Way of the table along its axis.', unit: 'm' },
    {
      name: 'pawl.position',
      text: 'Height of the tip of the pawl; 0 as delivered, seated.',
      unit: 'm',
      mustMove: true,
    },
    { name: 'pawl.fall', text: 'Speed of the tip, downwards.', unit: 'm/s' },
    { name: 'pawl.force', text: 'Force between pawl and table.', unit: 'N', kinds: ['contact-force'] },
    { name: 'reverse.torque', text: 'Size of the reverse torque.', unit: 'N·m', kinds: ['drive-effort'] },
  ],
  parameters: [
    { name: 'toothCount', text: 'Teeth of the ratchet.', unit: '1', kind: 'declared', min: 12, max: 36 },
    { name: 'liftM', text: 'Lift of the tip over a tooth.', unit: 'm', kind: 'declared', min: 0.001, max: 0.03 },
    {
      name: 'tableSpeedFactor',
      text: 'Speed of the table over 45 °/s (20 to 60 °/s).',
      unit: '1',
      kind: 'adjustable',
      value: 1,
      min: 20 / 45,
      max: 60 / 45,
    },
  ],
  noSubstitute: [
    {
      kind: 'contact',
      name: 'pawl-on-teeth',
      text: 'the teeth lift the pawl, it drops, and it blocks them',
      carries: TESTS.flatMap((k) => [`forward-${k}`, `reverse-${k}`].map((phase) => ({ trial: 'T1', phase }))),
    },
  ],
  // The tip drops by 5 mm in 20 ms, past the tip of a tooth: the audit has to see it on its way.
  settings: { poseIntervalS: 0.001 },
  trials: [
    {
      id: 'T1',
      text: 'forward, reverse, forward, reverse',
      phases: [
        { id: 'settle', durationS: 0.5, pace: 'hold' },
        ...forward(1, 4.6),
        { id: 'let-go', durationS: 0.3, pace: 'hold', set: [{ operation: 'reverse', isOff: true }] },
        ...forward(2, 2.3),
      ],
      checks: [...TESTS.flatMap((k) => [...forwardChecks(k), ...reverseChecks(k)]), ...RETAINED],
    },
  ],
});
