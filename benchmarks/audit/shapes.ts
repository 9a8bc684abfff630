import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import type { TriangleMesh } from '../../src/geometry/index.js';

/** A Manifold [mm] as a mesh [m]. */
export function toMesh(solid: Manifold): TriangleMesh {
  const { vertProperties, triVerts, numProp } = solid.getMesh();
  const verticesM = new Float64Array((vertProperties.length / numProp) * 3);
  for (let v = 0; v < verticesM.length / 3; v++) {
    for (let k = 0; k < 3; k++) verticesM[3 * v + k] = vertProperties[numProp * v + k]! / 1e3;
  }
  solid.delete();
  return { verticesM, triangles: Uint32Array.from(triVerts) };
}

/** Sphere of `stacks` × `slices` facets about the origin, radius in m. */
export function sphere(radiusM: number, stacks: number, slices: number): TriangleMesh {
  const vertices = [0, 0, radiusM, 0, 0, -radiusM];
  for (let i = 1; i < stacks; i++) {
    for (let j = 0; j < slices; j++) {
      const [t, p] = [(Math.PI * i) / stacks, (2 * Math.PI * j) / slices];
      vertices.push(radiusM * Math.sin(t) * Math.cos(p), radiusM * Math.sin(t) * Math.sin(p), radiusM * Math.cos(t));
    }
  }
  const at = (i: number, j: number) => 2 + (i - 1) * slices + (j % slices);
  const triangles: number[] = [];
  for (let j = 0; j < slices; j++) {
    triangles.push(0, at(1, j), at(1, j + 1), 1, at(stacks - 1, j + 1), at(stacks - 1, j));
    for (let i = 1; i < stacks - 1; i++) {
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { verticesM: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** Spur gear [mm]: trapezoidal teeth on a disk with a bore. */
export function gear({ CrossSection }: ManifoldToplevel, toothCount: number, pitchRadiusMm: number): TriangleMesh {
  const module = (2 * pitchRadiusMm) / toothCount;
  const outline: [number, number][] = [];
  for (let k = 0; k < toothCount; k++) {
    for (const [part, height] of [
      [-0.32, -1.25],
      [-0.23, 0],
      [-0.1, 1],
      [0.1, 1],
      [0.23, 0],
      [0.32, -1.25],
    ] as const) {
      const angle = (2 * Math.PI * (k + part)) / toothCount;
      const radius = pitchRadiusMm + height * module;
      outline.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
    }
  }
  const section = new CrossSection([outline]).subtract(CrossSection.circle(pitchRadiusMm / 4, 64));
  return toMesh(section.extrude(8));
}

/** Cylinder about z from 0 to its height, with a bore where asked for [mm]. */
export function tube(
  { CrossSection }: ManifoldToplevel,
  outerMm: number,
  boreMm: number,
  heightMm: number,
  segments: number,
): TriangleMesh {
  const disk = CrossSection.circle(outerMm, segments);
  return toMesh((boreMm > 0 ? disk.subtract(CrossSection.circle(boreMm, segments)) : disk).extrude(heightMm));
}

/** Hexagon-head bolt: shank along z from 0, head above [mm]. */
export function bolt(
  { CrossSection, Manifold }: ManifoldToplevel,
  shankRadiusMm: number,
  lengthMm: number,
): TriangleMesh {
  const shank = CrossSection.circle(shankRadiusMm, 96).extrude(lengthMm);
  const head = CrossSection.circle(2 * shankRadiusMm, 6)
    .extrude(shankRadiusMm)
    .translate([0, 0, lengthMm]);
  return toMesh(Manifold.union(shank, head));
}

/** Axis-aligned cube about the origin [mm]. */
export function cube({ Manifold }: ManifoldToplevel, sizeMm: number): TriangleMesh {
  return toMesh(Manifold.cube([sizeMm, sizeMm, sizeMm], true));
}
