import { DEFECTS } from '../../sims/03-four-bar-wiper/defects.js';
import { bindGripper } from '../../sims/real-gripper/binding.js';
import type { Binding } from '../../src/index.js';

// Mechanisms that come with the package, their trials cut short: the page is tested here, not the mechanism. The full check
// runs them for longer.
const isFull = process.env.MECHTRIAL_FULL === '1';

/** The wiper with a post in the path of its coupler: an overlap that only the audit sees. */
export function wiperWithPost(): Binding {
  const { scene } = DEFECTS.find(({ name }) => name === 'post-in-path')!.candidate();
  if (typeof scene === 'string') throw new Error('the candidate holds its scene');
  const turning = { kind: 'body-angle', body: 'crank', reference: 'frame', axis: [0, 0, 1] } as const;
  return {
    schema: 'mechtrial/binding@1',
    name: 'wiper',
    scene,
    drives: [
      {
        kind: 'rotary-speed-servo',
        name: 'motor',
        on: { body: 'crank', reference: 'frame', frame: { originM: [0, 0, 0], axis: [0, 0, 1] } },
        gainNmSPerRad: 0.02,
        capNm: 2,
      },
    ],
    signals: [
      { ...turning, name: 'input.angle' },
      { ...turning, name: 'wiper.angle', body: 'rocker', originM: [0.1, 0, 0] },
      { kind: 'joint-separation', name: 'joints.separation' },
    ],
    trials: [
      {
        id: 'T1',
        phases: [
          { id: 'settle', durationS: 0.2, set: [{ drive: 'motor', speedRadPerS: 0 }] },
          { id: 'wipe', durationS: isFull ? 5.5 : 1, set: [{ drive: 'motor', speedRadPerS: 2 * Math.PI }] },
        ],
        checks: [
          {
            kind: 'statistic',
            id: 'turns',
            signal: 'input.angle',
            statistic: 'final',
            op: '>=',
            bound: 4,
            unit: 'rad',
          },
        ],
      },
    ],
  };
}

/** The gripper from real STEP files, up to its grip; the full check lets it pull. */
export function gripper(): Binding {
  const { requirements: _, trials, ...binding } = bindGripper();
  const trial = trials[0]!;
  const durations = isFull ? [0.5, 1, 1.3] : [0.2, 0.6];
  return {
    ...binding,
    trials: [
      {
        id: 'T1',
        phases: trial.phases.slice(0, durations.length).map((phase, i) => ({ ...phase, durationS: durations[i]! })),
        checks: [
          {
            kind: 'statistic',
            id: 'grips',
            signal: 'grip.moving',
            statistic: 'max',
            op: '>=',
            bound: 1.25,
            unit: 'N',
          },
        ],
      },
    ],
  };
}

const ACROSS = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;

/**
 * A latch: a pawl on a slide rides over a round catch and drops behind it. Its last check asks for more than it does, so
 * that there is one to go to.
 */
export function latch(): Binding {
  const box = (sizeM: [number, number, number]) => ({ kind: 'box' as const, sizeM });
  const round = (radiusM: number, lengthM: number) => ({ kind: 'cylinder' as const, radiusM, lengthM });
  const hinge = { kind: 'box' as const, sizeM: [0.008, 0.008, 0.008] as [number, number, number] };
  return {
    schema: 'mechtrial/binding@1',
    name: 'latch',
    scene: {
      schema: 'mechtrial/scene@1',
      name: 'latch',
      bodies: [
        {
          name: 'base',
          isGround: true,
          parts: [
            {
              name: 'plate',
              geometry: box([0.2, 0.04, 0.01]),
              material: 'aluminium',
              poseInBody: { positionM: [0, 0, -0.005] },
            },
            {
              name: 'catch',
              geometry: round(0.004, 0.02),
              material: 'steel',
              poseInBody: { positionM: [0.018, 0, 0], rotation: ACROSS },
            },
          ],
        },
        {
          name: 'slide',
          parts: [{ geometry: box([0.06, 0.03, 0.01]), material: 'aluminium' }],
          poseInWorld: { positionM: [-0.06, 0, 0.0051] },
        },
        {
          name: 'pawl',
          parts: [
            {
              name: 'arm',
              geometry: box([0.06, 0.008, 0.004]),
              material: 'steel',
              poseInBody: { positionM: [-0.03, 0, 0.0126] },
            },
            {
              name: 'nose',
              geometry: round(0.0045, 0.012),
              material: 'steel',
              poseInBody: { positionM: [-0.005, 0, 0.0075], rotation: ACROSS },
            },
          ],
        },
      ],
      joints: [
        {
          kind: 'prismatic',
          name: 'way',
          bodies: ['base', 'slide'],
          frame: { originM: [-0.06, 0, 0], axis: [1, 0, 0] },
        },
        {
          kind: 'revolute',
          name: 'hinge',
          bodies: ['slide', 'pawl'],
          frame: { originM: [-0.05, 0, 0.0104], axis: [0, 1, 0] },
          regions: [
            { ...hinge, poseInBody: { positionM: [0.01, 0, 0.005] } },
            { ...hinge, poseInBody: { positionM: [-0.05, 0, 0.0104] } },
          ],
          limits: { lowerRad: -0.6, upperRad: 0 },
        },
      ],
      contact: {
        shapes: [
          {
            kind: 'cylinder',
            body: 'base',
            radiusM: 0.004,
            lengthM: 0.02,
            poseInBody: { positionM: [0.018, 0, 0], rotation: ACROSS },
          },
          {
            kind: 'cylinder',
            body: 'pawl',
            radiusM: 0.0045,
            lengthM: 0.012,
            poseInBody: { positionM: [-0.005, 0, 0.0075], rotation: ACROSS },
          },
        ],
      },
    },
    drives: [
      {
        kind: 'linear-position-servo',
        name: 'push',
        on: { joint: 'way' },
        stiffnessNPerM: 2000,
        dampingNSPerM: 20,
        capN: 5,
      },
    ],
    signals: [
      { kind: 'joint-coordinate', name: 'travel', joint: 'way' },
      { kind: 'joint-coordinate', name: 'pawl.angle', joint: 'hinge' },
      { kind: 'contact-force', name: 'catch.force', groupA: ['base'], groupB: ['pawl'] },
    ],
    requirements: [
      { id: 'R1', text: 'The pawl passes the catch.' },
      { id: 'R2', text: 'It lifts by at least 30° on the way.' },
    ],
    trials: [
      {
        id: 'T1',
        phases: [
          { id: 'rest', durationS: 0.1, set: [{ drive: 'push', travelM: 0, speedMPerS: 0.1 }] },
          { id: 'push', durationS: 0.7, set: [{ drive: 'push', travelM: 0.04, speedMPerS: 0.08 }] },
        ],
        checks: [
          {
            kind: 'statistic',
            id: 'R1/travels',
            requirement: 'R1',
            signal: 'travel',
            statistic: 'final',
            op: '>=',
            bound: 0.039,
            unit: 'm',
          },
          {
            kind: 'statistic',
            id: 'R1/drops-behind',
            requirement: 'R1',
            signal: 'pawl.angle',
            statistic: 'final',
            op: '>=',
            bound: -0.002,
            unit: 'rad',
          },
          {
            kind: 'statistic',
            id: 'R2/lifts',
            requirement: 'R2',
            signal: 'pawl.angle',
            statistic: 'min',
            op: '<=',
            bound: -0.52,
            unit: 'rad',
            window: { phase: 'push' },
          },
        ],
      },
    ],
  };
}
