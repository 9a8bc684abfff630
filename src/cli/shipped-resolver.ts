// What worker processes of a batch turn the tests of jobs into templates, candidates and bindings by.
import type { ResolvedTest } from '../batch/index.js';
import { BindingError } from '../core/errors.js';
import type { TemplateBinding, TemplateInput } from '../harness/index.js';
import { readDocument } from '../scene/index.js';
import { shippedFamily, shippedTest } from './families.js';

/** A test from files, as `testOfFiles` writes it into a job. */
export interface FileTest {
  /** A shipped family, or a template file. */
  readonly family: string;
  readonly candidate: string;
  readonly binding: string;
}

/**
 * The test of a job: the name of a shipped family or of one of its variants and defects, or files as JSON.
 *
 * @throws BindingError where a name or a file is not there
 */
export async function resolveTest(test: string): Promise<ResolvedTest> {
  if (test.startsWith('{')) return resolveFiles(JSON.parse(test) as FileTest);
  const found = await shippedTest(test);
  if (found.kind === 'evaluation') return found;
  const message = `'${test}' has a test of its own, not a template`;
  throw new BindingError([{ code: 'not_a_family', path: [], message, fix: 'Run it with `mechtrial run`.' }]);
}

/** A template, candidate and binding from a family or template file, a candidate or scene file, and a binding file. */
export async function resolveFiles({ family, candidate, binding }: FileTest): Promise<ResolvedTest> {
  const template = /\.json$/i.test(family)
    ? ((await readDocument(family)) as TemplateInput)
    : (await shippedFamily(family)).template;
  return { template, candidate, binding: (await readDocument(binding)) as TemplateBinding };
}
