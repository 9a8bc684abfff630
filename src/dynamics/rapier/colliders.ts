import { BindingError } from '../../core/errors.js';
import type { Quat, Vec3 } from '../../core/vector.js';
import { cross, dot, multiplyQuat, norm } from '../../core/vector.js';
import { rotationMatrix } from '../direct/rotation.js';
import type { EngineModel, EngineShape } from '../engine.js';
import type { Collider, ColliderDesc, PhysicsHooks, Rapier, RigidBody, World } from '../rapier.js';
import { MM } from './bodies.js';
import type { CollisionPlan, CombineRule, PlannedCollider } from './collision-plan.js';
import { mayTouch, planCollisions } from './collision-plan.js';

/** Turns Rapier's cylinder and capsule axis (y) to ours (z): +90° about x. */
const Y_TO_Z: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];

const COMBINE_RULE = { average: 'Average', min: 'Min', max: 'Max' } as const;

/** A collider in the engine and where it sits. */
export interface ColliderRecord {
  readonly handle: number;
  readonly body: number;
  readonly planned: PlannedCollider;
  /** Collider frame in the body frame: rotation, row-major, and origin [m]. */
  readonly R: Float64Array;
  readonly originM: Float64Array;
  /** Radius of a ball [m], 0 for other shapes. */
  readonly ballRadiusM: number;
}

export interface ColliderList {
  readonly records: readonly ColliderRecord[];
  readonly indexOf: ReadonlyMap<number, number>;
  readonly plan: CollisionPlan;
  /** Passed to `World.step` where the plan needs it, else null: a hook costs a call per pair and step. */
  readonly hooks: PhysicsHooks | null;
}

/**
 * Creates the colliders of a model, without mass (bodies carry their own).
 *
 * @throws BindingError 'degenerate_hull' when points of a hull span no volume
 */
export function createColliders(
  rapier: Rapier,
  world: World,
  model: EngineModel,
  bodies: readonly RigidBody[],
): ColliderList {
  const plan = planCollisions(model);
  const rule = (kind: CombineRule) => rapier.CoefficientCombineRule[COMBINE_RULE[kind]];
  const records = plan.colliders.map((planned) => {
    const shape = model.shapes[planned.shape]!;
    const desc = describe(rapier, shape, planned.shape);
    const rotation = colliderRotation(shape);
    const [x, y, z] = shape.poseInBody.positionM;
    const [qx, qy, qz, qw] = rotation;
    desc
      .setDensity(0)
      .setTranslation(x * MM, y * MM, z * MM)
      .setRotation({ x: qx, y: qy, z: qz, w: qw })
      .setFriction(planned.frictionCoefficient)
      .setFrictionCombineRule(rule(plan.frictionRule))
      .setRestitution(planned.restitutionCoefficient)
      .setRestitutionCombineRule(rule(plan.restitutionRule))
      .setCollisionGroups(plan.groups[shape.body]! >>> 0);
    if (plan.needsHook) desc.setActiveHooks(rapier.ActiveHooks.FILTER_CONTACT_PAIRS);
    const collider: Collider = world.createCollider(desc, bodies[shape.body]!);
    const R = new Float64Array(9);
    rotationMatrix(Float64Array.from(rotation), 0, R, 0);
    const ballRadiusM = shape.geometry.kind === 'sphere' ? shape.geometry.radiusM : 0;
    return { handle: collider.handle, body: shape.body, planned, R, originM: Float64Array.of(x, y, z), ballRadiusM };
  });
  const indexOf = new Map(records.map((record, i) => [record.handle, i]));
  return { records, indexOf, plan, hooks: plan.needsHook ? createHooks(rapier, model, plan, records, indexOf) : null };
}

function createHooks(
  rapier: Rapier,
  model: EngineModel,
  plan: CollisionPlan,
  records: readonly ColliderRecord[],
  indexOf: ReadonlyMap<number, number>,
): PhysicsHooks {
  const n = model.bodies.length;
  return {
    filterContactPair(handle1, handle2) {
      const s = records[indexOf.get(handle1)!]!;
      const t = records[indexOf.get(handle2)!]!;
      return mayTouch(plan, n, s.planned, s.body, t.planned, t.body) ? rapier.SolverFlags.COMPUTE_IMPULSE : null;
    },
    filterIntersectionPair: () => false,
  };
}

function colliderRotation({ geometry, poseInBody }: EngineShape): Quat {
  const isTurned = geometry.kind === 'cylinder' || geometry.kind === 'capsule';
  return isTurned ? multiplyQuat(poseInBody.rotation, Y_TO_Z) : poseInBody.rotation;
}

function describe(rapier: Rapier, { geometry }: EngineShape, index: number): ColliderDesc {
  const { ColliderDesc: Desc } = rapier;
  switch (geometry.kind) {
    case 'box': {
      const [x, y, z] = geometry.halfExtentsM;
      return Desc.cuboid(x * MM, y * MM, z * MM);
    }
    case 'cylinder':
      return Desc.cylinder(geometry.halfLengthM * MM, geometry.radiusM * MM);
    case 'sphere':
      return Desc.ball(geometry.radiusM * MM);
    case 'capsule':
      return Desc.capsule(geometry.halfLengthM * MM, geometry.radiusM * MM);
    case 'hull': {
      const desc = spansVolume(geometry.verticesM)
        ? Desc.convexHull(Float32Array.from(geometry.verticesM, (x) => x * MM))
        : null;
      if (desc !== null) return desc;
      throw new BindingError([
        {
          code: 'degenerate_hull',
          path: ['shapes', index],
          message: `the ${geometry.verticesM.length / 3} points of this hull span no volume`,
          fix: 'Give at least four points that do not lie in one plane, or another shape.',
        },
      ]);
    }
  }
}

/** Whether points spread in three directions: at least 1e-5 of the longest in each (Rapier dies on flat hulls). */
function spansVolume(v: Float64Array): boolean {
  const at = (i: number): Vec3 => [v[3 * i]! - v[0]!, v[3 * i + 1]! - v[1]!, v[3 * i + 2]! - v[2]!];
  const points = Array.from({ length: v.length / 3 }, (_, i) => at(i));
  const farthest = (size: (p: Vec3) => number) =>
    points.reduce((a, b) => (size(b) > size(a) ? b : a), [0, 0, 0] as Vec3);
  const u = farthest(norm);
  const length = norm(u);
  if (!(length > 0)) return false;
  const across = farthest((p) => norm(cross(u, p)));
  const normal = cross(u, across);
  if (!(norm(normal) > 1e-5 * length * length)) return false;
  const above = farthest((p) => Math.abs(dot(normal, p)));
  return Math.abs(dot(normal, above)) > 1e-5 * length * norm(normal);
}
