import type { Engine, EngineLaw } from './engine.js';

/** A bound of the operating range with its coordinate resolved. */
export interface RangeWatch {
  readonly coordinate: number;
  readonly lower: number;
  readonly upper: number;
  readonly meaning: string;
  readonly stopsActing: boolean;
}

/** One row of a model: its place among the couplings and what it does to the model's coordinates. */
interface RowOfModel {
  readonly coupling: number;
  readonly slots: Int32Array;
  readonly factors: Float64Array;
  /** Slot of the lossy term, −1 without loss. */
  readonly lossSlot: number;
}

/** What a model needs while it runs. */
export interface ModelParts {
  readonly name: string;
  /** Engine coordinates it acts on. */
  readonly coordinates: readonly number[];
  /** Place of its first coordinate in `StepView.modelEffort`. */
  readonly firstSlot: number;
  readonly rows: readonly RowOfModel[];
  /** Index of its law, −1 without one; where its efforts begin in `Engine.lawEffort`. */
  readonly law: number;
  readonly lawSlot: number;
  readonly effortLaw: EngineLaw | null;
  readonly range: readonly RangeWatch[];
}

/** One model in a running trial: reads its efforts and energy, and watches its operating range. Allocates nothing. */
export class ModelProgram {
  readonly name: string;
  readonly #parts: ModelParts;
  readonly #q: Float64Array;
  readonly #isLeft: Uint8Array;
  #isActing = true;

  constructor(parts: ModelParts) {
    this.name = parts.name;
    this.#parts = parts;
    this.#q = new Float64Array(parts.coordinates.length);
    this.#isLeft = new Uint8Array(parts.range.length);
  }

  /** False once the model has stopped acting. */
  get isActing(): boolean {
    return this.#isActing;
  }

  /** Writes the efforts of the last step on its coordinates, from `firstSlot` on [N·m or N]. */
  readEfforts(engine: Engine, efforts: Float64Array): void {
    const { firstSlot, coordinates, rows, law, lawSlot } = this.#parts;
    efforts.fill(0, firstSlot, firstSlot + coordinates.length);
    for (let r = 0; r < rows.length; r++) {
      const { coupling, slots, factors, lossSlot } = rows[r]!;
      const lambda = engine.couplingEffort[coupling]!;
      for (let k = 0; k < slots.length; k++) efforts[slots[k]!]! += factors[k]! * lambda;
      if (lossSlot >= 0) efforts[lossSlot]! += engine.couplingLossEffort?.[coupling] ?? 0;
    }
    if (law < 0 || engine.lawEffort === undefined) return;
    for (let k = 0; k < coordinates.length; k++) efforts[firstSlot + k]! += engine.lawEffort[lawSlot + k]!;
  }

  /** Energy stored at the present coordinates [J]; 0 once it has stopped acting. */
  storedEnergy(engine: Engine): number {
    const { effortLaw, coordinates } = this.#parts;
    if (effortLaw?.energy === undefined || !this.#isActing) return 0;
    for (let k = 0; k < coordinates.length; k++) this.#q[k] = engine.coordinate[coordinates[k]!]!;
    return effortLaw.energy(this.#q);
  }

  /**
   * Looks whether a bound of the range has been left since the last call; at most one per call.
   *
   * @returns the bound, or null
   */
  leftBound(engine: Engine): RangeWatch | null {
    const { range } = this.#parts;
    for (let i = 0; i < range.length; i++) {
      const { coordinate, lower, upper } = range[i]!;
      const q = engine.coordinate[coordinate]!;
      if (this.#isLeft[i] === 1 || (q >= lower && q <= upper)) continue;
      this.#isLeft[i] = 1;
      return range[i]!;
    }
    return null;
  }

  /** Takes the model out of action for the rest of the trial. */
  stop(engine: Engine): void {
    if (!this.#isActing) return;
    this.#isActing = false;
    for (const { coupling } of this.#parts.rows) engine.disableCoupling?.(coupling);
    if (this.#parts.law >= 0) engine.disableLaw?.(this.#parts.law);
  }
}
