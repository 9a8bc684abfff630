import { z } from 'zod';
import { DEFAULT_COLLISION_TOLERANCE_M } from '../collision/index.js';
import { quantity, quantity3, SIGNAL_UNITS } from '../core/quantity.js';
import { geometrySourceSchema } from '../geometry/index.js';
import { checkCommonFields } from './check-fields.js';
import type { KindSchema, SceneKinds } from './kinds.js';
import { bodyName, driveName, jointName, materialName, partName, signalName } from './references.js';
import { axisFrame, boundedRegion, boxSize, jointRegion, pose } from './region.js';

/** Every record has a name by which others refer to it: letters, digits and . _ - */
export const recordName = () =>
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, { error: 'use letters, digits and . _ -' });

const ratio = () => z.number().min(0);

export const materialRecord = () =>
  z.strictObject({
    name: recordName().describe('How parts and shapes refer to it; a built-in material of that name is replaced.'),
    densityKgPerM3: quantity('kg/m³').positive().describe('Mass per volume.'),
    frictionCoefficient: ratio()
      .default(0.3)
      .describe('Coulomb coefficient against itself; static and sliding are one.'),
    restitutionCoefficient: ratio().max(1).default(0).describe('Rebound speed over impact speed: 0 dead, 1 elastic.'),
  });

const frictionPair = () =>
  z.strictObject({
    materials: z.array(materialName()).length(2).describe('The two materials.'),
    frictionCoefficient: ratio().describe('Coulomb coefficient between them, in place of the smaller of their own.'),
    restitutionCoefficient: ratio()
      .max(1)
      .optional()
      .describe('Share of the approach speed that is left after an impact, in place of the mean of their own.'),
  });

const partRecord = () =>
  z.strictObject({
    name: recordName().optional().describe("Default: the body's name, with a number where the body has several parts."),
    geometry: geometrySourceSchema.describe('Where its shape comes from.'),
    material: materialName().optional().describe('Gives density, friction and restitution.'),
    poseInBody: pose().prefault({}).describe('Frame of the geometry in the frame of the body.'),
    massKg: quantity('kg')
      .positive()
      .optional()
      .describe('Overrides volume × density; center and inertia still come from the geometry.'),
  });

const explicitMass = () =>
  z.strictObject({
    massKg: quantity('kg').positive().describe('Mass of the whole body.'),
    centerOfMassM: quantity3('m').default([0, 0, 0]).describe('Center of mass in the body frame.'),
    inertiaKgM2: z
      .array(z.number())
      .length(6)
      .meta({ unit: 'kg·m²' })
      .describe('Inertia about the center of mass, body axes: xx yy zz xy xz yz. Products are entries of the tensor.'),
  });

const bodyRecord = () =>
  z.strictObject({
    name: recordName().describe('How joints, drives and signals refer to it; `world` is taken.'),
    isGround: z
      .boolean()
      .default(false)
      .describe('Ground never moves; with geometry it still collides and is audited.'),
    isEnvironment: z
      .boolean()
      .default(false)
      .describe('Not the mechanism: workpiece, obstacle, floor. Only these may be placed or removed by a phase.'),
    isPresent: z.boolean().default(true).describe('False: an environment body that a phase places later.'),
    parts: z.array(partRecord()).default([]).describe('Solids that never move against each other.'),
    poseInWorld: pose().prefault({}).describe('Where the body frame is at the start.'),
    massProperties: explicitMass().optional().describe('In place of the mass, center and inertia of the parts.'),
    linearVelocityMPerS: quantity3('m/s')
      .default([0, 0, 0])
      .describe(
        'Velocity of the center of mass at the start, world axes; it must fit the joints, which take the rest away at once.',
      ),
    angularVelocityRadPerS: quantity3('rad/s')
      .default([0, 0, 0])
      .describe('Angular velocity at the start, world axes.'),
  });

