import { z } from 'zod';
import { quantity, quantity3, SIGNAL_UNITS, UNIT_SUFFIX, type Unit } from '../core/quantity.js';
import { materialRecord, recordName, sceneBodyInput, shapeRecords } from '../scene/index.js';

/** A number, or a formula over the parameters of the template, written `=3 * observationPerCycleS`. */
export const numeric = () =>
  z.union([z.number(), z.string().regex(/^=/, { error: "is a number or a formula that begins with '='" })]);

const text = () => z.string().min(1);

/** Unit of a parameter. */
const PARAMETER_UNITS = ['1', ...(Object.keys(UNIT_SUFFIX) as Unit[])] as const;

const grade = () => z.int().min(1).max(3);

/** Demand grades of a family on five axes, 1 local or direct, 2 coupled, 3 several interacting. */
export const demandGrades = () =>
  z.strictObject({ motion: grade(), structure: grade(), function: grade(), contact: grade(), geometry: grade() });

/**
 * A number of the test. `fixed`: nobody changes it. `adjustable`: it has a value, and a binding may set another one inside
 * [min, max] if it gives the reason. `declared`: the constructor must give one inside [min, max], with the candidate.
 */
const parameter = () =>
  z.strictObject({
    name: recordName(),
    text: text(),
    unit: z.enum(PARAMETER_UNITS),
    kind: z.enum(['fixed', 'adjustable', 'declared']),
    value: z.number().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
  });

/** An operating interface: what the user's hand, the motor, the load or the brake does. */
const operation = () =>
  z.strictObject({
    name: recordName(),
    text: text(),
    /** speed, position: servos; effort: force or torque whatever the motion; brake: resists only; weight: effort along gravity. */
    drive: z.enum(['speed', 'position', 'effort', 'brake', 'weight']),
    motion: z.enum(['angle', 'travel']),
    /** Largest effort [N·m or N]. */
    cap: numeric(),
    /**
     * speed: effort per speed error, by default the cap at 20 % of the largest commanded speed; position: effort per
     * error, by default the cap at 1° or 1 mm, damped critically on the driven body.
     */
    gain: numeric().optional(),
    /** A travel may be worked by turning: the binding then declares the arm, and efforts and speeds go by it. */
    mayTurn: z.boolean().default(false),
    /** What the constructor may not adjust although the common rules let everybody. */
    fixed: z.array(z.enum(['gain', 'speed', 'cap'])).default([]),
    /** Whether the actual input is held against the commanded one; off where the family says so. */
    mustFollow: z.boolean().default(true),
    /** Whether a candidate can do without it. */
    isOptional: z.boolean().default(false),
  });

const observation = () =>
  z.strictObject({
    name: recordName(),
    text: text(),
    unit: z.enum(SIGNAL_UNITS),
    /** Signal kinds that it may be bound to; without it, all but those that read a drive or a model. */
    kinds: z.array(z.string()).optional(),
    /** A signal that stays flat all the time is bound to the wrong body: the trial is then INCONCLUSIVE. */
    mustMove: z.boolean().default(false),
    isOptional: z.boolean().default(false),
  });

/** A pair whose function may not be stood in for. `contact`: it works by touching. `motion`: no model ties the two ends. */
const noSubstitute = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('contact'),
      name: recordName(),
      text: text(),
      /** Where it is said to carry; the whole trial without it. */
      carries: z
        .array(
          z.strictObject({ trial: recordName(), phase: recordName().optional(), untilPhase: recordName().optional() }),
        )
        .default([]),
      leastForceN: quantity('N').positive().default(0.1),
      isOptional: z.boolean().default(false),
    }),
    z.strictObject({
      kind: z.literal('motion'),
      name: recordName(),
      text: text(),
      /** The operation that goes in and the observation that comes out. */
      operation: recordName(),
      observation: recordName(),
    }),
  ]);

/** A body that belongs to the test, not to the candidate: workpiece, load, ball, floor. */
const environmentBody = () =>
  z.strictObject({
    body: sceneBodyInput(),
    shapes: shapeRecords().default([]),
    /** Box that the origin of the body must be placed in [m]; without it the place is fixed. */
    placeWithin: z.strictObject({ minM: quantity3('m'), maxM: quantity3('m') }).optional(),
    mayTurn: z.boolean().default(false),
  });

