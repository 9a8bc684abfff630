import { z } from 'zod';
import { BindingError, type Issue } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import type { SceneKinds } from './kinds.js';
import { BUILT_IN_MATERIALS } from './materials.js';
import type { ReferenceKind } from './references.js';
import { type BindingRecord, bindingRecord, type SceneRecord, sceneRecord, setPointCommon } from './schema.js';
import { walkSchema } from './schema-walk.js';
import { issuesFromZod } from './zod-issues.js';

/** Name of the ground frame that every scene has. */
export const WORLD = 'world';

interface Schemas<K extends SceneKinds> {
  readonly scene: ReturnType<typeof sceneRecord<K>>;
  readonly binding: ReturnType<typeof bindingRecord<K>>;
}

/** Building the schemas of a register takes tens of milliseconds: they are built once for each. */
const SCHEMAS = new WeakMap<SceneKinds, unknown>();

function schemasOf<K extends SceneKinds>(kinds: K): Schemas<K> {
  const known = SCHEMAS.get(kinds) as Schemas<K> | undefined;
  const schemas = known ?? { scene: sceneRecord(kinds), binding: bindingRecord(kinds) };
  SCHEMAS.set(kinds, schemas);
  return schemas;
}

/**
 * Parses a scene document: shape, units of measure by name, references, unique names.
 *
 * @throws BindingError with every issue found
 */
export function parseScene<K extends SceneKinds>(document: unknown, kinds: K, file?: string): SceneRecord<K> {
  const schema = schemasOf(kinds).scene;
  const parsed = schema.safeParse(document);
  if (!parsed.success) throw new BindingError(issuesFromZod(parsed.error, schema, document, file));
  const scene = parsed.data;
  report([...sceneIssues(scene), ...referenceIssues(schema, scene, sceneNames(scene))], file);
  return scene;
}

/**
 * Parses a binding whose scene has already been read in (a file name there has been replaced by its content).
 *
 * @throws BindingError with every issue found
 */
export function parseBinding<K extends SceneKinds>(document: unknown, kinds: K, file?: string): BindingRecord<K> {
  const schema = schemasOf(kinds).binding;
  const parsed = schema.safeParse(document);
  if (!parsed.success) throw new BindingError(issuesFromZod(parsed.error, schema, document, file));
  const binding = parsed.data;
  const scene = binding.scene;
  if (typeof scene === 'string') return binding;
  const names = { ...sceneNames(scene), ...bindingNames(binding) };
  report(
    [
      ...sceneIssues(scene).map((issue) => ({ ...issue, path: ['scene', ...issue.path] })),
      ...bindingIssues(binding),
      ...referenceIssues(schema, binding, names),
      ...setPointIssues(binding, kinds),
      ...driveIssues(binding, kinds),
      ...requirementIssues(binding),
    ],
    file,
  );
  return binding;
}

function report(issues: readonly Issue[], file: string | undefined): void {
  if (issues.length === 0) return;
  throw new BindingError(file === undefined ? issues : issues.map((issue) => ({ ...issue, file: issue.file ?? file })));
}

type Names = Partial<Record<ReferenceKind, readonly string[]>>;

interface Named {
  readonly name: string;
}

/** Name of a part: its own, or the body's (numbered where there are several). */
export function partNameOf(body: { name: string; parts: readonly { name?: string | undefined }[] }, i: number): string {
  return body.parts[i]?.name ?? (body.parts.length === 1 ? body.name : `${body.name}-${i + 1}`);
}

function sceneNames(scene: SceneRecord): Names {
  const declared = scene.materials.map((material) => material.name);
  return {
    body: [WORLD, ...scene.bodies.map((body) => body.name)],
    part: scene.bodies.flatMap((body) => body.parts.map((_, i) => partNameOf(body, i))),
    joint: scene.joints.map((joint) => (joint as Named).name),
    model: scene.models.map((model) => (model as Named).name),
    material: [...new Set([...declared, ...BUILT_IN_MATERIALS.map((material) => material.name)])],
  };
}

function bindingNames(binding: BindingRecord): Names {
  return {
    drive: binding.drives.map((drive) => (drive as Named).name),
    signal: binding.signals.map((signal) => (signal as Named).name),
    requirement: binding.requirements.map((requirement) => requirement.id),
  };
}

function referenceIssues(schema: z.ZodType, document: unknown, names: Names): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  walkSchema(schema, document, (node, value, path) => {
    const ref = (node.meta() as { ref?: ReferenceKind } | undefined)?.ref;
    if (ref === undefined || ref === 'phase' || typeof value !== 'string') return;
    const key = path.join('/');
    const known = names[ref];
    if (known === undefined || known.includes(value) || seen.has(key)) return;
    seen.add(key);
    const plural = ref === 'body' ? 'bodies' : `${ref}s`;
    issues.push({
      code: `unknown_${ref}`,
      path,
      message: `'${value}' is not a ${ref} of this scene`,
      fix: didYouMean(value, known, plural),
    });
  });
  return issues;
}

