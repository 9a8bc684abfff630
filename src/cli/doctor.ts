import { listBackends } from '../audit/index.js';
import { versions } from '../trial/index.js';
import type { Register } from './main.js';
import { EXIT, toJson } from './output.js';

/** `mechtrial doctor`: versions, and which auditor runs and why. */
export const doctorCommand: Register = (program, output, finish) => {
  program
    .command('doctor')
    .description('versions, and which interference auditor runs here and why')
    .option('--json', 'as JSON')
    .action(async (options: { readonly json?: boolean }) => {
      const auditors = await listBackends();
      const platform = `${process.platform}-${process.arch}`;
      const report = { schema: 'mechtrial/doctor@1', versions: versions(), platform, auditors };
      const runs = auditors.find(({ isAvailable }) => isAvailable)?.name ?? 'none';
      const rows: [string, string][] = [
        ...Object.entries(report.versions),
        ['platform', platform],
        ['auditor that runs', runs],
        ...auditors.flatMap(({ name, reason }): [string, string][] =>
          reason === null ? [] : [[`${name} auditor`, reason]],
        ),
      ];
      const text = rows.map(([name, value]) => `${name.padEnd(28)} ${value}`).join('\n');
      output.out(options.json === true ? toJson(report) : `${text}\n`);
      finish(EXIT.pass);
    });
};
