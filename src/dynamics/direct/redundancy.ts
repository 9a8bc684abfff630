/**
 * The factor of the bilateral matrix, softened where joints are redundant.
 *
 *   L·Lᵀ = A + ε·diag(A)        ε = max(rung of the ladder, 1e-9 in groups with redundant rows)
 *
 * A pivot far below its diagonal says that its row follows from others: the whole group is then marked, and factored again.
 */
import type { Mechanism } from './mechanism.js';
import { assemble, factor } from './skyline.js';

/** A pivot below this part of its diagonal marks a group as redundant; all above `SOUND_PIVOT` clear the mark. */
const REDUNDANT_PIVOT = 3e-9;
const SOUND_PIVOT = 1e-3;
/** Regularisation of groups with redundant rows. */
const REDUNDANT_EPSILON = 1e-9;

/** Factors A with the regularisation `epsilon`, at least `REDUNDANT_EPSILON` in groups with redundant rows. */
export function factorAt(m: Mechanism, epsilon: number): void {
  const { sky, rows, isRedundant, groupOfRow, size } = m.bilateral;
  for (;;) {
    for (let i = 0; i < size; i++) {
      m.bilateral.epsilon[i] = isRedundant[groupOfRow[i]!] ? Math.max(epsilon, REDUNDANT_EPSILON) : epsilon;
    }
    factor(sky, m.bilateral.epsilon);
    if (!findRedundancy(m)) return;
    assemble(sky, rows);
  }
}

/** Marks groups whose pivots say that rows are redundant; whether a group is newly marked. */
function findRedundancy(m: Mechanism): boolean {
  const { sky, groupOfRow, groupCount, size, isRedundant } = m.bilateral;
  if (LEAST_PIVOT.length < groupCount) LEAST_PIVOT = new Float64Array(2 * groupCount);
  LEAST_PIVOT.fill(1);
  for (let i = 0; i < size; i++) {
    const pivot = sky.values[sky.offset[i]! + i]!;
    const part = (pivot * pivot) / sky.diagonal[i]!;
    const g = groupOfRow[i]!;
    if (part < LEAST_PIVOT[g]!) LEAST_PIVOT[g] = part;
  }
  let isNew = false;
  for (let g = 0; g < groupCount; g++) {
    if (LEAST_PIVOT[g]! < REDUNDANT_PIVOT && !isRedundant[g]) {
      isRedundant[g] = 1;
      isNew = true;
    } else if (LEAST_PIVOT[g]! > SOUND_PIVOT) isRedundant[g] = 0;
  }
  return isNew;
}

let LEAST_PIVOT = new Float64Array(8);
