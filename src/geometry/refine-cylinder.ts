import { add, cross, dot, norm, normalize, perpendicular, scale, subtract, type Vec3 } from '../core/vector.js';

/** A line: point and unit direction. */
export interface Axis {
  readonly pointM: Vec3;
  readonly direction: Vec3;
}

/** An infinite cylinder. */
export interface InfiniteCylinder {
  readonly axis: Axis;
  readonly radiusM: number;
}

/**
 * Cylinder through points in the sense of least squares, or null where the iteration does not settle.
 *
 *   minimize Σ (ρᵢ − R)², ρᵢ = |(pᵢ − c) − ((pᵢ − c)·d)d|
 *
 * by Gauss–Newton over two shifts of c, two tilts of d and R, lengths relative to the spread of the points. Starts with the
 * algebraic circle seen along `startDirection`.
 *
 * @param points          at least six [m]
 * @param startDirection  unit vector within some 20° of the axis
 */
export function refineCylinder(points: readonly Vec3[], startDirection: Vec3): InfiniteCylinder | null {
  if (points.length < 6) return null;
  const middle = scale(
    points.reduce((sum, p) => add(sum, p), [0, 0, 0] as Vec3),
    1 / points.length,
  );
  const spread = points.reduce((most, p) => Math.max(most, norm(subtract(p, middle))), 0);
  const unit = points.map((p) => scale(subtract(p, middle), 1 / spread));
  let fit = startCircle(unit, startDirection);
  for (let i = 0; fit !== null && i < 30; i++) {
    const step = gaussNewtonStep(unit, fit);
    if (step === null) return null;
    fit = step.next;
    if (step.size < 1e-13) break;
    if (i === 29 && step.size > 1e-9) return null;
  }
  if (fit === null || fit.radiusM > 1e3) return null;
  const { axis, radiusM } = fit;
  return {
    axis: { pointM: add(middle, scale(axis.pointM, spread)), direction: axis.direction },
    radiusM: radiusM * spread,
  };
}

function startCircle(points: readonly Vec3[], d: Vec3): InfiniteCylinder | null {
  const u = perpendicular(d);
  const v = cross(d, u);
  const seen = points.map((p) => [dot(p, u), dot(p, v)] as const);
  const center = circleThrough(seen);
  if (center === null) return null;
  const [x, y] = center;
  const radiusM = seen.reduce((sum, [px, py]) => sum + Math.hypot(px - x, py - y), 0) / seen.length;
  return { axis: { pointM: add(scale(u, x), scale(v, y)), direction: d }, radiusM };
}

function gaussNewtonStep(points: readonly Vec3[], fit: InfiniteCylinder) {
  const d = fit.axis.direction;
  const u = perpendicular(d);
  const v = cross(d, u);
  const JtJ = Array.from({ length: 5 }, () => new Array<number>(5).fill(0));
  const Jtr = new Array<number>(5).fill(0);
  for (const p of points) {
    const q = subtract(p, fit.axis.pointM);
    const z = dot(q, d);
    const [x, y] = [dot(q, u), dot(q, v)];
    const rho = Math.hypot(x, y);
    if (rho === 0) return null;
    const [cx, cy] = [x / rho, y / rho];
    const row = [-cx, -cy, -cx * z, -cy * z, -1];
    const residual = rho - fit.radiusM;
    for (let i = 0; i < 5; i++) {
      Jtr[i] = Jtr[i]! - row[i]! * residual;
      for (let j = 0; j < 5; j++) JtJ[i]![j] = JtJ[i]![j]! + row[i]! * row[j]!;
    }
  }
  const x = solveLinear(JtJ, Jtr);
  if (x === null) return null;
  const [cu, cv, tu, tv, dR] = x as [number, number, number, number, number];
  const direction = normalize(add(d, add(scale(u, tu), scale(v, tv))));
  const moved = add(fit.axis.pointM, add(scale(u, cu), scale(v, cv)));
  const pointM = subtract(moved, scale(direction, dot(moved, direction)));
  const next: InfiniteCylinder = { axis: { pointM, direction }, radiusM: fit.radiusM + dR };
  return { next, size: Math.max(...x.map(Math.abs)) };
}

/** Solution of a small symmetric system by elimination with row pivoting; null where it is singular. */
function solveLinear(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const n = rows.length;
  const largest = Math.max(...matrix.map((row, i) => Math.abs(row[i]!)));
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i]![k]!) > Math.abs(rows[pivot]![k]!)) pivot = i;
    const lead = rows[pivot]![k]!;
    if (!(Math.abs(lead) > 1e-13 * largest)) return null;
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i]![k]! / lead;
      for (let j = k; j <= n; j++) rows[i]![j] = rows[i]![j]! - factor * rows[k]![j]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k]![n]!;
    for (let j = k + 1; j < n; j++) sum -= rows[k]![j]! * x[j]!;
    x[k] = sum / rows[k]![k]!;
  }
  return x;
}

/**
 * Center of the circle that fits points best in the algebraic sense: minimizes Σ(x² + y² − 2xa − 2yb − c)²; null for points
 * on a line.
 */
export function circleThrough(points: readonly (readonly [number, number])[]): [number, number] | null {
  const n = points.length;
  const mx = points.reduce((sum, [x]) => sum + x, 0) / n;
  const my = points.reduce((sum, [, y]) => sum + y, 0) / n;
  let [sxx, sxy, syy, sxz, syz] = [0, 0, 0, 0, 0];
  for (const [px, py] of points) {
    const [x, y] = [px - mx, py - my];
    const z = x * x + y * y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
    sxz += x * z;
    syz += y * z;
  }
  const det = sxx * syy - sxy * sxy;
  if (!(det > 1e-12 * (sxx + syy) ** 2)) return null;
  return [mx + (sxz * syy - syz * sxy) / (2 * det), my + (syz * sxx - sxz * sxy) / (2 * det)];
}
