import type { Binding, SceneInput } from '../../src/index.js';
import { BLOCK_CENTER_M, buildCandidate, HINGE_IN_BASE_M, START_OPENING_RAD } from './candidate.js';

/** Torque cap of the jaw [N·m]: below the stall torque of the servos that fit the pocket (0.5 N·m and more). */
const CAP_NM = 0.2;
/** Cap reached at 1° of error. */
const STIFFNESS_NM_PER_RAD = CAP_NM / (Math.PI / 180);
/** Critical on the jaw: 2·√(k·J), J = 2.5e-5 kg·m² about the hinge (16 g, reach 40 mm). */
const DAMPING_NM_S_PER_RAD = 2 * Math.sqrt(STIFFNESS_NM_PER_RAD * 2.5e-5);
/** Pull on the block, out of the jaws along the fingers. */
const PULL_N = 1;
/** Normal force at which two pads of friction 0.40 just hold the pull: PULL / (2·µ). */
const NEEDED_GRIP_N = PULL_N / (2 * 0.4);
/**
 * What may be left between the block and the static pad when the jaw has opened [N]: the block leans there, held by friction
 * on its rest, which is less than its weight of 0.196 N.
 */
const LEFT_LEANING_N = 0.196;
/** Where the servo would go without a block: pads closed to 0.1 mm. */
const CLOSED_RAD = START_OPENING_RAD + (3 * Math.PI) / 180;
const SPEED_RAD_PER_S = (40 * Math.PI) / 180;
const LOAD_RAMP_S = 0.3;

const X = [1, 0, 0] as const;
const Y = [0, 1, 0] as const;
const Z = [0, 0, 1] as const;

/**
 * Returns the test of the gripper: twice close on the block with a capped torque, pull at it with 1 N for a second, let
 * go of the pull, open. The servo keeps closing while the pull acts.
 */
export function bindGripper(scene: SceneInput = buildCandidate()): Binding {
  const position = (name: string, axis: readonly [number, number, number]) =>
    ({ kind: 'body-position', name, body: 'block', reference: 'static-jaw', pointM: BLOCK_CENTER_M, axis }) as const;
  const grip = (name: string, jaw: string) => ({
    kind: 'contact-force' as const,
    name,
    groupA: [jaw],
    groupB: ['block'],
  });
  return {
    schema: 'mechtrial/binding@1',
    name: 'real-gripper',
    scene,
    drives: [
      {
        kind: 'rotary-position-servo',
        name: 'servo',
        on: { joint: 'hinge' },
        stiffnessNmPerRad: STIFFNESS_NM_PER_RAD,
        dampingNmSPerRad: DAMPING_NM_S_PER_RAD,
        capNm: CAP_NM,
      },
      {
        kind: 'force-profile',
        name: 'pull',
        on: { body: 'block', reference: 'static-jaw', frame: { originM: BLOCK_CENTER_M, axis: Y } },
        reactsOnReference: false,
        capN: PULL_N,
      },
    ],
    signals: [
      { kind: 'joint-coordinate', name: 'jaw.angle', joint: 'hinge' },
      { kind: 'drive-effort', name: 'servo.torque', drive: 'servo' },
      { kind: 'drive-effort', name: 'pull.force', drive: 'pull' },
      grip('grip.static', 'static-jaw'),
      grip('grip.moving', 'moving-jaw'),
      position('block.x', X),
      position('block.y', Y),
      position('block.z', Z),
      { kind: 'tilt', name: 'block.tilt', body: 'block' },
      { kind: 'body-angle', name: 'block.turn', body: 'block', originM: BLOCK_CENTER_M, axis: Z },
      { kind: 'joint-separation', name: 'joints.separation' },
    ],
    requirements: [
      { id: 'R1', text: 'Closed at no more than 0.2 N·m, each pad presses with what a pull of 1 N needs at least.' },
      { id: 'R2', text: 'The block slips at most 1 mm under a pull of 1 N.' },
      { id: 'R3', text: 'Opened, the jaw lets the block go and is back where it was.' },
      { id: 'R4', text: 'The block stays on its rest, upright, so that it is gripped again without help.' },
      { id: 'R5', text: 'The hinge stays together: separation at most 0.2 mm.' },
    ],
    trials: [
      {
        id: 'T1',
        phases: [
          { id: 'settle', durationS: 0.5, set: [jawTo(0)] },
          ...[1, 2].flatMap((cycle) => [
            { id: `close-${cycle}`, durationS: 1, set: [jawTo(CLOSED_RAD)] },
            { id: `pull-${cycle}`, durationS: 1 + LOAD_RAMP_S, set: [pull(PULL_N)] },
            { id: `unload-${cycle}`, durationS: 0.4, set: [pull(0)] },
            { id: `open-${cycle}`, durationS: 1, set: [jawTo(0)] },
          ]),
        ],
        checks: [...[1, 2].flatMap(cycleChecks), ...wholeTrialChecks()],
      },
    ],
    parameters: [
      {
        name: 'capNm',
        value: CAP_NM,
        source: 'constructor',
        basis: 'two fifths of the smallest stall torque in its class',
      },
      { name: 'pullN', value: PULL_N, source: 'task', basis: 'the block is to be held against a pull of 1 N' },
      {
        name: 'hingeXM',
        value: HINGE_IN_BASE_M[0],
        source: 'geometry',
        basis: '9.5 mm from the end of the servo pocket, where the tab is chamfered around the jaw',
      },
    ],
  };
}

