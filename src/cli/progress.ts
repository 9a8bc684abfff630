import type { RunProgress } from '../trial/index.js';
import type { Output } from './output.js';

const BAR_WIDTH = 20;
/** Time between two drawings [ms]. */
const REDRAW_MS = 100;

/**
 * A line on a terminal that says where a run is: trial, phases (done ones ticked), a bar, simulated time and how that
 * compares with real time. Drawn over itself; `clear` takes it away.
 *
 *   T1  settle ✓  wipe  ██████████░░░░░░░░░░  3.02 of 6.00 s  3.4 × real time
 */
export class ProgressLine {
  readonly #output: Output;
  readonly #now: () => number;
  #trial = '';
  #phases: string[] = [];
  #drawnMs = Number.NEGATIVE_INFINITY;
  #isDrawn = false;

  /** @param now clock [ms]; tests give their own */
  constructor(output: Output, now: () => number = Date.now) {
    this.#output = output;
    this.#now = now;
  }

  /** Takes over where the run is; draws at most ten times a second, but every change of what is being done. */
  readonly show = (progress: RunProgress): void => {
    const { trial, phase, activity } = progress;
    const isNew = trial !== this.#trial || activity !== 'simulating' || this.#phases.at(-1) !== phase;
    if (trial !== this.#trial || (activity === 'simulating' && this.#isRepeat(phase))) this.#phases = [];
    this.#trial = trial;
    if (this.#phases.at(-1) !== phase) this.#phases.push(phase);
    if (!isNew && this.#now() - this.#drawnMs < REDRAW_MS) return;
    this.#drawnMs = this.#now();
    this.#isDrawn = true;
    this.#output.err(`\r\u001b[K${progressText(progress, this.#phases)}`);
  };

  /** A phase that was over begins anew: the trial is run a second time. */
  #isRepeat(phase: string): boolean {
    return this.#phases.at(-1) !== phase && this.#phases.includes(phase);
  }

  clear(): void {
    if (this.#isDrawn) this.#output.err('\r\u001b[K');
    this.#isDrawn = false;
  }
}

/** The line, for at most 100 columns: where there are many phases, the first ones are only counted. */
export function progressText(
  { trial, activity, simulatedS, totalS, wallS }: RunProgress,
  phases: readonly string[],
): string {
  if (activity !== 'simulating') return `${trial}  ${phasesText(phases, true)}  auditing the geometry …`;
  const share = totalS > 0 ? Math.min(1, simulatedS / totalS) : 0;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const ratio = wallS > 0 ? `${(simulatedS / wallS).toPrecision(2)} × real time` : '';
  return `${trial}  ${phasesText(phases, false)}  ${bar}  ${simulatedS.toFixed(2)} of ${totalS.toFixed(2)} s  ${ratio}`.trimEnd();
}

const PHASE_COLUMNS = 34;

function phasesText(phases: readonly string[], areOver: boolean): string {
  const marked = phases.map((phase, i) => (areOver || i < phases.length - 1 ? `${phase} ✓` : phase));
  let hidden = 0;
  while (marked.slice(hidden).join('  ').length > PHASE_COLUMNS && hidden < marked.length - 1) hidden++;
  const shown = marked.slice(hidden).join('  ');
  return hidden === 0 ? shown : `${hidden} ✓  ${shown}`;
}
