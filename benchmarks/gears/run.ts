/**
 * Native teeth against equivalent gears: one and three stages, four brakes, both engines.
 *
 *   npm run bench:gears [-- --json] [-- --engine direct|rapier] [-- --stages 1|3] [-- --brake 0.1] [-- --model native|equivalent]
 *                       [-- --seconds 3]
 *
 * The direct engine is driven by a rigid speed servo, `rapier` by one of 0.2 N·m·s/rad with the loss-free torque fed
 * forward: a rigid one, which corrects all of what a tooth does to its shaft one sub-step later, shakes there from flank to
 * flank (24 times the mean speed, at a cap of 50 N·m).
 *
 * µs are CPU time per recorded ms of `step()`, so that a loaded machine does not spoil them (more than a quiet one's wall
 * time all the same). The agreement is the RMS difference of the last shaft's angle between the two models, after the first
 * third and less their constant difference (backlash). Published: 894 ms per 1 ms step with native teeth, 113–117 ms with
 * equivalent gears (three stages, Chrono in a published harness); bare Chrono takes 70 µs (one stage), 487 µs (three).
 */
import { startDirectEngine } from '../../src/dynamics/direct/index.js';
import type { StartEngine } from '../../src/dynamics/engine.js';
import { startRapierEngine } from '../../src/dynamics/rapier/index.js';
import { runTrain, type TrainResult, type TrainSpec } from './train.js';

const ENGINES: Readonly<Record<string, StartEngine>> = { direct: startDirectEngine, rapier: startRapierEngine };
const BRAKES_NM = [0.1, 0.3, 1, 3];

const option = (name: string): string | undefined => {
  const i = process.argv.indexOf(`--${name}`);
  return i < 0 ? undefined : process.argv[i + 1];
};
const seconds = Number(option('seconds') ?? 3);
const isJson = process.argv.includes('--json');
const published = {
  nativeMsPerStep: 894,
  equivalentMsPerStep: [113, 117],
  chronoUs: { oneStage: 70, threeStages: 487 },
};

/** RMS of the difference of two outputs over their last two thirds, less its mean [rad]. */
function agreement(a: Float64Array, b: Float64Array): number {
  const from = Math.floor(a.length / 3);
  const difference = Array.from(a.subarray(from), (x, k) => x - b[from + k]!);
  const mean = difference.reduce((sum, x) => sum + x, 0) / difference.length;
  return Math.sqrt(difference.reduce((sum, x) => sum + (x - mean) ** 2, 0) / difference.length);
}

/** Whether a row is asked for by an option of that name, or none is. */
const isWanted = (name: string, value: string | number): boolean => (option(name) ?? String(value)) === String(value);

const MODELS = ['native', 'equivalent'] as const;
const rows: object[] = [];
for (const [engine, start] of Object.entries(ENGINES)) {
  if (!isWanted('engine', engine)) continue;
  const gainNmSPerRad = engine === 'rapier' ? 0.2 : Number.POSITIVE_INFINITY;
  for (const stages of [1, 3] as const) {
    if (!isWanted('stages', stages)) continue;
    const run = (model: TrainSpec['model'], brakeNm: number, seconds: number) =>
      runTrain(start, { stages, model, brakeNm, seconds, gainNmSPerRad });
    const models = MODELS.filter((model) => isWanted('model', model));
    for (const model of models) await run(model, 0.1, 0.3);
    for (const brakeNm of BRAKES_NM) {
      if (!isWanted('brake', brakeNm)) continue;
      const results: [TrainSpec['model'], TrainResult][] = [];
      for (const model of models) results.push([model, await run(model, brakeNm, seconds)]);
      const [one, other] = results.map(([, { output }]) => output);
      const agreementRad = one === undefined || other === undefined ? null : agreement(one, other);
      for (const [model, result] of results) {
        const { output: _, ...figures } = result;
        const row = { engine, stages, model, brakeNm, ...figures, agreementRad };
        rows.push(row);
        if (!isJson) print(row);
      }
    }
  }
}
if (isJson)
  process.stdout.write(`${JSON.stringify({ schema: 'mechtrial/bench-gears@1', published, rows }, null, 2)}\n`);
else
  process.stdout.write(
    `published, three stages: native ${published.nativeMsPerStep} ms, equivalent 113–117 ms per 1 ms step\n`,
  );

function print(
  row: Omit<TrainResult, 'output'> & {
    engine: string;
    stages: number;
    model: string;
    brakeNm: number;
    agreementRad: number | null;
  },
) {
  const {
    engine,
    stages,
    model,
    brakeNm,
    cpuUsPerMs,
    ratioError,
    transmissionErrorDeg,
    speedRipple,
    inputTorqueFactor,
    penetrationM,
    agreementRad,
  } = row;
  const head = `${engine.padEnd(7)} ${stages} × 3:1 ${model.padEnd(10)} ${brakeNm.toFixed(1)} N·m`;
  const figures = [
    `${cpuUsPerMs.toFixed(0)} µs`,
    `ratio ${ratioError.toExponential(1)}`,
    `TE ${transmissionErrorDeg.toFixed(4)}°`,
    `ripple ${(100 * speedRipple).toFixed(2)} %`,
    `torque ×${inputTorqueFactor.toFixed(3)}`,
    `overlap ${(1e6 * penetrationM).toFixed(1)} µm`,
    agreementRad === null ? '' : `agreement ${agreementRad.toExponential(1)} rad`,
  ];
  process.stdout.write(`${head}  ${figures.join('  ')}\n`);
}
