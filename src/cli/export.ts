import { join } from 'node:path';
import { BindingError } from '../core/errors.js';
import { poseTable, renderCsv, renderParquet, signalTable, writeWholeFile } from '../report/index.js';
import { openRun } from '../trial/index.js';
import type { Register } from './main.js';
import { EXIT, toJson } from './output.js';

interface Options {
  readonly parquet?: boolean;
  readonly csv?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** `mechtrial export RUN`: signals and poses as tables for other programs. */
export const exportCommand: Register = (program, output, finish) => {
  program
    .command('export')
    .description(
      'writes the signals and poses of a run as tables: TRIAL.signals.* and TRIAL.poses.*, SI units in brackets',
    )
    .argument('<run>', 'a run directory')
    .option('--parquet', 'as Parquet')
    .option('--csv', 'as CSV')
    .option('--out <dir>', 'folder for the files (default: the run directory)')
    .option('--json', 'what was written, as JSON')
    .action(async (directory: string, options: Options) => {
      if (options.parquet !== true && options.csv !== true) throw noFormat();
      const { recordings, verdict } = await openRun(directory);
      const folder = options.out ?? directory;
      const written: { file: string; rowCount: number }[] = [];
      for (const recording of recordings) {
        const facts = {
          'mechtrial.version': verdict.provenance.versions.mechtrial ?? '',
          'mechtrial.trial': recording.trial,
          'mechtrial.recording': recording.hash,
        };
        for (const [what, table] of [
          ['signals', signalTable(recording)],
          ['poses', poseTable(recording)],
        ] as const) {
          const base = join(folder, `${recording.trial}.${what}`);
          const { rowCount } = table;
          if (options.parquet === true) {
            await writeWholeFile(`${base}.parquet`, await renderParquet(table, facts));
            written.push({ file: `${base}.parquet`, rowCount });
          }
          if (options.csv === true) {
            await writeWholeFile(`${base}.csv`, renderCsv(table));
            written.push({ file: `${base}.csv`, rowCount });
          }
        }
      }
      output.out(options.json === true ? toJson(written) : written.map(({ file }) => `${file}\n`).join(''));
      finish(EXIT.pass);
    });
};

const noFormat = (): BindingError =>
  new BindingError([
    {
      code: 'no_format',
      path: [],
      message: 'no format was asked for',
      fix: 'Add --parquet, --csv or both.',
    },
  ]);
