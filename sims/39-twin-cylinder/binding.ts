import type { TemplateBinding } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { SOUND_DESIGN, START_CRANK_RAD, type TwinDesign } from './candidate.js';
import { BORE_END, placeCylinder, SKIRT } from './model.js';

const [ALONG, UP] = [
  [1, 0, 0],
  [0, 0, 1],
] as const;

/** Where the template's names are on the engine. The ends of a skirt are read on the axis of its piston. */
export function bindTwin({ dimensions: d }: TwinDesign = SOUND_DESIGN): TemplateBinding {
  const cylinders = ([0, 1] as const).map((which) => {
    const { piston, z } = placeCylinder(d, which, START_CRANK_RAD);
    const inner = inM(piston + SKIRT[0], 0, z);
    const outer = inM(piston + SKIRT[1], 0, z);
    return { number: which + 1, body: `piston-${which + 1}`, piston, z, inner, outer };
  });
  const observations = cylinders.flatMap(({ number, body, inner, outer, z }) => {
    const of = { body, reference: 'frame', axis: ALONG };
    return [
      [`piston.${number}.position`, { kind: 'body-position', ...of, pointM: outer }],
      [`piston.${number}.speed`, { kind: 'body-speed', ...of }],
      [`resistance.${number}.force`, { formula: `abs({resistance.${number}.signed})` }],
      [`skirt.${number}.inner.side`, { kind: 'sideways', ...of, pointM: inner }],
      [`skirt.${number}.outer.side`, { kind: 'sideways', ...of, pointM: outer }],
      [`piston.${number}.tilt`, { kind: 'tilt', ...of }],
      [
        `bore.${number}.overlap`,
        {
          kind: 'guide-overlap',
          body,
          bodyEndsM: [inner, outer],
          guide: 'frame',
          guideEndsM: [inM(d.boreStart, 0, z), inM(BORE_END, 0, z)],
          axis: ALONG,
        },
      ],
    ];
  });
  const resistances = cylinders.map(({ number, body, piston, z }) => [
    `resistance_${number}`,
    { on: { body, reference: 'frame', frame: { originM: inM(piston, 0, z), axis: ALONG } } },
  ]);
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'twin-cylinder',
    operations: {
      crankshaft: {
        on: { body: 'crankshaft', reference: 'frame', frame: { originM: [0, 0, 0], axis: UP } },
        reactsOnReference: false,
      },
      ...Object.fromEntries(resistances),
    },
    signals: cylinders.map(({ number }) => ({
      name: `resistance.${number}.signed`,
      kind: 'drive-effort',
      drive: `resistance_${number}`,
    })),
    observations: {
      'crank.angle': { kind: 'body-angle', body: 'crankshaft', reference: 'frame', axis: UP },
      ...Object.fromEntries(observations),
      'stray.force': {
        kind: 'contact-force',
        groupA: ['rod-1', 'rod-2', 'crankshaft'],
        groupB: ['frame', 'piston-1', 'piston-2'],
      },
    },
  };
}
