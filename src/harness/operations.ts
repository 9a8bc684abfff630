import type { Issue } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import {
  add,
  conjugate,
  cross,
  dot,
  norm,
  normalize,
  rotate,
  subtract,
  transformPoint,
  type Vec3,
} from '../core/vector.js';
import type { Scene, SceneBody } from '../scene/index.js';
import type { OperationBinding, TemplateBindingRecord } from './binding-schema.js';
import { commonParameterNames } from './parameters.js';
import type { TemplateOperation, TemplateRecord } from './template-schema.js';

/** An operation of the template with what it acts on. */
export interface BoundOperation {
  readonly operation: TemplateOperation;
  readonly binding: OperationBinding;
  /** Whether its coordinate is an angle. */
  readonly turns: boolean;
  /** Arm [m] of a travel that is worked by turning; else 1. */
  readonly armM: number;
  readonly sense: 1 | -1;
  readonly speedFactor: number;
  /** Cap on its coordinate [N·m or N]. */
  readonly cap: number;
  readonly gainFactor: number;
}

/**
 * Ties every operation of a template to its place on the candidate.
 *
 * @param template with all formulas resolved
 * @param values   every parameter by name
 */
export function bindOperations(
  template: TemplateRecord,
  binding: TemplateBindingRecord,
  values: Readonly<Record<string, number>>,
  issues: Issue[],
): BoundOperation[] {
  const known = template.operations.map(({ name }) => name);
  for (const name of Object.keys(binding.operations)) {
    if (known.includes(name)) continue;
    const message = `'${name}' is not an operation of template '${template.name}'`;
    issues.push({
      code: 'unknown_operation',
      path: ['operations', name],
      message,
      fix: didYouMean(name, known, 'operations'),
    });
  }
  return template.operations.flatMap((operation): BoundOperation[] => {
    const { name } = operation;
    const bound = binding.operations[name];
    if (bound === undefined) {
      if (!operation.isOptional) {
        const message = `operation '${name}' is not bound: ${operation.text}`;
        const fix = 'Name the joint, or the body and the axis, that it acts on.';
        issues.push({ code: 'operation_not_bound', path: ['operations'], message, fix });
      }
      return [];
    }
    const { armM } = bound;
    if (armM !== undefined && !(operation.mayTurn && operation.motion === 'travel')) {
      const message = `operation '${name}' may not be worked by turning an arm`;
      issues.push({ code: 'arm_not_allowed', path: ['operations', name, 'armM'], message, fix: 'Leave "armM" out.' });
    }
    const arm = armM ?? 1;
    const factor = (parameter: string) => values[parameter] ?? 1;
    return [
      {
        operation,
        binding: bound,
        turns: operation.motion === 'angle' || armM !== undefined,
        armM: arm,
        sense: bound.sense,
        speedFactor: factor(commonParameterNames.speed(name)),
        gainFactor: factor(commonParameterNames.gain(name)),
        cap: Number(operation.cap) * arm * factor(commonParameterNames.cap(name)),
      },
    ];
  });
}

const KINDS_OF = {
  speed: ['linear-speed-servo', 'rotary-speed-servo'],
  position: ['linear-position-servo', 'rotary-position-servo'],
  effort: ['force-profile', 'torque-profile'],
  weight: ['force-profile', 'torque-profile'],
  brake: ['linear-brake', 'rotary-brake'],
} as const;

const ONE_DEGREE_RAD = Math.PI / 180;
const ONE_MM_M = 1e-3;
/** Share of the largest commanded speed at whose error a speed servo reaches its cap. */
const SPEED_ERROR_AT_CAP = 0.2;

