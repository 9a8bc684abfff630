import type { Candidate, SceneInput } from '../../src/index.js';
import { inM, poseAt } from '../modelling/poses.js';
import * as model from './model.js';
import {
  BORE_END,
  BORE_Z,
  FLYWHEEL_Z,
  JOURNAL_MIDDLE,
  PISTON,
  placeCylinder,
  RADIAL_GAP,
  SKIRT,
  SOUND,
  type TwinDimensions,
} from './model.js';

/** Crank angle of the first throw at which the engine is assembled: past the inner dead point of the first piston. */
export const START_CRANK_RAD = (200 * Math.PI) / 180;

/** What an engine is built from: its geometry, and the drag of its guides, thick grease in the bores, on each piston. */
export interface TwinDesign {
  readonly dimensions: TwinDimensions;
  readonly dragNSPerM: number;
}

export const SOUND_DESIGN: TwinDesign = { dimensions: SOUND, dragNSPerM: 0 };

/** z onto x. */
const ALONG_X = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
const CYLINDERS = [0, 1] as const;

/**
 * Returns the linkage of a twin-cylinder engine: parallel bores one above the other, one built-up crankshaft of steel with
 * throws at 180°, two rods, two aluminium pistons in steel barrels.
 *
 * The pistons are guided by contact of their skirts with the bores, 0.08 mm of play all round; nothing but the wrist pins
 * holds them, and nothing but the crankshaft ties the two.
 */
export function buildCandidate({ dimensions: d, dragNSPerM }: TwinDesign = SOUND_DESIGN): Candidate {
  const places = CYLINDERS.map((which) => ({ ...placeCylinder(d, which, START_CRANK_RAD), number: which + 1, which }));
  const upright = (name: string, bodies: [string, string], x: number, y: number, z: number) => ({
    kind: 'revolute' as const,
    name,
    bodies,
    frame: { originM: inM(x, y, z), axis: [0, 0, 1] as const },
  });
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'twin-cylinder',
    notes:
      'Turn the crankshaft counter-clockwise; each piston goes 24 mm out and back along x once per turn, half a turn apart.',
    bodies: [
      {
        name: 'frame',
        isGround: true,
        parts: [
          { name: 'base', geometry: model.base(), material: 'aluminium' },
          ...CYLINDERS.map((which) => ({
            name: `barrel-${which + 1}`,
            geometry: model.barrel(d, which),
            material: 'steel',
          })),
        ],
      },
      {
        name: 'crankshaft',
        parts: [{ geometry: model.crankshaft(d), material: 'steel' }],
        poseInWorld: poseAt(0, 0, 0, START_CRANK_RAD),
      },
      ...places.flatMap(({ number, pin, piston, rodRad, z }) => [
        {
          name: `rod-${number}`,
          parts: [{ geometry: model.rod(d), material: 'steel' }],
          poseInWorld: poseAt(pin[0], pin[1], z, rodRad),
        },
        {
          name: `piston-${number}`,
          parts: [{ geometry: model.piston(), material: 'aluminium' }],
          poseInWorld: poseAt(piston, 0, z),
        },
      ]),
    ],
    joints: [
      upright('main-bearing', ['frame', 'crankshaft'], 0, 0, JOURNAL_MIDDLE),
      ...places.flatMap(({ number, pin, piston, z }) => [
        upright(`crank-pin-${number}`, ['crankshaft', `rod-${number}`], pin[0], pin[1], z),
        upright(`wrist-pin-${number}`, [`piston-${number}`, `rod-${number}`], piston, 0, z),
      ]),
    ],
    models:
      dragNSPerM === 0
        ? []
        : places.map(({ number, piston, z }) => ({
            kind: 'linear-damper' as const,
            name: `grease-${number}`,
            on: {
              body: `piston-${number}`,
              reference: 'frame',
              frame: { originM: inM(piston, 0, z), axis: [1, 0, 0] as const },
            },
            dampingNSPerM: dragNSPerM,
          })),
    contact: { shapes: [...CYLINDERS.flatMap((which) => cylinderShapes(d, which)), ...discs(d)] },
  };
  return {
    scene,
    declared: [
      {
        name: 'skirtLengthM',
        value: (SKIRT[1] - SKIRT[0]) / 1000,
        source: 'constructor',
        basis: 'length of a skirt in its bore',
      },
    ],
  };
}

type Shape = NonNullable<NonNullable<SceneInput['contact']>['shapes']>[number];

/**
 * Lines of the bore that can be touched (the upright pins keep everything in the plane of the rod: a strip of 1 mm on either
 * side, its hull 0.01 mm narrower than the bore), the skirt, and the shank of the rod, which must not touch.
 */
function cylinderShapes(d: TwinDimensions, which: 0 | 1): Shape[] {
  const inner = PISTON / 2 + RADIAL_GAP;
  const lines = ([1, -1] as const).map(
    (side): Shape => ({
      kind: 'hull',
      body: 'frame',
      part: `barrel-${which + 1}`,
      region: {
        kind: 'box',
        poseInBody: { positionM: inM((d.boreStart + BORE_END) / 2, side * (inner + 3), BORE_Z[which]) },
        sizeM: inM(BORE_END - d.boreStart, 6.2, 1),
      },
    }),
  );
  return [
    ...lines,
    {
      kind: 'hull',
      body: `piston-${which + 1}`,
      region: {
        kind: 'cylinder',
        poseInBody: { positionM: inM((SKIRT[0] + SKIRT[1]) / 2, 0, 0), rotation: ALONG_X },
        radiusM: PISTON / 1000,
        lengthM: (SKIRT[1] - SKIRT[0]) / 1000,
      },
    },
    {
      kind: 'hull',
      body: `rod-${which + 1}`,
      region: { kind: 'box', poseInBody: { positionM: inM(d.rod / 2 + 1, 0, 0) }, sizeM: inM(d.rod - 13, 5, 8) },
    },
  ];
}

/** The discs of the crankshaft, which must not touch: flywheel, middle web, lower disc. */
const discs = (d: TwinDimensions): Shape[] =>
  [FLYWHEEL_Z, [-8, 8], [-29.8, -22]].map(
    ([bottom, top]): Shape => ({
      kind: 'hull',
      body: 'crankshaft',
      region: {
        kind: 'box',
        poseInBody: { positionM: inM(0, 0, (bottom! + top!) / 2) },
        sizeM: inM(d.flywheel + 60, d.flywheel + 60, top! - bottom!),
      },
    }),
  );
