// Worked examples of the reference: bindings that run, whose records the pages of their kinds show.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../docs/reference/examples');

/** A record of some kind in an example. */
export interface KindRecord {
  readonly kind: string;
  readonly name?: string;
  readonly [field: string]: unknown;
}

interface ExampleBinding {
  readonly name: string;
  readonly scene: { readonly joints?: readonly KindRecord[]; readonly models?: readonly KindRecord[] };
  readonly drives?: readonly KindRecord[];
  readonly signals?: readonly KindRecord[];
  readonly trials: readonly {
    readonly phases: readonly { readonly set?: readonly { readonly drive: string; readonly isOn?: boolean }[] }[];
    readonly checks?: readonly KindRecord[];
  }[];
}

/** An example record and the file that it stands in. */
export interface Example {
  readonly record: KindRecord;
  /** Set-point of a drive. */
  readonly setPoint: object | null;
  readonly file: string;
}

/** Files of the examples, by name. */
export const exampleFiles = (): string[] =>
  readdirSync(FOLDER)
    .sort()
    .map((name) => join(FOLDER, name));

/** Every example record of a room, by kind: the first one found. */
export function examplesOf(room: 'joints' | 'drives' | 'signals' | 'checks'): ReadonlyMap<string, Example> {
  const found = new Map<string, Example>();
  for (const path of exampleFiles()) {
    const binding = JSON.parse(readFileSync(path, 'utf8')) as ExampleBinding;
    const records = {
      joints: binding.scene.joints ?? [],
      drives: binding.drives ?? [],
      signals: binding.signals ?? [],
      checks: binding.trials.flatMap(({ checks }) => checks ?? []),
    }[room];
    for (const record of records) {
      if (found.has(record.kind)) continue;
      found.set(record.kind, { record, setPoint: setPointOf(binding, record), file: `${binding.name}.json` });
    }
  }
  return found;
}

const setPointOf = (binding: ExampleBinding, { name }: KindRecord): object | null =>
  binding.trials
    .flatMap(({ phases }) => phases)
    .flatMap(({ set }) => set ?? [])
    .find(({ drive, isOn }) => drive === name && isOn !== false) ?? null;

/** JSON as people write it: short records on one line, longer ones with one field per line. */
export function compactJson(value: unknown, indent = ''): string {
  const flat = flatJson(value);
  if (flat.length + indent.length <= 110 || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${compactJson(item, inner)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const fields = Object.entries(value).map(([key, item]) => `${inner}"${key}": ${compactJson(item, inner)}`);
  return `{\n${fields.join(',\n')}\n${indent}}`;
}

function flatJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `"${key}": ${flatJson(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