/** Fields common to every joint; coordinates are zero in the initial pose. */
const jointCommon = () =>
  z.strictObject({
    name: recordName().describe('How drives, signals and models refer to it.'),
    bodies: z
      .array(bodyName())
      .length(2)
      .describe('First body a, second body b: the coordinate is b relative to a. `world` stands for the ground.'),
    frame: axisFrame().optional().describe('Joint axis in the world at the initial pose. Give this, or `frames`.'),
    frames: z
      .strictObject({
        first: axisFrame().describe('The axis in the frame of the first body.'),
        second: axisFrame().describe('The axis in the frame of the second body.'),
      })
      .optional()
      .describe('The joint axis as each body has it; how far the two are apart is judged as assembly error.'),
    regions: z
      .array(jointRegion())
      .length(2)
      .default(['auto', 'auto'])
      .describe(
        'Finite region on the first and on the second body; `auto` finds the matching source faces near the axis. ' +
          'Where the two no longer overlap, the joint is released.',
      ),
    collides: z.boolean().default(false).describe('Whether the two bodies also touch each other outside the joint.'),
    mayRelease: z
      .boolean()
      .default(false)
      .describe('Whether releasing it is part of the function; otherwise a release fails the trial.'),
    breaking: z
      .strictObject({
        forceN: quantity('N').positive().optional().describe('Reaction force at which it breaks.'),
        torqueNm: quantity('N·m').positive().optional().describe('Reaction torque at which it breaks.'),
      })
      .optional()
      .describe('Reaction at which the joint breaks and is released.'),
  });

const shapeCommon = {
  body: bodyName().describe('Body that it belongs to.'),
  material: materialName().optional().describe('Default: that of the body.'),
  poseInBody: pose().prefault({}).describe('Frame of the shape in the frame of the body.'),
};
const shapeRadius = () => quantity('m').positive().describe('Radius.');

const shapeRecord = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('box'),
      ...shapeCommon,
      sizeM: boxSize().describe('Edges along x, y and z, centered on the frame.'),
    }),
    z.strictObject({
      kind: z.literal('cylinder'),
      ...shapeCommon,
      radiusM: shapeRadius(),
      lengthM: quantity('m').positive().describe('Length along z, centered on the frame.'),
    }),
    z.strictObject({ kind: z.literal('sphere'), ...shapeCommon, radiusM: shapeRadius() }),
    z.strictObject({
      kind: z.literal('capsule'),
      ...shapeCommon,
      radiusM: shapeRadius(),
      lengthM: quantity('m').positive().describe('Distance of the two centers along z.'),
    }),
    z.strictObject({
      kind: z.literal('hull'),
      body: shapeCommon.body,
      material: shapeCommon.material,
      part: partName().optional().describe('The part whose material is taken; optional where the body has one part.'),
      region: boundedRegion()
        .optional()
        .describe('Convex hull of the source material inside this region; without it, of the whole part.'),
    }),
    z.strictObject({
      kind: z.literal('source'),
      body: shapeCommon.body,
      material: shapeCommon.material,
      part: partName().optional().describe('The part that it is made from; without it, every part of the body.'),
      toleranceM: quantity('m')
        .positive()
        .default(DEFAULT_COLLISION_TOLERANCE_M)
        .describe('How far convex pieces may stand out of the source, and miss of it.'),
      acceptDeviation: z
        .strictObject({ reason: z.string().min(1).describe('Why they may.') })
        .optional()
        .describe(
          'Lets pieces beyond the tolerance stand; the verdict then declares how far they are off, and why they may be.',
        ),
    }),
  ]);

const bodyPair = () => z.array(bodyName()).length(2).describe('The two bodies.');

const contactRecord = () =>
  z.strictObject({
    shapes: z.array(shapeRecord()).default([]).describe('Collision shapes, one by one.'),
    fromSource: z
      .union([z.literal('all'), z.array(bodyName())])
      .default([])
      .describe(
        "Bodies whose contact is made from their source geometry: a 'source' shape for each. 'all' means every body that " +
          'has geometry and no shape of its own, elastic reference bodies left out.',
      ),
    excludedPairs: z
      .array(
        z.strictObject({
          bodies: bodyPair(),
          reason: z.string().min(1).describe('Why; it is reported with the verdict.'),
        }),
      )
      .default([])
      .describe('Pairs that never collide. Reported, and never excluded from the audit.'),
    inertiaFloors: z
      .array(
        z.strictObject({
          body: bodyName().describe('The light body.'),
          massKg: quantity('kg')
            .positive()
            .describe('Mass that it is simulated with at least; its weight stays its own.'),
          reason: z.string().min(1).describe('Why; it is reported with the verdict.'),
        }),
      )
      .default([])
      .describe(
        'Bodies that are simulated with more inertia than they have, mass and inertia tensor by the same factor: light parts ' +
          'under load sink into what they touch on `rapier`. A modification of the model, and reported as one.',
      ),
  });

