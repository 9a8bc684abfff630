// Columns of numbers as bytes that deflate well, and back. Runs in Node and in the page: no imports.

/** Where a column lies in the byte block of a replay, and how it was packed. */
export interface PackedColumn {
  readonly offset: number;
  /** How many numbers. */
  readonly count: number;
  readonly type: 'u8' | 'i16' | 'u16' | 'i32' | 'f32';
  /** True where each number is the difference from its predecessor. */
  readonly isDelta: boolean;
}

/** Columns that a replay can hold. */
export type Column = Uint8Array | Int16Array | Uint16Array | Int32Array | Float32Array;

const BYTES_OF_TYPE = { u8: 1, i16: 2, u16: 2, i32: 4, f32: 4 } as const;

/** Gathers columns into one block of bytes. */
export class ColumnPacker {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  /**
   * Appends a column and returns where it is.
   *
   * Layout: differences (integers only, wrapping), then all lowest bytes, all second bytes, …: bytes of one kind stand
   * together, which is what deflate wants.
   *
   * @param isDelta store differences of neighbours; only for integers
   */
  add(values: Column, isDelta = false): PackedColumn {
    const type = typeOf(values);
    const width = BYTES_OF_TYPE[type];
    const source = isDelta ? differences(values) : values;
    const bytes = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    const planes = new Uint8Array(bytes.length);
    for (let k = 0; k < values.length; k++) {
      for (let byte = 0; byte < width; byte++) planes[byte * values.length + k] = bytes[k * width + byte]!;
    }
    const column = { offset: this.#length, count: values.length, type, isDelta };
    this.#pieces.push(planes);
    this.#length += planes.length;
    return column;
  }

  /** Everything that was added, in one piece. */
  bytes(): Uint8Array {
    const all = new Uint8Array(this.#length);
    let offset = 0;
    for (const piece of this.#pieces) {
      all.set(piece, offset);
      offset += piece.length;
    }
    return all;
  }
}

function differences(values: Column): Column {
  const result = values.slice();
  for (let k = result.length - 1; k > 0; k--) result[k] = result[k]! - result[k - 1]!;
  return result;
}

function typeOf(values: Column): PackedColumn['type'] {
  if (values instanceof Uint8Array) return 'u8';
  if (values instanceof Int16Array) return 'i16';
  if (values instanceof Uint16Array) return 'u16';
  return values instanceof Int32Array ? 'i32' : 'f32';
}

/** The numbers of a packed column. */
export function unpackColumn(block: Uint8Array, { offset, count, type, isDelta }: PackedColumn): Column {
  const width = BYTES_OF_TYPE[type];
  const bytes = new Uint8Array(count * width);
  for (let byte = 0; byte < width; byte++) {
    const start = offset + byte * count;
    for (let k = 0; k < count; k++) bytes[k * width + byte] = block[start + k]!;
  }
  const values = columnOver(type, bytes.buffer);
  if (isDelta) for (let k = 1; k < count; k++) values[k] = values[k]! + values[k - 1]!;
  return values;
}

function columnOver(type: PackedColumn['type'], buffer: ArrayBuffer): Column {
  switch (type) {
    case 'u8':
      return new Uint8Array(buffer);
    case 'i16':
      return new Int16Array(buffer);
    case 'u16':
      return new Uint16Array(buffer);
    case 'i32':
      return new Int32Array(buffer);
    default:
      return new Float32Array(buffer);
  }
}
