/**
 * Which bodies may touch: not ground against ground, not excluded pairs, not the two bodies of a joint unless it says so.
 *
 * The narrow phase costs nothing for what collision groups rule out: up to 16 bodies get a group bit each and a mask of
 * whom they meet. Beyond that, pairs are computed and dropped when read.
 */
import type { EngineModel } from '../../engine.js';

export interface ContactFilter {
  /** 1 where the two bodies may touch, row-major. */
  readonly mayTouch: Uint8Array;
  readonly bodyCount: number;
  /** Rapier's interaction groups per body; all ones where there are too many bodies. */
  readonly groups: Uint32Array;
}

/** Returns the filter of a model. */
export function createContactFilter(model: EngineModel): ContactFilter {
  const n = model.bodies.length;
  const mayTouch = new Uint8Array(n * n).fill(1);
  const forbid = (a: number, b: number) => {
    mayTouch[n * a + b] = 0;
    mayTouch[n * b + a] = 0;
  };
  const isStill = (b: number) => b === 0 || model.bodies[b]!.isGround;
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) if (a === b || (isStill(a) && isStill(b))) forbid(a, b);
  }
  for (const [a, b] of model.excludedPairs) forbid(a, b);
  for (const joint of model.joints) if (!joint.collides) forbid(joint.a, joint.b);
  return { mayTouch, bodyCount: n, groups: groupsOf(model, mayTouch) };
}

function groupsOf(model: EngineModel, mayTouch: Uint8Array): Uint32Array {
  const n = model.bodies.length;
  const groups = new Uint32Array(n).fill(0xffffffff);
  const shaped = [...new Set(model.shapes.map((s) => s.body))].sort((a, b) => a - b);
  if (shaped.length > 16) return groups;
  for (const [bit, a] of shaped.entries()) {
    let mask = 0;
    for (const [other, b] of shaped.entries()) if (mayTouch[n * a + b]) mask |= 1 << other;
    groups[a] = ((1 << (16 + bit)) | mask) >>> 0;
  }
  return groups;
}
