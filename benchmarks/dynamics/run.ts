/** Runs an engine over a case and keeps what every case wants to know. */
import type { Engine } from '../../src/dynamics/engine.js';

export interface Run {
  readonly stepCount: number;
  /** Median and mean time of `step()` [µs per recorded step]; noisy on a loaded machine. */
  readonly medianUs: number;
  readonly meanUs: number;
  /** Largest joint separation [m]. */
  readonly separationM: number;
  /** Largest error of the energy balance [J], and largest kinetic energy [J]. */
  readonly energyResidualJ: number;
  readonly peakKineticJ: number;
  readonly retryCount: number;
  readonly maxPenetrationM: number;
  /** Codes of the troubles. */
  readonly troubles: readonly string[];
}

/** Kinetic + potential − work in + dissipated [J]. */
export const balanceOf = (engine: Engine): number => {
  const { kineticJ, potentialJ, workInJ, dissipatedJ } = engine.energy;
  return kineticJ + potentialJ - workInJ + dissipatedJ;
};

/**
 * Steps the engine.
 *
 * @param before called before each step with its index: writes commands and loads
 * @param after  called after each step with its index: reads
 */
export function run(
  engine: Engine,
  stepCount: number,
  before: (i: number) => void = () => undefined,
  after: (i: number) => void = () => undefined,
): Run {
  const times = new Float64Array(stepCount);
  const start = balanceOf(engine);
  let separationM = 0;
  let energyResidualJ = 0;
  let peakKineticJ = 0;
  let retryCount = 0;
  let maxPenetrationM = 0;
  for (let i = 0; i < stepCount; i++) {
    before(i);
    const t = performance.now();
    engine.step();
    times[i] = 1000 * (performance.now() - t);
    after(i);
    for (const s of engine.jointSeparationM) separationM = Math.max(separationM, s);
    energyResidualJ = Math.max(energyResidualJ, Math.abs(balanceOf(engine) - start));
    peakKineticJ = Math.max(peakKineticJ, engine.energy.kineticJ);
    retryCount += engine.retryCount;
    maxPenetrationM = Math.max(maxPenetrationM, engine.maxPenetrationM);
  }
  const meanUs = times.reduce((a, b) => a + b, 0) / stepCount;
  const medianUs = times.sort()[stepCount >> 1]!;
  return {
    stepCount,
    medianUs,
    meanUs,
    separationM,
    energyResidualJ,
    peakKineticJ,
    retryCount,
    maxPenetrationM,
    troubles: engine.troubles.map((t) => t.code),
  };
}

/** What a case measured: the run, and its own errors by name (the name carries the unit). */
export interface CaseResult {
  readonly run: Run;
  readonly errors: Readonly<Record<string, number>>;
}

/** Median time of a Cholesky factorisation of a fixed 40×40 matrix [µs]: how fast this machine is just now. */
export function kernelUs(): number {
  const times = Array.from({ length: 201 }, () => {
    const start = performance.now();
    factorFixed();
    return 1000 * (performance.now() - start);
  });
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

const KERNEL_SIZE = 40;
const KERNEL = new Float64Array(KERNEL_SIZE * KERNEL_SIZE);

function factorFixed(): void {
  const n = KERNEL_SIZE;
  for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) KERNEL[n * i + j] = i === j ? n : 1 / (1 + i - j);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let s = KERNEL[n * i + j]!;
      for (let k = 0; k < j; k++) s -= KERNEL[n * i + k]! * KERNEL[n * j + k]!;
      KERNEL[n * i + j] = i === j ? Math.sqrt(s) : s / KERNEL[n * j + j]!;
    }
  }
}
