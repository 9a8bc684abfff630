/**
 * What the world looks at before every step: joints that have come apart or broken, models out of their range.
 * Each writes an event to the sink and acts on the engine.
 */
import { poseBuffer, writeJointPose } from './joint-pose.js';
import type { TrialSink, WorldPlan } from './world-plan.js';

/** Releases joints whose two regions no longer overlap. */
export function releaseParted(plan: WorldPlan, atS: number, sink: TrialSink): void {
  const { scene, engine } = plan;
  for (let j = 0; j < scene.joints.length; j++) {
    if (engine.jointActive[j] === 0 || regionsOverlap(plan, j)) continue;
    engine.releaseJoint(j);
    const { name } = scene.joints[j]!;
    const message = `joint '${name}' was released: its two regions no longer overlap`;
    sink.event({
      atS,
      code: 'joint_released',
      message,
      subject: name,
      value: engine.jointSeparationM[j]!,
    });
  }
}

/** Releases joints that carried more than they can in the step before. */
export function releaseBroken(plan: WorldPlan, atS: number, sink: TrialSink): void {
  const { scene, engine } = plan;
  for (let j = 0; j < scene.joints.length; j++) {
    const { breaking } = scene.joints[j]!.record;
    if (breaking === undefined || engine.jointActive[j] === 0) continue;
    const force = sizeAt(engine.jointReaction, 6 * j);
    const torque = sizeAt(engine.jointReaction, 6 * j + 3);
    const isTorn = force > (breaking.forceN ?? Number.POSITIVE_INFINITY);
    if (!isTorn && !(torque > (breaking.torqueNm ?? Number.POSITIVE_INFINITY))) continue;
    engine.releaseJoint(j);
    const { name } = scene.joints[j]!;
    const load = isTorn ? `${force.toPrecision(4)} N` : `${torque.toPrecision(4)} N·m`;
    const message = `joint '${name}' broke under ${load}`;
    const value = isTorn ? force : torque;
    sink.event({ atS, code: 'joint_released', message, subject: name, value });
  }
}

/**
 * Models that have left their operating range say so, and stop acting (`acting` 0) where that is what they declare: events
 * `range_left` and, after it, `model_stopped`.
 */
export function watchRanges(plan: WorldPlan, acting: Uint8Array, atS: number, sink: TrialSink): void {
  const { engine, models } = plan;
  for (let i = 0; i < models.length; i++) {
    const model = models[i]!;
    for (let left = model.leftBound(engine); left !== null; left = model.leftBound(engine)) {
      const value = engine.coordinate[left.coordinate]!;
      const message = `model '${model.name}' has left its operating range: ${left.meaning}`;
      sink.event({ atS, code: 'range_left', message, subject: model.name, value });
      if (!left.stopsActing) continue;
      model.stop(engine);
      acting[i] = 0;
      const stopped = `model '${model.name}' no longer acts: ${left.meaning}`;
      sink.event({ atS, code: 'model_stopped', message: stopped, subject: model.name, value });
    }
  }
}

function regionsOverlap(plan: WorldPlan, j: number): boolean {
  const { a, b, frameInA, frameInB, regionA, regionB, record } = plan.scene.joints[j]!;
  writeJointPose(plan.engine.pose, a, frameInA, b, frameInB, X_AB);
  return plan.jointKinds[j]!.regionsOverlap(X_AB, regionA, regionB, record);
}

/** Length of the vector at offset o. */
function sizeAt(values: Float64Array, o: number): number {
  return Math.hypot(values[o]!, values[o + 1]!, values[o + 2]!);
}

const X_AB = poseBuffer();
