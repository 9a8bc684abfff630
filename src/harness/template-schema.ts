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
  z.strictObject({
    motion: grade().describe('How the parts move together.'),
    structure: grade().describe('How loads go through the parts.'),
    function: grade().describe('How many functions depend on each other.'),
    contact: grade().describe('How much works by contact.'),
    geometry: grade().describe('How much the shapes decide.'),
  });

/**
 * A number of the test. `fixed`: nobody changes it. `adjustable`: it has a value, and a binding may set another one inside
 * [min, max] if it gives the reason. `declared`: the constructor must give one inside [min, max], with the candidate.
 */
const parameter = () =>
  z.strictObject({
    name: recordName().describe('How formulas refer to it.'),
    text: text().describe('What it is, in words.'),
    unit: z.enum(PARAMETER_UNITS).describe('Unit of its value.'),
    kind: z
      .enum(['fixed', 'adjustable', 'declared'])
      .describe(
        'fixed: nobody changes it; adjustable: a binding may, inside the range, with a reason; declared: the candidate must give it.',
      ),
    value: z.number().optional().describe('Its value; a declared one has none.'),
    min: z.number().optional().describe('Least value that a binding or a candidate may give.'),
    max: z.number().optional().describe('Largest value that a binding or a candidate may give.'),
  });

/** An operating interface: what the user's hand, the motor, the load or the brake does. */
const operation = () =>
  z.strictObject({
    name: recordName().describe('How phases, bindings and checks refer to it.'),
    text: text().describe('What is done, in words.'),
    drive: z
      .enum(['speed', 'position', 'effort', 'brake', 'weight'])
      .describe(
        'speed, position: servos; effort: force or torque whatever the motion; brake: resists only; weight: effort along gravity.',
      ),
    motion: z.enum(['angle', 'travel']).describe('What it turns or moves along.'),
    cap: numeric().describe('Largest effort [N·m or N].'),
    gain: numeric()
      .optional()
      .describe(
        'Effort per speed error (speed) or per error (position); by default the cap at 20 % of the largest commanded speed, or at 1° or 1 mm.',
      ),
    mayTurn: z
      .boolean()
      .default(false)
      .describe(
        'A travel may be worked by turning: the binding then declares the arm, and efforts and speeds go by it.',
      ),
    fixed: z
      .array(z.enum(['gain', 'speed', 'cap']))
      .default([])
      .describe('What the constructor may not adjust although the common rules let everybody.'),
    mustFollow: z.boolean().default(true).describe('Whether the actual input is held against the commanded one.'),
    isOptional: z.boolean().default(false).describe('Whether a candidate can do without it.'),
  });

const observation = () =>
  z.strictObject({
    name: recordName().describe('How checks, conditions and bindings refer to it.'),
    text: text().describe('What is watched, in words.'),
    unit: z.enum(SIGNAL_UNITS).describe('Unit of the signal that it is bound to.'),
    kinds: z
      .array(z.string())
      .optional()
      .describe('Signal kinds that it may be bound to; without it, all but those that read a drive or a model.'),
    mustMove: z
      .boolean()
      .default(false)
      .describe('A signal that stays flat is bound to the wrong body: the trial is then INCONCLUSIVE.'),
    isOptional: z.boolean().default(false).describe('Whether a candidate can do without it.'),
  });

/** A pair whose function may not be stood in for. `contact`: it works by touching. `motion`: no model ties the two ends. */
const noSubstitute = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('contact'),
      name: recordName().describe('How bindings refer to the pair.'),
      text: text().describe('What carries what, in words.'),
      carries: z
        .array(
          z.strictObject({
            trial: recordName().describe('Trial in which it carries.'),
            phase: recordName().optional().describe('First phase in which it carries; all of the trial without it.'),
            untilPhase: recordName().optional().describe('Last phase in which it carries.'),
          }),
        )
        .default([])
        .describe('Where it is said to carry; everywhere without it.'),
      leastForceN: quantity('N').positive().default(0.1).describe('Force that it must show there.'),
      isOptional: z.boolean().default(false).describe('Whether a candidate can do without it.'),
    }),
    z.strictObject({
      kind: z.literal('motion'),
      name: recordName().describe('How issues name it.'),
      text: text().describe('What moves what, in words.'),
      operation: recordName().describe('The operation that goes in.'),
      observation: recordName().describe('The observation that comes out.'),
    }),
  ]);

/** A body that belongs to the test, not to the candidate: workpiece, load, ball, floor. */
const environmentBody = () =>
  z.strictObject({
    body: sceneBodyInput().describe('The body, as a scene has it.'),
    shapes: shapeRecords().default([]).describe('Its collision shapes.'),
    placeWithin: z
      .strictObject({
        minM: quantity3('m').describe('Lower corner in the world.'),
        maxM: quantity3('m').describe('Upper corner in the world.'),
      })
      .optional()
      .describe('Box that a binding must place its origin in; without it the place is fixed.'),
    mayTurn: z.boolean().default(false).describe('Whether a binding may turn it.'),
  });

const friction = () =>
  z.strictObject({
    materials: z
      .array(z.union([z.literal('*'), recordName()]))
      .length(2)
      .describe('The two materials; `*` is any other one.'),
    frictionCoefficient: z.number().min(0).describe('Coulomb friction between them.'),
  });

