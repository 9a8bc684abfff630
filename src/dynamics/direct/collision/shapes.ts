/**
 * Collision shapes as the adapter needs them: a Rapier shape shrunk by the skin, and the exact geometry beside it.
 *
 * **Skin.** Every shape is shrunk by s and s is added back to the gap, so that the single-precision distance search never
 * works at distance zero: at ~1 nm it returns wrong or zero normals. s is 20–100 µm, 2 % of the thinnest dimension.
 */
import { BindingError } from '../../../core/errors.js';
import { multiplyQuat, type Quat } from '../../../core/vector.js';
import type { EngineShape } from '../../engine.js';
import type { Rapier } from '../../rapier.js';
import { type Bodies, rotationToPrincipalFrame, toPrincipalFrame } from '../bodies.js';
import { rotateTo, rotationMatrix } from '../rotation.js';
import { type ConvexHull, convexHull, shrinkVertices } from './convex-hull.js';

/** Round part of a shape around its core: point, segment along the axis, or nothing. */
export type Roundness = 'none' | 'sphere' | 'capsule' | 'cylinder';

export interface CollisionShape {
  readonly index: number;
  readonly body: number;
  readonly skinM: number;
  readonly friction: number;
  readonly restitution: number;
  readonly material: number;
  /** Pose of Rapier's shape frame in the principal frame: rotation matrix, quaternion and offset [m]. */
  readonly rotation: Float64Array;
  readonly quaternion: Quat;
  readonly offset: Float64Array;
  readonly roundness: Roundness;
  /** Radius [m] and half length [m] of the exact shape where it is round; its axis is y in Rapier's shape frame. */
  readonly radiusM: number;
  readonly halfLengthM: number;
  /** Exact polyhedron in the principal frame, and its corners shrunk by the skin; null for round shapes. */
  readonly hull: ConvexHull | null;
  readonly coreVertices: Float64Array;
  /** Distance of the farthest point from the centre of mass [m], and smallest thickness [m]. */
  readonly reachM: number;
  readonly thicknessM: number;
}

const SMALLEST_SKIN_M = 20e-6;
const LARGEST_SKIN_M = 100e-6;
const SKIN_PART = 0.02;
/** Rapier works in millimetres. */
export const MM_PER_M = 1000;
/** Rapier's cylinders and capsules stand along y, ours along z: y ↦ z. */
const Z_FROM_Y: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** Returns the compiled shape. @throws BindingError when the points of a hull lie in a plane */
export function createCollisionShape(source: EngineShape, index: number, bodies: Bodies): CollisionShape {
  const { geometry } = source;
  const isRound = geometry.kind !== 'box' && geometry.kind !== 'hull';
  const own = rotationToPrincipalFrame(bodies, source.body, source.poseInBody.rotation);
  const quaternion = geometry.kind === 'cylinder' || geometry.kind === 'capsule' ? multiplyQuat(own, Z_FROM_Y) : own;
  const rotation = new Float64Array(9);
  rotationMatrix(Float64Array.from(quaternion), 0, rotation, 0);
  const offset = Float64Array.from(toPrincipalFrame(bodies, source.body, source.poseInBody.positionM));
  const hull = isRound ? null : hullOf(geometry, index, rotation, offset);
  const thicknessM = hull ? thicknessOf(hull) : roundThickness(geometry);
  const skinM = Math.min(
    LARGEST_SKIN_M,
    Math.max(SMALLEST_SKIN_M, SKIN_PART * thicknessM),
    Math.max(1e-9, 0.1 * thicknessM),
  );
  return {
    index,
    body: source.body,
    skinM,
    friction: source.frictionCoefficient,
    restitution: source.restitutionCoefficient,
    material: source.material,
    rotation,
    quaternion,
    offset,
    roundness: isRound ? geometry.kind : 'none',
    radiusM: isRound ? geometry.radiusM : 0,
    halfLengthM: geometry.kind === 'cylinder' || geometry.kind === 'capsule' ? geometry.halfLengthM : 0,
    hull,
    coreVertices: hull ? shrinkVertices(hull, skinM) : new Float64Array(0),
    reachM: hull ? farthest(hull.vertices) : Math.hypot(...offset) + roundReach(geometry),
    thicknessM,
  };
}

