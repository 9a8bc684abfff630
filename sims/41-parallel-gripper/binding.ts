import type { TemplateBinding } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { blockAt } from './candidate.js';
import { CARRIAGE_END, type GripperDimensions, placeParts, SOUND, WORKPIECE } from './model.js';

const [ALONG, ACROSS, UP] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** Where the template's names are on the gripper. The guided length of a jaw is read at the two ends of its carriage. */
export function bindGripper(d: GripperDimensions = SOUND): TemplateBinding {
  const places = placeParts(d);
  const block0M = blockAt(d);
  const face = { left: places.left.face, right: places.right.face };
  const jaw = (side: 'left' | 'right') => ({ body: `jaw-${side}`, reference: 'base' });
  const sign = (side: 'left' | 'right') => (side === 'left' ? -1 : 1);
  const travel = (side: 'left' | 'right') => ({
    kind: 'body-travel',
    ...jaw(side),
    originM: inM(face[side], WORKPIECE.y, WORKPIECE.z),
    axis: [-sign(side), 0, 0],
  });
  const ofSide = (side: 'left' | 'right') => [
    { name: `${side}.travel`, ...travel(side) },
    {
      name: `${side}.face`,
      kind: 'body-position',
      ...jaw(side),
      pointM: inM(face[side], WORKPIECE.y, WORKPIECE.z),
      axis: ALONG,
    },
    { name: `${side}.turned`, kind: 'tilt', ...jaw(side), axis: ALONG },
    ...[2, CARRIAGE_END].map((back, i) => ({
      name: `${side}.across-${i + 1}`,
      kind: 'sideways',
      ...jaw(side),
      pointM: inM(face[side] + sign(side) * back, 0, places.railMiddle),
      axis: ALONG,
    })),
  ];
  const block = (reference: string, axis: readonly [number, number, number]) => ({
    kind: 'body-position',
    body: 'block',
    reference,
    pointM: block0M,
    axis,
  });
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'parallel-gripper',
    operations: {
      input: { on: { joint: 'slide' } },
      'side-load': { on: { body: 'block', frame: { originM: block0M, axis: [0, -1, 0] } }, reactsOnReference: false },
    },
    environment: { block: { poseInWorld: { positionM: block0M } } },
    pairs: {
      'left-jaw-on-block': { groupA: ['jaw-left'], groupB: ['block'] },
      'right-jaw-on-block': { groupA: ['jaw-right'], groupB: ['block'] },
    },
    signals: [
      ...ofSide('left'),
      ...ofSide('right'),
      { name: 'faces.angle', kind: 'tilt', body: 'jaw-right', reference: 'jaw-left', axis: ALONG },
      { name: 'block.x', ...block('base', ALONG) },
      { name: 'side-load.signed', kind: 'drive-effort', drive: 'side-load' },
    ],
    observations: {
      'jaw.left.travel': travel('left'),
      'jaw.right.travel': travel('right'),
      'jaw.sync': { formula: 'abs({left.travel} - {right.travel})' },
      'jaw.parallel': { formula: 'max({left.turned}, {right.turned}, {faces.angle})' },
      'jaw.guide': { formula: 'max({left.across-1}, {left.across-2}, {right.across-1}, {right.across-2})' },
      'jaw.gap': { formula: '{right.face} - {left.face}' },
      'grip.left.force': { kind: 'contact-force', groupA: ['jaw-left'], groupB: ['block'] },
      'grip.right.force': { kind: 'contact-force', groupA: ['jaw-right'], groupB: ['block'] },
      'grip.sum': { kind: 'contact-force', groupA: ['jaw-left', 'jaw-right'], groupB: ['block'] },
      'block.in-jaw.x': block('jaw-left', ALONG),
      'block.in-jaw.y': block('jaw-left', ACROSS),
      'block.in-jaw.z': block('jaw-left', UP),
      'block.offset': { formula: '{block.x} - ({left.face} + {right.face}) / 2' },
      'block.moved': { kind: 'slip', body: 'block', reference: 'base', pointM: block0M },
      'block.tilt': { kind: 'tilt', body: 'block' },
      'block.speed': { kind: 'body-speed', body: 'block' },
      'block.turning': { kind: 'body-angular-speed', body: 'block' },
      'input.travel': { kind: 'joint-coordinate', joint: 'slide' },
      'input.force': { kind: 'drive-effort', drive: 'input' },
      'side-load.force': { formula: 'abs({side-load.signed})' },
    },
  };
}
