import { invariant } from '../core/errors.js';
import type { Command, DriveKind, DriveStart } from '../drives/index.js';
import { COMMAND, COMMAND_WIDTH } from './engine.js';

/** One drive in a running trial: which set-point holds, since when, and from where it started. */
export class DriveProgram {
  readonly name: string;
  readonly coordinate: number;
  readonly cap: number;
  readonly #kind: DriveKind;
  readonly #spec: Readonly<Record<string, unknown>>;
  readonly #command: Command = { kp: 0, kd: 0, target: 0, targetRate: 0, feedforward: 0, isOn: false, cap: 0 };
  #setPoint: Readonly<Record<string, unknown>> | null = null;
  #start: DriveStart = { coordinate: 0, rate: 0, command: { ...this.#command } };
  #sinceS = 0;
  /** Time in which the effort is taken back [s]; 0 when nothing is let go. */
  #letGoS = 0;
  /** Effort that it starts from [N·m or N]. */
  #letGoFrom = 0;

  constructor(kind: DriveKind, spec: Readonly<Record<string, unknown>> & { name: string }, coordinate: number) {
    this.name = spec.name;
    this.coordinate = coordinate;
    this.#kind = kind;
    this.#spec = spec;
    this.cap = kind.cap(spec);
    invariant(Number.isFinite(this.cap) && this.cap >= 0, `drive ${spec.name} has a finite cap`);
  }

  /**
   * Takes a set-point from a phase; `isOn: false` switches the effort off, at once or within `letGoS`.
   *
   * @param effort the drive's effort over the last step, which a let-go starts from
   */
  set(setPoint: Readonly<Record<string, unknown>>, timeS: number, q: number, qd: number, effort = 0): void {
    this.#start = { coordinate: q, rate: qd, command: { ...this.#command } };
    this.#sinceS = timeS;
    this.#setPoint = setPoint.isOn === false ? null : setPoint;
    this.#letGoS = this.#setPoint === null && this.#command.isOn ? Number(setPoint.letGoS ?? 0) : 0;
    this.#letGoFrom = Math.abs(effort);
    if (this.#setPoint === null && this.#letGoS === 0) this.#command.isOn = false;
  }

  /** Writes the command that holds at `timeS` into row `row` of the engine's commands. */
  write(timeS: number, commands: Float64Array, row: number): void {
    const command = this.#command;
    if (this.#setPoint !== null) {
      command.isOn = true;
      command.cap = this.cap;
      this.#kind.command(this.#spec, this.#setPoint, this.#start, timeS - this.#sinceS, command);
    } else if (command.isOn) {
      // what it was told last, under a cap that falls to nothing
      command.cap = this.#letGoFrom * Math.max(0, 1 - (timeS - this.#sinceS) / this.#letGoS);
      command.isOn = command.cap > 0;
    }
    const i = row * COMMAND_WIDTH;
    commands[i + COMMAND.kp] = command.kp;
    commands[i + COMMAND.kd] = command.kd;
    commands[i + COMMAND.target] = command.target;
    commands[i + COMMAND.targetRate] = command.targetRate;
    commands[i + COMMAND.feedforward] = command.feedforward;
    commands[i + COMMAND.isOn] = command.isOn ? 1 : 0;
    commands[i + COMMAND.cap] = Math.min(command.cap, this.cap);
  }
}
