import { existsSync } from 'node:fs';
import { BindingError } from '../core/errors.js';
import { renderAudit, renderSweep } from '../report/index.js';
import { auditScene, readPoses, sweepScene } from '../trial/index.js';
import { positiveNumber } from './inspect.js';
import type { Register } from './main.js';
import { exitOf, toJson } from './output.js';

interface Options {
  readonly poses?: string;
  readonly sweep?: string[];
  readonly clearance?: number;
  readonly backend?: 'auto' | 'native' | 'wasm';
  readonly json?: boolean;
}

/** `mechtrial audit SCENE`: interference of an assembly as it stands, at given poses, or along one joint. */
export const auditCommand: Register = (program, output, finish) => {
  program
    .command('audit')
    .description('interference of an assembly: as it stands, at given poses, or along one joint')
    .argument('<scene>', 'a scene file')
    .option('--poses <file>', 'audit at these poses instead: a JSON list of {"body": {"positionM", "rotation"}}')
    .option('--sweep <joint-from-to-steps...>', 'JOINT FROM TO STEPS: move one joint, for example hinge 0deg 90deg 180')
    .option('--clearance <mm>', 'report the smallest clearance of every pair up to this distance', positiveNumber)
    .option('--backend <backend>', 'auto, native or wasm')
    .option('--json', 'the whole report as JSON')
    .action(async (scene: string, options: Options) => {
      if (!existsSync(scene)) {
        throw new BindingError([
          {
            code: 'unreadable',
            path: [],
            file: scene,
            message: 'does not exist',
            fix: 'Name a scene file (mechtrial/scene@1).',
          },
        ]);
      }
      const common = {
        ...(options.backend === undefined ? {} : { backend: backendOf(options.backend) }),
        ...(options.clearance === undefined ? {} : { clearanceUpToM: options.clearance / 1e3 }),
      };
      if (options.sweep !== undefined) {
        const report = await sweepScene(scene, sweepOf(options.sweep), common);
        output.out(options.json === true ? toJson(report) : renderSweep(report));
        finish(exitOf(report.unreachable === null ? report.audit.status : 'FAIL'));
        return;
      }
      const poses = options.poses === undefined ? null : await readPoses(options.poses);
      const report = await auditScene(scene, poses, common);
      output.out(options.json === true ? toJson(report) : renderAudit(report));
      finish(exitOf(report.status));
    });
};

const BACKENDS = ['auto', 'native', 'wasm'] as const;

function backendOf(text: string): (typeof BACKENDS)[number] {
  const backend = BACKENDS.find((candidate) => candidate === text);
  if (backend !== undefined) return backend;
  const fix = `Use one of: ${BACKENDS.join(', ')}.`;
  throw new BindingError([{ code: 'not_allowed', path: ['--backend'], message: `'${text}' is not a backend`, fix }]);
}

/** `JOINT FROM TO STEPS`, with a unit on FROM and TO: `90°`, `90deg`, `1.2rad`, `15mm`, `0.015m`. */
function sweepOf(words: readonly string[]) {
  const [joint, from, to, steps] = words;
  const stepCount = Number(steps);
  if (joint === undefined || from === undefined || to === undefined || !Number.isInteger(stepCount) || stepCount < 1) {
    throw malformed('needs a joint, two values and a number of steps');
  }
  return { joint, from: parseValue(from), to: parseValue(to), stepCount };
}

const UNITS: Readonly<Record<string, number>> = { '°': Math.PI / 180, deg: Math.PI / 180, rad: 1, mm: 1e-3, m: 1 };

function parseValue(text: string): number {
  const match = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(°|deg|rad|mm|m)$/i.exec(text);
  const value = Number(match?.[1]) * (UNITS[match?.[2] ?? ''] ?? Number.NaN);
  if (!Number.isFinite(value)) throw malformed(`'${text}' has no unit or is no number`);
  return value;
}

function malformed(message: string): BindingError {
  const fix = 'For example: --sweep hinge 0deg 90deg 180, or --sweep slide 0mm 25mm 50.';
  return new BindingError([{ code: 'sweep_malformed', path: ['--sweep'], message, fix }]);
}
