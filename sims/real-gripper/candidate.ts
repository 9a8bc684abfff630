import { fileURLToPath } from 'node:url';
import type { SceneInput } from '../../src/index.js';

const CAD = fileURLToPath(new URL('./cad/', import.meta.url));

/**
 * Axis of the moving jaw in its own file [m]: the middle of its four horn screw holes (Ø 1.8 mm on a 12 mm circle) and of
 * its height. It has no cylinder of its own: a servo horn is screwed on.
 */
export const HINGE_IN_JAW_M = [0.0081336, 0.0002799, 0.01775] as const;

/**
 * The same axis in the static jaw's file [m]. The servo is missing from the files, its place is not: its pocket is
 * 34.2 mm long, 23.5 mm high and 20 mm wide (the middle of the screw rows, y = −6.85 mm); the pads come to the same height
 * on the fingers (y) and to the same level (z) with the axis at this y and z. Along x the axis lies 9.5 mm from the
 * pocket's end, where the chamfered tab leaves 0.8 mm to the jaw's round end. So placed the pads would meet at −3.1°
 * beyond parallel, and jaw and static part clear each other from there to 60° open (a test sweeps it).
 */
export const HINGE_IN_BASE_M = [0.00815, -0.00685, 0.01475] as const;

/** Opening angle in the initial pose [rad]; 0 is where the pads are parallel, 3 mm apart. */
export const START_OPENING_RAD = (20 * Math.PI) / 180;

/** The workpiece: brass, 20 g. */
export const BLOCK_SIZE_M = [0.012, 0.014, 0.014] as const;

/** Where the block waits: its middle [m], in the world, which is the static part's file. */
export const BLOCK_CENTER_M = [-0.00165, 0.0454, 0.01422] as const;

/** Pad face of the static jaw [m]. */
export const STATIC_PAD_X_M = -0.0079834;

/** Top of the rest on which the block stands, 10 µm below it [m]. */
const REST_TOP_M = BLOCK_CENTER_M[2] - BLOCK_SIZE_M[2] / 2 - 1e-5;
const REST_HEIGHT_M = 0.012;

/**
 * Returns the scene of the gripper of a low-cost robot arm, from the two STEP files of its maker, and a 20 g brass block
 * on a rest between the jaws. The fingers lie level, the hinge axis is vertical (world z up, gravity down).
 *
 * Jaws printed in PLA, friction 0.40 on the block. Each pad touches through the convex hull of the source material in a
 * box around the flat of its finger tip; the hull departs from the material by less than 0.02 mm there. The hinge region of
 * the jaw is a box through its two mounting flanges; on the static part, where a servo is screwed into the pocket, it is
 * the box of that servo with its horns.
 */
export function buildCandidate(): SceneInput {
  const c = Math.cos(START_OPENING_RAD);
  const s = -Math.sin(START_OPENING_RAD);
  const [jx, jy, jz] = HINGE_IN_JAW_M;
  const [hx, hy, hz] = HINGE_IN_BASE_M;
  return {
    schema: 'mechtrial/scene@1',
    name: 'real-gripper',
    notes: 'Turn the moving jaw towards the static one to close. Positive joint angle closes; 0 is 20° open.',
    frictionPairs: [
      { materials: ['PLA', 'brass'], frictionCoefficient: 0.4 },
      { materials: ['beech', 'brass'], frictionCoefficient: 0.35 },
    ],
    bodies: [
      {
        name: 'static-jaw',
        isGround: true,
        parts: [{ geometry: { kind: 'file', file: `${CAD}gripper_static_part.step` }, material: 'PLA' }],
      },
      {
        name: 'moving-jaw',
        parts: [{ geometry: { kind: 'file', file: `${CAD}gripper_moving_part.step` }, material: 'PLA' }],
        poseInWorld: {
          positionM: [hx - (c * jx - s * jy), hy - (s * jx + c * jy), hz - jz],
          rotation: [0, 0, -Math.sin(START_OPENING_RAD / 2), Math.cos(START_OPENING_RAD / 2)],
        },
      },
      {
        name: 'rest',
        isGround: true,
        isEnvironment: true,
        parts: [{ geometry: { kind: 'cylinder', radiusM: 0.004, lengthM: REST_HEIGHT_M }, material: 'beech' }],
        poseInWorld: { positionM: [BLOCK_CENTER_M[0], BLOCK_CENTER_M[1], REST_TOP_M - REST_HEIGHT_M / 2] },
      },
      {
        name: 'block',
        isEnvironment: true,
        parts: [{ geometry: { kind: 'box', sizeM: BLOCK_SIZE_M }, material: 'brass' }],
        poseInWorld: { positionM: BLOCK_CENTER_M },
      },
    ],
    joints: [
      {
        kind: 'revolute',
        name: 'hinge',
        bodies: ['static-jaw', 'moving-jaw'],
        frame: { originM: HINGE_IN_BASE_M, axis: [0, 0, 1] },
        regions: [
          {
            kind: 'box',
            poseInBody: { positionM: [0.00065, -0.00685, 0.01475] },
            sizeM: [0.0343, 0.02, 0.0355],
          },
          {
            kind: 'box',
            poseInBody: { positionM: [...HINGE_IN_JAW_M] },
            sizeM: [0.0145, 0.0145, 0.0355],
          },
        ],
      },
    ],
    contact: {
      shapes: [
        {
          kind: 'hull',
          body: 'static-jaw',
          region: {
            kind: 'box',
            poseInBody: { positionM: [-0.0105, 0.04575, 0.01425] },
            sizeM: [0.007, 0.0065, 0.0125],
          },
        },
        {
          kind: 'hull',
          body: 'moving-jaw',
          region: {
            kind: 'box',
            poseInBody: { positionM: [-0.0025, 0.05275, 0.01725] },
            sizeM: [0.007, 0.007, 0.0125],
          },
        },
        { kind: 'box', body: 'block', sizeM: BLOCK_SIZE_M },
        { kind: 'cylinder', body: 'rest', radiusM: 0.004, lengthM: REST_HEIGHT_M },
      ],
    },
  };
}
