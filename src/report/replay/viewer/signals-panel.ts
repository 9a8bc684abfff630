import type { ReplayTrial } from '../record.js';
import type { Clock } from './clock.js';
import type { Replay } from './decode.js';
import { element, fill } from './element.js';
import { SignalPlot } from './signal-plot.js';

/** Signals are filtered by name from this many on. */
const FILTERED_FROM = 9;

/** All recorded signals, those of failed checks first. A plot is made when it comes into view. */
export class SignalsPanel {
  readonly #host: HTMLElement;
  readonly #clock: Clock;
  #plots: readonly SignalPlot[] = [];
  #seen: IntersectionObserver | null = null;
  readonly #inView = new Set<SignalPlot>();

  constructor(host: HTMLElement, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
    clock.whenTime((timeS) => {
      for (const plot of this.#inView) plot.setTime(timeS);
    });
    new ResizeObserver(() => {
      for (const plot of this.#inView) plot.appear();
    }).observe(host);
  }

  show(replay: Replay, trial: ReplayTrial): void {
    this.#seen?.disconnect();
    this.#inView.clear();
    if (trial.signalTimes === null || trial.signals.length === 0) {
      fill(this.#host, element('p', { class: 'muted' }, 'No signal was recorded.'));
      return;
    }
    const times = replay.column(trial.signalTimes) as Float32Array;
    const rank = (name: string) =>
      Math.min(3, ...trial.checks.filter(({ signals }) => signals.includes(name)).map(({ status }) => RANK[status]));
    const signals = [...trial.signals].sort((s, t) => rank(s.name) - rank(t.name));
    this.#plots = signals.map(
      (signal) => new SignalPlot(signal, times, replay.column(signal.values) as Float32Array, trial, this.#clock),
    );
    const filter = element('input', { type: 'search', placeholder: 'Filter signals', 'aria-label': 'Filter signals' });
    filter.addEventListener('input', () => {
      const wanted = filter.value.toLowerCase();
      for (const { node } of this.#plots) node.hidden = !(node.dataset.signal ?? '').toLowerCase().includes(wanted);
    });
    fill(this.#host, signals.length >= FILTERED_FROM ? filter : null, ...this.#plots.map(({ node }) => node));
    this.#seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const plot = this.#plots.find(({ node }) => node === target)!;
        if (!isIntersecting) this.#inView.delete(plot);
        else {
          this.#inView.add(plot);
          plot.appear();
        }
      }
    });
    for (const { node } of this.#plots) this.#seen.observe(node);
  }

  redraw(): void {
    for (const plot of this.#plots) plot.redraw();
  }
}

const RANK = { FAIL: 0, INCONCLUSIVE: 1, PASS: 2 } as const;
