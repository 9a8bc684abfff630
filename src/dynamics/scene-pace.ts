import { composePose, cross, dot, invertPose, norm, rotate, subtract, type Vec3 } from '../core/vector.js';
import type { EngineBody, EngineCoordinate, EngineJoint, EngineModel } from './engine.js';

/** What a scene asks of the sub-steps of an engine, from its numbers at the start. */
export interface ScenePace {
  /** Largest ratio of what two moving bodies weigh at a joint between them, ≥ 1; 1 without such a joint. */
  readonly inertiaRatio: number;
  /** The joint where it is found, or null. */
  readonly inertiaRatioAt: string | null;
  /** Highest natural frequency of a law of a model on the bodies it connects, taken as free [rad/s]; 0 without laws. */
  readonly stiffestRadPerS: number;
  /** Highest angular speed and highest speed of a centre of mass at the start [rad/s], [m/s]. */
  readonly spinRadPerS: number;
  readonly speedMPerS: number;
}

/**
 * Reads what decides the length of sub-steps from a model.
 *
 *   w = 1/m + tr([r]×ᵀI⁻¹[r]×)/3     mean mobility of a body at a joint r from its centre of mass
 *   ratio = max(w_a/w_b, w_b/w_a)    over joints between moving bodies
 *   ω = √(K·(g_a + g_b))             K = tangent stiffness of a law at the start, g = 1/m or ẑ·I⁻¹·ẑ
 *
 * @limits the inertia that joints add to a body is not seen: ω is an upper bound, never too low
 */
export function scenePace(model: EngineModel): ScenePace {
  let inertiaRatio = 1;
  let inertiaRatioAt: string | null = null;
  for (const joint of model.joints) {
    const ratio = ratioAt(model, joint);
    if (!(ratio > inertiaRatio)) continue;
    inertiaRatio = ratio;
    inertiaRatioAt = joint.name;
  }
  const moving = model.bodies.filter(({ isGround }) => !isGround);
  return {
    inertiaRatio,
    inertiaRatioAt,
    stiffestRadPerS: stiffest(model),
    spinRadPerS: Math.max(0, ...moving.map((body) => norm(body.angularVelocityRadPerS))),
    speedMPerS: Math.max(0, ...moving.map((body) => norm(body.linearVelocityMPerS))),
  };
}

function ratioAt({ bodies }: EngineModel, { a, b, frameInA, frameInB }: EngineJoint): number {
  if (bodies[a]!.isGround || bodies[b]!.isGround) return 1;
  const wA = pointMobility(bodies[a]!, frameInA.positionM);
  const wB = pointMobility(bodies[b]!, frameInB.positionM);
  return Math.max(wA / wB, wB / wA);
}

/** 1/m + tr([r]×ᵀ·I⁻¹·[r]×)/3 at a point of the body frame. */
function pointMobility(body: EngineBody, pointM: Vec3): number {
  const r = subtract(pointM, body.centerOfMassM);
  const axes: readonly Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  let sum = 0;
  for (const axis of axes) {
    const arm = cross(r, axis);
    sum += dot(arm, solveInertia(body.inertiaKgM2, arm)) / 3;
  }
  return 1 / body.massKg + sum;
}

/** I⁻¹·t by cofactors, I symmetric 3×3 row-major. */
function solveInertia(I: readonly number[], t: Vec3): Vec3 {
  const rows: readonly Vec3[] = [
    [I[0]!, I[1]!, I[2]!],
    [I[3]!, I[4]!, I[5]!],
    [I[6]!, I[7]!, I[8]!],
  ];
  const cofactors = [cross(rows[1]!, rows[2]!), cross(rows[2]!, rows[0]!), cross(rows[0]!, rows[1]!)];
  const determinant = dot(rows[0]!, cofactors[0]!);
  const at = (k: 0 | 1 | 2) =>
    (cofactors[0]![k] * t[0] + cofactors[1]![k] * t[1] + cofactors[2]![k] * t[2]) / determinant;
  return [at(0), at(1), at(2)];
}

function stiffest(model: EngineModel): number {
  let fastest = 0;
  for (const { coordinates, tangent } of model.laws ?? []) {
    if (tangent === undefined) continue;
    const q = Float64Array.from(coordinates, (i) => initialValue(model, model.coordinates[i]!));
    const stiffness = new Float64Array(coordinates.length);
    tangent(q, stiffness);
    coordinates.forEach((i, k) => {
      const omega = Math.sqrt(Math.max(0, stiffness[k]!) * coordinateMobility(model, model.coordinates[i]!));
      if (Number.isFinite(omega)) fastest = Math.max(fastest, omega);
    });
  }
  return fastest;
}

/** Value of a coordinate where the scene starts; see `EngineCoordinate.kind`. */
function initialValue({ bodies }: EngineModel, { kind, a, b, frameInA, frameInB }: EngineCoordinate): number {
  const X_WA = composePose(bodies[a]!.poseInWorld, frameInA);
  const X_WB = composePose(bodies[b]!.poseInWorld, frameInB);
  const X_AB = composePose(invertPose(X_WA), X_WB);
  if (kind === 'distance') return norm(X_AB.positionM);
  if (kind === 'travel') return X_AB.positionM[2];
  const x = rotate(X_AB.rotation, [1, 0, 0]);
  return Math.atan2(x[1], x[0]);
}

/** Mobility along a coordinate, joints left aside: 1/m for lengths, ẑ·I⁻¹·ẑ for angles, of both bodies. */
function coordinateMobility({ bodies }: EngineModel, { kind, a, b, frameInA, frameInB }: EngineCoordinate): number {
  const of = (body: EngineBody, frame: EngineCoordinate['frameInA']) => {
    if (body.isGround) return 0;
    if (kind !== 'angle') return 1 / body.massKg;
    const axis = rotate(frame.rotation, [0, 0, 1]);
    return dot(axis, solveInertia(body.inertiaKgM2, axis));
  };
  return of(bodies[a]!, frameInA) + of(bodies[b]!, frameInB);
}
