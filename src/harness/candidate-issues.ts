import type { Issue } from '../core/errors.js';
import { bindingRecord, declaredShapes, type SceneRecord, walkSchema } from '../scene/index.js';
import { KINDS } from '../trial/index.js';
import type { TemplateBindingRecord } from './binding-schema.js';
import { materialIssues } from './common-friction.js';
import type { TemplateRecord } from './template-schema.js';

type JointRecord = Readonly<Record<string, unknown>> & { readonly name: string; readonly bodies: readonly string[] };
type ModelRecord = Readonly<Record<string, unknown>> & { readonly name: string; readonly kind: string };

/** Largest friction that a joint may have without a friction model [N·m, N]. */
const JOINT_FRICTION = { frictionTorqueNm: 0.01, frictionForceN: 0.5 } as const;

/** Models that every family allows. */
const ALWAYS_ALLOWED = new Set([
  'linear-spring',
  'travel-spring',
  'torsion-spring',
  'constant-force-spring',
  'elastic-joint',
  'gear-pair',
  'worm-pair',
  'planetary',
  'rack-pinion',
  'belt',
  'linear-damper',
  'rotary-damper',
]);

/** What a candidate says that the common rules do not permit: friction of its own, sticky joints, models not listed. */
export function candidateIssues(template: TemplateRecord, scene: SceneRecord): Issue[] {
  return [...materialIssues(template, scene), ...jointFrictionIssues(scene), ...modelIssues(template, scene)];
}

function jointFrictionIssues(scene: SceneRecord): Issue[] {
  return (scene.joints as readonly JointRecord[]).flatMap((joint, i) =>
    Object.entries(JOINT_FRICTION).flatMap(([field, largest]): Issue[] => {
      const value = joint[field];
      if (typeof value !== 'number' || value <= largest) return [];
      const message = `friction ${value} of joint '${joint.name}' is more than ${largest}: it would be a lock`;
      const fix = 'Lower it, or use a friction model where the family lists one.';
      return [{ code: 'joint_friction_too_large', path: ['scene', 'joints', i, field], message, fix }];
    }),
  );
}

/** Steady brakes up to 5 N·mm are bearing drag, which every family allows. */
const BEARING_DRAG_NM = 0.005;

function modelIssues(template: TemplateRecord, scene: SceneRecord): Issue[] {
  return (scene.models as readonly ModelRecord[]).flatMap((model, i): Issue[] => {
    if (ALWAYS_ALLOWED.has(model.kind) || template.allowedModels.includes(model.kind)) return [];
    if (model.kind === 'steady-rotary-brake' && Number(model.torqueNm ?? 1) <= BEARING_DRAG_NM) return [];
    const allowed = [...ALWAYS_ALLOWED, ...template.allowedModels].join(', ');
    const message = `model '${model.name}': '${model.kind}' is not allowed in family '${template.name}'`;
    return [{ code: 'model_not_allowed', path: ['scene', 'models', i, 'kind'], message, fix: `Allowed: ${allowed}.` }];
  });
}

/**
 * What stands in for a pair whose function is under test: an excluded contact, a joint or a model between the two, or
 * nothing to touch with.
 */
export function pairIssues(template: TemplateRecord, binding: TemplateBindingRecord, scene: SceneRecord): Issue[] {
  const known = template.noSubstitute.filter(({ kind }) => kind === 'contact').map(({ name }) => name);
  const unknown = Object.keys(binding.pairs)
    .filter((name) => !known.includes(name))
    .map((name): Issue => {
      const fix = known.length === 0 ? 'Leave it out.' : `Known pairs: ${known.join(', ')}.`;
      const message = `'${name}' is not a contact pair of template '${template.name}'`;
      return { code: 'unknown_pair', path: ['pairs', name], message, fix };
    });
  return [
    ...unknown,
    ...template.noSubstitute.flatMap((pair): Issue[] => {
      if (pair.kind === 'motion') {
        const from = bodiesOfOperation(binding.operations[pair.operation], scene);
        const to = bodiesIn(binding.observations[pair.observation]);
        return tiedByModel(pair.name, pair.text, from, to, scene);
      }
      const groups = binding.pairs[pair.name];
      if (groups !== undefined) return contactIssues(pair.name, pair.text, groups, template, scene);
      if (pair.isOptional) return [];
      const fix = 'Name the bodies of the two groups that touch.';
      return [
        { code: 'pair_not_bound', path: ['pairs'], message: `pair '${pair.name}' is not bound: ${pair.text}`, fix },
      ];
    }),
  ];
}