const auditRecord = () =>
  z.strictObject({
    exclusions: z
      .array(
        z.strictObject({
          bodies: bodyPair(),
          regionBody: bodyName().describe('Body in whose frame the region is placed.'),
          region: boundedRegion().describe('Overlap inside it is ignored; outside it counts.'),
          reason: z.string().min(1).describe('Why; it is reported with the verdict.'),
        }),
      )
      .default([])
      .describe('Bounded places at which the overlap of one pair is meant to be.'),
    elasticBodies: z
      .array(
        z.strictObject({
          body: bodyName().describe('The body that is not audited.'),
          reason: z.string().min(1).describe('Why; it is reported with the verdict.'),
        }),
      )
      .default([])
      .describe('Elastic reference bodies (spring coils, flexing leaves) that are not audited.'),
    clearances: z
      .array(
        z.strictObject({
          bodies: bodyPair(),
          upToM: quantity('m').positive().default(0.005).describe('A clearance larger than this is not measured.'),
        }),
      )
      .default([])
      .describe('Pairs whose smallest clearance is wanted.'),
  });

/** A kind without fields of its own adds nothing; what zod infers for it would forbid every key. */
type OwnFields<F> = F extends Record<string, never> ? unknown : F;

type OutputOf<K, C extends z.ZodObject> = K extends KindSchema
  ? z.output<C> & { readonly kind: K['kind'] } & OwnFields<z.output<K['fields']>>
  : never;
type InputOf<K, C extends z.ZodObject> = K extends KindSchema
  ? z.input<C> & { readonly kind: K['kind'] } & OwnFields<z.input<K['fields']>>
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

const named = z.strictObject({ name: recordName().describe('How other records refer to it.') });

/** A body as a scene has it, for rooms above that bring bodies of their own. */
export const sceneBodyInput = () => bodyRecord();

/** Collision shapes as a scene has them. */
export const shapeRecords = () => z.array(shapeRecord());

/** The candidate as delivered. */
export const sceneRecord = <K extends SceneKinds>(kinds: K) =>
  z.strictObject({
    schema: z.literal('mechtrial/scene@1').describe('Version of this format.'),
    name: recordName().describe('Name of the candidate, as the verdict gives it.'),
    revision: z
      .int()
      .nonnegative()
      .default(1)
      .describe('Revision of the candidate; results of two are never combined.'),
    notes: z.string().optional().describe('For people: how it is meant to be operated, what a coordinate means.'),
    gravityMPerS2: quantity3('m/s²').default([0, 0, -9.81]).describe('Gravity in world axes.'),
    materials: z.array(materialRecord()).default([]).describe('Materials beside, or in place of, the built-in ones.'),
    frictionPairs: z
      .array(frictionPair())
      .default([])
      .describe('Friction and restitution of certain pairs of materials.'),
    bodies: z.array(bodyRecord()).min(1).describe('Rigid bodies: ground, mechanism, environment.'),
    joints: z
      .array(unionOfKinds<K['joints'][number], ReturnType<typeof jointCommon>>(kinds.joints, jointCommon()))
      .default([])
      .describe('Kinematic pairs that hold where two finite regions meet.'),
    models: z
      .array(unionOfKinds<K['models'][number], typeof named>(kinds.models, named))
      .default([])
      .describe('Effort laws in the place of geometry that is not resolved: gears, springs, detents, clutches.'),
    contact: contactRecord().prefault({}).describe('What is declared about contact.'),
    audit: auditRecord().prefault({}).describe('What is declared about the interference audit.'),
  });

/** What a drive acts on: a joint's coordinate, or a body about / along an axis relative to a reference body. */
const driveTarget = () =>
  z.union([
    z.strictObject({
      joint: jointName().describe('The joint; the drive acts on its coordinate of the same motion, angle or travel.'),
    }),
    z.strictObject({
      body: bodyName().describe('The body it acts on.'),
      reference: bodyName().default('world').describe('The body it acts against.'),
      frame: axisFrame().describe('Axis in the world at the initial pose; it moves with the reference body.'),
    }),
  ]);

