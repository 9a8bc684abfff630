import type { FormulaNode } from '../core/formula.js';
import type { SignalUnit } from '../core/quantity.js';

/** What the unit of a formula comes to: null where it is none of ours or free, and why its terms do not go together. */
export interface InferredUnit {
  readonly unit: SignalUnit | null;
  readonly conflict: string | null;
}

const FREE: InferredUnit = { unit: null, conflict: null };

/** Functions whose terms all have the unit of the result. */
const LIKE = new Set(['+', '-', 'negate', 'abs', 'min', 'max', 'hypot', 'round', 'floor', 'mod']);

/**
 * Unit of a formula. A bare number takes the unit of what it is added to; a product or quotient keeps the unit of one
 * term when the others are pure numbers, and is left to the writer otherwise.
 */
export function inferUnit(node: FormulaNode, unitOf: (name: string) => SignalUnit): InferredUnit {
  if (node.kind === 'number') return FREE;
  if (node.kind === 'name') return { unit: unitOf(node.name), conflict: null };
  const terms = node.terms.map((term) => inferUnit(term, unitOf));
  const conflict = terms.find((term) => term.conflict !== null);
  if (conflict !== undefined) return conflict;
  if (LIKE.has(node.name)) return likeUnits(node.name, terms);
  if (node.name === 'sin' || node.name === 'cos' || node.name === 'per') return { unit: '1', conflict: null };
  if (node.name === '*' || node.name === '/') return productUnit(node.name, node.terms, terms);
  return FREE;
}

function likeUnits(name: string, terms: readonly InferredUnit[]): InferredUnit {
  const units = [...new Set(terms.flatMap(({ unit }) => (unit === null ? [] : [unit])))];
  if (units.length > 1) return { unit: null, conflict: `puts '${units[0]}' and '${units[1]}' together by '${name}'` };
  return { unit: units[0] ?? null, conflict: null };
}

function productUnit(name: '*' | '/', nodes: readonly FormulaNode[], terms: readonly InferredUnit[]): InferredUnit {
  const isPure = (i: number) => nodes[i]!.kind === 'number' || terms[i]!.unit === '1';
  if (isPure(1)) return terms[0]!;
  if (name === '*' && isPure(0)) return terms[1]!;
  if (name === '/' && terms[0]!.unit !== null && terms[0]!.unit === terms[1]!.unit)
    return { unit: '1', conflict: null };
  return FREE;
}
