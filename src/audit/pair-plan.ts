import type { Part } from '../geometry/index.js';
import type { BoundedRegion } from '../scene/index.js';
import { type AuditInput, type PairTolerance, scaleTolerance, smallestDimension } from './audit-input.js';
import type { DeclaredExclusion, NotAudited } from './report.js';

/** Two parts of two bodies that are audited against each other. Bodies and parts by index. */
export interface PartPair {
  readonly a: number;
  readonly b: number;
  readonly partA: number;
  readonly partB: number;
  /** Regions of either body inside which overlap of this pair is ignored, in that body's frame. */
  readonly regionsA: readonly BoundedRegion[];
  readonly regionsB: readonly BoundedRegion[];
  readonly tolerance: PairTolerance;
  /** Of both parts [m]. */
  readonly smallestDimensionM: number;
  /** Clearance is measured up to this distance [m]; 0 where it is not asked for. */
  readonly clearanceUpToM: number;
  /** Both meshes are watertight: depth and volume exist. */
  readonly isSolid: boolean;
}

/** What is to be audited, before any pose is looked at. */
export interface PairPlan {
  readonly pairs: readonly PartPair[];
  readonly bodyPairCount: number;
  readonly exclusions: readonly DeclaredExclusion[];
  readonly notAudited: readonly NotAudited[];
}

/** Returns every pair of bodies that is to be audited, and what is left out with its reason. Ground pairs are in. */
export function planPairs(input: AuditInput, tolerance: PairTolerance): PairPlan {
  const elastic = new Set(input.elasticBodies.map((e) => e.body));
  const dimensions = input.bodies.map(({ parts }) => parts.map(smallestDimension));
  const pairs: PartPair[] = [];
  let bodyPairCount = 0;
  input.bodies.forEach((first, a) => {
    input.bodies.slice(a + 1).forEach((second, offset) => {
      if (elastic.has(first.name) || elastic.has(second.name)) return;
      const b = a + 1 + offset;
      const before = pairs.length;
      const common = { a, b, ...declaredFor(input, first.name, second.name) };
      first.parts.forEach(({ part: p }, partA) => {
        second.parts.forEach(({ part: q }, partB) => {
          if (isEmpty(p) || isEmpty(q)) return;
          const d = Math.min(dimensions[a]![partA]!, dimensions[b]![partB]!);
          const isSolid = p.isWatertight && q.isWatertight;
          pairs.push({
            ...common,
            partA,
            partB,
            tolerance: scaleTolerance(tolerance, d),
            smallestDimensionM: d,
            isSolid,
          });
        });
      });
      if (pairs.length > before) bodyPairCount++;
    });
  });
  return { pairs, bodyPairCount, exclusions: declaredExclusions(input), notAudited: withoutGeometry(input) };
}

const isEmpty = (part: Part): boolean => part.mesh.triangles.length === 0;

function declaredFor(input: AuditInput, first: string, second: string) {
  const isPair = (bodies: readonly string[]): boolean => bodies.includes(first) && bodies.includes(second);
  const exclusions = input.exclusions.filter((e) => isPair(e.bodies));
  return {
    regionsA: exclusions.filter((e) => e.regionBody === first).map((e) => e.region),
    regionsB: exclusions.filter((e) => e.regionBody === second).map((e) => e.region),
    clearanceUpToM: Math.max(0, ...input.clearances.filter((c) => isPair(c.bodies)).map((c) => c.upToM)),
  };
}

function declaredExclusions({ elasticBodies, exclusions }: AuditInput): DeclaredExclusion[] {
  return [
    ...elasticBodies.map(({ body, reason }) => ({ bodies: [body], regionBody: null, region: null, reason })),
    ...exclusions.map(({ bodies, regionBody, region, reason }) => ({ bodies, regionBody, region, reason })),
  ];
}

function withoutGeometry({ bodies, elasticBodies }: AuditInput): NotAudited[] {
  const elastic = new Set(elasticBodies.map((e) => e.body));
  const left: NotAudited[] = [];
  const add = (body: string, parts: readonly string[], reason: string): void => {
    left.push({ bodies: [body], parts, reason, isPartly: false, crossingAtS: null });
  };
  for (const { name, parts } of bodies) {
    if (elastic.has(name)) continue;
    if (parts.length === 0) add(name, [], 'the body has no geometry');
    for (const { part } of parts) if (isEmpty(part)) add(name, [part.name], 'the part has no triangles');
  }
  return left;
}
