import type { ReplayTrial } from '../record.js';
import { type Clock, SPEEDS } from './clock.js';
import { element, fill } from './element.js';

/** Play, pause, scrub, speed: the bar under the stage, with the phases and the findings of the trial on it. */
export class Transport {
  readonly node: HTMLElement;
  readonly #clock: Clock;
  readonly #play = element('button', { type: 'button', class: 'play', title: 'Play or pause (space)' });
  readonly #time = element('output', { class: 'time' });
  readonly #track = element('div', { class: 'track' });
  readonly #phases = element('div', { class: 'phases' });
  readonly #head = element('div', { class: 'head' });
  readonly #range = element('input', { type: 'range', min: 0, max: 1, step: 'any', value: 0, 'aria-label': 'Time' });
  readonly #speed = element('select', { 'aria-label': 'Speed', title: 'Speed ([ and ])' });
  readonly #loop = element(
    'button',
    { type: 'button', class: 'small loop', title: 'Start over at the end (L)' },
    'Loop',
  );

  constructor(clock: Clock) {
    this.#clock = clock;
    for (const speed of SPEEDS) this.#speed.append(element('option', { value: speed }, `${speed}×`));
    this.#track.append(this.#phases, this.#head, this.#range);
    this.node = element('div', { class: 'transport' }, this.#play, this.#track, this.#time, this.#speed, this.#loop);
    this.#play.addEventListener('click', () => clock.toggle());
    this.#loop.addEventListener('click', () => clock.setLooping(!clock.isLooping));
    this.#range.addEventListener('input', () => clock.seek(Number(this.#range.value) * clock.endS));
    this.#speed.addEventListener('change', () => clock.setSpeed(Number(this.#speed.value)));
    clock.whenTime(() => this.#showTime());
    clock.whenState(() => this.#showState());
    this.#showState();
  }

  /** Draws the phases and findings of a trial. */
  show(trial: ReplayTrial): void {
    const endS = Math.max(this.#clock.endS, 1e-9);
    const at = (timeS: number) => `${(100 * timeS) / endS}%`;
    const phases = trial.phases.map(({ id, fromS, toS }, i) => {
      if (fromS === null || toS === null) return null;
      const node = element(
        'div',
        { class: `phase ${i % 2 === 0 ? 'even' : 'odd'}`, title: id },
        element('span', {}, id),
      );
      node.style.left = at(fromS);
      node.style.width = at(toS - fromS);
      return node;
    });
    const ticks = findings(trial).map(({ atS, kind, text }) => {
      const node = element('i', { class: `tick ${kind}`, title: text });
      node.style.left = at(atS);
      return node;
    });
    fill(this.#phases, ...phases, ...ticks);
  }

  #showTime(): void {
    const { timeS, endS } = this.#clock;
    const share = endS === 0 ? 0 : timeS / endS;
    this.#range.value = String(share);
    this.#head.style.left = `${100 * share}%`;
    this.#time.textContent = `${timeS.toFixed(3)} s`;
    this.#time.title = `of ${endS.toFixed(3)} s`;
  }

  #showState(): void {
    const { isPlaying, speed, isLooping } = this.#clock;
    this.#play.textContent = isPlaying ? '❚❚' : '▶';
    this.#play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
    this.#speed.value = String(speed);
    this.#loop.setAttribute('aria-pressed', String(isLooping));
  }
}

/** Instants worth going to: onsets of interference, failed and open checks, events; in order of time. */
export function findings(
  trial: ReplayTrial,
): readonly { readonly atS: number; readonly kind: 'fail' | 'open' | 'event'; readonly text: string }[] {
  const checks = trial.checks.flatMap(({ id, status, atS }) => {
    if (status === 'PASS' || atS === null) return [];
    return [{ atS, kind: status === 'FAIL' ? ('fail' as const) : ('open' as const), text: id }];
  });
  const overlaps = trial.violations.map(({ bodies, firstS, isExplainedBySolver }) => ({
    atS: firstS,
    kind: isExplainedBySolver ? ('open' as const) : ('fail' as const),
    text: `interference ${bodies.join('–')}`,
  }));
  const events = trial.events.map(({ atS, message }) => ({ atS, kind: 'event' as const, text: message }));
  return [...checks, ...overlaps, ...events].sort((s, t) => s.atS - t.atS);
}
