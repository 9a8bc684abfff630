import type { TemplateBinding } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { START_CRANK_RAD } from './candidate.js';
import { type PumpDimensions, placeParts, SKIRT_END, SOUND } from './model.js';

/** Where the template's names are on the pump. The ends of the skirt are read on the axis of the piston. */
export function bindPump(d: PumpDimensions = SOUND): TemplateBinding {
  const { piston } = placeParts(d, START_CRANK_RAD);
  const ends = { top: inM(piston + SKIRT_END, 0, 0), bottom: inM(piston + d.skirtStart, 0, 0) } as const;
  const [along, up] = [
    [1, 0, 0],
    [0, 0, 1],
  ] as const;
  const side = (end: 'top' | 'bottom') => ({
    kind: 'sideways',
    body: 'piston',
    reference: 'frame',
    pointM: ends[end],
    axis: along,
  });
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'piston-pump',
    operations: {
      crank: {
        on: { body: 'crank', reference: 'frame', frame: { originM: [0, 0, 0], axis: up } },
        reactsOnReference: false,
      },
      resistance: { on: { body: 'piston', reference: 'frame', frame: { originM: inM(piston, 0, 0), axis: along } } },
    },
    signals: [{ name: 'resistance.signed', kind: 'drive-effort', drive: 'resistance' }],
    observations: {
      'crank.angle': { kind: 'body-angle', body: 'crank', reference: 'frame', axis: up },
      'crank.speed': { kind: 'body-angular-speed', body: 'crank', reference: 'frame', axis: up },
      'piston.position': {
        kind: 'body-position',
        body: 'piston',
        reference: 'frame',
        pointM: ends.top,
        axis: along,
      },
      'piston.speed': { kind: 'body-speed', body: 'piston', reference: 'frame', axis: along },
      'piston.side.top': side('top'),
      'piston.side.bottom': side('bottom'),
      'piston.tilt': { kind: 'tilt', body: 'piston', reference: 'frame', axis: along },
      'bore.overlap': {
        kind: 'guide-overlap',
        body: 'piston',
        bodyEndsM: [ends.bottom, ends.top],
        guide: 'frame',
        guideEndsM: [inM(d.boreStart, 0, 0), inM(d.boreEnd, 0, 0)],
        axis: along,
      },
      'resistance.force': { formula: 'abs({resistance.signed})' },
      'stray.force': { kind: 'contact-force', groupA: ['rod', 'crank'], groupB: ['frame', 'piston'] },
    },
  };
}
