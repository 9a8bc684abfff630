import type { TemplateBinding } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { BOLT, EDGE, KEEPER_DEPTH, POST_FACE } from './model.js';

const [ALONG, ACROSS, UP] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** Where the opened gate's free edge is when a load is hung on it: 82° from where it is closed. */
const OPEN_RAD = (82 * Math.PI) / 180;

/** Where the template's names are on the gate. */
export function bindGate(): TemplateBinding {
  const edge = inM(EDGE, 0, 0);
  const boltEnd = (x: number) => ({
    kind: 'sideways',
    body: 'bolt',
    reference: 'gate',
    pointM: inM(x, BOLT.y, 0),
    axis: ALONG,
  });
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'sliding-bolt-gate',
    operations: {
      bolt: { on: { joint: 'bolt-guide' } },
      gate: { on: { joint: 'hinge' }, reactsOnReference: false },
      push: { on: { body: 'gate', frame: { originM: edge, axis: ACROSS } }, reactsOnReference: false },
      hang: {
        on: {
          body: 'gate',
          frame: { originM: inM(EDGE * Math.cos(OPEN_RAD), EDGE * Math.sin(OPEN_RAD), 0), axis: [0, 0, -1] },
        },
        reactsOnReference: false,
      },
    },
    pairs: { 'bolt-in-keeper': { groupA: ['bolt'], groupB: ['frame'] } },
    signals: [
      { name: 'bolt.back', ...boltEnd(BOLT.start) },
      { name: 'bolt.front', ...boltEnd(BOLT.tip) },
    ],
    observations: {
      'bolt.travel': {
        kind: 'body-travel',
        body: 'bolt',
        reference: 'gate',
        originM: inM(BOLT.tip, BOLT.y, 0),
        axis: [-1, 0, 0],
      },
      'bolt.overlap': {
        kind: 'guide-overlap',
        body: 'bolt',
        bodyEndsM: [inM(BOLT.start, BOLT.y, 0), inM(BOLT.tip, BOLT.y, 0)],
        guide: 'frame',
        guideEndsM: [inM(POST_FACE, BOLT.y, 0), inM(POST_FACE + KEEPER_DEPTH, BOLT.y, 0)],
        axis: ALONG,
      },
      'keeper.force': { kind: 'contact-force', groupA: ['bolt'], groupB: ['frame'] },
      'stop.force': { kind: 'contact-force', groupA: ['bolt'], groupB: ['gate'] },
      'gate.angle': { kind: 'body-angle', body: 'gate', reference: 'frame', axis: UP },
      'gate.edge': { kind: 'body-travel', body: 'gate', reference: 'frame', originM: edge, axis: ACROSS },
      'gate.sag': { kind: 'body-travel', body: 'gate', reference: 'frame', originM: edge, axis: [0, 0, -1] },
      'gate.axial': { kind: 'body-travel', body: 'gate', reference: 'frame', originM: [0, 0, 0], axis: UP },
      'bolt.side': { formula: 'max({bolt.back}, {bolt.front})' },
      'bolt.tilt': { kind: 'tilt', body: 'bolt', reference: 'gate', axis: ALONG },
    },
  };
}
