import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import { evaluate } from '../harness/index.js';
import { colored, plain, renderAnnotations, renderJunit, renderVerdictText, writeWholeFile } from '../report/index.js';
import { type RunOptions, runTrial, type Verdict } from '../trial/index.js';
import { type ShippedTest, shippedTest } from './families.js';
import type { Register } from './main.js';
import { exitOf, type Output, reportError, toJson } from './output.js';
import { ProgressLine } from './progress.js';
import { watchBinding } from './watch.js';

const ENGINES = ['direct', 'rapier', 'both'] as const;
type EngineChoice = (typeof ENGINES)[number];

interface Options {
  readonly engine?: EngineChoice;
  readonly verify?: boolean;
  readonly json?: boolean;
  readonly out?: string;
  readonly watch?: boolean;
  readonly junit?: string;
  readonly annotations?: boolean;
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
    .option('--junit <file>', 'also write the checks as a JUnit report, for build servers')
    .option('--annotations', 'also print findings as GitHub annotations, on stderr')
    .option('--watch', 'run again whenever the binding, its scene or its geometry files change, until Ctrl-C')
    .action(async (name: string, options: Options) => {
      const abort = new AbortController();
      const stop = () => abort.abort();
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      try {
        const once = () => runOnce(name, options, output, abort.signal);
        if (options.watch === true) await watch(name, options, output, once, finish, abort.signal);
        else finish(await once());
      } finally {
        process.off('SIGINT', stop);
        process.off('SIGTERM', stop);
      }
    });
};

/** Runs the binding and prints its verdict; returns the exit code. */
async function runOnce(name: string, options: Options, output: Output, signal: AbortSignal): Promise<number> {
  const test = existsSync(name) || /\.json$/i.test(name) ? name : await shippedTest(name);
  const outDirectory = options.out ?? defaultDirectory(nameOf(test));
  const progress = new ProgressLine(output);
  const verdict = await putOnTrial(test, {
    outDirectory,
    abort: signal,
    ...(options.engine === undefined ? {} : { engine: options.engine }),
    ...(options.verify === true ? { verify: true } : {}),
    ...(output.isTerminal ? { onProgress: progress.show } : {}),
  }).finally(() => progress.clear());
  if (options.junit !== undefined) await writeWholeFile(options.junit, renderJunit(verdict));
  if (options.annotations === true) {
    output.err(renderAnnotations(verdict, typeof test === 'string' ? test : null));
  }
  if (options.json === true) output.out(toJson(verdict));
  else output.out(`${renderVerdictText(verdict, output.isColored ? colored : plain)}  run: ${outDirectory}\n`);
  return exitOf(verdict.status);
}

/** A binding file or a plain binding runs as it is; a family is evaluated by its template. */
async function putOnTrial(test: ShippedTest | string, options: RunOptions): Promise<Verdict> {
  if (typeof test === 'string') return runTrial(test, options);
  if (test.kind === 'trial') return runTrial(test.binding, options);
  return evaluate(test.template, test.candidate, test.binding, options);
}

/** Runs a binding file again and again; the exit code is that of the last run that ended. */
async function watch(
  name: string,
  options: Options,
  output: Output,
  once: () => Promise<number>,
  finish: (exitCode: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if (options.json === true || options.out !== undefined || !existsSync(name)) {
    const message = existsSync(name) ? 'cannot go with --json or --out' : `'${name}' is not a binding file`;
    const fix = 'Give --watch a binding file, and no --json or --out: each run gets its own folder.';
    throw new BindingError([{ code: 'not_watchable', path: ['--watch'], message, fix }]);
  }
  const run = async () => {
    try {
      finish(await once());
    } catch (error) {
      finish(reportError(error, output, false));
    }
  };
  await watchBinding(name, run, (count) => output.err(`watching ${count} files; Ctrl-C ends it\n`), signal);
}

/** Parses `--engine`. */
export function engineOf(text: string): EngineChoice {
  const engine = ENGINES.find((candidate) => candidate === text);
  if (engine !== undefined) return engine;
  const fix = didYouMean(text, ENGINES, 'engines');
  throw new BindingError([{ code: 'not_allowed', path: ['--engine'], message: `'${text}' is not an engine`, fix }]);
}

/** What the run's folder is called after: `arm.json` → arm, `arm/binding.json` → arm. */
function nameOf(test: ShippedTest | string): string {
  if (typeof test !== 'string') return test.name.replace('/', '-');
  const name = basename(test).replace(/(\.binding)?\.json$/i, '');
  return name === 'binding' ? basename(dirname(resolve(test))) : name;
}

/** Folder of a run that was given none. */
export function defaultDirectory(name: string): string {
  const stamp = new Date().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const first = join('mechtrial-runs', `${name}-${stamp}-${process.pid}`);
  let folder = first;
  for (let count = 2; existsSync(folder); count++) folder = `${first}-${count}`;
  return folder;
}
