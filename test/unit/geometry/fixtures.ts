import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { GeometryError, type Issue } from '../../../src/core/errors.js';
import type { TriangleMesh } from '../../../src/geometry/index.js';

/** Directory of the real CAD corpus. */
export const REALCAD = fileURLToPath(new URL('../../fixtures/realcad', import.meta.url));

/** A directory for one test file, removed after it. */
export function scratchDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'mechtrial-geometry-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Writes a file into a directory and returns its name. */
export function writeInto(directory: string, name: string, content: string | Uint8Array): string {
  writeFileSync(join(directory, name), content);
  return name;
}

/** The one issue that a promise fails with. */
export async function issueOf(promise: Promise<unknown>): Promise<Issue> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GeometryError);
  const { issues } = error as GeometryError;
  expect(issues).toHaveLength(1);
  expect(issues[0]!.fix.length).toBeGreaterThan(20);
  return issues[0]!;
}

/** Binary STL with the given header text. */
export function binaryStl({ verticesM, triangles }: TriangleMesh, header = ''): Uint8Array {
  const count = triangles.length / 3;
  const bytes = new Uint8Array(84 + 50 * count);
  bytes.set(new TextEncoder().encode(header).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  triangles.forEach((v, h) => {
    const at = 84 + 50 * Math.floor(h / 3) + 12 + 12 * (h % 3);
    for (let k = 0; k < 3; k++) view.setFloat32(at + 4 * k, verticesM[3 * v + k]!, true);
  });
  return bytes;
}

/** ASCII STL. */
export function asciiStl({ verticesM, triangles }: TriangleMesh, name: string, newline = '\n'): string {
  const lines = [`solid ${name}`];
  for (let t = 0; t < triangles.length; t += 3) {
    lines.push('  facet normal 0 0 0', '    outer loop');
    for (let k = 0; k < 3; k++) {
      const v = 3 * triangles[t + k]!;
      lines.push(`      vertex ${verticesM[v]} ${verticesM[v + 1]} ${verticesM[v + 2]}`);
    }
    lines.push('    endloop', '  endfacet');
  }
  return [...lines, `endsolid ${name}`, ''].join(newline);
}

/** The mesh with its lengths multiplied. */
export function scaled({ verticesM, triangles }: TriangleMesh, factor: number): TriangleMesh {
  return { verticesM: verticesM.map((x) => x * factor), triangles };
}
