import { describe, expect, test } from 'vitest';
import { add, type Vec3 } from '../../../src/core/vector.js';
import {
  boxMesh,
  cylinderMesh,
  findCylinders,
  loadManifold,
  loadPart,
  massProperties,
  meshFromManifold,
  sphereMesh,
  type TriangleMesh,
  tessellationVolumeError,
} from '../../../src/geometry/index.js';
import { REALCAD } from './fixtures.js';

const R = 0.02;
const L = 0.05;

/** Chord deflection of an n-gon inscribed in a circle of radius r [m]. */
const sagitta = (r: number, n: number) => r * (1 - Math.cos(Math.PI / n));

const diagonal = (inertia: readonly number[]): Vec3 => [inertia[0]!, inertia[4]!, inertia[8]!];

function moved(mesh: TriangleMesh, by: Vec3): TriangleMesh {
  const verticesM = mesh.verticesM.map((x, i) => x + by[i % 3]!);
  return { verticesM, triangles: mesh.triangles };
}

/** Relative error, against rounding: 1e-12 is some thousand times the sum's last digit. */
const ROUNDING = 1e-12;

describe('mass properties of exact polyhedra', () => {
  test('box', () => {
    const [a, b, c] = [0.01, 0.02, 0.03];
    const { volumeM3: V, areaM2, centerOfMassM, inertiaPerDensityM5 } = massProperties(boxMesh([a, b, c]));
    expect(V / (a * b * c) - 1).toBeLessThan(ROUNDING);
    expect(areaM2 / (2 * (a * b + b * c + c * a)) - 1).toBeLessThan(ROUNDING);
    expect(Math.hypot(...centerOfMassM)).toBeLessThan(1e-17);
    const exact = [b * b + c * c, a * a + c * c, a * a + b * b].map((s) => (V * s) / 12);
    diagonal(inertiaPerDensityM5).forEach((I, k) => {
      expect(Math.abs(I / exact[k]! - 1)).toBeLessThan(ROUNDING);
    });
    for (const k of [1, 2, 3, 5, 6, 7]) expect(Math.abs(inertiaPerDensityM5[k]!)).toBeLessThan(1e-24);
  });

  test('prism of n sides has the volume and axial moment of a regular n-gon', () => {
    const n = 64;
    const { volumeM3, inertiaPerDensityM5 } = massProperties(cylinderMesh(R, L, n));
    const area = (n / 2) * R * R * Math.sin((2 * Math.PI) / n);
    // polar second moment of a regular n-gon of circumradius R: A·R²/6·(2 + cos(2π/n))
    const polar = ((area * R * R) / 6) * (2 + Math.cos((2 * Math.PI) / n));
    expect(Math.abs(volumeM3 / (area * L) - 1)).toBeLessThan(ROUNDING);
    expect(Math.abs(inertiaPerDensityM5[8]! / (polar * L) - 1)).toBeLessThan(ROUNDING);
  });

  test('a part ten meters from its origin loses no more digits than its coordinates did', () => {
    const here = massProperties(boxMesh([0.001, 0.001, 0.001]));
    const there = massProperties(moved(boxMesh([0.001, 0.001, 0.001]), [10, -10, 10]));
    // 10 m in double precision: 1.8e-15 m on an edge of 1 mm, 2e-12 relative, a few times over
    expect(Math.abs(there.volumeM3 / here.volumeM3 - 1)).toBeLessThan(2e-11);
    there.inertiaPerDensityM5.forEach((I, k) => {
      expect(Math.abs(I - here.inertiaPerDensityM5[k]!)).toBeLessThan(1e-10 * here.inertiaPerDensityM5[0]!);
    });
  });
});