const driveCommon = () =>
  z.strictObject({
    name: recordName().describe('How set-points and signals refer to it.'),
    on: driveTarget().describe('What it acts on: the coordinate of a joint, or a body about / along an axis.'),
    reactsOnReference: z
      .boolean()
      .default(true)
      .describe('Whether the opposite effort acts on the reference body; false for a hand from outside.'),
  });

/** Set-point of one drive in a phase, before its kind is known. */
export const setPointCommon = () =>
  z.strictObject({
    drive: driveName().describe('The drive that is set; it keeps the set-point until it gets another.'),
    isOn: z.boolean().default(true).describe('False switches the effort off.'),
    letGoS: quantity('s')
      .nonnegative()
      .default(0)
      .describe('Time in which a drive that is switched off takes its effort back to nothing.'),
  });

/**
 * Set-points are parsed in two passes: which fields are allowed depends on the kind of the drive that `drive` names, so
 * the first pass lets every field through and `parseBinding` holds each against its drive's kind.
 */
const setPointRecord = () => z.looseObject(setPointCommon().shape).meta({ setPoint: true });

/** Whether a schema is that of a set-point whose drive is not known yet. */
export const isSetPoint = (schema: unknown): boolean =>
  schema instanceof z.ZodObject && schema.meta()?.setPoint === true;

/** Set-points of every drive kind, for the JSON Schema. */
export const setPointSchemas = (kinds: SceneKinds) =>
  kinds.drives.map((kind) => setPointCommon().extend(kind.setPointFields.shape));

/** The same where they switch their drive off: nothing else has to be given. */
export const setPointsOff = (kinds: SceneKinds) =>
  kinds.drives.map((kind) =>
    setPointCommon().extend({ isOn: z.literal(false), ...kind.setPointFields.partial().shape }),
  );

const phaseRecord = () =>
  z.strictObject({
    id: recordName().describe('How windows of checks refer to it.'),
    durationS: quantity('s').positive().describe('How long it lasts; with `until`, the time-out.'),
    until: z
      .strictObject({
        signal: signalName().describe('The signal that is watched.'),
        op: z.enum(['<=', '>=', '<', '>']).describe('How it is compared.'),
        value: z.number().describe('What it is compared with, in `unit`.'),
        unit: z.enum(SIGNAL_UNITS).describe('Unit of the signal.'),
        heldS: quantity('s').nonnegative().default(0).describe('How long it must hold without a break.'),
      })
      .optional()
      .describe('Ends the phase early, as soon as it has held for `heldS`. If it never does, the trial stops here.'),
    set: z
      .array(setPointRecord())
      .default([])
      .describe('Set-points that take effect when the phase begins; drives that are not named keep theirs.'),
    place: z
      .array(
        z.strictObject({
          body: bodyName().describe('The environment body.'),
          poseInWorld: pose().optional().describe('Without it, where the scene has the body.'),
        }),
      )
      .default([])
      .describe('Environment bodies that appear at rest when the phase begins.'),
    remove: z.array(bodyName()).default([]).describe('Environment bodies that vanish when the phase begins.'),
  });

export const settingsRecord = () =>
  z.strictObject({
    engine: z
      .enum(['direct', 'rapier', 'both'])
      .default('direct')
      .describe('Which solver runs the trial; `both` runs it twice and gives every check by engine.'),
    precision: z
      .enum(['fast', 'standard', 'precise'])
      .default('standard')
      .describe(
        'Sub-steps inside a recorded step, from the sizes, speeds, mass ratios and stiffnesses of the scene: `precise` takes shorter ones, `fast` longer ones, with fewer iterations on rapier.',
      ),
    subStepS: quantity('s')
      .positive()
      .max(0.01)
      .optional()
      .describe('Longest sub-step, in the place of the one chosen from precision and scene.'),
    lengthUnitM: quantity('m')
      .min(1e-3)
      .max(10)
      .optional()
      .describe('Length unit of the tolerances of rapier, in the place of the one chosen from the sizes of the scene.'),
    stepS: quantity('s').positive().max(0.01).default(0.001).describe('Recorded step.'),
    poseIntervalS: quantity('s')
      .positive()
      .default(0.02)
      .describe('Longest interval of the recorded poses; recorded sooner where a body turns by 81°.'),
    wallLimitS: quantity('s').positive().default(300).describe('Wall time after which a trial is stopped.'),
    auditRateHz: quantity('Hz')
      .positive()
      .default(10)
      .describe('Audited poses per second of trial time, beside the first, the last and the phase boundaries.'),
    auditChordM: quantity('m')
      .positive()
      .max(1e-4)
      .default(1e-5)
      .describe('Largest distance between a curved STEP face and the mesh that is audited.'),
    auditBackend: z
      .enum(['auto', 'native', 'wasm'])
      .default('auto')
      .describe('Which auditor runs; `auto` takes the native one where it is built.'),
    volumeToleranceM3: quantity('m³')
      .nonnegative()
      .default(1e-9)
      .describe('Overlap must exceed this volume and the depth below; parts under 5 mm scale both down.'),
    depthToleranceM: quantity('m').nonnegative().default(5e-5).describe('Overlap must exceed this depth.'),
    jointSeparationM: quantity('m')
      .positive()
      .default(2e-5)
      .describe('Quality gate: largest distance of a joint along its locked directions.'),
    penetrationM: quantity('m').positive().default(5e-5).describe('Quality gate: largest overlap of collision shapes.'),
    energyResidualFraction: ratio()
      .default(0.01)
      .describe('Quality gate: share of (|work in| + peak kinetic energy) by which the energy balance may be off.'),
    energyResidualJ: quantity('J').nonnegative().default(1e-5).describe('Quality gate: added to that share.'),
    solverResidualM: quantity('m')
      .positive()
      .default(1e-6)
      .describe('Quality gate: largest residual that the solver leaves.'),
  });

