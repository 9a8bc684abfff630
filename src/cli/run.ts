import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import { colored, plain, renderVerdictText } from '../report/index.js';
import { type Binding, type RunProgress, runTrial } from '../trial/index.js';
import { shippedBinding } from './families.js';
import type { Register } from './main.js';
import { exitOf, type Output, toJson } from './output.js';

const ENGINES = ['direct', 'rapier', 'both'] as const;
type EngineChoice = (typeof ENGINES)[number];

interface Options {
  readonly engine?: EngineChoice;
  readonly verify?: boolean;
  readonly json?: boolean;
  readonly out?: string;
}

/** `mechtrial run BINDING`: the main job. */
export const runCommand: Register = (program, output, finish) => {
  program
    .command('run')
    .description('puts a mechanism on trial and prints the verdict')
    .argument('<binding>', 'a binding file, or the name of a shipped mechanism (see `mechtrial families`)')
    .option('--engine <engine>', 'direct, rapier or both', engineOf)
    .option('--verify', 'run again at half the step; answers that change are INCONCLUSIVE')
    .option('--json', 'the whole verdict as JSON, and nothing else, on stdout')
    .option('--out <dir>', 'folder for the recording and the verdict (default: mechtrial-runs/NAME-TIME)')
    .action(async (name: string, options: Options) => {
      const abort = new AbortController();
      const stop = () => abort.abort();
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      try {
        const binding: Binding | string = existsSync(name) || /\.json$/i.test(name) ? name : await shippedBinding(name);
        const outDirectory = options.out ?? defaultDirectory(nameOf(binding));
        const verdict = await runTrial(binding, {
          outDirectory,
          abort: abort.signal,
          ...(options.engine === undefined ? {} : { engine: options.engine }),
          ...(options.verify === true ? { verify: true } : {}),
          ...(output.isTerminal ? { onProgress: progressLine(output) } : {}),
        });
        if (output.isTerminal) output.err('\r\u001b[K');
        if (options.json === true) output.out(toJson(verdict));
        else output.out(`${renderVerdictText(verdict, output.isColored ? colored : plain)}  run: ${outDirectory}\n`);
        finish(exitOf(verdict.status));
      } finally {
        process.off('SIGINT', stop);
        process.off('SIGTERM', stop);
      }
    });
};

function engineOf(text: string): EngineChoice {
  const engine = ENGINES.find((candidate) => candidate === text);
  if (engine !== undefined) return engine;
  const fix = didYouMean(text, ENGINES, 'engines');
  throw new BindingError([{ code: 'not_allowed', path: ['--engine'], message: `'${text}' is not an engine`, fix }]);
}

const nameOf = (binding: Binding | string): string =>
  typeof binding === 'string' ? basename(binding).replace(/(\.binding)?\.json$/i, '') : binding.name;

function defaultDirectory(name: string): string {
  const stamp = new Date().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return join('mechtrial-runs', `${name}-${stamp}-${process.pid}`);
}

function progressLine(output: Output): (progress: RunProgress) => void {
  let lastMs = 0;
  return ({ trial, phase, simulatedS, totalS, wallS }) => {
    const nowMs = Date.now();
    if (nowMs - lastMs < 100) return;
    lastMs = nowMs;
    const ratio = wallS > 0 ? (simulatedS / wallS).toFixed(1) : '–';
    output.err(`\r\u001b[K${trial} ${phase}  ${simulatedS.toFixed(2)} of ${totalS.toFixed(2)} s  ${ratio} × real time`);
  };
}
