import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import type { Job } from '../batch/index.js';
import { BindingError } from '../core/errors.js';
import { issuesFromZod, readDocument, recordName } from '../scene/index.js';

const inTrial = () => z.string().describe('Trial in which it shows.');

const expected = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('pass') }),
    z.strictObject({ kind: z.literal('check'), trial: inTrial(), check: z.string().describe('Check that FAILs.') }),
    z.strictObject({
      kind: z.literal('audit'),
      trial: inTrial(),
      bodies: z.tuple([z.string(), z.string()]).describe('Bodies that the audit finds in each other.'),
    }),
    z.strictObject({ kind: z.literal('refusal'), code: z.string().describe('Issue that it is refused with.') }),
  ]);

const evaluation = () =>
  z
    .strictObject({
      id: z.string().min(1).optional().describe('Unique; the name of family, member or candidate without it.'),
      family: z.string().min(1).describe('A shipped family, or a template file.'),
      member: z.string().min(1).optional().describe('A variant or defect of a shipped family.'),
      candidate: z.string().min(1).optional().describe('Candidate file, instead of what ships.'),
      binding: z.string().min(1).optional().describe('Binding file of that candidate.'),
      expected: expected().optional().describe('What must come out; without it the row is only reported.'),
      attempt: z.string().min(1).optional().describe('Whose attempt at the family it is, for the outcome table.'),
      submission: z.int().positive().optional().describe('Its number in the attempt.'),
      engine: z.enum(['direct', 'rapier', 'both']).optional().describe('Engine; that of the template without it.'),
      verify: z.boolean().optional().describe('Run every trial again at half the step.'),
    })
    .refine(({ candidate, binding }) => (candidate === undefined) === (binding === undefined), {
      error: 'a candidate needs its binding, and a binding its candidate',
    });

/** Many evaluations as a file holds them. */
export const manifestRecord = () =>
  z.strictObject({
    schema: z.literal('mechtrial/batch@1'),
    name: recordName().describe('Name of the batch.'),
    evaluations: z.array(evaluation()).min(1).describe('What is evaluated.'),
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
