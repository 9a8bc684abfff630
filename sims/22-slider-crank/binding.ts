import type { TemplateBinding } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { type SliderCrankDesign, SOUND_DESIGN } from './candidate.js';
import { NOSE, placeParts } from './model.js';

/** Where the template's names are on the slider-crank. The ends of the slider's block are read at the middle of its flanges. */
export function bindSliderCrank({ dimensions: d, startCrankRad }: SliderCrankDesign = SOUND_DESIGN): TemplateBinding {
  const { slider } = placeParts(d, startCrankRad);
  const end = (side: 1 | -1) => inM(slider[0] + NOSE + (side === 1 ? d.sliderLength : 0), slider[1], 4);
  const place = (side: 1 | -1, axis: readonly [number, number, number]) => ({
    kind: 'body-position',
    body: 'slider',
    reference: 'frame',
    pointM: end(side),
    axis,
  });
  const turning = (axis: readonly [number, number, number]) => ({
    kind: 'body-angle',
    body: 'slider',
    reference: 'frame',
    originM: end(-1),
    axis,
  });
  const [along, across, up] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'slider-crank',
    operations: {
      crank: {
        on: { body: 'crank', reference: 'frame', frame: { originM: [0, 0, 0], axis: up } },
        reactsOnReference: false,
      },
      resistance: { on: { body: 'slider', reference: 'frame', frame: { originM: inM(...slider, 4), axis: along } } },
    },
    signals: [
      { name: 'slider.front', ...place(1, along) },
      { name: 'slider.rear', ...place(-1, along) },
      { name: 'resistance.signed', kind: 'drive-effort', drive: 'resistance' },
    ],
    observations: {
      'crank.angle': { kind: 'body-angle', body: 'crank', reference: 'frame', axis: up },
      'crank.speed': { kind: 'body-angular-speed', body: 'crank', reference: 'frame', axis: up },
      'slider.position': place(1, along),
      'slider.side.front': place(1, across),
      'slider.side.rear': place(-1, across),
      'slider.lift.front': place(1, up),
      'slider.lift.rear': place(-1, up),
      'slider.tilt.yaw': turning(up),
      'slider.tilt.pitch': turning(across),
      'guide.overlap': {
        formula: `min({slider.front}, ${d.guideEnd / 1000}) - max({slider.rear}, ${d.guideStart / 1000})`,
      },
      'resistance.force': { formula: 'abs({resistance.signed})' },
    },
  };
}
