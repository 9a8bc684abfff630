import type { TemplateBinding } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { EDGE, type LatchDimensions, NOSE, SOUND, STRIKE_FACE, THROW } from './model.js';

/** Where the template's names are on the lock. The guided length of the nose is read at its flange and at the edge of the door. */
export function bindLatch(d: LatchDimensions = SOUND): TemplateBinding {
  const x = (inPart: number) => inPart - d.startRetraction;
  const middle = (NOSE.y[0] + NOSE.y[1]) / 2;
  const tipM = inM(x(EDGE + THROW), NOSE.y[1] - 0.5, 0);
  const along = [1, 0, 0] as const;
  const across = (at: number) => ({
    kind: 'sideways',
    body: 'latch',
    reference: 'door',
    pointM: inM(x(at), middle, 0),
    axis: along,
  });
  const tipAlong = (reference: string) => ({
    kind: 'body-position',
    body: 'latch',
    reference,
    pointM: tipM,
    axis: along,
  });
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'door-latch',
    operations: {
      handle: { on: { joint: 'spindle' } },
      door: { on: { joint: 'hinge' } },
      'pull-test': { on: { joint: 'hinge' }, reactsOnReference: false },
    },
    pairs: {
      'nose-on-strike': { groupA: ['latch'], groupB: ['frame'] },
      'handle-on-latch': { groupA: ['handle'], groupB: ['latch'] },
    },
    signals: [
      { name: 'tip.in-door', ...tipAlong('door') },
      { name: 'tip.in-frame', ...tipAlong('frame') },
      { name: 'guide.inner', ...across(NOSE.flange[0]) },
      { name: 'guide.outer', ...across(EDGE) },
    ],
    observations: {
      'handle.angle': { kind: 'joint-coordinate', joint: 'spindle' },
      'door.angle': { kind: 'joint-coordinate', joint: 'hinge' },
      'latch.protrusion': { formula: `{tip.in-door} - ${EDGE / 1000}` },
      'latch.engagement': { formula: `{tip.in-frame} - ${STRIKE_FACE / 1000}` },
      'strike.force': { kind: 'contact-force', groupA: ['latch'], groupB: ['frame'] },
      'latch.side': { formula: 'max({guide.inner}, {guide.outer})' },
      'latch.tilt': { kind: 'tilt', body: 'latch', reference: 'door', axis: along },
      'latch.spring': { kind: 'model-effort', model: 'latch-spring' },
    },
  };
}
