/**
 * Where two wheels mesh, and the ratio that follows.
 *
 *   s = fA·qA + fB·qB [m]     the slip of the pitch surfaces at the pitch point P, along t
 *   fA = (a×(P − oA))·t       fB = −(b×(P − oB))·t       λ = tooth force along t [N], torque on each wheel f·λ
 *
 * The magnitudes are the pitch radii m·z/2, so that the ratio is exactly that of the tooth counts; the signs come from
 * the axes: P lies between external wheels, beyond the smaller of two internal ones, and on the common cone line of a
 * bevel pair.
 */
import type { Issue } from '../core/errors.js';
import { add, cross, dot, norm, normalize, scale, subtract, type Vec3 } from '../core/vector.js';
import { across, nearestPoints, PARALLEL_RAD, sineBetween, type Wheel } from './axes.js';

export interface MeshSpec {
  readonly toothCounts: readonly [number, number];
  readonly moduleM: number;
  readonly mesh: 'external' | 'internal';
}

export interface Mesh {
  /** fA, fB [m]. */
  readonly factors: readonly [number, number];
  /** Pitch point, and the direction along which the pitch surfaces move there, world frame at t = 0. */
  readonly pointM: Vec3;
  readonly tangent: Vec3;
  /** Distance of the axes [m]: actual, and m·(zB ± zA)/2; equal for bevel wheels, which have none. */
  readonly centerDistanceM: number;
  readonly nominalDistanceM: number;
  readonly isBevel: boolean;
}

/** Axes of a bevel pair pass each other by less than this part of the module. */
const APEX_TOLERANCE = 0.1;

/**
 * Computes the mesh of two wheels, or what makes it impossible.
 *
 * @returns issues with paths that start at the model record
 */
export function meshOf(spec: MeshSpec, A: Wheel, B: Wheel): Mesh | Issue {
  return sineBetween(A.axis, B.axis) < PARALLEL_RAD ? parallelMesh(spec, A, B) : bevelMesh(spec, A, B);
}

function parallelMesh(spec: MeshSpec, A: Wheel, B: Wheel): Mesh | Issue {
  const [rA, rB] = pitchRadii(spec);
  const d = across(subtract(B.originM, A.originM), A.axis);
  const distance = norm(d);
  if (distance < 1e-9) {
    return meshIssue(
      'coaxial_wheels',
      'the two wheels turn about the same axis',
      'Name two parallel or crossing axes.',
    );
  }
  const isInternal = spec.mesh === 'internal';
  if (isInternal && rA === rB) {
    const fix = 'Give the ring more teeth than the wheel inside it.';
    return meshIssue('equal_internal_wheels', 'a wheel and a ring of the same size do not mesh', fix);
  }
  const e = scale(d, 1 / distance);
  const towardsA = isInternal && rA < rB ? -1 : 1;
  const pointM = add(A.originM, scale(e, towardsA * rA));
  const tangent = normalize(cross(A.axis, e));
  return {
    factors: signedFactors([rA, rB], A, B, pointM, tangent),
    pointM,
    tangent,
    centerDistanceM: distance,
    nominalDistanceM: isInternal ? Math.abs(rB - rA) : rA + rB,
    isBevel: false,
  };
}

function bevelMesh(spec: MeshSpec, A: Wheel, B: Wheel): Mesh | Issue {
  const [p, q] = nearestPoints(A.originM, A.axis, B.originM, B.axis)!;
  if (norm(subtract(p, q)) > APEX_TOLERANCE * spec.moduleM) {
    const message = `the axes pass each other at ${(norm(subtract(p, q)) * 1e3).toFixed(3)} mm without meeting`;
    return meshIssue('axes_skew', message, 'Bevel axes meet in a point; crossed axes need a worm-pair.');
  }
  const apex = scale(add(p, q), 0.5);
  const [dA, dB] = [subtract(A.originM, apex), subtract(B.originM, apex)];
  if (norm(dA) < 1e-6 || norm(dB) < 1e-6) {
    const fix = 'Give each wheel its frame at the middle of its face, away from the point where the axes meet.';
    return meshIssue('wheel_at_apex', 'a bevel wheel has its frame where the axes meet', fix);
  }
  const [u, w] = [normalize(dA), normalize(dB)];
  const [zA, zB] = spec.toothCounts;
  const sum = Math.acos(Math.max(-1, Math.min(1, dot(u, w))));
  const coneA =
    spec.mesh === 'external'
      ? Math.atan2(Math.sin(sum), zB / zA + Math.cos(sum))
      : Math.atan2(Math.sin(sum), zB / zA - Math.cos(sum));
  const side = normalize(across(w, u));
  const along = add(scale(u, Math.cos(coneA)), scale(side, (spec.mesh === 'external' ? 1 : -1) * Math.sin(coneA)));
  const radii = pitchRadii(spec);
  const pointM = add(apex, scale(along, radii[0] / Math.sin(coneA)));
  const tangent = normalize(cross(u, side));
  const distance = norm(subtract(B.originM, A.originM));
  return {
    factors: signedFactors(radii, A, B, pointM, tangent),
    pointM,
    tangent,
    centerDistanceM: distance,
    nominalDistanceM: distance,
    isBevel: true,
  };
}

function pitchRadii({ toothCounts: [zA, zB], moduleM }: MeshSpec): readonly [number, number] {
  return [(moduleM * zA) / 2, (moduleM * zB) / 2];
}

function signedFactors(
  [rA, rB]: readonly [number, number],
  A: Wheel,
  B: Wheel,
  point: Vec3,
  t: Vec3,
): readonly [number, number] {
  const sA = Math.sign(dot(cross(A.axis, subtract(point, A.originM)), t));
  const sB = Math.sign(dot(cross(B.axis, subtract(point, B.originM)), t));
  return [sA * rA, -sB * rB];
}

function meshIssue(code: string, message: string, fix: string): Issue {
  return { code, path: [], message, fix };
}

/** Whether `meshOf` found a reason why the wheels cannot mesh. */
export const isIssue = (mesh: Mesh | Issue): mesh is Issue => 'code' in mesh;
