import type { TemplateBinding } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { eyeEnds, feet, type GateDimensions, hanging, LATCH_FACE, pinEnds, REACH, SOUND, Z } from './model.js';

const UP = [0, 0, 1] as const;
const DOWN = [0, 0, -1] as const;
const ALONG = [1, 0, 0] as const;

/** Where the template's names are on the gate. Loads act on the middle of the free edge, the hand on its height. */
export function bindGate(d: GateDimensions = SOUND): TemplateBinding {
  const edge = inM(...hanging(d, REACH, 0, (Z.gate + Z.gateTop) / 2));
  const corner = inM(...hanging(d, REACH, 0, Z.gate));
  const hinges = (['lower', 'upper'] as const).flatMap((hinge) => {
    const [ends, pin] = [eyeEnds(hinge), pinEnds(hinge)];
    // an eye that is not there has no length
    const eye = hinge === 'upper' && !d.hasUpperEye ? [ends[0], ends[0]] : ends;
    const at = (z: number) => inM(0, 0, z);
    return [
      [
        `${hinge}.overlap`,
        {
          kind: 'guide-overlap',
          body: 'gate',
          bodyEndsM: eye.map(at),
          guide: 'frame',
          guideEndsM: pin.map(at),
          axis: UP,
        },
      ],
      [
        `${hinge}.radial`,
        { kind: 'sideways', body: 'gate', reference: 'frame', pointM: at((ends[0] + ends[1]) / 2), axis: UP },
      ],
    ];
  });
  const load = (axis: typeof UP | typeof DOWN) => ({
    on: { body: 'gate', reference: 'floor', frame: { originM: edge, axis } },
    reactsOnReference: false,
  });
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'swing-gate',
    operations: {
      gate: {
        on: { body: 'gate', reference: 'frame', frame: { originM: [0, 0, 0.05], axis: UP } },
        armM: REACH / 1000,
        reactsOnReference: false,
      },
      press_down: load(DOWN),
      lift_up: load(UP),
    },
    signals: [
      { name: 'corner.z', kind: 'body-position', body: 'gate', reference: 'frame', pointM: corner, axis: UP },
      { name: 'corner.x', kind: 'body-position', body: 'gate', reference: 'frame', pointM: corner, axis: ALONG },
    ],
    observations: {
      'gate.angle': { kind: 'body-angle', body: 'gate', reference: 'frame', axis: UP },
      'gate.axial': { kind: 'body-position', body: 'gate', reference: 'frame', pointM: inM(0, 0, 36), axis: UP },
      'edge.height': { kind: 'body-position', body: 'gate', reference: 'floor', pointM: corner, axis: UP },
      'edge.clearance': { formula: `min({corner.z} - ${Z.base / 1000}, ${LATCH_FACE / 1000} - {corner.x})` },
      'frame.tilt': { kind: 'tilt', body: 'frame', reference: 'floor', axis: UP },
      'frame.slide': { kind: 'sideways', body: 'frame', reference: 'floor', pointM: [0, 0, 0], axis: UP },
      ...Object.fromEntries(hinges),
      ...Object.fromEntries(
        feet(d).map((_, i) => [
          `foot.${i + 1}.force`,
          { kind: 'contact-force', groupA: [`foot-${i + 1}`], groupB: ['floor'] },
        ]),
      ),
    },
  };
}
