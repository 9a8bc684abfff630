import type { TemplateBinding } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { faceEnds, wheelBody } from './candidate.js';
import { type ReducerDimensions, SHAFTS, type Shaft, SOUND, STAGES, shaftPlaces } from './model.js';

const UP = [0, 0, 1] as const;

/** Where the template's names are on the reducer. Each shaft is read in its own sense of turning, which alternates. */
export function bindReducer(d: ReducerDimensions = SOUND): TemplateBinding {
  const places = shaftPlaces(d);
  const at = (shaft: Shaft) => inM(...places[shaft], 26);
  const next = (stage: 0 | 1 | 2) => (stage + 1) as Shaft;
  const sense = (shaft: number) => [0, 0, shaft % 2 === 0 ? 1 : -1] as const;
  const ofShafts = SHAFTS.flatMap((shaft) => {
    const of = { body: `shaft-${shaft}`, reference: 'housing' };
    return [
      [`shaft.${shaft}.angle`, { kind: 'body-angle', ...of, originM: at(shaft), axis: sense(shaft) }],
      [`shaft.${shaft}.speed`, { kind: 'body-angular-speed', ...of, axis: sense(shaft) }],
      [`shaft.${shaft}.axial`, { kind: 'body-position', ...of, pointM: at(shaft), axis: UP }],
    ];
  });
  const ofStages = STAGES.flatMap((stage) => [
    [
      `stage.${stage + 1}.distance`,
      {
        kind: 'point-distance',
        bodyA: `shaft-${stage}`,
        pointAM: at(stage),
        bodyB: `shaft-${stage + 1}`,
        pointBM: at(next(stage)),
      },
    ],
    [
      `stage.${stage + 1}.axial`,
      { kind: 'body-position', body: wheelBody(d, stage), reference: 'housing', pointM: at(next(stage)), axis: UP },
    ],
    [
      `stage.${stage + 1}.overlap`,
      {
        kind: 'guide-overlap',
        body: wheelBody(d, stage),
        bodyEndsM: faceEnds(d, stage, next(stage)),
        guide: `shaft-${stage}`,
        guideEndsM: faceEnds(d, stage, stage),
        axis: UP,
      },
    ],
  ]);
  return {
    schema: 'mechtrial/template-binding@1',
    template: 'gear-reducer',
    operations: {
      input: {
        on: { body: 'shaft-0', reference: 'housing', frame: { originM: at(0), axis: UP } },
        reactsOnReference: false,
      },
      brake: { on: { body: 'shaft-3', reference: 'housing', frame: { originM: at(3), axis: UP } } },
    },
    observations: {
      ...Object.fromEntries(ofShafts),
      ...Object.fromEntries(ofStages),
      phase: { formula: '{shaft.0.angle} - 27 * {shaft.3.angle}' },
      'brake.torque': { formula: 'abs({brake.signed})' },
    },
    signals: [{ name: 'brake.signed', kind: 'drive-effort', drive: 'brake' }],
    parameters: [
      {
        name: 'gain.input',
        value: 2.5,
        source: 'constructor',
        basis: 'the heavy brake takes 0.13 N·m at the input: 3 % of its speed instead of 7 %',
        original: 1,
        reason: 'at the default gain the input would fall 7 % behind under the heavy brake',
      },
    ],
  };
}
