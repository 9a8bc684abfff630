import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import type { Job } from '../batch/index.js';
import { BindingError } from '../core/errors.js';
import { issuesFromZod, readDocument, recordName } from '../scene/index.js';

const expected = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('pass') }),
    z.strictObject({ kind: z.literal('check'), trial: z.string(), check: z.string() }),
    z.strictObject({ kind: z.literal('audit'), trial: z.string(), bodies: z.tuple([z.string(), z.string()]) }),
    z.strictObject({ kind: z.literal('refusal'), code: z.string() }),
  ]);

const evaluation = () =>
  z
    .strictObject({
      /** Unique; the family, member or candidate's name without it. */
      id: z.string().min(1).optional(),
      /** A shipped family, or a template file. */
      family: z.string().min(1),
      /** A variant or defect of a shipped family. */
      member: z.string().min(1).optional(),
      /** A candidate with its binding, instead of what ships. */
      candidate: z.string().min(1).optional(),
      binding: z.string().min(1).optional(),
      expected: expected().optional(),
      attempt: z.string().min(1).optional(),
      submission: z.int().positive().optional(),
      engine: z.enum(['direct', 'rapier', 'both']).optional(),
      verify: z.boolean().optional(),
    })
    .refine(({ candidate, binding }) => (candidate === undefined) === (binding === undefined), {
      error: 'a candidate needs its binding, and a binding its candidate',
    });

const manifestRecord = () =>
  z.strictObject({
    schema: z.literal('mechtrial/batch@1'),
    name: recordName(),
    evaluations: z.array(evaluation()).min(1),
  });

/**
 * Reads a manifest; file names in it are relative to it.
 *
 * @throws BindingError with every issue
 */
export async function readManifest(file: string): Promise<{ readonly name: string; readonly jobs: readonly Job[] }> {
  const document = await readDocument(file);
  const schema = manifestRecord();
  const parsed = schema.safeParse(document);
  if (!parsed.success) throw new BindingError(issuesFromZod(parsed.error, schema, document, file));
  const folder = dirname(resolve(file));
  const jobs = parsed.data.evaluations.map((record): Job => {
    const { family, member, candidate, binding, id, expected: outcome, attempt, submission, engine, verify } = record;
    const template = /\.json$/i.test(family) ? resolve(folder, family) : family;
    const shippedName = member === undefined ? family : `${family}/${member}`;
    const isFile = candidate !== undefined && binding !== undefined;
    return {
      id: id ?? (isFile ? `${family}:${candidate}` : shippedName),
      family: basename(family, '.json'),
      test: isFile
        ? JSON.stringify({ family: template, candidate: resolve(folder, candidate), binding: resolve(folder, binding) })
        : shippedName,
      ...(outcome === undefined ? {} : { expected: outcome }),
      ...(attempt === undefined ? {} : { attempt }),
      ...(submission === undefined ? {} : { submission }),
      ...(engine === undefined ? {} : { engine }),
      ...(verify === undefined ? {} : { verify }),
    };
  });
  return { name: parsed.data.name, jobs };
}
