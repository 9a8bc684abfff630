import { z } from 'zod';
import { quantity, quantity3, SIGNAL_UNITS } from '../core/quantity.js';
import { geometrySourceSchema } from '../geometry/index.js';
import { checkCommonFields } from './check-fields.js';
import type { KindSchema, SceneKinds } from './kinds.js';
import { bodyName, driveName, jointName, materialName, partName, signalName } from './references.js';
import { axisFrame, boundedRegion, boxSize, jointRegion, pose } from './region.js';

/** Every record has a name by which others refer to it: letters, digits and . _ - */
const name = () => z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, { error: 'use letters, digits and . _ -' });

const ratio = () => z.number().min(0);

export const materialRecord = () =>
  z.strictObject({
    name: name(),
    densityKgPerM3: quantity('kg/m³').positive(),
    /** Coulomb coefficient against itself; static and sliding are one. */
    frictionCoefficient: ratio().default(0.3),
    /** 0 = dead, 1 = elastic. */
    restitutionCoefficient: ratio().max(1).default(0),
  });

const frictionPair = () =>
  z.strictObject({ materials: z.array(materialName()).length(2), frictionCoefficient: ratio() });

const partRecord = () =>
  z.strictObject({
    /** Defaults to the body's name, with a number where the body has several parts. */
    name: name().optional(),
    geometry: geometrySourceSchema,
    material: materialName().optional(),
    poseInBody: pose().prefault({}),
    /** Overrides volume × density; centre and inertia still come from the geometry. */
    massKg: quantity('kg').positive().optional(),
  });

const explicitMass = () =>
  z.strictObject({
    massKg: quantity('kg').positive(),
    centerOfMassM: quantity3('m').default([0, 0, 0]),
    /** About the centre of mass, body axes: xx yy zz xy xz yz. */
    inertiaKgM2: z.array(z.number()).length(6).meta({ unit: 'kg·m²' }),
  });

const bodyRecord = () =>
  z.strictObject({
    name: name(),
    /** Ground never moves; with geometry it still collides and is audited. */
    isGround: z.boolean().default(false),
    /** Not the mechanism: workpiece, obstacle, floor. Only these may be placed or removed by a phase. */
    isEnvironment: z.boolean().default(false),
    /** Environment bodies may start absent. */
    isPresent: z.boolean().default(true),
    parts: z.array(partRecord()).default([]),
    poseInWorld: pose().prefault({}),
    massProperties: explicitMass().optional(),
    /** Of the centre of mass, world axes. */
    linearVelocityMPerS: quantity3('m/s').default([0, 0, 0]),
    angularVelocityRadPerS: quantity3('rad/s').default([0, 0, 0]),
  });

/** Fields common to every joint; coordinates are zero in the initial pose. */
const jointCommon = () =>
  z.strictObject({
    name: name(),
    /** First body a, second body b: the coordinate is b relative to a. */
    bodies: z.array(bodyName()).length(2),
    /** Joint axis in the world at the initial pose. Give this, or `frames`. */
    frame: axisFrame().optional(),
    /** The joint axis as each body has it, in body frames; how far they are apart is judged as assembly error. */
    frames: z.strictObject({ first: axisFrame(), second: axisFrame() }).optional(),
    /** Finite region on the first and on the second body. */
    regions: z.array(jointRegion()).length(2).default(['auto', 'auto']),
    /** Whether the two bodies also touch each other outside the joint. */
    collides: z.boolean().default(false),
    /** Whether releasing it is part of the function; otherwise a release fails the trial. */
    mayRelease: z.boolean().default(false),
    /** Reaction force or torque at which the joint breaks and is released. */
    breaking: z
      .strictObject({ forceN: quantity('N').positive().optional(), torqueNm: quantity('N·m').positive().optional() })
      .optional(),
  });

const shapeCommon = { body: bodyName(), material: materialName().optional(), poseInBody: pose().prefault({}) };

const shapeRecord = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('box'), ...shapeCommon, sizeM: boxSize() }),
    z.strictObject({
      kind: z.literal('cylinder'),
      ...shapeCommon,
      radiusM: quantity('m').positive(),
      lengthM: quantity('m').positive(),
    }),
    z.strictObject({ kind: z.literal('sphere'), ...shapeCommon, radiusM: quantity('m').positive() }),
    z.strictObject({
      kind: z.literal('capsule'),
      ...shapeCommon,
      radiusM: quantity('m').positive(),
      lengthM: quantity('m').positive(),
    }),
    z.strictObject({
      kind: z.literal('hull'),
      body: bodyName(),
      material: materialName().optional(),
      /** The part whose material is taken; optional where the body has one part. */
      part: partName().optional(),
      /** Convex hull of the source material inside this region; without it, of the whole part. */
      region: boundedRegion().optional(),
    }),
  ]);

