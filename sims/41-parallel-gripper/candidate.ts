import type { Candidate, SceneInput } from '../../src/index.js';
import { inM, poseAt } from '../modelling/poses.js';
import * as model from './model.js';
import { type GripperDimensions, placeParts, SOUND, WORKPIECE } from './model.js';

type Joint = NonNullable<SceneInput['joints']>[number];

/**
 * Returns the gripper: an aluminium bed on walls, two jaws on one rail, and a slider behind it that pulls both of them in by
 * one link each. Nothing but the two links ties the jaws together. The workpiece stands on a rest in front of the bed.
 */
export function buildCandidate(d: GripperDimensions = SOUND): Candidate {
  const { left, right, sliderPinX, sliderPinY, linkMiddle } = placeParts(d);
  const stop = d.inputStop === null ? [] : [{ name: 'stop', geometry: model.inputStop(d), material: 'steel' }];
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'parallel-gripper',
    notes: 'Pull the slider away from the workpiece: both jaws close. The workpiece stands on the rest in front.',
    bodies: [
      {
        name: 'base',
        isGround: true,
        parts: [
          { name: 'bed', geometry: model.bed(d), material: 'aluminium' },
          { name: 'rail', geometry: model.rail(), material: 'steel' },
          { name: 'channel', geometry: model.channel(), material: 'aluminium' },
          { name: 'rest', geometry: model.rest(d), material: 'PLA' },
          ...stop,
        ],
      },
      {
        name: 'slider',
        parts: [{ geometry: model.slider(), material: 'aluminium' }],
        poseInWorld: poseAt(0, sliderPinY),
      },
      jawBody(d, 'jaw-left', left.face, -1),
      jawBody(d, 'jaw-right', right.face, 1),
      {
        name: 'link-left',
        parts: [{ geometry: model.link(d.links.left), material: 'steel' }],
        poseInWorld: poseAt(-sliderPinX, sliderPinY, 0, left.linkRad),
      },
      {
        name: 'link-right',
        parts: [{ geometry: model.link(d.links.right), material: 'steel' }],
        poseInWorld: poseAt(sliderPinX, sliderPinY, 0, right.linkRad),
      },
    ],
    joints: [
      ...guides(d),
      upright('left-inner', ['slider', 'link-left'], -sliderPinX, sliderPinY, linkMiddle),
      upright('left-outer', ['jaw-left', 'link-left'], left.pinX, placeParts(d).jawPinY, linkMiddle),
      upright('right-inner', ['slider', 'link-right'], sliderPinX, sliderPinY, linkMiddle),
      upright('right-outer', ['jaw-right', 'link-right'], right.pinX, placeParts(d).jawPinY, linkMiddle),
    ],
    contact: {
      shapes: [
        { kind: 'source', body: 'base', part: 'rest' },
        ...TRAY,
        ...FINGERS,
        ...(d.inputStop === null ? [] : STOPPING),
        { kind: 'source', body: 'jaw-left', part: 'jaw-left-pad' },
        { kind: 'source', body: 'jaw-right', part: 'jaw-right-pad' },
      ],
    },
  };
  return { scene };
}

type Shape = NonNullable<NonNullable<SceneInput['contact']>['shapes']>[number];

const boxOf = (
  body: string,
  min: readonly [number, number, number],
  max: readonly [number, number, number],
): Shape => ({
  kind: 'box',
  body,
  poseInBody: { positionM: inM((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2) },
  sizeM: inM(max[0] - min[0], max[1] - min[1], max[2] - min[2]),
});

/** Plate, apron, panel, bed and rail: where a block that falls off the rest ends. */
const TRAY: readonly Shape[] = [
  boxOf('base', [-102, -88, -8], [102, -12, 0]),
  boxOf('base', [-90, -88, 0], [90, -80, 30]),
  boxOf('base', [-96, -12, 0], [96, -4, 44]),
  boxOf('base', [-96, -12, 44], [96, 120, 52]),
  boxOf('base', [-96, -8, 52], [96, 8, 64]),
];

/** The fingers behind their pads. */
const FINGERS: readonly Shape[] = [
  boxOf('jaw-left', [-12, -66, 60], [-2, -34, 97]),
  boxOf('jaw-right', [2, -66, 60], [12, -34, 97]),
];

/** A stop, and the head of the slider that meets it. */
const STOPPING: readonly Shape[] = [
  { kind: 'source', body: 'base', part: 'stop' },
  {
    kind: 'hull',
    body: 'slider',
    region: { kind: 'box', poseInBody: { positionM: inM(0, 0, 68.5) }, sizeM: inM(28, 14, 7) },
  },
];

function jawBody(d: GripperDimensions, name: string, faceX: number, side: 1 | -1) {
  return {
    name,
    parts: [
      { name: `${name}-finger`, geometry: model.jaw(d, side), material: 'aluminium' },
      { name: `${name}-pad`, geometry: model.pad(d, side), material: 'PLA' },
    ],
    poseInWorld: poseAt(faceX, 0),
  };
}

const upright = (name: string, bodies: [string, string], x: number, y: number, z: number): Joint => ({
  kind: 'revolute',
  name,
  bodies,
  frame: { originM: inM(x, y, z), axis: [0, 0, 1] },
});

/** Slides of jaws and slider; closing is positive. A swinging jaw has a pin on the bed instead of its slide. */
function guides(d: GripperDimensions): Joint[] {
  const { left, right, railMiddle, guideMiddle, guideY, swingY } = placeParts(d);
  const slide = (
    name: string,
    body: string,
    x: number,
    y: number,
    z: number,
    axis: [number, number, number],
    collides = false,
  ): Joint => ({
    kind: 'prismatic',
    name,
    bodies: ['base', body],
    frame: { originM: inM(x, y, z), axis },
    collides,
  });
  return [
    slide('slide', 'slider', 0, guideY[0] + 18, guideMiddle, [0, 1, 0], d.inputStop !== null),
    slide('left-slide', 'jaw-left', left.face - 24, 0, railMiddle, [1, 0, 0]),
    d.swingingJaw
      ? upright('right-pivot', ['base', 'jaw-right'], right.pinX, swingY, 63)
      : slide('right-slide', 'jaw-right', right.face + 24, 0, railMiddle, [-1, 0, 0]),
  ];
}

/** Middle of the workpiece as placed: 0.9 mm to the left of the middle between the jaws, of 1 mm that are allowed. */
export function blockAt(d: GripperDimensions) {
  const { left, right } = placeParts(d);
  return inM((left.face + right.face) / 2 - 0.9, WORKPIECE.y, WORKPIECE.z);
}
