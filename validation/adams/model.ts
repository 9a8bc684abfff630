/** The engine models of the ADAMS cases. */
import {
  addActuator,
  addBody,
  addCoordinate,
  addCoupling,
  addJoint,
  type Builder,
  buildModel,
  newBuilder,
} from '../../benchmarks/dynamics/model-builder.js';
import {
  add,
  conjugate,
  cross,
  multiplyQuat,
  norm,
  type Pose,
  quatFromAxes,
  rotate,
  scale,
  subtract,
  type Vec3,
} from '../../src/core/vector.js';
import type { EngineLaw, EngineModel } from '../../src/dynamics/engine.js';
import { addDistance, addFreeCoordinate, lawOn } from '../rig.js';
import type { AdamsCase, Mount } from './cases.js';

export const GRAVITY: Vec3 = [0, 0, -9.80665];
/** The only body. */
export const BODY = 1;
/** Far above every actuator force here. */
const CAP_N = 1000;

/** Returns the model of a case: joint 0, coordinate 0 and coupling 0 where it has them. */
export function modelOf(c: AdamsCase, stepS: number): EngineModel {
  const s = newBuilder();
  addBody(s, {
    massKg: 1,
    inertiaKgM2: c.inertiaKgM2,
    pose: { positionM: c.centerM, rotation: c.rotation },
    ...(c.speedMPerS ? { linearVelocityMPerS: c.speedMPerS } : {}),
  });
  addMount(s, c.mount, { positionM: c.centerM, rotation: c.rotation });
  if (c.imposedMPerS !== undefined) addActuator(s, addCoordinate(s, 0, 'travel'), CAP_N);
  const laws = lawsOf(s, c);
  return { ...buildModel(s, { gravity: GRAVITY, stepS }), laws };
}

function lawsOf(s: Builder, c: AdamsCase): EngineLaw[] {
  const { mount, torqueLaw, stiffnessNmPerRad = 0 } = c;
  if (torqueLaw) return [lawOn(addCoordinate(s, 0, 'angle'), torqueLaw, () => stiffnessNmPerRad)];
  if (mount.kind !== 'spring') return [];
  return [lawOn(addDistance(s, BODY, mount.groundM, mount.pointM), mount.law, mount.stiffnessNPerM)];
}

function addMount(s: Builder, mount: Mount, body: Pose): void {
  switch (mount.kind) {
    case 'spring':
      return;
    case 'universal':
      addUniversal(s, mount, body);
      return;
    case 'distance':
    case 'link': {
      const lengthM = norm(subtract(mount.pointM, mount.groundM));
      const axis: Vec3 = mount.kind === 'link' ? mount.axis : [0, 0, 1];
      addJoint(s, 'distance', 0, BODY, mount.groundM, axis, { pointB: mount.pointM, lengthM });
      // d·axis = 0: a coupling of one term keeps the travel along the axis at its start
      if (mount.kind === 'link') addCoupling(s, [addFreeCoordinate(s, 'travel', 0, BODY, mount.pointM, axis), 1]);
      return;
    }
    default:
      addJoint(s, mount.kind, 0, BODY, mount.pointM, mount.axis);
  }
}

/** z of frame a along the ground's axis, x of frame b along the body's, both perpendicular. */
function addUniversal(s: Builder, mount: Extract<Mount, { kind: 'universal' }>, body: Pose): void {
  const { pointM, groundAxis: z, bodyAxis: x } = mount;
  const frame = quatFromAxes(x, cross(z, x), z);
  const inverse = conjugate(body.rotation);
  s.joints.push({
    name: 'joint0',
    kind: 'universal',
    a: 0,
    b: BODY,
    frameInA: { positionM: pointM, rotation: frame },
    frameInB: {
      positionM: rotate(inverse, subtract(pointM, body.positionM)),
      rotation: multiplyQuat(inverse, frame),
    },
    collides: false,
  });
}

/** Where a point of the body at the start is at `pose`, and how fast it moves. */
export function anchorAt(c: AdamsCase, pointM: Vec3, pose: Pose, velocity: Vec3, spin: Vec3) {
  const local = rotate(conjugate(c.rotation), subtract(pointM, c.centerM));
  const arm = rotate(pose.rotation, local);
  return { arm, point: add(pose.positionM, arm), speed: add(velocity, cross(spin, arm)) };
}

/** Force of a spring mount on the body at a point with a speed: zero where it has no direction. */
export function springForce(mount: Extract<Mount, { kind: 'spring' }>, point: Vec3, speed: Vec3): Vec3 {
  const d = subtract(point, mount.groundM);
  const length = norm(d);
  if (length < 1e-12) return [0, 0, 0];
  const u = scale(d, 1 / length);
  return scale(u, mount.law(length, u[0] * speed[0] + u[1] * speed[1] + u[2] * speed[2]));
}
