import { BindingError, type Issue } from '../core/errors.js';
import { bindingIssues } from './binding-issues.js';
import type { SceneKinds } from './kinds.js';
import { bindingNames, referenceIssues, sceneNames } from './names.js';
import { sceneIssues } from './scene-issues.js';
import { type BindingRecord, bindingRecord, type SceneRecord, sceneRecord } from './schema.js';
import { issuesFromZod } from './zod-issues.js';

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
      ...bindingIssues(binding, kinds),
      ...referenceIssues(schema, binding, names),
    ],
    file,
  );
  return binding;
}

function report(issues: readonly Issue[], file: string | undefined): void {
  if (issues.length === 0) return;
  throw new BindingError(file === undefined ? issues : issues.map((issue) => ({ ...issue, file: issue.file ?? file })));
}