function duplicates(records: readonly { readonly name: string }[], room: string): Issue[] {
  const seen = new Map<string, number>();
  const issues: Issue[] = [];
  for (const [i, { name }] of records.entries()) {
    const first = seen.get(name);
    if (first === undefined) seen.set(name, i);
    else {
      const message = `'${name}' is already the name of ${room}[${first}]`;
      issues.push({ code: 'duplicate_name', path: [room, i, 'name'], message, fix: 'Give every record its own name.' });
    }
  }
  return issues;
}

function sceneIssues(scene: SceneRecord): Issue[] {
  const issues = [
    ...duplicates(scene.materials, 'materials'),
    ...duplicates(scene.bodies, 'bodies'),
    ...duplicates(scene.joints as readonly Named[], 'joints'),
    ...duplicates(scene.models as readonly Named[], 'models'),
    ...duplicates(
      scene.bodies.flatMap((body) => body.parts.map((_, i) => ({ name: partNameOf(body, i) }))),
      'parts',
    ),
  ];
  for (const [i, body] of scene.bodies.entries()) issues.push(...bodyIssues(body, i));
  for (const [i, joint] of scene.joints.entries()) issues.push(...jointIssues(joint as JointShape, i));
  return issues;
}

function bodyIssues(body: SceneRecord['bodies'][number], i: number): Issue[] {
  const path = ['bodies', i];
  const issues: Issue[] = [];
  if (body.name === WORLD) {
    issues.push({
      code: 'reserved_name',
      path: [...path, 'name'],
      message: `'${WORLD}' names the ground frame`,
      fix: 'Choose another name.',
    });
  }
  if (!body.isPresent && !body.isEnvironment) {
    const fix = 'Only environment bodies come and go: set isEnvironment, or leave the body in.';
    issues.push({
      code: 'not_environment',
      path: [...path, 'isPresent'],
      message: 'a mechanism body cannot be absent',
      fix,
    });
  }
  if (body.isGround || body.massProperties !== undefined) return issues;
  if (body.parts.length === 0) {
    const fix = 'Give it parts, or massProperties, or set isGround.';
    issues.push({ code: 'no_mass', path, message: `body '${body.name}' has neither geometry nor mass`, fix });
  }
  for (const [k, part] of body.parts.entries()) {
    if (part.material !== undefined || part.massKg !== undefined) continue;
    const fix = `Name a material (${BUILT_IN_MATERIALS.map((m) => m.name).join(', ')} or one of your own), or give massKg.`;
    issues.push({
      code: 'no_mass',
      path: [...path, 'parts', k],
      message: 'a moving part needs a material or a mass',
      fix,
    });
  }
  return issues;
}

interface JointShape {
  readonly name: string;
  readonly bodies: readonly string[];
  readonly frame?: unknown;
  readonly frames?: unknown;
}

function jointIssues(joint: JointShape, i: number): Issue[] {
  const issues: Issue[] = [];
  if ((joint.frame === undefined) === (joint.frames === undefined)) {
    const fix = '`frame` is the axis in the world at the initial pose; `frames` gives it in both bodies.';
    const message = joint.frame === undefined ? 'needs `frame` or `frames`' : 'has both `frame` and `frames`';
    issues.push({ code: 'joint_frame', path: ['joints', i], message, fix });
  }
  if (joint.bodies[0] === joint.bodies[1]) {
    const fix = 'Name two different bodies; parts that never move against each other belong into one body.';
    issues.push({
      code: 'same_body',
      path: ['joints', i, 'bodies'],
      message: `joins '${joint.bodies[0]}' to itself`,
      fix,
    });
  }
  return issues;
}

function bindingIssues(binding: BindingRecord): Issue[] {
  const issues = [
    ...duplicates(binding.drives as readonly Named[], 'drives'),
    ...duplicates(binding.signals as readonly Named[], 'signals'),
    ...duplicates(
      binding.requirements.map(({ id }) => ({ name: id })),
      'requirements',
    ),
    ...duplicates(
      binding.trials.map(({ id }) => ({ name: id })),
      'trials',
    ),
  ];
  for (const [t, trial] of binding.trials.entries()) {
    const inTrial = (more: readonly Issue[]) => more.map((issue) => ({ ...issue, path: ['trials', t, ...issue.path] }));
    issues.push(
      ...inTrial(
        duplicates(
          trial.phases.map(({ id }) => ({ name: id })),
          'phases',
        ),
      ),
    );
    issues.push(
      ...inTrial(
        duplicates(
          (trial.checks as readonly { id: string }[]).map(({ id }) => ({ name: id })),
          'checks',
        ),
      ),
    );
    issues.push(...inTrial(phaseIssues(binding, trial)));
  }
  return issues;
}