/** The polyhedron in the principal frame. */
function hullOf(geometry: EngineShape['geometry'], index: number, R: Float64Array, offset: Float64Array): ConvexHull {
  const local = geometry.kind === 'box' ? boxCorners(geometry.halfExtentsM) : verticesOf(geometry);
  const points = new Float64Array(local.length);
  for (let i = 0; i < local.length; i += 3) {
    rotateTo(R, 0, local, i, points, i);
    for (let k = 0; k < 3; k++) points[i + k]! += offset[k]!;
  }
  const hull = convexHull(points);
  if (hull) return hull;
  throw new BindingError([
    {
      code: 'flat_shape',
      path: ['shapes', index],
      message: 'a convex shape needs points that span a volume',
      fix: 'Give the shape a thickness, or leave it out.',
    },
  ]);
}

function verticesOf(geometry: EngineShape['geometry']): Float64Array {
  return geometry.kind === 'hull' ? geometry.verticesM : new Float64Array(0);
}

function boxCorners(half: readonly [number, number, number]): Float64Array {
  const corners: number[] = [];
  for (const x of [-1, 1]) {
    for (const y of [-1, 1]) for (const z of [-1, 1]) corners.push(x * half[0], y * half[1], z * half[2]);
  }
  return Float64Array.from(corners);
}

/** Smallest width across a face of the polyhedron [m]. */
function thicknessOf(hull: ConvexHull): number {
  let thickness = Number.POSITIVE_INFINITY;
  for (let f = 0; f < hull.offsets.length; f++) {
    let low = Number.POSITIVE_INFINITY;
    for (let v = 0; v < hull.vertices.length; v += 3) low = Math.min(low, alongNormal(hull, f, hull.vertices, v));
    thickness = Math.min(thickness, hull.offsets[f]! - low);
  }
  return thickness;
}

/** n_f·p of a point at offset `o` in `points`. */
export function alongNormal(hull: ConvexHull, f: number, points: Float64Array, o: number): number {
  const { normals: n } = hull;
  return n[3 * f]! * points[o]! + n[3 * f + 1]! * points[o + 1]! + n[3 * f + 2]! * points[o + 2]!;
}

function roundThickness(g: EngineShape['geometry']): number {
  if (g.kind === 'cylinder') return 2 * Math.min(g.radiusM, g.halfLengthM);
  return g.kind === 'sphere' || g.kind === 'capsule' ? 2 * g.radiusM : 0;
}

function roundReach(g: EngineShape['geometry']): number {
  if (g.kind === 'sphere') return g.radiusM;
  if (g.kind === 'capsule') return g.radiusM + g.halfLengthM;
  return g.kind === 'cylinder' ? Math.hypot(g.radiusM, g.halfLengthM) : 0;
}

function farthest(vertices: Float64Array): number {
  let far = 0;
  for (let v = 0; v < vertices.length; v += 3) {
    far = Math.max(far, Math.hypot(vertices[v]!, vertices[v + 1]!, vertices[v + 2]!));
  }
  return far;
}

/** Rapier's shape, shrunk by the skin, in millimetres. Polyhedra have their pose in their points. */
export function rapierShape(R: Rapier, shape: CollisionShape) {
  const s = shape.skinM;
  const mm = (x: number) => MM_PER_M * Math.max(x - s, 1e-3 * x);
  switch (shape.roundness) {
    case 'sphere':
      return new R.Ball(mm(shape.radiusM));
    case 'capsule':
      return new R.Capsule(MM_PER_M * shape.halfLengthM, mm(shape.radiusM));
    case 'cylinder':
      return new R.Cylinder(mm(shape.halfLengthM), mm(shape.radiusM));
    default:
      return new R.ConvexPolyhedron(
        Float32Array.from(shape.coreVertices, (x) => MM_PER_M * x),
        null,
      );
  }
}
