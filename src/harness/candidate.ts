import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { BindingError } from '../core/errors.js';
import { canonicalJson, sha256 } from '../core/hash.js';
import {
  issuesFromZod,
  type ParameterRecord,
  parameterRecord,
  parseScene,
  readDocument,
  type SceneInput,
  type SceneRecord,
} from '../scene/index.js';
import { KINDS } from '../trial/index.js';

/** One design as delivered: its scene, and the values that its template asks the constructor to declare. */
export interface Candidate {
  readonly schema?: 'mechtrial/candidate@1';
  /** The scene, or the file that holds it. */
  readonly scene: SceneInput<typeof KINDS> | string;
  readonly declared?: readonly DeclaredParameter[];
  /** Folder that relative file names start from; the current one without it. */
  readonly baseDirectory?: string;
}

/** A value that the constructor writes before the first formal run. */
export type DeclaredParameter = z.input<ReturnType<typeof parameterRecord>>;

/** A candidate with its scene read and parsed; its geometry is not loaded yet. */
export interface ReadCandidate {
  readonly scene: SceneRecord;
  readonly declared: readonly ParameterRecord[];
  readonly baseDirectory: string;
}

/** A candidate as a file holds it. */
export const candidateFile = () =>
  z.strictObject({
    schema: z.literal('mechtrial/candidate@1'),
    scene: z.union([z.string().min(1), z.looseObject({})]).describe('The scene, or the file that holds it.'),
    declared: z.array(parameterRecord()).default([]).describe('Values that its template asks the constructor for.'),
  });

/**
 * Reads a candidate: a record, a candidate file, or a scene file.
 *
 * @throws BindingError with every issue
 */
export async function readCandidate(source: Candidate | string): Promise<ReadCandidate> {
  if (typeof source !== 'string') return readRecord(source, resolve(source.baseDirectory ?? '.'), null);
  const document = await readDocument(source);
  const folder = dirname(resolve(source));
  const isScene = (document as { schema?: unknown } | null)?.schema === 'mechtrial/scene@1';
  if (isScene) return { scene: parseScene(document, KINDS, source), declared: [], baseDirectory: folder };
  const schema = candidateFile();
  const parsed = schema.safeParse(document);
  if (!parsed.success) throw new BindingError(issuesFromZod(parsed.error, schema, document, source));
  return readRecord(parsed.data as Candidate, folder, source);
}

async function readRecord(candidate: Candidate, folder: string, file: string | null): Promise<ReadCandidate> {
  const { scene, declared = [] } = candidate;
  const schema = z.array(parameterRecord());
  const parsed = schema.safeParse(declared);
  if (!parsed.success) {
    const issues = issuesFromZod(parsed.error, schema, declared, file ?? undefined);
    throw new BindingError(issues.map((issue) => ({ ...issue, path: ['declared', ...issue.path] })));
  }
  if (typeof scene !== 'string') {
    return { scene: parseScene(scene, KINDS, file ?? undefined), declared: parsed.data, baseDirectory: folder };
  }
  const sceneFile = resolve(folder, scene);
  const document = await readDocument(sceneFile);
  return { scene: parseScene(document, KINDS, sceneFile), declared: parsed.data, baseDirectory: dirname(sceneFile) };
}

/** Hash of a candidate: that of its scene and geometry, with what it declares. */
export const candidateHashOf = (sceneHash: string, declared: readonly ParameterRecord[]): string =>
  declared.length === 0 ? sceneHash : sha256(canonicalJson({ scene: sceneHash, declared }));
