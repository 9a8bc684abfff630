import { rotateTo } from '../direct/rotation.js';
import type { EngineModel } from '../engine.js';
import type { Assembly } from './assembly.js';
import { MM, readBodies } from './bodies.js';
import { refreshCoordinates } from './coordinates.js';
import type { LawInput } from './effort-law.js';
import { settleAnchors, settleWork, solveLaw } from './effort-law.js';
import { refreshFrames } from './frames.js';
import type { LawTerm } from './law-terms.js';
import { isLossyTerm, refreshStored } from './model-terms.js';
import { addImpulse } from './rows.js';

/** Arrays of one sub-step and sums over the recorded step. */
export interface StepScratch {
  readonly input: LawInput;
  readonly knownImpulse: Float64Array;
  readonly freeChange: Float64Array;
  readonly direct: Float64Array;
  readonly answer: Float64Array;
  readonly velocityBefore: Float64Array;
  /** Impulse of every law row over the recorded step. */
  readonly lawImpulse: Float64Array;
  /** 1 per body on which Rapier still keeps a force. */
  readonly isLoaded: Uint8Array;
  /** Bodies × sub-steps at a speed clamp. */
  clampedCount: number;
  /** Whether the joint operator fits the present pose. */
  isOperatorFresh: boolean;
}

export function createStepScratch(assembly: Assembly): StepScratch {
  const { model, states, coordinates, frames, outputs, settings, law } = assembly;
  const array = () => new Float64Array(6 * states.count);
  const knownImpulse = array();
  const freeChange = array();
  return {
    input: {
      model,
      states,
      coordinates,
      joints: frames,
      get jointOperator() {
        return assembly.jointOperator;
      },
      jointActive: outputs.jointActive,
      jointReaction: outputs.jointReaction,
      commands: outputs.commands,
      h: settings.subStepS,
      early: settings.earlyShare,
      knownImpulse,
      freeChange,
    },
    knownImpulse,
    freeChange,
    direct: array(),
    answer: array(),
    velocityBefore: array(),
    lawImpulse: new Float64Array(law.terms.length),
    isLoaded: new Uint8Array(states.count),
    clampedCount: 0,
    isOperatorFresh: false,
  };
}

/**
 * Takes one sub-step: efforts as forces, `World.step`, read back, books.
 *
 * @returns false when Rapier produced something that is not a number, or died
 */
export function takeSubStep(assembly: Assembly, scratch: StepScratch, isLast: boolean): boolean {
  const { states, frames, coordinates, law, colliders, reader } = assembly;
  const hasKnown = collectKnown(assembly, scratch);
  scratch.answer.fill(0);
  scratch.direct.set(scratch.knownImpulse);
  if (law.terms.length > 0 || hasKnown) {
    writeFreeChange(assembly, scratch);
    refreshOperator(assembly, scratch);
    solveLaw(law, scratch.input, scratch.direct, scratch.answer);
  }
  if (!applyForces(assembly, scratch)) return false;
  scratch.velocityBefore.set(states.V);
  reader.keep(states);
  try {
    assembly.freeSpin.begin(states, assembly.bodies);
    if (colliders.hooks === null) assembly.world.step();
    else stepWithHooks(assembly);
  } catch {
    return false;
  }
  if (!readBodies(states, assembly.bodies)) return false;
  assembly.freeSpin.correct(states, assembly.bodies);
  scratch.isOperatorFresh = false;
  countClamped(assembly, scratch);
  settleWork(law, states.V);
  bookSubStep(assembly, scratch);
  refreshFrames(frames, states);
  refreshCoordinates(coordinates, states);
  settleAnchors(law, scratch.input);
  bookLaws(assembly);
  reader.read(states, isLast);
  return true;
}

function stepWithHooks(assembly: Assembly): void {
  const queue = new assembly.rapier.EventQueue(true);
  try {
    assembly.world.step(queue, assembly.colliders.hooks!);
  } finally {
    queue.free();
  }
}

/** Brings the joint operator up to the present pose, once per pose. */
export function refreshOperator(assembly: Assembly, scratch: StepScratch): void {
  if (scratch.isOperatorFresh) return;
  assembly.jointOperator.refresh(assembly.states, assembly.frames);
  scratch.isOperatorFresh = true;
}

