import type { PackedColumn } from '../packed.js';
import { type Column, unpackColumn } from '../packed.js';
import type { ReplayRecord } from '../record.js';

/** A replay as the page holds it: the record, and a way to read its columns. */
export interface Replay {
  readonly record: ReplayRecord;
  readonly column: (packed: PackedColumn) => Column;
}

/** Reads the payload of the page: base64, deflated; uint32 length of the JSON, the JSON, the bytes of the columns. */
export async function decodeReplay(text: string): Promise<Replay> {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const payload = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(payload.buffer).getUint32(0, true);
  const record = JSON.parse(new TextDecoder().decode(payload.subarray(4, 4 + length))) as ReplayRecord;
  const block = payload.subarray(4 + length);
  return { record, column: (column) => unpackColumn(block, column) };
}
