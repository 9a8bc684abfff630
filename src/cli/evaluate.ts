import { resolve } from 'node:path';
import { BindingError } from '../core/errors.js';
import { evaluate, type FeedbackMode, feedbackOf, precheck } from '../harness/index.js';
import { colored, plain, renderFeedback, renderPrecheck, renderVerdictText } from '../report/index.js';
import type { Verdict } from '../trial/index.js';
import { shippedTest } from './families.js';
import type { Register } from './main.js';
import { exitOf, type Output, toJson } from './output.js';
import { ProgressLine } from './progress.js';
import { defaultDirectory, engineOf } from './run.js';
import { resolveFiles } from './shipped-resolver.js';

interface Options {
  readonly candidate?: string;
  readonly binding?: string;
  readonly engine?: 'direct' | 'rapier' | 'both';
  readonly verify?: boolean;
  readonly precheck?: boolean;
  readonly feedback?: FeedbackMode;
  readonly json?: boolean;
  readonly out?: string;
}

/** `mechtrial evaluate FAMILY`: the whole test of a family on one candidate. */
export const evaluateCommand: Register = (program, output, finish) => {
  program
    .command('evaluate')
    .description('evaluates a candidate by the whole test of its family')
    .argument(
      '<family>',
      'a shipped family (see `mechtrial families`), one of its variants or defects, or a template file',
    )
    .option('--candidate <file>', 'the candidate or scene file; the reference mechanism without it')
    .option('--binding <file>', 'the template binding that was made for it')
    .option('--engine <engine>', 'direct, rapier or both', engineOf)
    .option('--verify', 'run again at half the step; answers that change are INCONCLUSIVE')
    .option('--precheck', 'only look: what is bound, whether it assembles, what it will cost')
    .option(
      '--feedback <mode>',
      'full (failed checks with what was seen before, at most 2 kB) or binary (the status alone)',
      feedbackMode,
    )
    .option('--json', 'the whole answer as JSON, and nothing else, on stdout')
    .option('--out <dir>', 'folder for recordings, verdict and what went in (default: mechtrial-runs/NAME-TIME)')
    .action(async (family: string, options: Options) => {
      const test = await testOf(family, options);
      if (options.precheck === true) {
        const found = await precheck(test.template, test.candidate, test.binding);
        if (options.feedback === 'binary') output.out(statusAlone(found.status, options.json === true));
        else output.out(options.json === true ? toJson(found) : renderPrecheck(found));
        finish(exitOf(found.status));
        return;
      }
      const abort = new AbortController();
      const stop = () => abort.abort();
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      const progress = new ProgressLine(output);
      try {
        const outDirectory = options.out ?? defaultDirectory(family.replace(/\.json$/i, '').replace(/[\\/]/g, '-'));
        const verdict = await evaluate(test.template, test.candidate, test.binding, {
          outDirectory,
          abort: abort.signal,
          ...(options.engine === undefined ? {} : { engine: options.engine }),
          ...(options.verify === true ? { verify: true } : {}),
          ...(output.isTerminal ? { onProgress: progress.show } : {}),
        });
        progress.clear();
        output.out(answerOf(verdict, options, outDirectory, output));
        finish(exitOf(verdict.status));
      } finally {
        progress.clear();
        process.off('SIGINT', stop);
        process.off('SIGTERM', stop);
      }
    });
};

async function testOf(family: string, { candidate, binding }: Options) {
  if (candidate !== undefined && binding !== undefined) {
    return resolveFiles({ family, candidate: resolve(candidate), binding: resolve(binding) });
  }
  if (candidate === undefined && binding === undefined && !/\.json$/i.test(family)) {
    const test = await shippedTest(family);
    if (test.kind === 'evaluation') return test;
  }
  const message = 'a candidate needs its binding, and a binding its candidate';
  const fix = 'Give both --candidate and --binding; without them name a shipped family.';
  throw new BindingError([{ code: 'half_an_evaluation', path: [], message, fix }]);
}

function answerOf(verdict: Verdict, options: Options, outDirectory: string, output: Output): string {
  const isJson = options.json === true;
  if (options.feedback === 'binary') return statusAlone(verdict.status, isJson);
  if (options.feedback === 'full') {
    const feedback = feedbackOf(verdict);
    return isJson ? toJson(feedback) : `${renderFeedback(feedback)}  run: ${outDirectory}\n`;
  }
  if (isJson) return toJson(verdict);
  return `${renderVerdictText(verdict, output.isColored ? colored : plain)}  run: ${outDirectory}\n`;
}

const statusAlone = (status: string, isJson: boolean): string =>
  isJson ? toJson({ schema: 'mechtrial/status@1', status }) : `${status}\n`;

/** Parses `--feedback`. */
export function feedbackMode(text: string): FeedbackMode {
  if (text === 'full' || text === 'binary') return text;
  const fix = 'Use full or binary.';
  throw new BindingError([
    { code: 'not_allowed', path: ['--feedback'], message: `'${text}' is no mode of feedback`, fix },
  ]);
}
