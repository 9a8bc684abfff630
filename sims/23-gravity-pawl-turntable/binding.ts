import type { TemplateBinding } from '../../src/index.js';
import { inWorldM, tipAt } from './candidate.js';
import { SOUND, type TurntableDimensions } from './model.js';

const FORWARD = [0, -1, 0] as const;
const UP = [0, 0, 1] as const;

/** Where the template's names are on the turntable. The pawl is read at its tip, upwards. */
export function bindTurntable(d: TurntableDimensions = SOUND): TemplateBinding {
  const tip = inWorldM(...tipAt(d), 0);
  const table = { body: 'table', reference: 'base' };
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'gravity-pawl-turntable',
    operations: {
      table: { on: { joint: 'shaft' }, reactsOnReference: false },
      reverse: { on: { joint: 'shaft' }, reactsOnReference: false },
    },
    pairs: { 'pawl-on-teeth': { groupA: ['pawl'], groupB: ['table'] } },
    signals: [{ name: 'reverse.signed', kind: 'drive-effort', drive: 'reverse' }],
    observations: {
      'table.angle': { kind: 'body-angle', ...table, axis: FORWARD },
      'table.radial': { kind: 'sideways', ...table, pointM: [0, 0, 0], axis: FORWARD },
      'table.axial': { kind: 'body-travel', ...table, originM: [0, 0, 0], axis: FORWARD },
      'pawl.position': { kind: 'body-travel', body: 'pawl', reference: 'base', originM: tip, axis: UP },
      'pawl.fall': { kind: 'body-speed', body: 'pawl', reference: 'base', pointM: tip, axis: [0, 0, -1] },
      'pawl.force': { kind: 'contact-force', groupA: ['pawl'], groupB: ['table'] },
      'reverse.torque': { formula: 'abs({reverse.signed})' },
    },
  };
}