/** Returns the drive record that carries out an operation. */
export function driveOf(bound: BoundOperation, template: TemplateRecord, scene: Scene): Record<string, unknown> {
  const { operation, turns, cap, binding } = bound;
  const capField = turns ? { capNm: cap } : { capN: cap };
  const common = { name: operation.name, on: targetOf(bound), reactsOnReference: binding.reactsOnReference };
  const kind = KINDS_OF[operation.drive][turns ? 1 : 0];
  if (operation.drive === 'speed') {
    const gain = speedGain(bound, template);
    return { ...common, kind, ...capField, ...(turns ? { gainNmSPerRad: gain } : { gainNSPerM: gain }) };
  }
  if (operation.drive !== 'position') return { ...common, kind, ...capField };
  const k = positionGain(bound);
  const c = 2 * Math.sqrt(k * drivenInertia(bound, scene));
  const gains = turns ? { stiffnessNmPerRad: k, dampingNmSPerRad: c } : { stiffnessNPerM: k, dampingNSPerM: c };
  return { ...common, kind, ...capField, ...gains };
}

/** A weight pulls down whatever its binding says of the axis; everything else acts where it was bound. */
function targetOf({ operation, binding }: BoundOperation): Record<string, unknown> {
  if (operation.drive !== 'weight' || 'joint' in binding.on) return binding.on;
  return { ...binding.on, reference: 'world', frame: { ...binding.on.frame, axis: [0, 0, -1] } };
}

/** Effort per speed error on the drive's coordinate. */
function speedGain(
  { operation, cap, armM, gainFactor, speedFactor }: BoundOperation,
  template: TemplateRecord,
): number {
  if (operation.gain !== undefined) return Number(operation.gain) * armM ** 2;
  const speeds = template.trials.flatMap(({ phases }) =>
    phases.flatMap(({ set }) =>
      set.filter((point) => point.operation === operation.name).map(({ speed }) => Math.abs(Number(speed ?? 0))),
    ),
  );
  const largest = (Math.max(...speeds, 1e-9) * speedFactor) / armM;
  return (gainFactor * cap) / (SPEED_ERROR_AT_CAP * largest);
}

function positionGain({ operation, cap, armM, gainFactor, turns }: BoundOperation): number {
  if (operation.gain !== undefined) return Number(operation.gain) * armM ** 2;
  return (gainFactor * cap) / (turns ? ONE_DEGREE_RAD : ONE_MM_M);
}

/** Mass [kg], or moment of inertia about the axis [kg·m²], of the body that a drive acts on. */
function drivenInertia({ binding, turns }: BoundOperation, scene: Scene): number {
  const target = placeOf(binding, scene);
  if (target === null) return 0;
  const { body, originM, axis } = target;
  if (!turns) return body.massKg;
  const X_WB = body.poseInWorld;
  const arm = subtract(transformPoint(X_WB, body.centerOfMassM), originM);
  const offset = norm(cross(axis, arm));
  const e_B = rotate(conjugate(X_WB.rotation), axis);
  const I = body.inertiaKgM2;
  const row = (i: number): number => I[3 * i]! * e_B[0] + I[3 * i + 1]! * e_B[1] + I[3 * i + 2]! * e_B[2];
  return dot(e_B, [row(0), row(1), row(2)]) + body.massKg * offset ** 2;
}

/** Body, point and axis that a drive acts at, in the world at t = 0; null where the names are not there. */
function placeOf(binding: OperationBinding, scene: Scene): { body: SceneBody; originM: Vec3; axis: Vec3 } | null {
  const { on } = binding;
  if ('joint' in on) {
    const joint = scene.joints.find(({ name }) => name === on.joint);
    if (joint === undefined) return null;
    const [a, b] = [scene.bodies[joint.a]!, scene.bodies[joint.b]!];
    const originM = add(rotate(a.poseInWorld.rotation, joint.frameInA.positionM), a.poseInWorld.positionM);
    const axis = rotate(a.poseInWorld.rotation, rotate(joint.frameInA.rotation, [0, 0, 1]));
    return { body: b.isGround ? a : b, originM, axis };
  }
  const body = scene.bodies.find(({ name }) => name === on.body);
  return body === undefined ? null : { body, originM: on.frame.originM, axis: normalize(on.frame.axis) };
}
