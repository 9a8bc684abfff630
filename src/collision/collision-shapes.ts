import type { ManifoldToplevel } from 'manifold-3d';
import { canonicalJson, sha256 } from '../core/hash.js';
import { cross, dot, norm, scale, subtract, type Vec3 } from '../core/vector.js';
import { type FoundCylinder, findCylinders, loadManifold, type Part } from '../geometry/index.js';
import { DEFAULT_CACHE_DIRECTORY, readCached, writeCached } from './cache.js';
import { withCollar } from './collar.js';
import type { DecompositionContext } from './context.js';
import { decomposeSolid } from './decompose.js';
import { type BlockedHole, type Deviation, measureDeviation } from './deviation.js';
import { type Source, sourceOf } from './excess.js';
import { type CollisionPiece, piecePoints } from './piece.js';
import { recognizePrimitive } from './recognize-primitive.js';
import { hullSolid, withSolids } from './solid-scope.js';

/** A hole that a joint's pin must fit into, in the part's coordinates. */
export interface JointHole {
  /** Point on the axis, at the middle of the part that must stay free. */
  readonly pointM: Vec3;
  /** Unit axis. */
  readonly axis: Vec3;
  readonly radiusM: number;
  readonly lengthM: number;
}

export interface CollisionOptions {
  /** Largest depth of what pieces miss and of what stands out [m] > 0; `DEFAULT_COLLISION_TOLERANCE_M` unless given. */
  readonly toleranceM?: number;
  /** Holes that must stay free. */
  readonly jointHoles?: readonly JointHole[];
  /** Where results are kept between processes; null: nowhere. `DEFAULT_CACHE_DIRECTORY` unless given. */
  readonly cacheDirectory?: string | null;
}

/** The convex pieces that stand for a part in contact, and how true they are. */
export interface CollisionModel {
  readonly part: string;
  readonly toleranceM: number;
  readonly pieces: readonly CollisionPiece[];
  readonly deviation: Deviation;
  /** Recognised holes of the part that a joint needs and that are not free. */
  readonly blockedJointHoles: readonly BlockedHole[];
  /** What is out of tolerance, one sentence each; empty: the pieces may stand for the part. */
  readonly findings: readonly string[];
}

/** Default of `CollisionOptions.toleranceM` [m]. */
export const DEFAULT_COLLISION_TOLERANCE_M = 5e-5;
/** Largest part of the source's volume that may be missing, and that may stand out. */
export const LARGEST_VOLUME_SHARE = 0.01;
/** Pieces that cutting by planes may make for one part. */
const LARGEST_SPLIT_COUNT = 160;
/** Ripple of sections across tessellated walls, as part of the chord deflection. */
const RIPPLE_SHARE = 0.05;
/** Mean thickness below which a piece is left out, as part of the tolerance; what that leaves open is measured. */
const FILM_SHARE = 0.04;
/** Raised whenever the same part gives other pieces, so that old cache files are not used. */
const CACHE_VERSION = 3;
const KEPT_MODELS = 64;

const models = new Map<string, Promise<CollisionModel>>();

/**
 * Convex pieces for the contact of a part, made from its source mesh, with their deviation from it measured both ways:
 *
 * - a box, cylinder, sphere or capsule where one carries every vertex of the part;
 * - else exact prisms of its constant cross-sections, hulls of the material in cells of the others, round holes cut free by
 *   tangents so that a pin of the hole's radius fits;
 * - else what cutting by planes gives, with collars round the joints' holes.
 *
 * The result is kept by content and options, in this process and on disk.
 *
 * @param part     closed mesh
 * @param options  tolerance, joint holes, cache
 * @throws         GeometryError `not_watertight` where the part's mesh is open
 * @limits         A pin's own facets stay inscribed: it is up to the chord deflection too small. Threads and helical teeth are
 *                 cut by planes and come out rough; their deviation says so.
 */
export function collisionShapes(part: Part, options: CollisionOptions = {}): Promise<CollisionModel> {
  const key = cacheKey(part, options);
  let model = models.get(key);
  if (model === undefined) {
    model = loadOrBuild(key, part, options);
    model.catch(() => models.delete(key));
  }
  models.delete(key);
  models.set(key, model);
  const oldest = models.keys().next().value;
  if (models.size > KEPT_MODELS && oldest !== undefined) models.delete(oldest);
  return model.then((found) => ({ ...found, part: part.name }));
}

function cacheKey({ mesh, faces, chordM }: Part, { toleranceM, jointHoles }: CollisionOptions): string {
  const cylinders = faces.flatMap(({ surface }) => (surface?.kind === 'cylinder' ? [surface] : []));
  const asked = { toleranceM: toleranceM ?? DEFAULT_COLLISION_TOLERANCE_M, jointHoles: jointHoles ?? [] };
  const rest = canonicalJson({ version: CACHE_VERSION, chordM, cylinders, ...asked });
  return sha256(mesh.verticesM, mesh.triangles, rest);
}

async function loadOrBuild(key: string, part: Part, options: CollisionOptions): Promise<CollisionModel> {
  const { cacheDirectory = DEFAULT_CACHE_DIRECTORY } = options;
  const cached = cacheDirectory === null ? null : await readCached(cacheDirectory, key);
  // The file's own hash vouches for its content, the key for its version.
  if (cached !== null) return cached as CollisionModel;
  const model = buildModel(await loadManifold(), part, options);
  if (cacheDirectory !== null) await writeCached(cacheDirectory, key, model);
  return model;
}

