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
    .argument('<scene>', 'a scene file, or a binding file whose scene is meant')
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
  if (joint === undefined || from === undefined || to === undefined || steps === undefined || words.length > 4) {
    throw malformed(`needs a joint, two values and a number of steps, got ${words.length} words`);
  }
  if (!/^\d+$/.test(steps)) throw malformed(`'${steps}' is no number of steps`);
  const [start, end] = [parseValue(from), parseValue(to)];
  if (start.unit !== end.unit) throw malformed(`'${from}' and '${to}' are an angle and a length`);
  return { joint, from: start.value, to: end.value, stepCount: Number(steps), unit: start.unit };
}

const UNITS: Readonly<Record<string, { readonly unit: 'rad' | 'm'; readonly factor: number }>> = {
  '°': { unit: 'rad', factor: Math.PI / 180 },
  deg: { unit: 'rad', factor: Math.PI / 180 },
  rad: { unit: 'rad', factor: 1 },
  mm: { unit: 'm', factor: 1e-3 },
  m: { unit: 'm', factor: 1 },
};

function parseValue(text: string): { readonly value: number; readonly unit: 'rad' | 'm' } {
  const match = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(°|deg|rad|mm|m)$/i.exec(text);
  const unit = UNITS[(match?.[2] ?? '').toLowerCase()];
  const value = Number(match?.[1]) * (unit?.factor ?? Number.NaN);
  if (unit === undefined || !Number.isFinite(value)) throw malformed(`'${text}' has no unit or is no number`);
  return { value, unit: unit.unit };
}

function malformed(message: string): BindingError {
  const fix = 'For example: --sweep hinge 0deg 90deg 180, or --sweep slide 0mm 25mm 50.';
  return new BindingError([{ code: 'sweep_malformed', path: ['--sweep'], message, fix }]);
}