const friction = () =>
  z.strictObject({ materials: z.array(recordName()).length(2), frictionCoefficient: z.number().min(0) });

/** What a phase sets one operation to; which fields it takes goes by the operation's drive. */
export const templateSetPoint = () =>
  z.strictObject({
    operation: recordName(),
    /** Let go: the effort is taken back within `letGoS` (0.05 s). */
    isOff: z.boolean().optional(),
    letGoS: numeric().optional(),
    /** speed: the commanded one; position: of the move. [rad/s or m/s] */
    speed: numeric().optional(),
    /** position: where to [rad or m]. */
    to: numeric().optional(),
    /** effort, brake, weight [N·m or N]. */
    effort: numeric().optional(),
    rampS: numeric().optional(),
    /** The move ends on a stop, a workpiece or a spring: reaching contact or the cap is enough. */
    mayStall: z.boolean().optional(),
  });

const phase = () =>
  z.strictObject({
    id: recordName(),
    durationS: numeric(),
    /** Who may change how long it lasts: free ×0.5–2, hold ×1–2, fixed not at all. */
    pace: z.enum(['free', 'hold', 'fixed']).default('free'),
    until: z
      .strictObject({
        observation: recordName(),
        op: z.enum(['<=', '>=', '<', '>']),
        value: numeric(),
        unit: z.enum(SIGNAL_UNITS),
        heldS: numeric().default(0),
      })
      .optional(),
    set: z.array(templateSetPoint()).default([]),
    place: z.array(recordName()).default([]),
    remove: z.array(recordName()).default([]),
  });

/** A check as a scene's binding has it, numbers being formulas if wanted; its kind's own fields are held against it on load. */
const templateCheck = () => z.looseObject({ kind: z.string(), id: z.string(), requirement: z.string().optional() });

const trial = () =>
  z.strictObject({
    id: recordName(),
    text: z.string().default(''),
    phases: z.array(phase()).min(1),
    checks: z.array(templateCheck()).default([]),
    /** Audit also wherever an observation passes a whole multiple of `every`. */
    auditEvery: z.array(z.strictObject({ observation: recordName(), every: numeric() })).default([]),
    /** Phase that lets everything come to rest; null where nothing settles. */
    settlePhase: recordName().nullable().default('settle'),
    /** Environment bodies that may leave the scene. */
    mayLeave: z.array(recordName()).default([]),
  });

/** The fixed functional test of a mechanism family. */
export const templateRecord = () =>
  z.strictObject({
    schema: z.literal('mechtrial/template@1'),
    name: recordName(),
    number: z.int().positive(),
    title: text(),
    demands: demandGrades(),
    complexity: z.enum(['low', 'medium', 'high']),
    requirements: z.array(z.strictObject({ id: recordName(), text: text() })).min(1),
    operations: z.array(operation()).default([]),
    observations: z.array(observation()).default([]),
    parameters: z.array(parameter()).default([]),
    environment: z.array(environmentBody()).default([]),
    /** Materials that the environment brings, and friction beyond the common table, `*` being any other material. */
    materials: z.array(materialRecord()).default([]),
    friction: z.array(friction()).default([]),
    noSubstitute: z.array(noSubstitute()).default([]),
    /** Model kinds that the family allows beyond those that are allowed everywhere. */
    allowedModels: z.array(z.string()).default([]),
    trials: z.array(trial()).min(1),
    /** Every trial is run again at half the step. */
    mustVerify: z.boolean().default(false),
    /** Steps finer than the common ones, where the family needs them. */
    settings: z
      .strictObject({
        stepS: quantity('s').positive().optional(),
        auditRateHz: quantity('Hz').positive().optional(),
        wallLimitS: quantity('s').positive().optional(),
      })
      .prefault({}),
  });

export type TemplateRecord = z.output<ReturnType<typeof templateRecord>>;
export type TemplateOperation = TemplateRecord['operations'][number];
export type TemplateObservation = TemplateRecord['observations'][number];
export type TemplateParameter = TemplateRecord['parameters'][number];
export type TemplateTrial = TemplateRecord['trials'][number];
export type TemplatePhase = TemplateTrial['phases'][number];
export type TemplateSetPoint = TemplatePhase['set'][number];
export type DemandGrades = TemplateRecord['demands'];