/** One number of a test with where it comes from; `original` and `reason` where it was adjusted. */
export const parameterRecord = () =>
  z.strictObject({
    name: recordName().describe('Name with its unit as suffix.'),
    value: z.number().describe('The value used.'),
    source: z
      .enum(['task', 'geometry', 'documentation', 'constructor'])
      .describe('Where it comes from: given, measured on the geometry, from a catalog, or assumed by the author.'),
    basis: z.string().min(1).describe('Why this value.'),
    original: z.number().nullable().default(null).describe('The value before it was changed.'),
    reason: z.string().nullable().default(null).describe('Why it was changed.'),
  });

/** A whole test: the scene, or the file that holds it, with drives, signals and trials. */
export const bindingRecord = <K extends SceneKinds>(kinds: K) =>
  z.strictObject({
    schema: z.literal('mechtrial/binding@1').describe('Version of this format.'),
    name: recordName().describe('Name of the test.'),
    scene: z
      .union([z.string().min(1), sceneRecord(kinds)])
      .describe('A scene, or the file that holds one (relative to the binding).'),
    settings: settingsRecord().prefault({}).describe('Engine, step, audit and quality gate.'),
    drives: z
      .array(unionOfKinds<K['drives'][number], ReturnType<typeof driveCommon>>(kinds.drives, driveCommon()))
      .default([])
      .describe('Bounded efforts. A drive is off until a phase sets it.'),
    signals: z
      .array(unionOfKinds<K['signals'][number], typeof named>(kinds.signals, named))
      .default([])
      .describe('What is recorded at every step.'),
    requirements: z
      .array(
        z.strictObject({
          id: recordName().describe('How checks refer to it.'),
          text: z.string().min(1).describe('What the mechanism must do, for people.'),
        }),
      )
      .default([])
      .describe('What is required; each is judged by the checks that name it.'),
    trials: z
      .array(
        z.strictObject({
          id: recordName().describe('Name of the trial.'),
          phases: z.array(phaseRecord()).min(1).describe('They follow each other on the evolving state.'),
          checks: z
            .array(
              unionOfKinds<K['checks'][number], ReturnType<typeof checkCommonFields>>(
                kinds.checks,
                checkCommonFields(),
              ),
            )
            .default([])
            .describe('Assertions over the recorded signals.'),
          auditAt: z
            .array(
              z.strictObject({
                signal: signalName().describe('The signal that says where.'),
                every: z.number().positive().describe('Audited at every whole multiple of this, in `unit`.'),
                unit: z.enum(SIGNAL_UNITS).describe('Unit of `every`; it must be that of the signal.'),
              }),
            )
            .default([])
            .describe('Audits also where signals pass whole multiples of something, at the nearest recorded pose.'),
        }),
      )
      .min(1)
      .describe('Each is one continuous run from a fresh instance.'),
    parameters: z
      .array(parameterRecord())
      .default([])
      .describe('Numbers whose origin is reported with the verdict; they change nothing by themselves.'),
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
