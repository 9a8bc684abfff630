import { IDENTITY_POSE, type Pose, transformPoint, type Vec3 } from '../core/vector.js';
import { boxMesh, cylinderMesh, sphereMesh, type TriangleMesh } from '../geometry/index.js';

/** A convex shape about the origin of its own frame; a cylinder or capsule runs along z. */
export type PieceGeometry =
  | { readonly kind: 'box'; readonly halfExtentsM: Vec3 }
  | { readonly kind: 'cylinder'; readonly radiusM: number; readonly halfLengthM: number }
  | { readonly kind: 'sphere'; readonly radiusM: number }
  | { readonly kind: 'capsule'; readonly radiusM: number; readonly halfLengthM: number }
  | { readonly kind: 'hull'; readonly verticesM: Float64Array };

/**
 * How a piece was found: `primitive` fits the whole part, `prism` is exact (a convex piece of a constant cross-section),
 * `cell` is the hull of the material inside one, `collar` lines a joint's hole, `split` comes from cutting by planes.
 */
export type PieceOrigin = 'primitive' | 'prism' | 'cell' | 'collar' | 'split';

/** One convex piece of a part. */
export interface CollisionPiece {
  readonly geometry: PieceGeometry;
  readonly poseInPart: Pose;
  readonly origin: PieceOrigin;
}

/** Facets around a round piece when it is measured: its volume reads 1e-4 low. */
const ROUND_SEGMENT_COUNT = 256;
const SPHERE_SEGMENT_COUNT = 64;

/** A piece given by its corners in the part's coordinates, 3 each [m]. */
export function hullPiece(verticesM: Float64Array, origin: PieceOrigin): CollisionPiece {
  return { geometry: { kind: 'hull', verticesM }, poseInPart: IDENTITY_POSE, origin };
}

/**
 * Points in the part's coordinates [m] whose convex hull is the piece: its corners, or points on its surface where it is
 * round (256 facets around a cylinder, 64 around a sphere).
 */
export function piecePoints({ geometry, poseInPart }: CollisionPiece): Float64Array {
  if (geometry.kind === 'hull') return posed(geometry.verticesM, poseInPart);
  return posed(roundOrBox(geometry).verticesM, poseInPart);
}

function roundOrBox(geometry: Exclude<PieceGeometry, { kind: 'hull' }>): Pick<TriangleMesh, 'verticesM'> {
  switch (geometry.kind) {
    case 'box':
      return boxMesh([2 * geometry.halfExtentsM[0], 2 * geometry.halfExtentsM[1], 2 * geometry.halfExtentsM[2]]);
    case 'cylinder':
      return cylinderMesh(geometry.radiusM, 2 * geometry.halfLengthM, ROUND_SEGMENT_COUNT);
    case 'sphere':
      return sphereMesh(geometry.radiusM, SPHERE_SEGMENT_COUNT);
    case 'capsule': {
      const ball = sphereMesh(geometry.radiusM, SPHERE_SEGMENT_COUNT).verticesM;
      const verticesM = ball.map((x, i) => (i % 3 === 2 ? x + Math.sign(x) * geometry.halfLengthM : x));
      return { verticesM };
    }
  }
}

function posed(pointsM: Float64Array, pose: Pose): Float64Array {
  if (pose === IDENTITY_POSE) return pointsM;
  const out = new Float64Array(pointsM.length);
  for (let i = 0; i < pointsM.length; i += 3) {
    out.set(transformPoint(pose, [pointsM[i]!, pointsM[i + 1]!, pointsM[i + 2]!]), i);
  }
  return out;
}
