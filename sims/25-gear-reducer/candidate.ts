import type { Candidate, SceneInput } from '../../src/index.js';
import { inM, poseAt } from '../modelling/poses.js';
import * as model from './model.js';
import {
  pitchDistance,
  type ReducerDimensions,
  SHAFTS,
  type Shaft,
  SOUND,
  STAGES,
  type Stage,
  shaftPlaces,
  stageBottom,
} from './model.js';
import { toothShapes } from './teeth.js';

/** Efficiency of one mesh of dry, ground spur gears. */
const MESH_EFFICIENCY = 0.95;
const UP = [0, 0, 1] as const;

/** What carries the torque of a stage: an equivalent gear pair, or the teeth themselves. */
export type Teeth = 'equivalent' | 'native';

const isLoose = (d: ReducerDimensions, stage: Stage): boolean =>
  (stage === 1 && d.looseWheel === 'stage-2-slides') || (stage === 2 && d.looseWheel === 'stage-3-turns');

/** The body that carries the wheel of a stage. */
export const wheelBody = (d: ReducerDimensions, stage: Stage): string =>
  isLoose(d, stage) ? `wheel-${stage + 1}` : `shaft-${stage + 1}`;

/**
 * Returns the three-stage reducer: a PETG housing of two plates, four steel shafts with the pinions cut in them, three steel
 * wheels on keys between a shoulder and a set collar.
 *
 * Equivalent: each pair is a model of its own between two real involute gears, tooth in space. The model has no backlash, the
 * teeth have 0.12 mm: they never meet, and nothing is exempt from the audit. Native: there are no models, the teeth touch.
 */
export function buildCandidate(d: ReducerDimensions = SOUND, teeth: Teeth = 'equivalent'): Candidate {
  const places = shaftPlaces(d);
  const axis = (shaft: Shaft) => ({ originM: inM(...places[shaft], 26), axis: UP });
  const loose = STAGES.filter((stage) => isLoose(d, stage));
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'gear-reducer',
    notes: 'Turn shaft 0 counter-clockwise; shafts 1 and 3 turn the other way, shaft 3 once in 27 turns.',
    bodies: [
      { name: 'housing', isGround: true, parts: [{ geometry: model.housing(d), material: 'PETG' }] },
      ...SHAFTS.map((which) => ({
        name: `shaft-${which}`,
        parts: shaftParts(d, which),
        poseInWorld: poseAt(...places[which]),
      })),
      ...loose.map((stage) => ({
        name: wheelBody(d, stage),
        parts: [{ geometry: model.wheel(d, stage, 0.05), material: 'steel' }],
        poseInWorld: poseAt(...places[(stage + 1) as Shaft]),
      })),
    ],
    joints: [
      ...SHAFTS.map((which) => ({
        kind: 'revolute' as const,
        name: `bearing-${which}`,
        bodies: ['housing', `shaft-${which}`],
        frame: axis(which),
      })),
      ...loose.map((stage) => ({
        kind: stage === 1 ? ('prismatic' as const) : ('revolute' as const),
        name: `wheel-${stage + 1}-on-shaft`,
        bodies: [`shaft-${stage + 1}`, wheelBody(d, stage)],
        frame: axis((stage + 1) as Shaft),
      })),
    ],
    models: teeth === 'native' ? [] : STAGES.map((stage) => gearPair(d, stage, axis)),
    ...(teeth === 'native' ? { contact: { shapes: toothShapes(d) } } : {}),
    ...(d.looseWheel === 'stage-2-slides' ? { contact: { shapes: faces(d) } } : {}),
  };
  return { scene, declared: declaredOf(d) };
}

const shaftParts = (d: ReducerDimensions, which: Shaft) => {
  const steel = (name: string, geometry: ReturnType<typeof model.key>) => ({ name, geometry, material: 'steel' });
  const shaft = [steel(`spindle-${which}`, model.shaft(d, which)), steel(`lower-collar-${which}`, model.lowerCollar())];
  if (which === 0) return shaft;
  const stage = (which - 1) as Stage;
  const hasKey = !(stage === 2 && isLoose(d, stage));
  const hasCollar = stage > 0 && !(stage === 1 && isLoose(d, stage));
  return [
    ...shaft,
    ...(isLoose(d, stage) ? [] : [steel(`gear-wheel-${which}`, model.wheel(d, stage, 0))]),
    ...(hasKey ? [steel(`key-${which}`, model.key(stage))] : []),
    ...(hasCollar ? [steel(`wheel-collar-${which}`, model.wheelCollar(stage))] : []),
  ];
};

const gearPair = (
  d: ReducerDimensions,
  stage: Stage,
  axis: (shaft: Shaft) => { readonly originM: [number, number, number]; readonly axis: typeof UP },
) => ({
  kind: 'gear-pair' as const,
  name: `mesh-${stage + 1}`,
  moduleM: d.module / 1000,
  efficiency: MESH_EFFICIENCY,
  faceWidthM: d.faceWidth / 1000,
  wheels: [
    { on: { body: `shaft-${stage}`, reference: 'housing', frame: axis(stage) }, toothCount: d.pinionTeeth },
    {
      on: { body: wheelBody(d, stage), reference: 'housing', frame: axis((stage + 1) as Shaft) },
      toothCount: d.wheelTeeth[stage],
    },
  ],
});

type Shape = NonNullable<NonNullable<SceneInput['contact']>['shapes']>[number];

/** The faces of wheels 1 and 2, for a wheel that falls on the one below. */
const faces = (d: ReducerDimensions): Shape[] =>
  ([0, 1] as const).map((stage) => ({
    kind: 'cylinder',
    body: wheelBody(d, stage),
    poseInBody: { positionM: inM(0, 0, stageBottom(stage) + d.faceWidth / 2) },
    radiusM: (d.module * d.wheelTeeth[stage]) / 2000,
    lengthM: d.faceWidth / 1000,
    material: 'steel',
  }));

const declaredOf = (d: ReducerDimensions) => [
  {
    name: 'faceWidthM',
    value: d.faceWidth / 1000,
    source: 'constructor' as const,
    basis: 'width of the narrower gear of each pair',
  },
  ...STAGES.map((stage) => ({
    name: `pitchDistance${stage + 1}M`,
    value: pitchDistance(d, stage) / 1000,
    source: 'constructor' as const,
    basis: `module ${d.module} mm, ${d.pinionTeeth} and ${d.wheelTeeth[stage]} teeth`,
  })),
];

/** Ends of the teeth of a stage on one of its shafts [m]. */
export const faceEnds = (d: ReducerDimensions, stage: Stage, shaft: Shaft): readonly [number, number, number][] => {
  const [x, y] = shaftPlaces(d)[shaft];
  return [inM(x, y, stageBottom(stage)), inM(x, y, stageBottom(stage) + d.faceWidth)];
};
