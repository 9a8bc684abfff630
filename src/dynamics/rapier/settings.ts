import { norm } from '../../core/vector.js';
import { type EngineModel, type EngineShape, LARGEST_EXACT_PHASE } from '../engine.js';
import { type ScenePace, scenePace } from '../scene-pace.js';
import { MM } from './bodies.js';
import { BETA } from './law-conditions.js';

/** How the engine is set up for one model; recorded in the provenance of the verdict. */
export interface RapierSettings {
  /** Sub-steps per recorded step, each one `World.step`. */
  readonly subStepCount: number;
  readonly subStepS: number;
  readonly solverIterations: number;
  readonly pgsIterations: number;
  /**
   * c of Δq = h·(c·q̇₀ + (1 − c)·q̇₁): Rapier steps velocity, then position, in each of its n solver iterations, so a
   * constant force moves a body by the rates early and late in these shares, c = (n − 1)/(2n).
   */
  readonly earlyShare: number;
  /**
   * How far ahead of tₙ [s] efforts that depend on positions should be evaluated by whoever holds them constant over
   * a recorded step: q + lead·q̇. Then a spring neither gains nor loses (to first order), lead = (N − 1)/(2N)·step
   * for N solver iterations per recorded step.
   */
  readonly effortLeadS: number;
  readonly lengthUnitMm: number;
  /** Speeds above which Rapier clamps silently. */
  readonly linearClampMPerS: number;
  readonly angularClampRadPerS: number;
  readonly contactFrequencyHz: number;
  /** What decided the sub-step. */
  readonly subStepBasis: 'precision' | 'inertia ratio' | 'stiffness' | 'spin' | 'given';
  readonly pace: ScenePace;
  /** Steady error that the rounding of rotations leaves in a coupling: iterations·2⁻²⁴·Σ|factor|/β [rad]; see law-conditions.ts. */
  readonly angleResolutionRad: number;
  /** Largest inertia ratio that sub-step and iterations hold together. */
  readonly inertiaRatioHeld: number;
}

/**
 * Sub-step and iterations of each precision: joint error against cost as measured on the four-bar and the scissor; and
 * the joint separation [m] that inertia ratios may cost.
 */
const PRECISION = {
  fast: { subStepS: 2.5e-4, solverIterations: 2, pgsIterations: 4, separationM: 2e-5 },
  standard: { subStepS: 2.5e-4, solverIterations: 4, pgsIterations: 1, separationM: 1e-5 },
  precise: { subStepS: 1.25e-4, solverIterations: 4, pgsIterations: 1, separationM: 5e-6 },
} as const;

/** A scene shortens the sub-steps of a precision by this at most. */
const MOST_SHORTENING = 4;

/**
 * Separation of a joint that carries a heavy body by a light one, ratio·g·h²·this: a bob on a link of 1 g that falls from
 * the horizontal, 10 g to 10 kg, 31 to 250 µs, 4 iterations: 0.063 within 4 % from 100 g on.
 */
const SEPARATION_FACTOR = 0.065;
const STANDARD_GRAVITY = 9.81;

/** Turn of a body in one sub-step [rad] at the start: an eighth of what Rapier clamps. */
const LARGEST_SPIN_RAD = 0.1;

/** Length unit [mm] where nothing can touch: it then sets nothing but the speed clamp, here 400 m/s. */
const FREE_LENGTH_UNIT_MM = 1000;

/**
 * Chooses step, iterations and length unit.
 *
 *   h ≤ the sub-step of the precision, √(separation/(factor·g·inertia ratio)), 1/ω of the stiffest law, 0.1 rad/spin,
 *   but no shorter than a quarter of the first; `subStepS` of the model replaces all that, `refinement` divides it
 *
 * Rapier's speed clamp is 400 length units per second; the unit scales its contact tolerances too. Without shapes it is
 * as large as speeds may ask. With shapes it follows the size of the largest body between 10 and 30 (4 m/s at 10, 12 m/s
 * at 30; at 1000 gear teeth jam), raised by initial speeds above a quarter of the clamp.
 */
