/** Playback speeds, simulated per real second. */
export const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4] as const;

/**
 * The one time of the page. Everything that moves listens to it.
 *
 * At the end it stops, unless it loops; playing from the end starts over.
 */
export class Clock {
  #timeS = 0;
  #endS = 0;
  #speed = 1;
  #isPlaying = false;
  #lastMs = 0;
  isLooping = false;
  readonly #onTime: ((timeS: number) => void)[] = [];
  readonly #onState: (() => void)[] = [];

  get timeS(): number {
    return this.#timeS;
  }

  get endS(): number {
    return this.#endS;
  }

  get speed(): number {
    return this.#speed;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Calls back at every change of the time. */
  whenTime(listener: (timeS: number) => void): void {
    this.#onTime.push(listener);
  }

  /** Calls back when playing, speed, looping or the end change. */
  whenState(listener: () => void): void {
    this.#onState.push(listener);
  }

  /** Starts over on a span of another length. */
  reset(endS: number): void {
    this.#endS = endS;
    this.#isPlaying = false;
    this.#told();
    this.seek(0);
  }

  seek(timeS: number): void {
    this.#timeS = Math.min(this.#endS, Math.max(0, timeS));
    for (const listener of this.#onTime) listener(this.#timeS);
  }

  setSpeed(speed: number): void {
    this.#speed = speed;
    this.#told();
  }

  setLooping(isLooping: boolean): void {
    this.isLooping = isLooping;
    this.#told();
  }

  play(): void {
    if (this.#isPlaying || this.#endS === 0) return;
    if (this.#timeS >= this.#endS) this.seek(0);
    this.#isPlaying = true;
    this.#lastMs = performance.now();
    this.#told();
    requestAnimationFrame(this.#tick);
  }

  pause(): void {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    this.#told();
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  readonly #tick = (nowMs: number): void => {
    if (!this.#isPlaying) return;
    const passedS = (Math.max(0, Math.min(250, nowMs - this.#lastMs)) / 1e3) * this.#speed; // a hidden tab does not jump
    this.#lastMs = nowMs;
    const next = this.#timeS + passedS;
    if (next < this.#endS) this.seek(next);
    else if (this.isLooping) this.seek(0);
    else {
      this.seek(this.#endS);
      this.pause();
      return;
    }
    requestAnimationFrame(this.#tick);
  };

  #told(): void {
    for (const listener of this.#onState) listener();
  }
}