const contactRecord = () =>
  z.strictObject({
    shapes: z.array(shapeRecord()).default([]),
    /** Pairs that never collide. Reported, and never excluded from the audit. */
    excludedPairs: z
      .array(z.strictObject({ bodies: z.array(bodyName()).length(2), reason: z.string().min(1) }))
      .default([]),
  });

const auditRecord = () =>
  z.strictObject({
    /** Overlap of this pair is ignored inside the region, which is placed in the frame of `regionBody`. */
    exclusions: z
      .array(
        z.strictObject({
          bodies: z.array(bodyName()).length(2),
          regionBody: bodyName(),
          region: boundedRegion(),
          reason: z.string().min(1),
        }),
      )
      .default([]),
    /** Elastic reference bodies (spring coils, flexing leaves) that are not audited. */
    elasticBodies: z.array(z.strictObject({ body: bodyName(), reason: z.string().min(1) })).default([]),
    /** Pairs whose smallest clearance is wanted. */
    clearances: z
      .array(z.strictObject({ bodies: z.array(bodyName()).length(2), upToM: quantity('m').positive().default(0.005) }))
      .default([]),
  });

type OutputOf<K, C extends z.ZodObject> = K extends KindSchema
  ? z.output<C> & { readonly kind: K['kind'] } & z.output<K['fields']>
  : never;
type InputOf<K, C extends z.ZodObject> = K extends KindSchema
  ? z.input<C> & { readonly kind: K['kind'] } & z.input<K['fields']>
  : never;

/** The records of a room: its common fields, the literal kind, and the kind's own fields. */
function unionOfKinds<K extends KindSchema, C extends z.ZodObject>(kinds: readonly K[], common: C) {
  const [first, ...rest] = kinds.map((kind) => common.extend({ kind: z.literal(kind.kind), ...kind.fields.shape }));
  const union: z.ZodType =
    first === undefined
      ? z.never({ error: 'no kind is registered here' })
      : z.discriminatedUnion('kind', [first, ...rest]);
  return union as z.ZodType<OutputOf<K, C>, InputOf<K, C>>;
}

const named = z.strictObject({ name: name() });

/** The candidate as delivered. */
export const sceneRecord = <K extends SceneKinds>(kinds: K) =>
  z.strictObject({
    schema: z.literal('mechtrial/scene@1'),
    name: name(),
    revision: z.int().nonnegative().default(1),
    notes: z.string().optional(),
    gravityMPerS2: quantity3('m/s²').default([0, 0, -9.81]),
    materials: z.array(materialRecord()).default([]),
    frictionPairs: z.array(frictionPair()).default([]),
    bodies: z.array(bodyRecord()).min(1),
    joints: z
      .array(unionOfKinds<K['joints'][number], ReturnType<typeof jointCommon>>(kinds.joints, jointCommon()))
      .default([]),
    models: z.array(unionOfKinds<K['models'][number], typeof named>(kinds.models, named)).default([]),
    contact: contactRecord().prefault({}),
    audit: auditRecord().prefault({}),
  });

/** What a drive acts on: a joint's coordinate, or a body about / along an axis relative to a reference body. */
const driveTarget = () =>
  z.union([
    z.strictObject({ joint: jointName() }),
    z.strictObject({
      body: bodyName(),
      reference: bodyName().default('world'),
      /** Axis in the world at the initial pose; it moves with the reference body. */
      frame: axisFrame(),
    }),
  ]);

const driveCommon = () =>
  z.strictObject({
    name: name(),
    on: driveTarget(),
    /** Whether the opposite effort acts on the reference body. */
    reactsOnReference: z.boolean().default(true),
  });

/** Set-point of one drive in a phase, before its kind is known. */
export const setPointCommon = () =>
  z.strictObject({
    drive: driveName(),
    /** False switches the effort off. */
    isOn: z.boolean().default(true),
  });

/**
 * Set-points are parsed in two passes: which fields are allowed depends on the kind of the drive that `drive` names, so
 * the first pass lets every field through and `parseBinding` holds each against its drive's kind.
 */
const setPointRecord = () => z.looseObject(setPointCommon().shape);

/** Set-points of every drive kind, for the JSON Schema. */
export const setPointSchemas = (kinds: SceneKinds) =>
  kinds.drives.map((kind) => setPointCommon().extend(kind.setPointFields.shape));

