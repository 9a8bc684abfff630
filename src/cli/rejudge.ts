import { colored, plain, renderVerdictText } from '../report/index.js';
import { rejudge } from '../trial/index.js';
import type { Register } from './main.js';
import { exitOf, toJson } from './output.js';

/** `mechtrial rejudge RUN`: the verdict again from the recording, also of a run that was killed. */
export const rejudgeCommand: Register = (program, output, finish) => {
  program
    .command('rejudge')
    .description('judges a recorded run again without simulating; also one that was interrupted')
    .argument('<run>', 'a run directory')
    .option('--json', 'the whole verdict as JSON')
    .action(async (run: string, options: { readonly json?: boolean }) => {
      const verdict = await rejudge(run);
      output.out(
        options.json === true ? toJson(verdict) : renderVerdictText(verdict, output.isColored ? colored : plain),
      );
      finish(exitOf(verdict.status));
    });
};