/** Impulses of applied wrenches and explicit coordinate efforts; returns whether there are any. */
function collectKnown(assembly: Assembly, scratch: StepScratch): boolean {
  const { outputs, coordinates, settings } = assembly;
  const { knownImpulse } = scratch;
  const h = settings.subStepS;
  let hasKnown = false;
  for (let k = 0; k < knownImpulse.length; k++) {
    knownImpulse[k] = h * outputs.wrench[k]!;
    if (knownImpulse[k] !== 0) hasKnown = true;
  }
  for (let i = 0; i < outputs.coordinateEffort.length; i++) {
    const effort = outputs.coordinateEffort[i]!;
    if (effort === 0) continue;
    hasKnown = true;
    addImpulse(coordinates.rows, i, h * effort, knownImpulse);
  }
  return hasKnown;
}

const momentum = new Float64Array(3);
const torque = new Float64Array(3);

/** Velocity change by gravity and by the gyroscopic torque −ω×(I·ω), which Rapier integrates itself. */
function writeFreeChange(assembly: Assembly, scratch: StepScratch): void {
  const { states, model, settings } = assembly;
  const { freeChange } = scratch;
  const h = settings.subStepS;
  for (let i = 0; i < states.count; i++) {
    const o = 6 * i;
    if (states.isMoving[i] === 0) {
      freeChange.fill(0, o, o + 6);
      continue;
    }
    rotateTo(states.worldInertia, 9 * i, states.V, o + 3, momentum, 0);
    for (let k = 0; k < 3; k++) {
      const k1 = (k + 1) % 3;
      const k2 = (k + 2) % 3;
      freeChange[o + k] = h * model.gravityMPerS2[k]!;
      torque[k] = -h * (states.V[o + 3 + k1]! * momentum[k2]! - states.V[o + 3 + k2]! * momentum[k1]!);
    }
    rotateTo(states.worldInverseInertia, 9 * i, torque, 0, freeChange, o + 3);
  }
}

/** Squares of forces must stay finite in single precision. */
const MAX_SINGLE = 1e18;

const linear = { x: 0, y: 0, z: 0 };
const angular = { x: 0, y: 0, z: 0 };

/**
 * Hands direct and answering impulses to Rapier as forces that last the sub-step (mm: force ×1e3, torque ×1e6).
 *
 * Rapier spreads them over its solver iterations, exactly as it does gravity: what balances gravity then balances it all
 * the way, and contacts see a steady load. As impulses before the step, a block on a 20° incline creeps 0.24 mm in 2 s
 * instead of 0.002, and everything held at rest reports a rate of 3/8·h·g.
 *
 * @returns false when a force is not finite
 */
function applyForces(assembly: Assembly, scratch: StepScratch): boolean {
  const { states, bodies, settings } = assembly;
  const { direct: P, answer: Q, isLoaded } = scratch;
  const force = MM / settings.subStepS;
  const torqueScale = force * MM;
  for (let i = 0; i < states.count; i++) {
    if (states.isMoving[i] === 0) continue;
    const o = 6 * i;
    const body = bodies[i]!;
    let size = 0;
    for (let k = 0; k < 6; k++) size += Math.abs(P[o + k]!) + Math.abs(Q[o + k]!);
    // Rapier quietly zeroes velocities that are not finite in single precision.
    if (!(size * torqueScale < MAX_SINGLE)) return false;
    if (isLoaded[i] === 1) {
      body.resetForces(false);
      body.resetTorques(false);
      isLoaded[i] = 0;
    }
    linear.x = (P[o]! + Q[o]!) * force;
    linear.y = (P[o + 1]! + Q[o + 1]!) * force;
    linear.z = (P[o + 2]! + Q[o + 2]!) * force;
    angular.x = (P[o + 3]! + Q[o + 3]!) * torqueScale;
    angular.y = (P[o + 4]! + Q[o + 4]!) * torqueScale;
    angular.z = (P[o + 5]! + Q[o + 5]!) * torqueScale;
    if (linear.x !== 0 || linear.y !== 0 || linear.z !== 0) {
      body.addForce(linear, false);
      isLoaded[i] = 1;
    }
    if (angular.x !== 0 || angular.y !== 0 || angular.z !== 0) {
      body.addTorque(angular, false);
      isLoaded[i] = 1;
    }
  }
  return true;
}

/**
 * Rapier cuts speeds at 400 length units per second and π/4 per step without telling, and what it cuts may come back as
 * zero: the speed that the applied forces alone would give is looked at as well.
 */
