const ROWS_PER_BLOCK = 1024;

/**
 * Rows of equal width that only grow: one block of memory per 1024 rows, nothing per row, nothing ever moved.
 */
export class RowStore {
  readonly width: number;
  readonly #blocks: Float64Array[] = [];
  #rowCount = 0;

  constructor(width: number) {
    this.width = width;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** Appends one row: `first` and then `second`, together at most `width` long; what is missing is 0. */
  append(first: Float64Array, second: Float64Array): void {
    const row = this.#rowCount % ROWS_PER_BLOCK;
    if (row === 0) this.#blocks.push(new Float64Array(ROWS_PER_BLOCK * this.width));
    const block = this.#blocks[this.#blocks.length - 1]!;
    const offset = row * this.width;
    for (let i = 0; i < first.length; i++) block[offset + i] = first[i]!;
    for (let i = 0; i < second.length; i++) block[offset + first.length + i] = second[i]!;
    this.#rowCount++;
  }

  /** A copy of one column, one number per row. */
  column(index: number): Float64Array {
    const values = new Float64Array(this.#rowCount);
    for (let k = 0; k < values.length; k++) values[k] = this.#at(k, index);
    return values;
  }

  /** A copy of the columns [from, to), row-major. */
  columns(from: number, to: number): Float64Array {
    const width = to - from;
    const values = new Float64Array(this.#rowCount * width);
    for (let k = 0; k < this.#rowCount; k++) {
      for (let i = 0; i < width; i++) values[k * width + i] = this.#at(k, from + i);
    }
    return values;
  }

  #at(row: number, column: number): number {
    const block = this.#blocks[Math.floor(row / ROWS_PER_BLOCK)]!;
    return block[(row % ROWS_PER_BLOCK) * this.width + column]!;
  }
}