const jawTo = (angleRad: number) => ({ drive: 'servo', angleRad, speedRadPerS: SPEED_RAD_PER_S });
const pull = (forceN: number) => ({ drive: 'pull', forceN, rampS: LOAD_RAMP_S });

type Check = NonNullable<Binding['trials'][number]['checks']>[number];

function cycleChecks(cycle: number): Check[] {
  const loaded = { phase: `pull-${cycle}`, fromS: LOAD_RAMP_S };
  const released = { phase: `open-${cycle}`, lastS: 0.2 };
  const gripOf = (jaw: string): Check => ({
    id: `R1/grip-${jaw}[${cycle}]`,
    requirement: 'R1',
    kind: 'statistic',
    signal: `grip.${jaw}`,
    statistic: 'min',
    movingMeanS: 0.02,
    op: '>=',
    bound: NEEDED_GRIP_N,
    unit: 'N',
    window: loaded,
  });
  const freeOf = (jaw: string, bound: number): Check => ({
    id: `R3/frees-${jaw}[${cycle}]`,
    requirement: 'R3',
    kind: 'statistic',
    signal: `grip.${jaw}`,
    statistic: 'max',
    op: '<=',
    bound,
    unit: 'N',
    window: released,
  });
  return [
    gripOf('static'),
    gripOf('moving'),
    {
      id: `R2/pulled[${cycle}]`,
      requirement: 'R2',
      kind: 'statistic',
      signal: 'pull.force',
      statistic: 'mean',
      op: '>=',
      bound: 0.9 * PULL_N,
      unit: 'N',
      window: loaded,
    },
    {
      id: `R2/slip[${cycle}]`,
      requirement: 'R2',
      kind: 'displacement',
      x: 'block.x',
      y: 'block.y',
      z: 'block.z',
      op: '<=',
      bound: 1e-3,
      unit: 'm',
      window: { phase: `pull-${cycle}` },
    },
    freeOf('static', LEFT_LEANING_N),
    freeOf('moving', 0),
    {
      id: `R3/jaw-back[${cycle}]`,
      requirement: 'R3',
      kind: 'statistic',
      signal: 'jaw.angle',
      baseline: { phase: 'settle', lastS: 0.1 },
      statistic: 'max-abs',
      op: '<=',
      bound: Math.PI / 180,
      unit: 'rad',
      window: released,
    },
    {
      id: `R4/block-place[${cycle}]`,
      requirement: 'R4',
      kind: 'displacement',
      x: 'block.x',
      y: 'block.y',
      z: 'block.z',
      op: '<=',
      bound: 3e-3,
      unit: 'm',
      window: { phase: 'settle', untilPhase: `open-${cycle}` },
    },
  ];
}

function wholeTrialChecks(): Check[] {
  return [
    {
      id: 'R4/block-upright',
      requirement: 'R4',
      kind: 'statistic',
      signal: 'block.tilt',
      statistic: 'max',
      op: '<=',
      bound: (5 * Math.PI) / 180,
      unit: 'rad',
    },
    {
      id: 'R4/block-square',
      requirement: 'R4',
      kind: 'statistic',
      signal: 'block.turn',
      statistic: 'max-abs',
      op: '<=',
      bound: (5 * Math.PI) / 180,
      unit: 'rad',
    },
    {
      id: 'R1/torque-cap',
      requirement: 'R1',
      kind: 'statistic',
      signal: 'servo.torque',
      statistic: 'max-abs',
      op: '<=',
      bound: CAP_NM,
      unit: 'N·m',
    },
    {
      id: 'R5/links-attached',
      requirement: 'R5',
      kind: 'statistic',
      signal: 'joints.separation',
      statistic: 'max',
      op: '<=',
      bound: 2e-4,
      unit: 'm',
    },
  ];
}
