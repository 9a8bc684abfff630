import type { TemplateBinding } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { reachM } from './candidate.js';
import {
  AXIS,
  feet,
  HALF,
  lowerEdge,
  type MirrorDimensions,
  SOUND,
  shoulderFace,
  stubEnd,
  uprightBack,
  uprightFace,
  Z,
} from './model.js';

const UP = [0, 0, 1] as const;
const LEFT = [0, 1, 0] as const;
/** About this axis the upper edge goes back. */
const BACKWARDS = [0, -1, 0] as const;

/** Where the template's names are on the mirror. Its clearance is read at both corners of the lower edge and at its sides. */
export function bindMirror(d: MirrorDimensions = SOUND): TemplateBinding {
  const center = inM(0, 0, AXIS);
  const pivots = (
    [
      ['left', 1],
      ['right', -1],
    ] as const
  ).flatMap(([pivot, side]) => {
    const at = (y: number) => inM(0, side * y, AXIS);
    return [
      [
        `pivot.${pivot}.overlap`,
        {
          kind: 'guide-overlap',
          body: 'mirror',
          bodyEndsM: [at(shoulderFace), at(stubEnd(d, side))],
          guide: 'stand',
          guideEndsM: [at(uprightFace(d)), at(uprightBack(d))],
          axis: LEFT,
        },
      ],
      [
        `pivot.${pivot}.radial`,
        { kind: 'sideways', body: 'mirror', reference: 'stand', pointM: at(uprightFace(d) + 3), axis: LEFT },
      ],
    ];
  });
  const corner = (name: string, x: number) => ({
    name,
    kind: 'body-position',
    body: 'mirror',
    reference: 'stand',
    pointM: inM(x, 0, lowerEdge(d)),
    axis: UP,
  });
  const side = (uprightFace(d) - HALF.y) / 1000;
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'tilting-mirror',
    operations: {
      frame: {
        on: { body: 'mirror', reference: 'stand', frame: { originM: center, axis: BACKWARDS } },
        armM: reachM(d),
      },
      side_push: {
        on: { body: 'mirror', reference: 'desk', frame: { originM: center, axis: BACKWARDS } },
        reactsOnReference: false,
      },
    },
    signals: [
      corner('corner.front', HALF.x),
      corner('corner.back', -HALF.x),
      { name: 'along', kind: 'body-position', body: 'mirror', reference: 'stand', pointM: center, axis: LEFT },
      { name: 'hand.signed', kind: 'drive-effort', drive: 'frame' },
    ],
    observations: {
      'mirror.angle': { kind: 'body-angle', body: 'mirror', reference: 'stand', axis: BACKWARDS },
      'mirror.axial': { kind: 'body-position', body: 'mirror', reference: 'stand', pointM: center, axis: LEFT },
      'mirror.clearance': {
        formula: `min(min({corner.front}, {corner.back}) - ${Z.base / 1000}, ${side} - abs({along}))`,
      },
      'hand.torque': { formula: 'abs({hand.signed})' },
      ...Object.fromEntries(pivots),
      'stand.tilt': { kind: 'tilt', body: 'stand', reference: 'desk', axis: UP },
      'stand.slide': { kind: 'sideways', body: 'stand', reference: 'desk', pointM: [0, 0, 0], axis: UP },
      ...Object.fromEntries(
        feet(d).map((_, i) => [
          `foot.${i + 1}.force`,
          { kind: 'contact-force', groupA: [`foot-${i + 1}`], groupB: ['desk'] },
        ]),
      ),
    },
  };
}
