import { GeometryError } from '../core/errors.js';
import { type FileOptions, type LengthUnit, loadFileParts, type Part } from '../geometry/index.js';
import { type CollisionOptions, collisionShapes } from './collision-shapes.js';
import type { PieceOrigin } from './piece.js';

/** How true the contact shapes of one solid are to it, each way for itself. */
export interface CollisionReport {
  /** Number of the solid in its file. */
  readonly index: number;
  readonly part: string;
  readonly pieceCount: number;
  /** How many pieces were found in which way. */
  readonly originCount: Readonly<Partial<Record<PieceOrigin, number>>>;
  readonly toleranceM: number;
  readonly sourceM3: number;
  readonly missingM3: number;
  readonly missingDepthM: number;
  readonly outsideM3: number;
  readonly outsideDepthM: number;
  /** Round holes of the part that pieces stand in, and the largest part of one that they fill. */
  readonly blockedHoleCount: number;
  readonly blockedFraction: number;
  /** What is out of tolerance; for a solid that bounds no volume, why it has no pieces. */
  readonly findings: readonly string[];
  /** Time that making and measuring the pieces took [s]; next to nothing where they were cached. */
  readonly wallS: number;
}

export interface InspectCollisionOptions extends FileOptions, CollisionOptions {
  /** Required for STL and OBJ. */
  readonly lengthUnit?: LengthUnit;
}

/**
 * Makes the contact shapes of every solid of a CAD file and measures them.
 *
 * @throws GeometryError, as `loadPart`; an open solid is reported, not thrown
 */
export async function inspectCollision(
  file: string,
  options: InspectCollisionOptions = {},
): Promise<readonly CollisionReport[]> {
  const { lengthUnit } = options;
  const parts = await loadFileParts({ file, ...(lengthUnit === undefined ? {} : { lengthUnit }) }, options);
  const reports: CollisionReport[] = [];
  for (const [index, part] of parts.entries()) reports.push(await reportCollision(part, index, options));
  return reports;
}

/** The report of one loaded part. @param index  its number, for the report */
export async function reportCollision(part: Part, index: number, options: CollisionOptions): Promise<CollisionReport> {
  const start = performance.now();
  const wallS = () => (performance.now() - start) / 1e3;
  try {
    const { pieces, deviation, findings, toleranceM } = await collisionShapes(part, options);
    const originCount: Partial<Record<PieceOrigin, number>> = {};
    for (const { origin } of pieces) originCount[origin] = (originCount[origin] ?? 0) + 1;
    const { sourceM3, missingM3, missingDepthM, outsideM3, outsideDepthM, blockedHoles } = deviation;
    const blockedFraction = blockedHoles.reduce((most, hole) => Math.max(most, hole.blockedFraction), 0);
    return {
      index,
      part: part.name,
      pieceCount: pieces.length,
      originCount,
      toleranceM,
      sourceM3,
      missingM3,
      missingDepthM,
      outsideM3,
      outsideDepthM,
      blockedHoleCount: blockedHoles.length,
      blockedFraction,
      findings,
      wallS: wallS(),
    };
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    const findings = error.issues.map(({ message }) => message);
    return { ...NOTHING, index, part: part.name, findings, wallS: wallS() };
  }
}

const NOTHING = {
  pieceCount: 0,
  originCount: {},
  toleranceM: 0,
  sourceM3: 0,
  missingM3: 0,
  missingDepthM: 0,
  outsideM3: 0,
  outsideDepthM: 0,
  blockedHoleCount: 0,
  blockedFraction: 0,
} as const;