function countClamped(assembly: Assembly, scratch: StepScratch): void {
  const { states, settings } = assembly;
  const { linearClampMPerS: vMax, angularClampRadPerS: wMax } = settings;
  for (let i = 0; i < states.count; i++) {
    if (states.isMoving[i] === 0) continue;
    const o = 6 * i;
    const isFast = speed(states.V, o) >= 0.999 * vMax || speed(states.V, o + 3) >= 0.999 * wMax;
    if (isFast || (scratch.isLoaded[i] === 1 && isDrivenTooFast(assembly, scratch, i))) scratch.clampedCount++;
  }
}

const speed = (V: Float64Array, o: number): number => Math.hypot(V[o]!, V[o + 1]!, V[o + 2]!);

const driven = new Float64Array(6);

/** Whether V₀ + M⁻¹·(P + Q) is beyond a clamp. */
function isDrivenTooFast(assembly: Assembly, scratch: StepScratch, i: number): boolean {
  const { states, settings } = assembly;
  const { direct: P, answer: Q, velocityBefore } = scratch;
  const o = 6 * i;
  for (let k = 0; k < 6; k++) driven[k] = P[o + k]! + Q[o + k]!;
  rotateTo(states.worldInverseInertia, 9 * i, driven, 3, torque, 0);
  for (let k = 0; k < 3; k++) {
    driven[k] = velocityBefore[o + k]! + states.inverseMass[i]! * driven[k]!;
    driven[3 + k] = velocityBefore[o + 3 + k]! + torque[k]!;
  }
  return speed(driven, 0) >= settings.linearClampMPerS || speed(driven, 3) >= settings.angularClampRadPerS;
}

/** Sums impulses, works and losses of the sub-step; velocities at its middle are the means of those before and after. */
function bookSubStep(assembly: Assembly, scratch: StepScratch): void {
  const { states, model, law, balance, books, outputs, settings } = assembly;
  const { direct, knownImpulse, velocityBefore, lawImpulse } = scratch;
  for (let i = 0; i < states.count; i++) {
    if (states.isMoving[i] === 0) continue;
    const o = 6 * i;
    let work = 0;
    for (let k = 0; k < 6; k++) {
      balance.known[o + k]! += direct[o + k]!;
      work += knownImpulse[o + k]! * 0.5 * (velocityBefore[o + k]! + states.V[o + k]!);
    }
    for (let k = 0; k < 3; k++) {
      balance.known[o + k]! += settings.subStepS * states.massKg[i]! * model.gravityMPerS2[k]!;
    }
    books.workJ[i]! += work;
  }
  law.terms.forEach((term, r) => {
    if (law.lambda[r] === 0) return;
    lawImpulse[r]! += law.lambda[r]!;
    const direction = term.directions[0]!;
    const b = law.operator.rows.b[direction]!;
    const home = states.isMoving[b] === 1 ? b : law.operator.rows.a[direction]!;
    const work = law.workJ[r]!;
    if (term.kind === 'actuator') {
      books.workJ[home]! += work;
      outputs.actuatorWorkJ[term.index]! += work;
    } else if (isDissipative(model, term)) {
      books.lossJ[home]! -= work;
    }
  });
}

/** Books work and stored energy of the laws, once coordinates have been re-read: see model-terms.ts. */
function bookLaws({ model, law, books, states, coordinates, settings }: Assembly): void {
  const { models, terms, operator } = law;
  const laws = model.laws ?? [];
  const lead = (settings.earlyShare - 0.5) * settings.subStepS;
  for (let i = 0; i < laws.length; i++) {
    let work = 0;
    let home = 0;
    for (let r = 0; r < terms.length; r++) {
      const { kind, index, directions } = terms[r]!;
      if (kind !== 'law' || models.lawOfSlot[index] !== i) continue;
      work += law.workJ[r]!;
      const b = operator.rows.b[directions[0]!]!;
      home = states.isMoving[b] === 1 ? b : operator.rows.a[directions[0]!]!;
    }
    const change = refreshStored(model, models, i, coordinates, lead);
    books.elasticFlowJ[home]! += laws[i]!.isConservative ? work : -change;
    if (!laws[i]!.isConservative) books.lossJ[home]! -= work + change;
  }
}

/** Friction, damping, stops and the jerk of a cord take energy out; gears, rods and universal joints do not. */
function isDissipative(model: EngineModel, { kind, index }: LawTerm): boolean {
  if (kind === 'distance') return model.joints[index]!.isCord === true;
  return kind === 'friction' || kind === 'damping' || kind === 'lower' || kind === 'upper' || isLossyTerm(kind);
}
