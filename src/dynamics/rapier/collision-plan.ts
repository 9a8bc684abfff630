/**
 * Who collides with whom, with what friction and restitution, expressed in what Rapier has: one coefficient per collider
 * with a combination rule, 16 + 16 group bits, and, where those do not suffice, a hook that is asked per pair of colliders.
 */
import type { EngineModel, EngineShape } from '../engine.js';

/** Friction coefficient of two shapes: the pair table where it has a number, else the mean of the two own ones. */
export function pairFrictionOf(model: EngineModel, s: EngineShape, t: EngineShape): number {
  const listed = model.pairFriction[s.material * model.materialCount + t.material];
  return listed === undefined || Number.isNaN(listed) ? 0.5 * (s.frictionCoefficient + t.frictionCoefficient) : listed;
}

/** Restitution coefficient of two shapes, likewise. */
export function pairRestitutionOf(model: EngineModel, s: EngineShape, t: EngineShape): number {
  const listed = model.pairRestitution?.[s.material * model.materialCount + t.material];
  return listed === undefined || Number.isNaN(listed)
    ? 0.5 * (s.restitutionCoefficient + t.restitutionCoefficient)
    : listed;
}

/** One collider to create: a shape, its friction and restitution, and the class of partners it is for (−1: all). */
export interface PlannedCollider {
  readonly shape: number;
  readonly frictionCoefficient: number;
  readonly restitutionCoefficient: number;
  readonly partnerClass: number;
  /** Own class of friction and restitution. */
  readonly ownClass: number;
}

/** Rapier's ways to combine two coefficients into one. */
export type CombineRule = 'average' | 'min' | 'max';

export interface CollisionPlan {
  readonly colliders: readonly PlannedCollider[];
  readonly frictionRule: CombineRule;
  readonly restitutionRule: CombineRule;
  /** Rapier interaction groups (membership << 16 | filter) per body. */
  readonly groups: Int32Array;
  /** Pairs of bodies that only a hook can keep apart, as a·n + b with a < b; empty when groups suffice. */
  readonly hookedPairs: ReadonlySet<number>;
  /** Whether the hook must be asked (hooked pairs, or shapes with one collider per class of partners). */
  readonly needsHook: boolean;
}

/** Plans colliders and filters of a model. */
export function planCollisions(model: EngineModel): CollisionPlan {
  const { groups, hookedPairs } = assignGroups(model);
  const { classes, classOf } = surfaceClasses(model);
  const friction = findRule(classes, (s, t) => pairFrictionOf(model, s, t));
  const restitution = findRule(classes, (s, t) => pairRestitutionOf(model, s, t));
  const isPlain = friction !== null && restitution !== null;
  const colliders = isPlain
    ? model.shapes.map((_, shape) => ({
        shape,
        frictionCoefficient: friction.coefficients[classOf[shape]!]!,
        restitutionCoefficient: restitution.coefficients[classOf[shape]!]!,
        partnerClass: -1,
        ownClass: classOf[shape]!,
      }))
    : perPartnerColliders(model, classes, classOf);
  return {
    colliders,
    frictionRule: isPlain ? friction.kind : 'average',
    restitutionRule: isPlain ? restitution.kind : 'average',
    groups,
    hookedPairs,
    needsHook: !isPlain || hookedPairs.size > 0,
  };
}

const ALL = 0xffff;

/**
 * Gives bodies of a vertex cover of the excluded pairs a group bit of their own (15 at most, the busiest first); their
 * partners leave that bit out of their filter. Pairs beyond that are left to the hook.
 */
function assignGroups(model: EngineModel): { groups: Int32Array; hookedPairs: Set<number> } {
  const n = model.bodies.length;
  const membership = new Int32Array(n).fill(1 << 15);
  const filter = new Int32Array(n).fill(ALL);
  let open = model.excludedPairs.filter(([a, b]) => a !== b).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  for (let bit = 0; bit < 15 && open.length > 0; bit++) {
    const degree = new Int32Array(n);
    for (const [a, b] of open) {
      degree[a]!++;
      degree[b]!++;
    }
    const busiest = degree.indexOf(Math.max(...degree));
    membership[busiest] = 1 << bit;
    for (const [a, b] of open) {
      if (a === busiest) filter[b]! &= ~(1 << bit);
      if (b === busiest) filter[a]! &= ~(1 << bit);
    }
    open = open.filter(([a, b]) => a !== busiest && b !== busiest);
  }
  const groups = membership.map((m, i) => (m << 16) | (filter[i]! & ALL));
  return { groups, hookedPairs: new Set(open.map(([a, b]) => a * n + b)) };
}

/** Shapes that behave alike: same material and same own coefficients. One representative per class. */
function surfaceClasses(model: EngineModel): { classes: EngineShape[]; classOf: Int32Array } {
  const classes: EngineShape[] = [];
  const classOf = Int32Array.from(model.shapes, (shape) => {
    const known = classes.findIndex(
      (c) =>
        c.material === shape.material &&
        c.frictionCoefficient === shape.frictionCoefficient &&
        c.restitutionCoefficient === shape.restitutionCoefficient,
    );
    return known >= 0 ? known : classes.push(shape) - 1;
  });
  return { classes, classOf };
}

/** One coefficient per class that reproduces every pair by one of Rapier's rules, if there is one. */
function findRule(
  classes: readonly EngineShape[],
  coefficientOf: (s: EngineShape, t: EngineShape) => number,
): { kind: CombineRule; coefficients: number[] } | null {
  const table = classes.map((s) => classes.map((t) => coefficientOf(s, t)));
  const candidates = [
    { kind: 'average', coefficients: table.map((row, i) => row[i]!), combine: (f: number, g: number) => 0.5 * (f + g) },
    { kind: 'min', coefficients: table.map((row) => Math.max(...row)), combine: Math.min },
    { kind: 'max', coefficients: table.map((row) => Math.min(...row)), combine: Math.max },
  ] as const;
  const fitting = candidates.find(({ coefficients: f, combine }) =>
    table.every((row, i) => row.every((mu, j) => Math.abs(combine(f[i]!, f[j]!) - mu) <= 1e-12)),
  );
  return fitting ?? null;
}

/** One collider per shape and class of partners, each with exactly the friction and restitution of that pair. */
function perPartnerColliders(
  model: EngineModel,
  classes: readonly EngineShape[],
  classOf: Int32Array,
): PlannedCollider[] {
  return model.shapes.flatMap((shape, i) =>
    classes.map((partner, partnerClass) => ({
      shape: i,
      frictionCoefficient: pairFrictionOf(model, shape, partner),
      restitutionCoefficient: pairRestitutionOf(model, shape, partner),
      partnerClass,
      ownClass: classOf[i]!,
    })),
  );
}

/** Whether two planned colliders on bodies a and b may touch, as far as the hook has a say. */
export function mayTouch(
  plan: CollisionPlan,
  bodyCount: number,
  s: PlannedCollider,
  a: number,
  t: PlannedCollider,
  b: number,
): boolean {
  if (plan.hookedPairs.has(Math.min(a, b) * bodyCount + Math.max(a, b))) return false;
  if (s.partnerClass === -1) return true;
  return s.partnerClass === t.ownClass && t.partnerClass === s.ownClass;
}
