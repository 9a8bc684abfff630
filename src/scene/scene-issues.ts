import type { Issue } from '../core/errors.js';
import { BUILT_IN_MATERIALS } from './materials.js';
import { type Named, partNameOf, WORLD } from './names.js';
import type { SceneRecord } from './schema.js';

/** Issues of records that share a name. */
export function duplicates(records: readonly { readonly name: string }[], room: string): Issue[] {
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

/** Issues of a scene beyond its shape: names, masses, joints. */
export function sceneIssues(scene: SceneRecord): Issue[] {
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
  return [...issues, ...contactIssues(scene)];
}

/** Bodies that get their shapes twice: every contact would count double. */
function contactIssues({ contact: { fromSource, shapes } }: SceneRecord): Issue[] {
  if (fromSource === 'all') return [];
  return fromSource.flatMap((body, i) => {
    const isTwice = shapes.some((shape) => shape.body === body) || fromSource.indexOf(body) !== i;
    if (!isTwice) return [];
    const message = `'${body}' gets its contact shapes twice`;
    const fix = `Take '${body}' out of fromSource, or its other shapes out of the list.`;
    return [{ code: 'shapes_twice', path: ['contact', 'fromSource', i], message, fix }];
  });
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
