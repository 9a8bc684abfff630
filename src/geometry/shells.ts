import { boundsOf, massProperties } from './mass-properties.js';
import { meshTopology, triangleComponents } from './mesh-topology.js';
import type { TriangleMesh } from './part.js';

interface Shell {
  readonly triangles: number[];
  readonly volumeM3: number;
  readonly boundsM: ReturnType<typeof boundsOf>;
}

/**
 * Triangles of each connected piece of a mesh, in the order of their first triangles. A shell of negative volume inside the
 * bounding box of a positive one is a cavity and goes with the smallest such shell.
 */
export function shellGroups(mesh: TriangleMesh): readonly (readonly number[])[] {
  const shells = splitShells(mesh);
  const groups = new Map<Shell, number[]>();
  const isCavity = (shell: Shell) => shell.volumeM3 < 0 && enclosing(shell, shells) !== undefined;
  for (const shell of shells) if (!isCavity(shell)) groups.set(shell, [...shell.triangles]);
  for (const shell of shells) if (isCavity(shell)) groups.get(enclosing(shell, shells)!)!.push(...shell.triangles);
  return [...groups.values()].map((triangles) => triangles.sort((a, b) => a - b));
}

function splitShells(mesh: TriangleMesh): readonly Shell[] {
  const { componentOfTriangle, count } = triangleComponents(meshTopology(mesh.triangles));
  const lists = Array.from({ length: count }, (): number[] => []);
  componentOfTriangle.forEach((component, t) => {
    lists[component]!.push(t);
  });
  return lists.map((triangles) => {
    const indices = Uint32Array.from(triangles.flatMap((t) => [...mesh.triangles.subarray(3 * t, 3 * t + 3)]));
    const positions = Float64Array.from([...indices].flatMap((v) => [...mesh.verticesM.subarray(3 * v, 3 * v + 3)]));
    const { volumeM3 } = massProperties({ verticesM: mesh.verticesM, triangles: indices });
    return { triangles, volumeM3, boundsM: boundsOf(positions) };
  });
}

function enclosing(cavity: Shell, shells: readonly Shell[]): Shell | undefined {
  return shells
    .filter((shell) => shell.volumeM3 > -cavity.volumeM3 && holds(shell.boundsM, cavity.boundsM))
    .sort((a, b) => a.volumeM3 - b.volumeM3)[0];
}

function holds(outer: Shell['boundsM'], inner: Shell['boundsM']): boolean {
  return [0, 1, 2].every((k) => outer.min[k]! <= inner.min[k]! && outer.max[k]! >= inner.max[k]!);
}
