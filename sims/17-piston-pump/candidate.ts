import type { Candidate, SceneInput } from '../../src/index.js';
import { inM, poseAt } from '../modelling/poses.js';
import * as model from './model.js';
import { type PumpDimensions, placeParts, SKIRT_END, SOUND } from './model.js';

/** Crank angle at which the pump is assembled: a little before the inner dead point. */
export const START_CRANK_RAD = (170 * Math.PI) / 180;

/** z onto x. */
const ALONG_X = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;

/**
 * Returns the dry piston pump: an aluminium base, a steel barrel, crank and rod, a piston of polyamide.
 *
 * The bore lies along x, crank pin and wrist pin are upright. The piston is guided by contact of its skirt with the bore,
 * 0.08 mm of play all round; nothing but the wrist pin holds it. Rod and crank would touch barrel and piston if they came near.
 */
export function buildCandidate(d: PumpDimensions = SOUND): Candidate {
  const { pin, piston, rodRad } = placeParts(d, START_CRANK_RAD);
  const upright = (name: string, bodies: [string, string], x: number, y: number, z: number) => ({
    kind: 'revolute' as const,
    name,
    bodies,
    frame: { originM: inM(x, y, z), axis: [0, 0, 1] as const },
  });
  const skirtLength = SKIRT_END - d.skirtStart;
  const collars =
    d.collarBore === null ? [] : [{ name: 'collar', geometry: model.collar(d, d.collarBore), material: 'steel' }];
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'piston-pump',
    notes: 'Turn the crank counter-clockwise; the piston goes 30 mm out and back along x once per turn.',
    bodies: [
      {
        name: 'frame',
        isGround: true,
        parts: [
          { name: 'base', geometry: model.base(d), material: 'aluminium' },
          { name: 'barrel', geometry: model.barrel(d), material: 'steel' },
          ...collars,
        ],
      },
      {
        name: 'crank',
        parts: [{ geometry: model.crank(d), material: 'steel' }],
        poseInWorld: poseAt(0, 0, 0, START_CRANK_RAD),
      },
      {
        name: 'rod',
        parts: [{ geometry: model.rod(d), material: 'steel' }],
        poseInWorld: poseAt(pin[0], pin[1], 0, rodRad),
      },
      {
        name: 'piston',
        parts: [{ geometry: model.piston(d), material: 'PA' }],
        poseInWorld: poseAt(piston, 0),
      },
    ],
    joints: [
      upright('crank-pivot', ['frame', 'crank'], 0, 0, -9),
      upright('crank-pin', ['crank', 'rod'], pin[0], pin[1], 0),
      upright('wrist-pin', ['piston', 'rod'], piston, 0, 0),
    ],
    contact: { shapes: [...wallLines(d), skirt(d), ...runningParts(d)] },
  };
  return {
    scene,
    declared: [
      {
        name: 'skirtLengthM',
        value: skirtLength / 1000,
        source: 'constructor',
        basis: 'length of the skirt that runs in the bore',
      },
    ],
  };
}

type Shape = NonNullable<NonNullable<SceneInput['contact']>['shapes']>[number];

/**
 * The lines of the bore, and of a collar, that can be touched: crank pin and wrist pin keep everything in the plane of the
 * crank, so that it is a strip of 1 mm of the wall on either side. The hull of such a strip is 0.01 mm narrower than the bore.
 */
function wallLines(d: PumpDimensions): Shape[] {
  const line = (part: string, start: number, end: number, inner: number, side: 1 | -1): Shape => ({
    kind: 'hull',
    body: 'frame',
    part,
    region: {
      kind: 'box',
      poseInBody: { positionM: inM((start + end) / 2, side * (inner / 2 + 4), 0) },
      sizeM: inM(end - start, 8.2, 1),
    },
  });
  const sides = [1, -1] as const;
  const { collarBore } = d;
  return [
    ...sides.map((side) => line('barrel', d.boreStart, d.boreEnd, d.piston + 2 * d.radialGap, side)),
    ...(collarBore === null ? [] : sides.map((side) => line('collar', d.boreStart - 5, d.boreStart, collarBore, side))),
  ];
}

const skirt = (d: PumpDimensions): Shape => ({
  kind: 'hull',
  body: 'piston',
  region: {
    kind: 'cylinder',
    poseInBody: { positionM: inM((SKIRT_END + d.skirtStart) / 2, 0, 0), rotation: ALONG_X },
    radiusM: d.piston / 1000,
    lengthM: (SKIRT_END - d.skirtStart) / 1000,
  },
});

/** What must not touch: the shank of the rod and the web of the crank. */
const runningParts = (d: PumpDimensions): Shape[] => [
  {
    kind: 'hull',
    body: 'rod',
    region: {
      kind: 'box',
      poseInBody: { positionM: inM(d.rod / 2 + 1, 0, 0) },
      sizeM: inM(d.rod - 14, 6, 8),
    },
  },
  {
    kind: 'hull',
    body: 'crank',
    region: { kind: 'box', poseInBody: { positionM: inM(0, 0, -9) }, sizeM: inM(80, 80, 6) },
  },
];
