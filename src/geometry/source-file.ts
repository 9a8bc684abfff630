import type { LengthUnit } from './length-unit.js';

/** One solid as its file has it: triangles in meters, not yet welded. */
export interface SourceSolid {
  /** Name in the file, or '' where it has none. */
  readonly name: string;
  /** Names from the root of the file's tree down to the solid; equal siblings are told apart by `#2`, `#3`, …. */
  readonly path: readonly string[];
  readonly positionsM: Float64Array;
  readonly indices: Uint32Array;
  /** Triangle ranges of the faces of the source solid, or null where the format knows triangles only. */
  readonly faces: readonly { readonly firstTriangle: number; readonly triangleCount: number }[] | null;
  /** Coordinates were rounded in the source by about this much [m]: vertices on open edges this close are one. */
  readonly weldToleranceM: number;
  /** Chord deflection of the tessellation [m]; 0 where the triangles are the source. */
  readonly chordM: number;
}

/** A CAD file, read. */
export interface SourceFile {
  readonly format: 'step' | 'stl' | '3mf' | 'obj';
  /** Hash of the file's bytes, `sha256:…`. */
  readonly hash: string;
  /** Length unit of the file's numbers, as declared by the file or by the user. */
  readonly lengthUnit: string;
  readonly solids: readonly SourceSolid[];
  /** What the file holds and was left out. */
  readonly warnings: readonly string[];
}

/** What a format reader is told beside the bytes. */
export interface ReadContext {
  /** The path as the user wrote it, for messages. */
  readonly file: string;
  /** Unit that the user declared, if any. */
  readonly lengthUnit: LengthUnit | undefined;
  /** Chord deflection for exact surfaces [m]. */
  readonly chordM: number;
  /** Angular deflection for exact surfaces [rad]. */
  readonly angleRad: number;
}

/** Gives siblings with equal names distinct ones: `nut`, `nut#2`, `nut#3`. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  });
}