function phaseIssues(binding: BindingRecord, trial: BindingRecord['trials'][number]): Issue[] {
  if (typeof binding.scene === 'string') return [];
  const issues: Issue[] = [];
  const environment = new Set(binding.scene.bodies.filter((body) => body.isEnvironment).map((body) => body.name));
  const phases = trial.phases.map((phase) => phase.id);
  const mustBeEnvironment = (body: string, path: (string | number)[]) => {
    if (environment.has(body)) return;
    const fix = 'Only environment bodies may be placed or removed; mark it isEnvironment if it is not the mechanism.';
    issues.push({ code: 'not_environment', path, message: `'${body}' is not an environment body`, fix });
  };
  for (const [p, phase] of trial.phases.entries()) {
    for (const [k, { body }] of phase.place.entries()) mustBeEnvironment(body, ['phases', p, 'place', k, 'body']);
    for (const [k, body] of phase.remove.entries()) mustBeEnvironment(body, ['phases', p, 'remove', k]);
  }
  for (const [c, check] of trial.checks.entries()) {
    const window = (check as { window: { phase?: string; untilPhase?: string } }).window;
    for (const key of ['phase', 'untilPhase'] as const) {
      const phase = window[key];
      if (phase === undefined || phases.includes(phase)) continue;
      const fix = didYouMean(phase, phases, 'phases');
      const message = `'${phase}' is not a phase of this trial`;
      issues.push({ code: 'unknown_phase', path: ['checks', c, 'window', key], message, fix });
    }
  }
  return issues;
}

/** Holds every set-point against the kind of the drive that it names, and writes its defaults in. */
function setPointIssues(binding: BindingRecord, kinds: SceneKinds): Issue[] {
  const kindOf = new Map(binding.drives.map((drive) => [(drive as Named).name, (drive as { kind: string }).kind]));
  const issues: Issue[] = [];
  for (const [t, trial] of binding.trials.entries()) {
    for (const [p, phase] of trial.phases.entries()) {
      for (const [k, setPoint] of phase.set.entries()) {
        const kind = kinds.drives.find((candidate) => candidate.kind === kindOf.get(setPoint.drive));
        if (kind === undefined) continue;
        const isOff = setPoint.isOn === false;
        const fields = isOff ? kind.setPointFields.partial() : kind.setPointFields;
        const schema = z.strictObject({ ...setPointCommon().shape, ...fields.shape });
        const parsed = schema.safeParse(setPoint);
        const path = ['trials', t, 'phases', p, 'set', k];
        if (parsed.success) Object.assign(setPoint, parsed.data);
        else
          issues.push(
            ...issuesFromZod(parsed.error, schema, setPoint).map((issue) => ({
              ...issue,
              path: [...path, ...issue.path],
            })),
          );
      }
    }
  }
  return issues;
}

interface DriveShape extends Named {
  readonly kind: string;
  readonly on: { readonly joint?: string };
}

/** A drive needs a coordinate of its own motion: a torque on a slide has no meaning. */
function driveIssues(binding: BindingRecord, kinds: SceneKinds): Issue[] {
  if (typeof binding.scene === 'string') return [];
  const jointKindOf = new Map(
    (binding.scene.joints as readonly (Named & { kind: string })[]).map((j) => [j.name, j.kind]),
  );
  return (binding.drives as readonly DriveShape[]).flatMap(({ kind: driveKind, on }, i) => {
    const motion = kinds.drives.find(({ kind }) => kind === driveKind)?.motion;
    const joint = on.joint === undefined ? undefined : jointKindOf.get(on.joint);
    if (joint === undefined || motion === undefined) return [];
    const coordinates = kinds.joints.find(({ kind }) => kind === joint)?.coordinates ?? [];
    if (coordinates.some((coordinate) => coordinate.motion === motion)) return [];
    const fitting = kinds.drives.filter((d) => coordinates.some((c) => c.motion === d.motion)).map(({ kind }) => kind);
    const fix =
      fitting.length > 0
        ? `On a ${joint} joint use one of: ${fitting.join(', ')}.`
        : `A ${joint} joint has no coordinate; drive a body about or along an axis instead: {"body", "frame"}.`;
    const message = `a ${driveKind} acts on ${motion === 'angle' ? 'an angle' : 'a travel'}, which a ${joint} joint does not have`;
    return [{ code: 'wrong_motion', path: ['drives', i, 'on', 'joint'], message, fix }];
  });
}

/** A requirement that no check covers would pass unseen. */
function requirementIssues(binding: BindingRecord): Issue[] {
  const covered = new Set(
    binding.trials.flatMap(({ checks }) => (checks as readonly { requirement?: string }[]).map((c) => c.requirement)),
  );
  return binding.requirements.flatMap(({ id }, i) =>
    covered.has(id)
      ? []
      : [
          {
            code: 'uncovered_requirement',
            path: ['requirements', i],
            message: `no check covers requirement '${id}'`,
            fix: `Add a check with "requirement": "${id}", or leave the requirement out.`,
          },
        ],
  );
}
