// A drawer on a rail, pushed and let go: the smallest mechanism that a template can be tied to.
import type { Candidate, TemplateBinding, TemplateInput } from '../../../src/index.js';

const X = [1, 0, 0] as const;

export const DRAWER: TemplateInput = {
  schema: 'mechtrial/template@1',
  name: 'drawer',
  number: 99,
  title: 'Drawer on a rail',
  demands: { motion: 1, structure: 1, function: 1, contact: 1, geometry: 1 },
  complexity: 'low',
  requirements: [
    { id: 'R1', text: 'Opens by the stroke.' },
    { id: 'R2', text: 'Stays open.' },
  ],
  operations: [{ name: 'hand', text: 'hand on the front', drive: 'position', motion: 'travel', cap: 5, mayTurn: true }],
  observations: [{ name: 'drawer.travel', text: 'drawer against the rail', unit: 'm', mustMove: true }],
  parameters: [
    { name: 'strokeM', text: 'stroke', unit: 'm', kind: 'fixed', value: 0.05 },
    { name: 'speedMPerS', text: 'speed', unit: 'm/s', kind: 'adjustable', value: 0.1, min: 0.05, max: 0.2 },
  ],
  trials: [
    {
      id: 'T1',
      phases: [
        { id: 'settle', durationS: 0.1, pace: 'hold', set: [{ operation: 'hand', to: 0, speed: '=speedMPerS' }] },
        {
          id: 'open',
          durationS: '=2 * strokeM / speedMPerS',
          set: [{ operation: 'hand', to: '=strokeM', speed: '=speedMPerS' }],
        },
        { id: 'stay', durationS: 0.3, pace: 'hold', set: [{ operation: 'hand', isOff: true }] },
      ],
      checks: [
        {
          id: 'R1/opens',
          requirement: 'R1',
          kind: 'statistic',
          signal: 'drawer.travel',
          statistic: 'final',
          op: '>=',
          bound: '=strokeM - 0.001',
          unit: 'm',
          window: { phase: 'open' },
        },
        {
          id: 'R2/stays',
          requirement: 'R2',
          kind: 'statistic',
          signal: 'drawer.travel',
          statistic: 'drift-from-start',
          op: '<=',
          bound: 5e-4,
          unit: 'm',
          window: { phase: 'stay' },
        },
      ],
    },
  ],
};

const box = (sizeM: readonly [number, number, number], material = 'beech') => [
  { geometry: { kind: 'box' as const, sizeM }, material },
];

/** The drawer; `lengthM` makes revisions. */
export const drawer = (lengthM = 0.1): Candidate => ({
  scene: {
    schema: 'mechtrial/scene@1',
    name: 'drawer',
    bodies: [
      { name: 'rail', isGround: true, parts: box([0.4, 0.05, 0.01]) },
      { name: 'drawer', parts: box([lengthM, 0.05, 0.04]), poseInWorld: { positionM: [-0.1, 0, 0.0251] } },
    ],
    joints: [
      {
        kind: 'prismatic',
        name: 'slide',
        bodies: ['rail', 'drawer'],
        frame: { originM: [-0.1, 0, 0.005], axis: X },
        frictionForceN: 0.4,
      },
    ],
  },
});

export const bindDrawer = (more: Partial<TemplateBinding> = {}): TemplateBinding => ({
  schema: 'mechtrial/template-binding@1',
  template: 'drawer',
  operations: { hand: { on: { joint: 'slide' } } },
  observations: { 'drawer.travel': { kind: 'joint-coordinate', joint: 'slide' } },
  ...more,
});

/** Codes of the issues that a promise is refused with; fails when it is not refused. */
export async function refusalCodes(outcome: Promise<unknown>): Promise<string[]> {
  try {
    await outcome;
  } catch (error) {
    return (error as { issues: readonly { code: string }[] }).issues.map(({ code }) => code);
  }
  throw new Error('was not refused');
}
