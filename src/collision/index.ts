export {
  type CollisionModel,
  type CollisionOptions,
  collisionShapes,
  DEFAULT_COLLISION_TOLERANCE_M,
  type JointHole,
  LARGEST_VOLUME_SHARE,
} from './collision-shapes.js';
export type { BlockedHole, Deviation } from './deviation.js';
export {
  type CollisionReport,
  type InspectCollisionOptions,
  inspectCollision,
  reportCollision,
} from './inspect-collision.js';
export { type CollisionPiece, type PieceGeometry, type PieceOrigin, piecePoints } from './piece.js';
