import type { Manifold } from 'manifold-3d';
import { meshFromManifold, type TriangleMesh } from '../geometry/index.js';
import type { DecompositionContext } from './context.js';
import { candidateDirections, facetNormals, type Stack, stackAlong } from './levels.js';
import type { CollisionPiece } from './piece.js';
import { splitPieces } from './split.js';
import { hullWithin, stackPieces } from './stack.js';

/** Solids inside a cell that is not convex are looked at from another direction this many times, then cut by planes. */
const LARGEST_DEPTH = 2;
/** A stack with more levels falls into slabs too thin to be worth it. */
const LARGEST_LEVEL_COUNT = 40;
/** Smallest part of the area that must be caps and walls. */
const SMALLEST_SHARE = 0.5;
const SMALLEST_NESTED_SHARE = 0.9;

/**
 * Convex pieces that cover a solid: its hull where that is within tolerance, else a stack along its best direction, else
 * what cutting by planes gives.
 *
 * @param solid  stays the caller's; a piece of the source, in the part's coordinates
 */
export function decomposeSolid(context: DecompositionContext, solid: Manifold, depth = 0): readonly CollisionPiece[] {
  const hull = hullWithin(context, solid);
  if (hull !== null) return [hull];
  const pieces = depth > LARGEST_DEPTH ? null : asStack(context, solid, depth, () => true);
  return pieces ?? splitPieces(context, solid);
}

/** A solid as a stack along its best direction, where that suits and covers anything. */
function asStack(
  context: DecompositionContext,
  solid: Manifold,
  depth: number,
  suits: (stack: Stack) => boolean,
): readonly CollisionPiece[] | null {
  const mesh = meshFromManifold(solid);
  const stack = bestStack(context, mesh, depth);
  if (stack === null || !suits(stack)) return null;
  const pieces = stackPieces(context, solid, mesh, stack, {
    asPrisms: (rest) =>
      depth + 1 > LARGEST_DEPTH ? null : asStack(context, rest, depth + 1, ({ isPrism }) => isPrism.every(Boolean)),
    anyhow: (rest) => decomposeSolid(context, rest, depth + 1),
  });
  return pieces === null || pieces.length === 0 ? null : pieces;
}

/** The direction along which most of a solid is prismatic; inside a cell it must be nearly all of it. */
function bestStack(context: DecompositionContext, mesh: TriangleMesh, depth: number): Stack | null {
  const facets = facetNormals(mesh);
  const score = ({ share, isPrism }: Stack) => share + (isPrism.every(Boolean) ? 1 : 0);
  const stacks = candidateDirections(facets, context.cylinders)
    .map((direction) => stackAlong(mesh, facets, direction, context.cylinders, context.wallTolerance))
    .filter(({ levelsM }) => levelsM.length >= 2 && levelsM.length - 1 <= LARGEST_LEVEL_COUNT)
    .sort((a, b) => score(b) - score(a) || a.levelsM.length - b.levelsM.length);
  const [best] = stacks;
  const smallest = depth === 0 ? SMALLEST_SHARE : SMALLEST_NESTED_SHARE;
  return best === undefined || best.share < smallest ? null : best;
}