/** What a phase sets one operation to; which fields it takes goes by the operation's drive. */
export const templateSetPoint = () =>
  z.strictObject({
    operation: recordName().describe('The operation that is set.'),
    isOff: z.boolean().optional().describe('Let go: the effort is taken back.'),
    letGoS: numeric().optional().describe('How long letting go takes, 0.05 s without it.'),
    speed: numeric().optional().describe('speed: the commanded one; position: of the move [rad/s or m/s].'),
    to: numeric().optional().describe('position: where to [rad or m].'),
    effort: numeric().optional().describe('effort, brake, weight [N·m or N].'),
    rampS: numeric().optional().describe('How long the change takes; the common ramps without it.'),
    mayStall: z
      .boolean()
      .optional()
      .describe('The move ends on a stop, a workpiece or a spring: reaching contact or the cap is enough.'),
  });

const phase = () =>
  z.strictObject({
    id: recordName().describe('How checks refer to it.'),
    durationS: numeric().describe('How long it lasts [s]; with `until`, at the longest.'),
    pace: z
      .enum(['free', 'hold', 'fixed'])
      .default('free')
      .describe('Who may change how long it lasts: free ×0.5–2, hold ×1–2, fixed not at all.'),
    until: z
      .strictObject({
        observation: recordName().describe('What is waited for.'),
        op: z.enum(['<=', '>=', '<', '>']).describe('How it is compared.'),
        value: numeric().describe('With what it is compared.'),
        unit: z.enum(SIGNAL_UNITS).describe('Unit of `value`: that of the observation.'),
        heldS: numeric().default(0).describe('How long it must hold [s].'),
      })
      .optional()
      .describe('Ends the phase early; one that never comes true ends the trial.'),
    set: z.array(templateSetPoint()).default([]).describe('What is set at its start.'),
    place: z.array(recordName()).default([]).describe('Environment bodies that appear at its start.'),
    remove: z.array(recordName()).default([]).describe('Environment bodies that are taken away at its start.'),
  });

/** A check as a scene's binding has it, numbers being formulas if wanted; its kind's own fields are held against it on load. */
const templateCheck = () =>
  z.looseObject({
    kind: z.string().describe('Kind of the check; its own fields stand beside (docs/kinds.md).'),
    id: z.string().describe('Requirement and name, `R2/stop-holds`; a cycle index in brackets.'),
    requirement: z.string().optional().describe('Requirement that it belongs to.'),
  });

const trial = () =>
  z.strictObject({
    id: recordName().describe('How checks and parameters refer to it.'),
    text: z.string().default('').describe('What it is for, in words.'),
    phases: z.array(phase()).min(1).describe('What is done one after the other on the evolving state.'),
    checks: z.array(templateCheck()).default([]).describe('What is asked of this trial.'),
    auditEvery: z
      .array(
        z.strictObject({
          observation: recordName().describe('Observation that is followed.'),
          every: numeric().describe('Distance of its values at which is audited, in its unit.'),
        }),
      )
      .default([])
      .describe('Audit also wherever an observation passes a whole multiple of a value.'),
    settlePhase: recordName()
      .nullable()
      .default('settle')
      .describe('Phase that lets everything come to rest; null where nothing settles.'),
    mayLeave: z.array(recordName()).default([]).describe('Environment bodies that may leave the scene.'),
  });

const requirement = () =>
  z.strictObject({ id: recordName().describe('R1, R2, …'), text: text().describe('What is asked, in words.') });

/** Steps finer than the common ones, where the family needs them. */
const settings = () =>
  z.strictObject({
    stepS: quantity('s').positive().optional().describe('Recorded step.'),
    poseIntervalS: quantity('s').positive().optional().describe('Interval of the recorded poses.'),
    auditRateHz: quantity('Hz').positive().optional().describe('Poses audited per second of trial.'),
    wallLimitS: quantity('s').positive().optional().describe('Wall time that a trial may take.'),
  });

/** The fixed functional test of a mechanism family. */
export const templateRecord = () =>
  z.strictObject({
    schema: z.literal('mechtrial/template@1'),
    name: recordName().describe('How bindings and commands refer to it.'),
    number: z.int().positive().describe('Number of the family.'),
    title: text().describe('What the mechanism is, in one line.'),
    demands: demandGrades().describe('Demand grades: 1 local or direct, 2 coupled, 3 several interacting.'),
    complexity: z.enum(['low', 'medium', 'high']).describe('Class of complexity, for tables.'),
    requirements: z.array(requirement()).min(1).describe('What is asked; each is covered by at least one check.'),
    operations: z.array(operation()).default([]).describe('What is done to the mechanism, by name.'),
    observations: z.array(observation()).default([]).describe('What is watched, by name.'),
    parameters: z.array(parameter()).default([]).describe('Numbers of the test that formulas use.'),
    environment: z.array(environmentBody()).default([]).describe('Bodies that belong to the test.'),
    materials: z.array(materialRecord()).default([]).describe('Materials that the environment brings.'),
    friction: z.array(friction()).default([]).describe('Friction beyond the common table.'),
    noSubstitute: z
      .array(noSubstitute())
      .default([])
      .describe('Pairs whose function no joint or model may stand in for.'),
    allowedModels: z.array(z.string()).default([]).describe('Model kinds allowed beyond those allowed everywhere.'),
    trials: z.array(trial()).min(1).describe('Trials, each from a fresh instance.'),
    mustVerify: z.boolean().default(false).describe('Every trial is run again at half the step.'),
    settings: settings().prefault({}).describe('Steps finer than the common ones, where the family needs them.'),
  });

export type TemplateRecord = z.output<ReturnType<typeof templateRecord>>;
export type TemplateOperation = TemplateRecord['operations'][number];
export type TemplateObservation = TemplateRecord['observations'][number];
export type TemplateParameter = TemplateRecord['parameters'][number];
export type TemplateTrial = TemplateRecord['trials'][number];
export type TemplatePhase = TemplateTrial['phases'][number];
export type TemplateSetPoint = TemplatePhase['set'][number];
export type DemandGrades = TemplateRecord['demands'];