const phaseRecord = () =>
  z.strictObject({
    id: name(),
    /** How long it lasts; with `until`, the time-out. */
    durationS: quantity('s').positive(),
    /** Ends the phase early, as soon as it has held for `heldS`. Without it coming true, the trial stops here. */
    until: z
      .strictObject({
        signal: signalName(),
        op: z.enum(['<=', '>=', '<', '>']),
        value: z.number(),
        unit: z.enum(SIGNAL_UNITS),
        heldS: quantity('s').nonnegative().default(0),
      })
      .optional(),
    set: z.array(setPointRecord()).default([]),
    /** Environment bodies that appear at rest when the phase begins; without a pose, where the scene has them. */
    place: z.array(z.strictObject({ body: bodyName(), poseInWorld: pose().optional() })).default([]),
    remove: z.array(bodyName()).default([]),
  });

const settingsRecord = () =>
  z.strictObject({
    engine: z.enum(['direct', 'rapier', 'both']).default('direct'),
    precision: z.enum(['fast', 'standard', 'precise']).default('standard'),
    stepS: quantity('s').positive().max(0.01).default(0.001),
    poseIntervalS: quantity('s').positive().default(0.02),
    wallLimitS: quantity('s').positive().default(300),
    auditRateHz: quantity('Hz').positive().default(10),
    auditChordM: quantity('m').positive().max(1e-4).default(1e-5),
    auditBackend: z.enum(['auto', 'native', 'wasm']).default('auto'),
    volumeToleranceM3: quantity('m³').nonnegative().default(1e-9),
    depthToleranceM: quantity('m').nonnegative().default(5e-5),
    /** Bounds of the quality gate. */
    jointSeparationM: quantity('m').positive().default(2e-5),
    penetrationM: quantity('m').positive().default(5e-5),
    energyResidualFraction: ratio().default(0.01),
    energyResidualJ: quantity('J').nonnegative().default(1e-5),
    solverResidualM: quantity('m').positive().default(1e-6),
  });

const parameterRecord = () =>
  z.strictObject({
    name: name(),
    value: z.number(),
    source: z.enum(['task', 'geometry', 'documentation', 'constructor']),
    basis: z.string().min(1),
    original: z.number().nullable().default(null),
    reason: z.string().nullable().default(null),
  });

/** A whole test: the scene, or the file that holds it, with drives, signals and trials. */
export const bindingRecord = <K extends SceneKinds>(kinds: K) =>
  z.strictObject({
    schema: z.literal('mechtrial/binding@1'),
    name: name(),
    /** A scene, or the file that holds one (relative to the binding). */
    scene: z.union([z.string().min(1), sceneRecord(kinds)]),
    settings: settingsRecord().prefault({}),
    drives: z
      .array(unionOfKinds<K['drives'][number], ReturnType<typeof driveCommon>>(kinds.drives, driveCommon()))
      .default([]),
    signals: z.array(unionOfKinds<K['signals'][number], typeof named>(kinds.signals, named)).default([]),
    requirements: z.array(z.strictObject({ id: name(), text: z.string().min(1) })).default([]),
    trials: z
      .array(
        z.strictObject({
          id: name(),
          phases: z.array(phaseRecord()).min(1),
          checks: z
            .array(
              unionOfKinds<K['checks'][number], ReturnType<typeof checkCommonFields>>(
                kinds.checks,
                checkCommonFields(),
              ),
            )
            .default([]),
        }),
      )
      .min(1),
    parameters: z.array(parameterRecord()).default([]),
  });

export type MaterialRecord = z.output<ReturnType<typeof materialRecord>>;
export type PartRecord = z.output<ReturnType<typeof partRecord>>;
export type BodyRecord = z.output<ReturnType<typeof bodyRecord>>;
export type ShapeRecord = z.output<ReturnType<typeof shapeRecord>>;
export type AuditRecord = z.output<ReturnType<typeof auditRecord>>;
export type SettingsRecord = z.output<ReturnType<typeof settingsRecord>>;
export type ParameterRecord = z.output<ReturnType<typeof parameterRecord>>;
export type JointCommon = z.output<ReturnType<typeof jointCommon>>;
export type DriveCommon = z.output<ReturnType<typeof driveCommon>>;
export type SetPointCommon = z.output<ReturnType<typeof setPointCommon>>;
export type BindingRecord<K extends SceneKinds = SceneKinds> = z.output<ReturnType<typeof bindingRecord<K>>>;
export type SceneRecord<K extends SceneKinds = SceneKinds> = z.output<ReturnType<typeof sceneRecord<K>>>;
/** What a user writes: defaults may be left out. */
export type BindingInput<K extends SceneKinds = SceneKinds> = z.input<ReturnType<typeof bindingRecord<K>>>;
export type SceneInput<K extends SceneKinds = SceneKinds> = z.input<ReturnType<typeof sceneRecord<K>>>;
