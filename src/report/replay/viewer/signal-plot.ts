import uPlot from 'uplot';
import { formatNumber, shownUnit } from '../../../core/rendered-quantity.js';
import type { ReplayCheck, ReplaySignal, ReplayTrial } from '../record.js';
import type { Clock } from './clock.js';
import { element } from './element.js';
import { themeColor } from './palette.js';

const PLOT_HEIGHT = 92;
/** Plots with the same key share their pointer. */
const SYNC_KEY = 'mechtrial';

/**
 * One signal over time: phases shaded, levels of checks as lines over the span that they look at, the worst instant of each
 * check as a dot, the clock as a line. A press goes to the time under the pointer.
 */
export class SignalPlot {
  readonly node: HTMLElement;
  readonly #signal: ReplaySignal;
  readonly #clock: Clock;
  readonly #times: Float32Array;
  readonly #values: Float32Array;
  readonly #trial: ReplayTrial;
  readonly #checks: readonly ReplayCheck[];
  readonly #value = element('span', { class: 'signal-value' });
  readonly #host = element('div', { class: 'plot' });
  readonly #head = element('div', { class: 'plot-head' });
  readonly #factor: number;
  readonly #unit: string;
  #plot: uPlot | null = null;

  constructor(signal: ReplaySignal, times: Float32Array, values: Float32Array, trial: ReplayTrial, clock: Clock) {
    const { factor, unit } = shownUnit(signal.unit);
    this.#factor = factor;
    this.#unit = unit;
    this.#signal = signal;
    this.#clock = clock;
    this.#times = times;
    this.#values = values.map((x) => x * factor);
    this.#trial = trial;
    this.#checks = trial.checks.filter(({ signals }) => signals.includes(signal.name));
    this.node = element(
      'figure',
      { class: 'signal' },
      element('figcaption', {}, element('span', { class: 'signal-name' }, signal.name), this.#value),
      this.#host,
    );
    this.node.dataset.signal = signal.name;
  }

  /** Draws the plot when it is first seen, and again when its width changes. */
  appear(): void {
    const width = this.#host.clientWidth;
    if (width === 0) return;
    if (this.#plot !== null) {
      if (this.#plot.width !== width) this.#plot.setSize({ width, height: PLOT_HEIGHT });
    } else this.#create(width);
    queueMicrotask(() => this.setTime(this.#clock.timeS)); // uPlot lays itself out in a microtask of its own
  }

  /** Draws again with the colours of the theme. */
  redraw(): void {
    this.#plot?.redraw(false, true);
  }

  setTime(timeS: number): void {
    const value = this.#values[sampleAt(this.#times, timeS)];
    const shown = value === undefined || Number.isNaN(value) ? '–' : formatNumber(Number(value.toPrecision(5)));
    this.#value.textContent = `${shown}${this.#unit === '' ? '' : this.#unit === '°' ? '°' : ` ${this.#unit}`}`;
    if (this.#plot === null) return;
    this.#head.style.transform = `translateX(${this.#plot.valToPos(timeS, 'x')}px)`;
  }

  #create(width: number): void {
    const axis = { stroke: () => themeColor('muted'), font: '10px system-ui, sans-serif', ticks: { show: false } };
    this.#plot = new uPlot(
      {
        width,
        height: PLOT_HEIGHT,
        padding: [6, 8, 0, 0],
        legend: { show: false },
        cursor: { sync: { key: SYNC_KEY }, drag: { x: false, y: false }, points: { size: 5 } },
        scales: { x: { time: false, range: () => [0, Math.max(this.#clock.endS, 1e-6)] }, y: { range: this.#range } },
        axes: [
          { ...axis, grid: { show: false }, size: 18, gap: 2, values: (_, ticks) => ticks.map((t) => formatNumber(t)) },
          {
            ...axis,
            grid: { stroke: () => themeColor('line'), width: 1 },
            size: 46,
            gap: 3,
            space: 24,
            values: (_, ticks) => ticks.map((t) => formatNumber(t)),
          },
        ],
        series: [{}, { stroke: () => themeColor('accent'), width: 1.4, points: { show: false } }],
        hooks: { drawClear: [this.#drawPhases], draw: [this.#drawChecks] },
      },
      [this.#times, withGaps(this.#values)],
      this.#host,
    );
    const { over } = this.#plot;
    over.append(this.#head);
    over.addEventListener('pointerdown', (event) => {
      over.setPointerCapture(event.pointerId);
      this.#seek(event);
    });
    over.addEventListener('pointermove', (event) => {
      if (over.hasPointerCapture(event.pointerId)) this.#seek(event);
    });
  }

  #seek(event: PointerEvent): void {
    const { over } = this.#plot!;
    this.#clock.pause();
    this.#clock.seek(this.#plot!.posToVal(event.clientX - over.getBoundingClientRect().left, 'x'));
  }

  /** The values, and levels that are near them: a bound far away must not flatten the signal. */
  readonly #range = (_: uPlot, low: number | null, high: number | null): [number, number] => {
    let [min, max] = [low ?? 0, high ?? 1];
    const size = max - min || Math.abs(max) * 0.1 || 1;
    for (const level of this.#levels()) {
      if (level < min && level > min - 1.5 * size) min = level;
      if (level > max && level < max + 1.5 * size) max = level;
    }
    const margin = (max - min || Math.abs(max) * 0.1 || 1) * 0.08;
    return [min - margin, max + margin];
  };

  #levels(): readonly number[] {
    return this.#checks.flatMap(({ levels }) =>
      levels.filter(({ signal }) => signal === this.#signal.name).map(({ value }) => value * this.#factor),
    );
  }

  readonly #drawPhases = (plot: uPlot): void => {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.fillStyle = themeColor('phase');
    for (const [i, { fromS, toS }] of this.#trial.phases.entries()) {
      if (i % 2 === 1 || fromS === null || toS === null) continue;
      const x0 = plot.valToPos(fromS, 'x', true);
      ctx.fillRect(x0, bbox.top, plot.valToPos(toS, 'x', true) - x0, bbox.height);
    }
    ctx.restore();
  };

  readonly #drawChecks = (plot: uPlot): void => {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    for (const { levels, fromS, toS, status, atS } of this.#checks) {
      ctx.strokeStyle = ctx.fillStyle = themeColor(status.toLowerCase());
      ctx.lineWidth = 1.5 * devicePixelRatio;
      ctx.setLineDash([5 * devicePixelRatio, 3 * devicePixelRatio]);
      for (const { signal, value } of levels) {
        if (signal !== this.#signal.name) continue;
        const y = plot.valToPos(value * this.#factor, 'y', true);
        ctx.beginPath();
        ctx.moveTo(plot.valToPos(fromS ?? 0, 'x', true), y);
        ctx.lineTo(plot.valToPos(toS ?? this.#clock.endS, 'x', true), y);
        ctx.stroke();
      }
      if (status === 'PASS' || atS === null) continue;
      const value = this.#values[sampleAt(this.#times, atS)] ?? Number.NaN;
      ctx.setLineDash([]);
      ctx.beginPath();
      ctx.arc(plot.valToPos(atS, 'x', true), plot.valToPos(value, 'y', true), 4 * devicePixelRatio, 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.restore();
  };
}

/** Values as uPlot takes them: null where there is none, and what is infinite off the plot. */
function withGaps(values: Float32Array): Float32Array | (number | null)[] {
  return values.every(Number.isFinite) ? values : Array.from(values, (x) => (Number.isFinite(x) ? x : null));
}

/** Last sample at or before a time. */
function sampleAt(times: Float32Array, timeS: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (times[middle]! <= timeS + 1e-6) low = middle;
    else high = middle - 1;
  }
  return low;
}
