import type { JointKind } from '../joints/index.js';
import type { Scene, SceneBody } from '../scene/index.js';
import type { CompiledModels } from './compile-models.js';
import type { EngineActuator, EngineBody, EngineJoint, EngineJointKind, EngineModel } from './engine.js';
import type { TrialIndex } from './scene-index.js';

/** Drives as the engine sees them, in the order of the binding. */
export interface ActuatorSpec {
  readonly name: string;
  readonly coordinate: number;
  readonly cap: number;
  readonly reactsOnReference: boolean;
}

/** The numbers of a trial: what `prepareWorld` hands to an engine. */
export function compileModel(
  scene: Scene,
  index: TrialIndex,
  actuators: readonly ActuatorSpec[],
  jointKinds: readonly JointKind[],
  models: CompiledModels,
): EngineModel {
  const { settings } = scene.binding;
  return {
    stepS: settings.stepS,
    precision: settings.precision,
    ...(settings.subStepS === undefined ? {} : { subStepS: settings.subStepS }),
    ...(settings.lengthUnitM === undefined ? {} : { lengthUnitM: settings.lengthUnitM }),
    gravityMPerS2: scene.gravityMPerS2,
    bodies: scene.bodies.map((body) => engineBody(body, factorOf(scene, body))),
    joints: scene.joints.map((joint): EngineJoint => {
      const kind = jointKinds.find((candidate) => candidate.kind === joint.record.kind);
      const distance = kind?.fieldsOfDistance?.(joint.record);
      return {
        name: joint.name,
        kind: joint.record.kind as EngineJointKind,
        a: joint.a,
        b: joint.b,
        frameInA: joint.frameInA,
        frameInB: joint.frameInB,
        collides: joint.record.collides,
        ...distance,
      };
    }),
    coordinates: index.coordinates,
    couplings: models.couplings,
    laws: models.laws,
    actuators: actuators.map((actuator): EngineActuator => ({ ...actuator })),
    shapes: scene.shapes.map((shape) => {
      const material = scene.materials[shape.material]!;
      return {
        ...shape,
        frictionCoefficient: material.frictionCoefficient,
        restitutionCoefficient: material.restitutionCoefficient,
      };
    }),
    excludedPairs: scene.excludedPairs.map(({ a, b }) => [a, b] as const),
    contactPairs: index.pairs,
    pairFriction: scene.pairFriction,
    pairRestitution: scene.pairRestitution,
    materialCount: scene.materials.length,
  };
}

/** How many times its own inertia a body is simulated with. */
const factorOf = (scene: Scene, { index }: SceneBody): number =>
  scene.inertiaFloors.find(({ body }) => body === index)?.factor ?? 1;

function engineBody(body: SceneBody, factor: number): EngineBody {
  return {
    name: body.name,
    isGround: body.isGround,
    isPresent: body.isPresent,
    massKg: factor * body.massKg,
    centerOfMassM: body.centerOfMassM,
    inertiaKgM2: body.inertiaKgM2.map((x) => factor * x),
    poseInWorld: body.poseInWorld,
    linearVelocityMPerS: body.record?.linearVelocityMPerS ?? [0, 0, 0],
    angularVelocityRadPerS: body.record?.angularVelocityRadPerS ?? [0, 0, 0],
  };
}