function contactIssues(
  name: string,
  text: string,
  { groupA, groupB }: { readonly groupA: readonly string[]; readonly groupB: readonly string[] },
  template: TemplateRecord,
  scene: SceneRecord,
): Issue[] {
  const refuse = (code: string, why: string, fix: string): Issue => ({
    code,
    path: ['pairs', name],
    message: `pair '${name}' may have no substitute (${text}), but ${why}`,
    fix,
  });
  const isPair = ([p, q]: readonly string[]) =>
    (groupA.includes(p!) && groupB.includes(q!)) || (groupA.includes(q!) && groupB.includes(p!));
  const excluded = scene.contact.excludedPairs.filter(({ bodies }) => isPair(bodies));
  const exempt = scene.audit.exclusions.filter(({ bodies }) => isPair(bodies));
  const joints = (scene.joints as readonly JointRecord[]).filter(({ bodies }) => isPair(bodies));
  const shaped = new Set([
    ...declaredShapes(scene).map(({ shape }) => shape.body),
    ...template.environment.flatMap(({ shapes }) => shapes.map(({ body }) => body)),
    ...(scene.contact.fromSource === 'all' ? template.environment.map(({ body }) => body.name) : []),
  ]);
  const bare = [groupA, groupB].filter((group) => !group.some((body) => shaped.has(body)));
  return [
    ...excluded.map(({ bodies }) => refuse('pair_excluded', `${bodies.join('–')} never collide`, 'Let them collide.')),
    ...exempt.map(({ bodies }) =>
      refuse('pair_exempt', `${bodies.join('–')} are exempt from the audit`, 'Take the exclusion away.'),
    ),
    ...joints.map((joint) => refuse('pair_jointed', `joint '${joint.name}' ties them`, 'Take the joint away.')),
    ...bare.map((group) =>
      refuse(
        'pair_without_shape',
        `${group.join(', ')} has no collision shape`,
        'Give it shapes in the scene\'s contact: "fromSource": [body] takes them from its geometry (docs/contact.md).',
      ),
    ),
    ...tiedByModel(name, text, groupA, groupB, scene),
  ];
}

function tiedByModel(
  name: string,
  text: string,
  from: readonly string[],
  to: readonly string[],
  scene: SceneRecord,
): Issue[] {
  const schema = bindingRecord(KINDS).shape.scene.options[1].shape.models.unwrap().element;
  return (scene.models as readonly ModelRecord[]).flatMap((model, i): Issue[] => {
    const bodies = new Set<string>();
    walkSchema(schema, model, (node, value) => {
      const ref = (node.meta() as { ref?: string } | undefined)?.ref;
      if (typeof value !== 'string') return;
      if (ref === 'body') bodies.add(value);
      if (ref === 'joint') for (const body of bodiesOfJoint(value, scene)) bodies.add(body);
    });
    const ties = from.some((body) => bodies.has(body)) && to.some((body) => bodies.has(body));
    if (!ties) return [];
    const message = `'${name}' may have no substitute (${text}), but model '${model.name}' ties its two ends`;
    return [{ code: 'pair_modelled', path: ['scene', 'models', i], message, fix: 'Let the geometry do it.' }];
  });
}

const bodiesOfJoint = (joint: string, scene: SceneRecord): readonly string[] => {
  const record = (scene.joints as readonly JointRecord[]).find(({ name }) => name === joint);
  const ground = new Set(scene.bodies.filter(({ isGround }) => isGround).map(({ name }) => name));
  return (record?.bodies ?? []).filter((body) => body !== 'world' && !ground.has(body));
};

function bodiesOfOperation(
  operation: TemplateBindingRecord['operations'][string] | undefined,
  scene: SceneRecord,
): readonly string[] {
  if (operation === undefined) return [];
  return 'joint' in operation.on ? bodiesOfJoint(operation.on.joint, scene) : [operation.on.body];
}

/** Bodies that an observation reads, its reference left out. */
function bodiesIn(observation: TemplateBindingRecord['observations'][string] | undefined): readonly string[] {
  if (observation === undefined || !('kind' in observation)) return [];
  const { body } = observation as { readonly body?: unknown };
  return typeof body === 'string' ? [body] : [];
}
