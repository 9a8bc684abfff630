/** All joint kinds of the direct engine, by the name that the contract gives them. */
import type { EngineJoint, EngineJointKind } from '../../engine.js';
import { cylindrical } from './cylindrical.js';
import { distance } from './distance.js';
import { fixed } from './fixed.js';
import { planar } from './planar.js';
import { prismatic } from './prismatic.js';
import { revolute } from './revolute.js';
import type { RowKind } from './row-kind.js';
import { spherical } from './spherical.js';
import { universal } from './universal.js';

export const ROW_KINDS: Readonly<Record<EngineJointKind, RowKind>> = {
  revolute,
  prismatic,
  spherical,
  fixed,
  cylindrical,
  planar,
  universal,
  distance,
};

/** Below this length [m] a distance joint has no direction and becomes a spherical joint. */
const SHORTEST_DISTANCE_M = 1e-9;

/** The rows of a joint; null for a cord, whose row is unilateral. */
export function rowKindOf(joint: EngineJoint): RowKind | null {
  if (joint.kind !== 'distance') return ROW_KINDS[joint.kind];
  if ((joint.lengthM ?? 0) < SHORTEST_DISTANCE_M) return spherical;
  return joint.isCord ? null : distance;
}
