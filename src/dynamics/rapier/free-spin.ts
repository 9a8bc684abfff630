/**
 * What Rapier gets wrong about a spinning body that nothing acts on, taken back after every sub-step.
 *
 *   twin: the body alone in a world of its own, same rotation, same ω, one step:  q_s, ω_s
 *   exact:  ω_e = I(q_s)⁻¹·I(q)·ω  (the angular momentum stays)        ω ← ω_found + (ω_e − ω_s)
 *
 * Contributor notes. Rapier turns ω into body axes and back in single precision in each of its solver iterations, and gains
 * 9e-8 of it each time: 0.28 % a second at 8 × 4 iterations per millisecond, for a free sphere as for a shaft on a hinge;
 * normalizing the rotation does not help. Its gyroscopic term also loses 2.5 % of the angular momentum of a tumbling body
 * in 10 s. Neither can be switched off from JavaScript. A twin repeats the same rounding and the same term when both start
 * from the same normalized rotation (from the raw one a tenth to a fifth of the gain is left), so that the
 * difference to the exact motion can be measured and taken back, loads or not.
 */

import { rotateTo, rotationMatrix } from '../direct/rotation.js';
import type { EngineModel } from '../engine.js';
import type { Rapier, RigidBody, World } from '../rapier.js';
import { type BodyStates, conjugateBy, createTwin } from './bodies.js';
import type { RapierSettings } from './settings.js';

/** Below this angular speed [rad/s] nothing is worth taking back. */
const SLOWEST_RAD_PER_S = 1e-3;

/** The twins of all bodies, in a world without gravity, joints and shapes. */
export interface FreeSpin {
  /** Sets the twins to the present state and steps them; call before the bodies move. */
  begin(states: BodyStates, bodies: readonly RigidBody[]): void;
  /** Adds what the twins missed to ω of the bodies, in Rapier and in `states`. */
  correct(states: BodyStates, bodies: readonly RigidBody[]): void;
  free(): void;
}

/** Makes the twins of a model's dynamic bodies. */
export function createFreeSpin(rapier: Rapier, model: EngineModel, settings: RapierSettings): FreeSpin {
  const world: World = new rapier.World({ x: 0, y: 0, z: 0 });
  world.timestep = settings.subStepS;
  world.numSolverIterations = settings.solverIterations;
  world.numInternalPgsIterations = settings.pgsIterations;
  const twins = model.bodies.map((body) => (body.isGround ? null : createTwin(rapier, world, body)));
  const momentum = new Float64Array(3 * twins.length);
  const isTurning = new Uint8Array(twins.length);
  const quat = { x: 0, y: 0, z: 0, w: 1 };
  const vector = { x: 0, y: 0, z: 0 };
  const rotation = new Float64Array(4);
  const R = new Float64Array(9);
  const inverse = new Float64Array(9);
  const exact = new Float64Array(3);
  let isAnyTurning = false;

  return {
    begin(states, bodies) {
      isAnyTurning = false;
      for (let i = 0; i < twins.length; i++) {
        const twin = twins[i];
        const o = 6 * i + 3;
        const [x, y, z] = [states.V[o]!, states.V[o + 1]!, states.V[o + 2]!];
        isTurning[i] = twin && states.isMoving[i] === 1 && Math.hypot(x, y, z) > SLOWEST_RAD_PER_S ? 1 : 0;
        if (!twin || isTurning[i] === 0) continue;
        isAnyTurning = true;
        vector.x = x;
        vector.y = y;
        vector.z = z;
        const p = 7 * i + 3;
        quat.x = states.pose[p]!;
        quat.y = states.pose[p + 1]!;
        quat.z = states.pose[p + 2]!;
        quat.w = states.pose[p + 3]!;
        twin.setRotation(quat, false);
        bodies[i]!.setRotation(quat, false);
        twin.setAngvel(vector, false);
        rotateTo(states.worldInertia, 9 * i, states.V, o, momentum, 3 * i);
      }
      if (isAnyTurning) world.step();
    },
    correct(states, bodies) {
      if (!isAnyTurning) return;
      for (let i = 0; i < twins.length; i++) {
        if (isTurning[i] === 0) continue;
        const twin = twins[i]!;
        const q = twin.rotation(quat);
        const s = 1 / Math.hypot(q.x, q.y, q.z, q.w);
        rotation[0] = q.x * s;
        rotation[1] = q.y * s;
        rotation[2] = q.z * s;
        rotation[3] = q.w * s;
        rotationMatrix(rotation, 0, R, 0);
        conjugateBy(R, 0, states.inverseInertia, 9 * i, inverse, 0);
        rotateTo(inverse, 0, momentum, 3 * i, exact, 0);
        const w = twin.angvel(vector);
        const o = 6 * i + 3;
        vector.x = Math.fround(states.V[o]! + exact[0]! - w.x);
        vector.y = Math.fround(states.V[o + 1]! + exact[1]! - w.y);
        vector.z = Math.fround(states.V[o + 2]! + exact[2]! - w.z);
        if (!Number.isFinite(vector.x + vector.y + vector.z)) continue;
        bodies[i]!.setAngvel(vector, false);
        states.V[o] = vector.x;
        states.V[o + 1] = vector.y;
        states.V[o + 2] = vector.z;
      }
    },
    free: () => world.free(),
  };
}
