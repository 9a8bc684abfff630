import type { SceneInput } from '../../src/index.js';
import { inM } from '../modelling/poses.js';
import { type ReducerDimensions, STAGES, type Stage, stageBottom, toothAngleDeg } from './model.js';

type Shape = NonNullable<NonNullable<SceneInput['contact']>['shapes']>[number];

/**
 * One hull per tooth of every gear, of its material from a module below the pitch circle outwards: all that the tip of the
 * other gear can reach. Involute flanks are convex there, so that the hull is the tooth; the fillets lie below.
 */
export const toothShapes = (d: ReducerDimensions): Shape[] =>
  STAGES.flatMap((stage) => [
    ...gearShapes(d, stage, 'pinion', `shaft-${stage}`, `spindle-${stage}`, d.pinionTeeth),
    ...gearShapes(d, stage, 'wheel', `shaft-${stage + 1}`, `gear-wheel-${stage + 1}`, d.wheelTeeth[stage]),
  ]);

function gearShapes(
  d: ReducerDimensions,
  stage: Stage,
  gearKind: 'pinion' | 'wheel',
  body: string,
  part: string,
  toothCount: number,
): Shape[] {
  const pitchRadius = (d.module * toothCount) / 2;
  const [inner, outer] = [pitchRadius - d.module, pitchRadius + 1.2 * d.module];
  const first = (toothAngleDeg(d, stage, gearKind) * Math.PI) / 180;
  return Array.from({ length: toothCount }, (_, k) => {
    const angle = first + (2 * Math.PI * k) / toothCount;
    const middle = (inner + outer) / 2;
    return {
      kind: 'hull',
      body,
      part,
      region: {
        kind: 'box',
        poseInBody: {
          positionM: inM(middle * Math.cos(angle), middle * Math.sin(angle), stageBottom(stage) + d.faceWidth / 2),
          rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
        },
        // 2.8 modules across reach no neighbor: spaces are 0.53 modules wide at the foot
        sizeM: inM(outer - inner, 2.8 * d.module, d.faceWidth + 0.2),
      },
    };
  });
}