describe('mass properties of curved solids stay within the tessellation bound', () => {
  // Inscribed n-gon of circumradius r: chord deflection δ = r(1 − cos π/n), area short by 4δ/3r + O(δ²), axial moment by 8δ/3r.
  test.each([16, 32, 64, 128])('cylinder of %i facets', (n) => {
    const { volumeM3, inertiaPerDensityM5 } = massProperties(cylinderMesh(R, L, n));
    const V = Math.PI * R * R * L;
    const bound = ((4 / 3) * sagitta(R, n)) / R;
    const low = 1 - volumeM3 / V;
    expect(low).toBeGreaterThan(0.95 * bound);
    expect(low).toBeLessThanOrEqual(bound);
    const lowInertia = 1 - inertiaPerDensityM5[8]! / ((V * R * R) / 2);
    expect(lowInertia).toBeGreaterThan(0.9 * 2 * bound);
    expect(lowInertia).toBeLessThanOrEqual(2 * bound);
    const transverse = (V * (3 * R * R + L * L)) / 12;
    expect(Math.abs(1 - inertiaPerDensityM5[0]! / transverse)).toBeLessThanOrEqual(2 * bound);
  });

  test.each([16, 32, 64, 128])('sphere of %i segments', (n) => {
    const { volumeM3, inertiaPerDensityM5 } = massProperties(sphereMesh(R, n));
    const V = (4 / 3) * Math.PI * R ** 3;
    // facets curve both ways: twice the chord of one direction bounds the depth, and dV/V = 3·depth/r at most
    const bound = (3 * 2 * sagitta(R, n)) / R;
    expect(1 - volumeM3 / V).toBeGreaterThan(0);
    expect(1 - volumeM3 / V).toBeLessThanOrEqual(bound);
    for (const I of diagonal(inertiaPerDensityM5)) {
      const low = 1 - I / (0.4 * V * R * R);
      expect(low).toBeGreaterThan(0);
      expect(low).toBeLessThanOrEqual((5 / 3) * bound);
    }
  });

  test('torus', () => {
    const [ring, tube, n, m] = [0.03, 0.008, 128, 64];
    const { volumeM3, inertiaPerDensityM5, areaM2 } = massProperties(torusMesh(ring, tube, n, m));
    const V = 2 * Math.PI ** 2 * ring * tube * tube;
    // deviation from the torus is below the chord deflections of the two circles together
    const bound = (areaM2 * (sagitta(tube, m) + sagitta(ring + tube, n))) / V;
    expect(1 - volumeM3 / V).toBeGreaterThan(0);
    expect(1 - volumeM3 / V).toBeLessThanOrEqual(bound);
    const axial = V * (ring * ring + 0.75 * tube * tube);
    const transverse = V * (ring * ring * 0.5 + 0.625 * tube * tube);
    const [Ix, Iy, Iz] = diagonal(inertiaPerDensityM5);
    for (const [measured, exact] of [
      [Iz, axial],
      [Ix, transverse],
      [Iy, transverse],
    ] as const) {
      expect(1 - measured / exact).toBeGreaterThan(0);
      expect(1 - measured / exact).toBeLessThanOrEqual((5 / 3) * bound);
    }
  });

  test('box with a round hole reads high by what the hole reads low', async () => {
    const { Manifold } = await loadManifold();
    const [n, r] = [96, 0.006];
    const box = Manifold.cube([0.04, 0.03, 0.01], true);
    const drill = Manifold.cylinder(0.02, r, r, n, true).translate([0.004, 0, 0]);
    const solid = box.subtract(drill);
    const { volumeM3, centerOfMassM, inertiaPerDensityM5 } = massProperties(meshFromManifold(solid));
    for (const temporary of [box, drill, solid]) temporary.delete();
    const hole = Math.PI * r * r * 0.01;
    const exact = 0.04 * 0.03 * 0.01 - hole;
    const excess = (volumeM3 - exact) / hole;
    const bound = ((4 / 3) * sagitta(r, n)) / r;
    expect(excess).toBeGreaterThan(0.95 * bound);
    expect(excess).toBeLessThanOrEqual(bound + 1e-9);
    // moments of box and hole about the common centre, the hole's volume and moments short by bound and twice bound
    const centre = (-hole * 0.004) / exact;
    expect(Math.abs(centerOfMassM[0] - centre)).toBeLessThan((hole * 0.004 * 2 * bound) / exact);
    const Ibox = (0.04 * 0.03 * 0.01 * (0.04 ** 2 + 0.03 ** 2)) / 12;
    const Ihole = hole * (r * r * 0.5 + 0.004 ** 2);
    const Izz = Ibox - Ihole - exact * centre * centre;
    expect(Math.abs(inertiaPerDensityM5[8]! - Izz)).toBeLessThan(2 * bound * Ihole);
  });

  test('STEP cylinder: error below area × chord, and below 4δ/3r', async () => {
    const part = await loadPart(
      { kind: 'file', file: 'cadquery_red_cube_blue_cylinder.step', solid: 'blue_cylinder' },
      { baseDirectory: REALCAD, chordM: 1e-5, angleRad: 0.35 },
    );
    const [cylinder] = findCylinders(part);
    expect(Math.abs(cylinder!.radiusM - 0.005)).toBeLessThan(1e-12);
    const V = Math.PI * 0.005 ** 2 * 0.01;
    const low = V - part.massProperties.volumeM3;
    expect(low).toBeGreaterThan(0);
    expect(low / V).toBeLessThanOrEqual(((4 / 3) * 1e-5) / 0.005);
    expect(low).toBeLessThanOrEqual(tessellationVolumeError(part));
  });
});

test('the parallel-axis shift agrees with two boxes taken together', () => {
  const left = moved(boxMesh([0.01, 0.01, 0.01]), [-0.02, 0, 0]);
  const right = moved(boxMesh([0.02, 0.02, 0.02]), [0.03, 0.01, 0]);
  const offset = left.verticesM.length / 3;
  const both = massProperties({
    verticesM: Float64Array.from([...left.verticesM, ...right.verticesM]),
    triangles: Uint32Array.from([...left.triangles, ...right.triangles.map((v) => v + offset)]),
  });
  const [a, b] = [1e-6, 8e-6];
  const centre = add([(-0.02 * a) / 9e-6, 0, 0], [(0.03 * b) / 9e-6, (0.01 * b) / 9e-6, 0]);
  both.centerOfMassM.forEach((x, k) => {
    expect(Math.abs(x - centre[k]!)).toBeLessThan(1e-16);
  });
  const reduced = (a * b) / (a + b);
  const [dx, dy] = [0.05, 0.01];
  const own = (a * 1e-4 + b * 4e-4) / 6;
  const expected = [
    [own + reduced * dy * dy, -reduced * dx * dy, 0],
    [-reduced * dx * dy, own + reduced * dx * dx, 0],
    [0, 0, own + reduced * (dx * dx + dy * dy)],
  ].flat();
  both.inertiaPerDensityM5.forEach((I, k) => {
    expect(Math.abs(I - expected[k]!)).toBeLessThan(1e-12 * expected[8]!);
  });
});

/** Torus about z: n segments around the ring, m around the tube, corners on the torus. */
function torusMesh(ring: number, tube: number, n: number, m: number): TriangleMesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const [u, v] = [(2 * Math.PI * i) / n, (2 * Math.PI * j) / m];
      const rho = ring + tube * Math.cos(v);
      vertices.push(rho * Math.cos(u), rho * Math.sin(u), tube * Math.sin(v));
      const at = (p: number, q: number) => (p % n) * m + (q % m);
      triangles.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { verticesM: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}
