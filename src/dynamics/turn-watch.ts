import type { RecordingEvent } from '../signals/index.js';

/** Most that a body may turn from one recorded pose to the next [rad]: two bodies that turn against each other stay below half a turn. */
const LARGEST_TURN_RAD = 0.45 * Math.PI;

/**
 * Tells when bodies have turned so far since the last recorded pose that the next step could hide the way they turned: between
 * poses a motion is read as the shortest one, and half a turn has no shorter side.
 */
export class TurnWatch {
  readonly #turnRad: Float64Array;
  readonly #isTold: Uint8Array;

  /** @param bodyCount  bodies of the engine, ground included */
  constructor(bodyCount: number) {
    this.#turnRad = new Float64Array(bodyCount);
    this.#isTold = new Uint8Array(bodyCount);
  }

  /**
   * Adds a step's turn |ω|·h of every present body.
   *
   * @param velocity  6 per body: velocity [m/s], angular velocity [rad/s]
   * @returns         whether a pose has to be recorded now
   */
  add(velocity: Float64Array, isPresent: Uint8Array, stepS: number): boolean {
    let isDue = false;
    for (let body = 0; body < this.#turnRad.length; body++) {
      if (isPresent[body] === 0) continue;
      const turnRad = stepTurn(velocity, body, stepS);
      this.#turnRad[body]! += turnRad;
      if (this.#turnRad[body]! + turnRad > LARGEST_TURN_RAD) isDue = true;
    }
    return isDue;
  }

  /** Starts from a pose that has just been recorded. */
  reset(): void {
    this.#turnRad.fill(0);
  }

  /**
   * Hands out one event per body that turns too far within a single step for any recorded poses to show its way.
   *
   * @param names  of the bodies
   */
  tell(
    velocity: Float64Array,
    stepS: number,
    atS: number,
    names: readonly { readonly name: string }[],
    sink: { event(event: RecordingEvent): void },
  ): void {
    for (let body = 0; body < this.#turnRad.length; body++) {
      const turnRad = stepTurn(velocity, body, stepS);
      if (this.#isTold[body] === 1 || !(turnRad > LARGEST_TURN_RAD)) continue;
      this.#isTold[body] = 1;
      const { name } = names[body]!;
      const degrees = ((180 / Math.PI) * turnRad).toPrecision(3);
      sink.event({
        atS,
        code: 'turn_not_followed',
        message: `'${name}' turns by ${degrees}° in one step: which way it went past other parts is not recorded`,
        subject: name,
        value: turnRad,
      });
    }
  }
}

function stepTurn(velocity: Float64Array, body: number, stepS: number): number {
  const at = 6 * body + 3;
  return stepS * Math.hypot(velocity[at]!, velocity[at + 1]!, velocity[at + 2]!);
}
