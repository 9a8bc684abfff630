import type { Candidate, SceneInput } from '../../src/index.js';
import { inM, poseAt } from '../modelling/poses.js';
import * as model from './model.js';
import { placeParts, type SliderCrankDimensions, SOUND } from './model.js';

/** Crank angle at which the mechanism is assembled: a little before the inner dead point. */
export const START_CRANK_RAD = (170 * Math.PI) / 180;

/** What a slider-crank is built from. */
export interface SliderCrankDesign {
  readonly dimensions: SliderCrankDimensions;
  readonly startCrankRad: number;
}

export const SOUND_DESIGN: SliderCrankDesign = { dimensions: SOUND, startCrankRad: START_CRANK_RAD };

/**
 * Returns the slider-crank: an aluminium base with a lipped guide, a steel crank, an aluminium rod, a slider of polyamide.
 *
 * It lies flat on its base plate: pins upright, the slider goes along x. The slider is guided by contact alone: flanges
 * against side walls, floor and lips of the channel, 0.1 mm of play each; nothing but the rod's pin holds it.
 */
export function buildCandidate({ dimensions: d, startCrankRad }: SliderCrankDesign = SOUND_DESIGN): Candidate {
  const { pin, slider, rodRad, rodMiddle, webMiddle } = placeParts(d, startCrankRad);
  const upright = (name: string, bodies: [string, string], x: number, y: number, z: number) => ({
    kind: 'revolute' as const,
    name,
    bodies,
    frame: { originM: inM(x, y, z), axis: [0, 0, 1] as const },
  });
  const scene: SceneInput = {
    schema: 'mechtrial/scene@1',
    name: 'slider-crank',
    notes: 'Turn the crank counter-clockwise; the slider goes 40 mm out and back along x once per turn.',
    bodies: [
      {
        name: 'frame',
        isGround: true,
        parts: [
          { name: 'base', geometry: model.basePlate(d), material: 'aluminium' },
          { name: 'guide', geometry: model.guide(d), material: 'aluminium' },
        ],
      },
      {
        name: 'crank',
        parts: [{ geometry: model.crank(d), material: 'steel' }],
        poseInWorld: poseAt(0, 0, 0, startCrankRad),
      },
      {
        name: 'rod',
        parts: [{ geometry: model.rod(d), material: 'aluminium' }],
        poseInWorld: poseAt(pin[0], pin[1], 0, rodRad),
      },
      {
        name: 'slider',
        parts: [
          { name: 'block', geometry: model.sliderBlock(d), material: 'PA' },
          { name: 'nose', geometry: model.sliderNose(), material: 'steel' },
        ],
        poseInWorld: poseAt(slider[0], slider[1]),
      },
    ],
    joints: [
      upright('crank-pivot', ['frame', 'crank'], 0, 0, webMiddle),
      upright('crank-pin', ['crank', 'rod'], pin[0], pin[1], rodMiddle),
      upright('slider-pin', ['slider', 'rod'], slider[0], slider[1], rodMiddle),
    ],
    contact: {
      shapes: [
        { kind: 'source', body: 'frame', part: 'guide' },
        { kind: 'source', body: 'slider', part: 'block' },
      ],
    },
  };
  return {
    scene,
    declared: [
      {
        name: 'sliderHeightM',
        value: d.sliderHeight / 1000,
        source: 'constructor',
        basis: 'width across the flanges that run in the guide, the largest dimension across the line of motion',
      },
    ],
  };
}
