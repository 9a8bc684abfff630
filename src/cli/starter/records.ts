import type { Binding } from '../../trial/index.js';

/** The starter scene: a flap on a pin. */
export const starterScene = (name: string): Exclude<Binding['scene'], string> => ({
  schema: 'mechtrial/scene@1',
  name,
  notes: 'A flap on a pin. The joint angle is 0 closed and grows as the flap opens.',
  bodies: [
    {
      name: 'base',
      isGround: true,
      parts: [{ geometry: { kind: 'file', file: 'parts/base.stl', lengthUnit: 'mm' }, material: 'PLA' }],
    },
    {
      name: 'flap',
      parts: [{ geometry: { kind: 'file', file: 'parts/flap.stl', lengthUnit: 'mm' }, material: 'PLA' }],
    },
  ],
  joints: [
    {
      kind: 'revolute',
      name: 'hinge',
      bodies: ['base', 'flap'],
      frame: { originM: [0, 0, 0], axis: [0, -1, 0] },
      frictionTorqueNm: 0.001,
    },
  ],
});

/** The starter trial: open the flap by 100° with a small motor, and hold it there. */
export const starterBinding = (name: string): Binding => ({
  schema: 'mechtrial/binding@1',
  name,
  scene: 'scene.json',
  drives: [
    {
      kind: 'rotary-position-servo',
      name: 'motor',
      on: { joint: 'hinge' },
      stiffnessNmPerRad: 2,
      dampingNmSPerRad: 0.05,
      capNm: 0.02,
    },
  ],
  signals: [
    { kind: 'joint-coordinate', name: 'flap.angle', joint: 'hinge' },
    { kind: 'drive-effort', name: 'motor.torque', drive: 'motor' },
  ],
  requirements: [
    { id: 'R1', text: 'The flap opens by at least 95° within 2 s.' },
    { id: 'R2', text: 'It stays open for 1 s.' },
  ],
  trials: [
    {
      id: 'T1',
      phases: [
        { id: 'settle', durationS: 0.3, set: [{ drive: 'motor', angleRad: 0, speedRadPerS: 2 }] },
        { id: 'open', durationS: 2, set: [{ drive: 'motor', angleRad: 1.745, speedRadPerS: 2 }] },
        { id: 'hold', durationS: 1 },
      ],
      checks: [
        {
          id: 'R1/opens',
          requirement: 'R1',
          kind: 'first-time',
          signal: 'flap.angle',
          when: { op: '>=', value: 1.658, unit: 'rad' },
          op: '<=',
          bound: 2,
          unit: 's',
          window: { phase: 'open' },
        },
        {
          id: 'R2/stays-open',
          requirement: 'R2',
          kind: 'statistic',
          signal: 'flap.angle',
          statistic: 'min',
          op: '>=',
          bound: 1.658,
          unit: 'rad',
          window: { phase: 'hold' },
        },
      ],
    },
  ],
});

/** README of the starter project. */
export const starterReadme = (name: string): string => `# ${name}

A flap on a pin, opened by a small motor.

    mechtrial run binding.json          # the trial
    mechtrial run binding.json --watch  # again whenever a file changes
    mechtrial inspect parts/flap.stl --unit mm  # pins, holes and planes that a joint can be put on
    mechtrial run binding.json --out runs/first
    mechtrial replay runs/first         # one HTML file that shows the run
    mechtrial audit scene.json --sweep hinge 0deg 180deg 180

- \`scene.json\`: the mechanism. Put your own STEP, STL, 3MF or OBJ files into \`parts/\` and name them here.
- \`binding.json\`: what is done to it and what it must do. Lower \`capNm\` to 0.002 and the motor cannot lift the flap: FAIL.
- Every field is described by \`mechtrial schema\`.
`;
