import type { z } from 'zod';
import type { Issue } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import { BUILT_IN_MATERIALS } from './materials.js';
import type { ReferenceKind } from './references.js';
import type { BindingRecord, SceneRecord } from './schema.js';
import { walkSchema } from './schema-walk.js';

/** Name of the ground frame that every scene has. */
export const WORLD = 'world';

/** Names that exist, by what they name. */
export type Names = Partial<Record<ReferenceKind, readonly string[]>>;

/** A record that others refer to by name. */
export interface Named {
  readonly name: string;
}

/** Name of a part: its own, or the body's (numbered where there are several). */
export function partNameOf(body: { name: string; parts: readonly { name?: string | undefined }[] }, i: number): string {
  return body.parts[i]?.name ?? (body.parts.length === 1 ? body.name : `${body.name}-${i + 1}`);
}

/** Names that a scene declares, with the world and the built-in materials. */
export function sceneNames(scene: SceneRecord): Names {
  const declared = scene.materials.map((material) => material.name);
  return {
    body: [WORLD, ...scene.bodies.map((body) => body.name)],
    part: scene.bodies.flatMap((body) => body.parts.map((_, i) => partNameOf(body, i))),
    joint: scene.joints.map((joint) => (joint as Named).name),
    model: scene.models.map((model) => (model as Named).name),
    material: [...new Set([...declared, ...BUILT_IN_MATERIALS.map((material) => material.name)])],
  };
}

/** Names that a binding declares beside its scene's. */
export function bindingNames(binding: BindingRecord): Names {
  return {
    drive: binding.drives.map((drive) => (drive as Named).name),
    signal: binding.signals.map((signal) => (signal as Named).name),
    requirement: binding.requirements.map((requirement) => requirement.id),
  };
}

/** Issues of every reference in a document that names nothing. */
export function referenceIssues(schema: z.ZodType, document: unknown, names: Names): Issue[] {
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
