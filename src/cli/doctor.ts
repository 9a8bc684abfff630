import { nativeStatus } from '../geometry/index.js';
import { versions } from '../trial/index.js';
import type { Register } from './main.js';
import { EXIT, toJson } from './output.js';

/** `mechtrial doctor`: versions, and which auditor runs and why. */
export const doctorCommand: Register = (program, output, finish) => {
  program
    .command('doctor')
    .description('versions, and which interference auditor runs here and why')
    .option('--json', 'as JSON')
    .action((options: { readonly json?: boolean }) => {
      const native = nativeStatus();
      const report = {
        schema: 'mechtrial/doctor@1',
        versions: versions(),
        platform: `${process.platform}-${process.arch}`,
        native,
      };
      if (options.json === true) output.out(toJson(report));
      else {
        const lines = Object.entries(report.versions).map(([name, version]) => `${name.padEnd(28)} ${version}`);
        lines.push(`${'platform'.padEnd(28)} ${report.platform}`);
        lines.push(
          native.available
            ? `${'auditor'.padEnd(28)} native (${native.path})`
            : `${'auditor'.padEnd(28)} WASM: ${native.reason}`,
        );
        if (!native.available) lines.push(`${''.padEnd(28)} ${native.fix}`);
        output.out(`${lines.join('\n')}\n`);
      }
      finish(EXIT.pass);
    });
};