export function chooseSettings(model: EngineModel): RapierSettings {
  const { solverIterations, pgsIterations } = PRECISION[model.precision];
  const { refinement = 1 } = model;
  const pace = scenePace(model);
  const { aimS, basis } = chooseSubStep(model, pace);
  const subStepCount = Math.max(1, Math.round((model.stepS / aimS) * refinement));
  const subStepS = model.stepS / subStepCount;
  const lengthUnitMm = model.lengthUnitM === undefined ? lengthUnit(model, pace) : model.lengthUnitM * MM;
  return {
    subStepCount,
    subStepS,
    solverIterations,
    pgsIterations,
    earlyShare: (solverIterations - 1) / (2 * solverIterations),
    effortLeadS: (0.5 - 0.5 / (subStepCount * solverIterations)) * model.stepS,
    lengthUnitMm,
    linearClampMPerS: (400 * lengthUnitMm) / MM,
    angularClampRadPerS: Math.PI / 4 / subStepS,
    contactFrequencyHz: 1e4,
    subStepBasis: basis,
    pace,
    angleResolutionRad: (solverIterations * 2 ** -24 * largestCoupling(model)) / BETA,
    inertiaRatioHeld: ratioHeld(SEPARATION_GATE_M, subStepS),
  };
}

/** Largest Σ|factor| of a coupling; 1 without one. */
function largestCoupling({ couplings }: EngineModel): number {
  return Math.max(1, ...couplings.map(({ terms }) => terms.reduce((sum, { factor }) => sum + Math.abs(factor), 0)));
}

/** Separation that the quality gate of a trial allows by default [m]. */
const SEPARATION_GATE_M = 2e-5;

const ratioHeld = (separationM: number, h: number): number =>
  separationM / (SEPARATION_FACTOR * STANDARD_GRAVITY * h * h);

function chooseSubStep(model: EngineModel, pace: ScenePace): { aimS: number; basis: RapierSettings['subStepBasis'] } {
  if (model.subStepS !== undefined) return { aimS: model.subStepS, basis: 'given' };
  const { subStepS, separationM } = PRECISION[model.precision];
  const shortest = subStepS / MOST_SHORTENING;
  const asked = [
    { aimS: Math.sqrt(ratioHeld(separationM, 1) / pace.inertiaRatio), basis: 'inertia ratio' },
    { aimS: LARGEST_EXACT_PHASE / pace.stiffestRadPerS, basis: 'stiffness' },
    { aimS: LARGEST_SPIN_RAD / pace.spinRadPerS, basis: 'spin' },
  ] as const;
  const hardest = asked.reduce((worst, one) => (one.aimS < worst.aimS ? one : worst));
  if (hardest.aimS >= subStepS) return { aimS: subStepS, basis: 'precision' };
  // whole numbers of the precision's own sub-step: rounding up
  const parts = Math.ceil(subStepS / Math.max(shortest, hardest.aimS));
  return { aimS: subStepS / parts, basis: hardest.basis };
}

function lengthUnit(model: EngineModel, { speedMPerS }: ScenePace): number {
  if (model.shapes.length === 0) return FREE_LENGTH_UNIT_MM;
  const wanted = Math.max(bodySize(model) * MM * 0.1, (4 * speedMPerS * MM) / 400);
  return Math.min(30, Math.max(10, wanted));
}

/**
 * Twice the largest distance [m] from a moving body's centre of mass to one of its joint frames, to the far end of its rod or
 * cord, or to the far side of its shapes.
 */
function bodySize(model: EngineModel): number {
  let size = 0;
  const reach = (body: number, point: readonly [number, number, number], radius: number) => {
    const { isGround, centerOfMassM: c } = model.bodies[body]!;
    if (!isGround) size = Math.max(size, radius + norm([point[0] - c[0], point[1] - c[1], point[2] - c[2]]));
  };
  for (const joint of model.joints) {
    reach(joint.a, joint.frameInA.positionM, joint.lengthM ?? 0);
    reach(joint.b, joint.frameInB.positionM, joint.lengthM ?? 0);
  }
  for (const shape of model.shapes) reach(shape.body, shape.poseInBody.positionM, shapeRadius(shape));
  return 2 * size;
}

/** Radius [m] of a sphere about the shape's own origin that holds it. */
export function shapeRadius({ geometry }: EngineShape): number {
  switch (geometry.kind) {
    case 'box':
      return norm(geometry.halfExtentsM);
    case 'cylinder':
      return Math.hypot(geometry.radiusM, geometry.halfLengthM);
    case 'sphere':
      return geometry.radiusM;
    case 'capsule':
      return geometry.radiusM + geometry.halfLengthM;
    case 'hull': {
      let radius = 0;
      const { verticesM: v } = geometry;
      for (let i = 0; i < v.length; i += 3) radius = Math.max(radius, Math.hypot(v[i]!, v[i + 1]!, v[i + 2]!));
      return radius;
    }
  }
}