function buildModel(module: ManifoldToplevel, part: Part, options: CollisionOptions): CollisionModel {
  const { toleranceM = DEFAULT_COLLISION_TOLERANCE_M, jointHoles = [] } = options;
  const cylinders = findCylinders(part);
  const holes = cylinders.filter(({ isHole, sweepRad }) => isHole && sweepRad > 2 * Math.PI - 1e-3);
  const needed = holes.filter((hole) => jointHoles.some((joint) => isSameHole(hole, joint)));
  const source = sourceOf(module, part.mesh);
  try {
    const measured = (found: readonly CollisionPiece[]) => {
      const pieces = found.filter((piece) => !isFilm(module, piece, FILM_SHARE * toleranceM));
      const deviation = measureDeviation(module, source, pieces, holes);
      return modelOf(part, toleranceM, pieces, deviation, needed);
    };
    const primitive = recognizePrimitive(part);
    const simple = primitive === null ? null : measured([primitive]);
    if (simple !== null && simple.findings.length === 0) return simple;
    const context = contextOf(module, part, source, toleranceM);
    const plain = measured(decomposeSolid(context, source.solid));
    if (plain.blockedJointHoles.length === 0) return plain;
    return measured(piecesWithCollars(contextOf(module, part, source, toleranceM), needed));
  } finally {
    source.solid.delete();
  }
}

/** Whether a hull is thinner than a length: what rounding leaves between pieces. Engines cannot make a shape of it. */
function isFilm(module: ManifoldToplevel, piece: CollisionPiece, thicknessM: number): boolean {
  if (piece.geometry.kind !== 'hull') return false;
  return withSolids((keep) => {
    const hull = keep(hullSolid(module, piecePoints(piece)));
    return hull.isEmpty() || 2 * hull.volume() < thicknessM * hull.surfaceArea();
  });
}

function contextOf(module: ManifoldToplevel, part: Part, source: Source, toleranceM: number): DecompositionContext {
  return {
    module,
    source,
    toleranceM,
    rippleM: Math.min(RIPPLE_SHARE * part.chordM, 0.05 * toleranceM),
    roundnessM: Math.min(part.chordM, 0.5 * toleranceM),
    wallTolerance: {
      leanM: Math.max(1e-7, 0.5 * part.chordM),
      flatM: Math.max(1e-7, 0.05 * part.chordM),
      levelM: 0.1 * toleranceM,
    },
    cylinders: findCylinders(part),
    budget: { splitPieces: LARGEST_SPLIT_COUNT },
  };
}

function piecesWithCollars(context: DecompositionContext, holes: readonly FoundCylinder[]): readonly CollisionPiece[] {
  const pieces: CollisionPiece[] = [];
  let solid = context.source.solid;
  try {
    for (const hole of holes) {
      const { pieces: collar, rest } = withCollar(context, solid, hole);
      pieces.push(...collar);
      if (solid !== context.source.solid) solid.delete();
      solid = rest;
    }
    return [...pieces, ...decomposeSolid(context, solid)];
  } finally {
    if (solid !== context.source.solid) solid.delete();
  }
}

/** Whether a recognised hole is the one that a joint means: coaxial, and overlapping along the axis. */
function isSameHole(hole: FoundCylinder, joint: JointHole): boolean {
  const between = subtract(joint.pointM, hole.pointM);
  const along = dot(between, hole.axis);
  const across = norm(subtract(between, scale(hole.axis, along)));
  return (
    norm(cross(hole.axis, joint.axis)) < 1e-3 &&
    across < 0.1 * hole.radiusM &&
    Math.abs(hole.radiusM - joint.radiusM) < 0.2 * hole.radiusM &&
    Math.abs(along) < (hole.lengthM + joint.lengthM) / 2
  );
}

function modelOf(
  part: Part,
  toleranceM: number,
  pieces: readonly CollisionPiece[],
  deviation: Deviation,
  needed: readonly FoundCylinder[],
): CollisionModel {
  const isNeeded = (blocked: BlockedHole) =>
    needed.some(({ pointM, radiusM }) => pointM === blocked.pointM && radiusM === blocked.radiusM);
  const blockedJointHoles = deviation.blockedHoles.filter(isNeeded);
  const findings = findingsOf(deviation, toleranceM, blockedJointHoles);
  return { part: part.name, toleranceM, pieces, deviation, blockedJointHoles, findings };
}

/** What of a deviation is out of tolerance, one sentence each, lengths in µm. */
function findingsOf(deviation: Deviation, toleranceM: number, blocked: readonly BlockedHole[]): readonly string[] {
  const um = (x: number) => `${Number((x * 1e6).toPrecision(3))} µm`;
  const percent = (x: number) => `${Number((100 * x).toPrecision(3))} %`;
  const each = [
    ['missing from the pieces', deviation.missingDepthM, deviation.missingM3],
    ['outside the source', deviation.outsideDepthM, deviation.outsideM3],
  ] as const;
  return [
    ...each
      .filter(([, depthM]) => depthM > toleranceM)
      .map(([what, depthM]) => `${um(depthM)} ${what} of ${um(toleranceM)} allowed`),
    ...each
      .filter(([, , volumeM3]) => volumeM3 > LARGEST_VOLUME_SHARE * deviation.sourceM3)
      .map(([what, , m3]) => `${percent(m3 / deviation.sourceM3)} ${what} of ${percent(LARGEST_VOLUME_SHARE)} allowed`),
    ...blocked.map(
      ({ radiusM, blockedFraction }) =>
        `${percent(blockedFraction)} of a joint's hole of radius ${um(radiusM)} blocked, none allowed`,
    ),
  ];
}
