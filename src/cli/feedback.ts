import { join } from 'node:path';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import { compareVerdicts, type FeedbackMode, feedbackOf } from '../harness/index.js';
import { detailIds, renderComparison, renderDetail, renderFeedback } from '../report/index.js';
import { readDocument } from '../scene/index.js';
import type { Verdict } from '../trial/index.js';
import { feedbackMode } from './evaluate.js';
import type { Register } from './main.js';
import { EXIT, exitOf, toJson } from './output.js';

/** The verdict of a run directory, with its recordings found again where the folder stands now. */
async function verdictOf(run: string): Promise<Verdict> {
  const file = join(run, 'verdict.json');
  const document = (await readDocument(file)) as Verdict;
  if (document?.schema !== 'mechtrial/verdict@1') {
    const fix = 'Give the folder of a finished run.';
    throw new BindingError([{ code: 'not_a_run', path: [], file, message: 'is no verdict', fix }]);
  }
  return {
    ...document,
    trials: document.trials.map((trial) => ({
      ...trial,
      recordingFile: trial.recordingFile === null ? null : join(run, `${trial.id}.mcap`),
    })),
  };
}

/** `mechtrial feedback RUN`: what a verdict says to somebody who repairs the design. */
export const feedbackCommand: Register = (program, output, finish) => {
  program
    .command('feedback')
    .description('what failed in a run, with what was seen just before, and what was not verified')
    .argument('<run>', 'a run directory')
    .option('--mode <mode>', 'full, or binary: the status alone', feedbackMode, 'full')
    .option('--detail <id>', 'everything about one of the ids that it lists')
    .option('--json', 'as JSON')
    .action(async (run: string, options: { mode: FeedbackMode; detail?: string; json?: boolean }) => {
      const verdict = await verdictOf(run);
      finish(exitOf(verdict.status));
      if (options.mode === 'binary') {
        const { status } = verdict;
        output.out(options.json === true ? toJson({ schema: 'mechtrial/status@1', status }) : `${status}\n`);
        return;
      }
      const feedback = feedbackOf(verdict);
      if (options.detail === undefined) {
        output.out(options.json === true ? toJson(feedback) : renderFeedback(feedback));
        return;
      }
      const detail = renderDetail(feedback, options.detail);
      if (detail === null) {
        const fix = didYouMean(options.detail, detailIds(feedback), 'ids');
        const message = `'${options.detail}' is not in this feedback`;
        throw new BindingError([{ code: 'unknown_detail', path: ['--detail'], message, fix }]);
      }
      output.out(detail);
    });
};

/** `mechtrial compare RUN1 RUN2`: what a revision gained and lost. */
export const compareCommand: Register = (program, output, finish) => {
  program
    .command('compare')
    .description('per requirement, what the second run gained and lost against the first')
    .argument('<run1>', 'a run directory')
    .argument('<run2>', 'the run directory of the revision')
    .option('--json', 'as JSON')
    .action(async (run1: string, run2: string, options: { readonly json?: boolean }) => {
      const comparison = compareVerdicts(await verdictOf(run1), await verdictOf(run2));
      output.out(options.json === true ? toJson(comparison) : renderComparison(comparison));
      finish(EXIT.pass);
    });
};
