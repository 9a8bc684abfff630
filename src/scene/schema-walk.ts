import { z } from 'zod';

/** One schema node met by `walkSchema`, with the value that stands there. */
export type SchemaVisitor = (schema: z.ZodType, value: unknown, path: readonly (string | number)[]) => void;

/** Schema without what wraps it: optional, default, nullable, readonly. */
export function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodReadonly
  ) {
    inner = inner.def.innerType as z.ZodType;
  }
  return inner;
}

/** The branches of a union, flattened; a schema that is no union is its own only branch. */
function branchesOf(schema: z.ZodType): readonly z.ZodType[] {
  if (!(schema instanceof z.ZodUnion)) return [schema];
  return (schema.def.options as readonly z.ZodType[]).flatMap((option) => branchesOf(unwrap(option)));
}

/** The branch of a union that a value belongs to: by its literal `kind`, else the first that parses, else by shape. */
export function branchFor(schema: z.ZodType, value: unknown): z.ZodType | null {
  const branches = branchesOf(schema);
  if (branches.length === 1) return branches[0]!;
  const keyed = branches.filter((branch) => matchesKind(branch, value));
  if (keyed.length === 1) return keyed[0]!;
  return branches.find((branch) => branch.safeParse(value).success) ?? nearestByKeys(branches, value);
}

function matchesKind(branch: z.ZodType, value: unknown): boolean {
  if (!(branch instanceof z.ZodObject) || !isRecord(value)) return false;
  const literal = branch.shape.kind;
  return literal instanceof z.ZodLiteral && literal.def.values.includes(value.kind as string);
}

function nearestByKeys(branches: readonly z.ZodType[], value: unknown): z.ZodType | null {
  if (!isRecord(value)) return branches.find((branch) => !(branch instanceof z.ZodObject)) ?? null;
  let best: z.ZodType | null = null;
  let bestShared = -1;
  for (const branch of branches) {
    if (!(branch instanceof z.ZodObject)) continue;
    const shared = Object.keys(value).filter((key) => key in branch.shape).length;
    if (shared > bestShared) {
      best = branch;
      bestShared = shared;
    }
  }
  return best;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Calls `visit` for every leaf and container of `value`, with the schema that governs it, parents first. */
export function walkSchema(
  schema: z.ZodType,
  value: unknown,
  visit: SchemaVisitor,
  path: readonly (string | number)[] = [],
): void {
  const bare = unwrap(schema);
  const node = branchFor(bare, value);
  for (const layer of new Set([schema, bare, node])) if (layer !== null) visit(layer, value, path);
  if (node === null || value === undefined || value === null) return;
  if (node instanceof z.ZodObject && isRecord(value)) {
    for (const [key, field] of Object.entries(node.shape)) {
      if (key in value) walkSchema(field as z.ZodType, value[key], visit, [...path, key]);
    }
  } else if (node instanceof z.ZodArray && Array.isArray(value)) {
    for (const [i, item] of value.entries()) walkSchema(node.def.element as z.ZodType, item, visit, [...path, i]);
  }
}

/** Schema node that governs the place `path` of `value`, or null. */
export function schemaAt(schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): z.ZodType | null {
  let node: z.ZodType | null = branchFor(unwrap(schema), value);
  let here: unknown = value;
  for (const key of path) {
    if (node instanceof z.ZodObject && typeof key === 'string') {
      here = isRecord(here) ? here[key] : undefined;
      const field: z.ZodType | undefined = node.shape[key];
      node = field === undefined ? null : branchFor(unwrap(field), here);
    } else if (node instanceof z.ZodArray && typeof key === 'number') {
      here = Array.isArray(here) ? here[key] : undefined;
      node = branchFor(unwrap(node.def.element as z.ZodType), here);
    } else {
      return null;
    }
  }
  return node;
}
