import { Command, CommanderError } from 'commander';
import { auditCommand } from './audit.js';
import { batchCommand } from './batch.js';
import { completionCommand } from './completion.js';
import { doctorCommand } from './doctor.js';
import { evaluateCommand } from './evaluate.js';
import { exportCommand } from './export.js';
import { familiesCommand } from './families.js';
import { compareCommand, feedbackCommand } from './feedback.js';
import { initCommand } from './init.js';
import { inspectCommand } from './inspect.js';
import { EXIT, type Output, processOutput, reportError, reportUsage } from './output.js';
import { rejudgeCommand } from './rejudge.js';
import { replayCommand } from './replay.js';
import { runCommand } from './run.js';
import { schemaCommand } from './schema.js';
import { packageVersion } from './version.js';

/** One command: registers itself on the program; its action stores the exit code. */
export type Register = (program: Command, output: Output, finish: (exitCode: number) => void) => void;

const COMMANDS: readonly Register[] = [
  runCommand,
  evaluateCommand,
  batchCommand,
  feedbackCommand,
  compareCommand,
  auditCommand,
  inspectCommand,
  initCommand,
  rejudgeCommand,
  replayCommand,
  exportCommand,
  familiesCommand,
  schemaCommand,
  doctorCommand,
  completionCommand,
];

/**
 * Runs one command line.
 *
 * @param argv  arguments after the program's name
 * @returns     exit code: 0 PASS, 1 FAIL, 2 INCONCLUSIVE, 3 bad input, 4 internal error
 */
export async function main(argv: readonly string[], output: Output = processOutput()): Promise<number> {
  let exitCode: number = EXIT.pass;
  const program = new Command('mechtrial')
    .description('Does this CAD mechanism actually work? Puts it on trial and answers PASS, FAIL or INCONCLUSIVE.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.out(text), writeErr: (text) => output.err(text) })
    .showHelpAfterError('(add --help for the options)')
    .addHelpText('after', '\nExit codes: 0 PASS, 1 FAIL, 2 INCONCLUSIVE, 3 bad input, 4 internal error');
  for (const register of COMMANDS) register(program, output, (code) => (exitCode = code));
  for (const command of program.commands) command.exitOverride().showHelpAfterError('(add --help for the options)');
  const isJson = argv.includes('--json');
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, output, isJson);
    if (error.exitCode === 0) return EXIT.pass;
    return isJson ? reportUsage(error, output) : EXIT.badInput;
  }
}
