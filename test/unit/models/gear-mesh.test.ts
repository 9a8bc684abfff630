import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, cross, dot, normalize, scale, subtract, type Vec3 } from '../../../src/core/vector.js';
import type { Wheel } from '../../../src/models/axes.js';
import { isIssue, type Mesh, type MeshSpec, meshOf } from '../../../src/models/gear-mesh.js';
import { gearPair } from '../../../src/models/index.js';
import { about } from './geometry-of.js';

const wheel = (body: string, originM: Vec3, axis: Vec3): Wheel => ({ body, originM, axis: normalize(axis) });

function sound(spec: MeshSpec, A: Wheel, B: Wheel): Mesh {
  const mesh = meshOf(spec, A, B);
  if (isIssue(mesh)) throw new Error(mesh.message);
  return mesh;
}

/** q̇B/q̇A of s = 0. */
const ratio = ({ factors: [a, b] }: Mesh): number => -a / b;

const module2: Omit<MeshSpec, 'mesh'> = { toothCounts: [20, 60], moduleM: 0.002 };
const Z: Vec3 = [0, 0, 1];

describe('parallel axes', () => {
  const A = wheel('A', [0, 0, 0], Z);

  test('external wheels turn against each other, by the tooth counts', () => {
    const mesh = sound({ ...module2, mesh: 'external' }, A, wheel('B', [0.08, 0, 0.003], Z));
    expect(ratio(mesh)).toBeCloseTo(-1 / 3, 14);
    expect(mesh.pointM).toEqual([0.02, 0, 0]);
    expect(mesh.centerDistanceM).toBeCloseTo(0.08, 14);
    expect(mesh.nominalDistanceM).toBeCloseTo(0.08, 14);
  });

  test('a reversed axis reverses the sign, not the motion', () => {
    const mesh = sound({ ...module2, mesh: 'external' }, A, wheel('B', [0.08, 0, 0], [0, 0, -1]));
    expect(ratio(mesh)).toBeCloseTo(1 / 3, 14);
  });

  test('a ring turns with the wheel inside it', () => {
    const mesh = sound({ ...module2, mesh: 'internal' }, A, wheel('ring', [0.04, 0, 0], Z));
    expect(ratio(mesh)).toBeCloseTo(1 / 3, 14);
    expect(mesh.nominalDistanceM).toBeCloseTo(0.04, 14);
    expect(mesh.pointM[0]).toBeCloseTo(-0.02, 14);
  });

  test('the ring may be named first', () => {
    const spec: MeshSpec = { toothCounts: [60, 20], moduleM: 0.002, mesh: 'internal' };
    expect(ratio(sound(spec, wheel('ring', [0.04, 0, 0], Z), A))).toBeCloseTo(3, 14);
  });

  test('wheels on one axis, or a ring as small as its wheel, are refused', () => {
    expect(meshOf({ ...module2, mesh: 'external' }, A, wheel('B', [0, 0, 0.1], Z))).toMatchObject({
      code: 'coaxial_wheels',
    });
    const same: MeshSpec = { toothCounts: [20, 20], moduleM: 0.002, mesh: 'internal' };
    expect(meshOf(same, A, wheel('B', [0.01, 0, 0], Z))).toMatchObject({ code: 'equal_internal_wheels' });
  });
});

describe('axes that meet', () => {
  test('a right-angled bevel pair: both pitch cones touch along one line, and roll there', () => {
    // Apex at the origin, A above it on z, B beside it on x: A turning about +z drives B about −x.
    const A = wheel('A', [0, 0, 0.03], Z);
    const B = wheel('B', [0.02, 0, 0], [1, 0, 0]);
    const mesh = sound({ ...module2, mesh: 'external' }, A, B);
    expect(Math.abs(ratio(mesh))).toBeCloseTo(1 / 3, 14);
    const vA = cross(A.axis, subtract(mesh.pointM, A.originM));
    const vB = scale(cross(B.axis, subtract(mesh.pointM, B.originM)), ratio(mesh));
    for (let k = 0; k < 3; k++) expect(vA[k]).toBeCloseTo(vB[k]!, 12);
  });

  test('axes that pass each other, and a frame at the apex, are refused', () => {
    const A = wheel('A', [0, 0, 0.03], Z);
    const spec: MeshSpec = { ...module2, mesh: 'external' };
    expect(meshOf(spec, A, wheel('B', [0.02, 0.005, 0], [1, 0, 0]))).toMatchObject({ code: 'axes_skew' });
    expect(meshOf(spec, A, wheel('B', [0, 0, 0], [1, 0, 0]))).toMatchObject({ code: 'wheel_at_apex' });
  });
});

test('at the pitch point both surfaces have one velocity, for any axes and tooth counts', () => {
  const direction = fc
    .tuple(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    )
    .filter((v) => Math.hypot(...v) > 0.2);
  const teeth = fc.integer({ min: 12, max: 90 });
  const sign = fc.constantFrom(1, -1);
  fc.assert(
    fc.property(direction, direction, teeth, teeth, sign, sign, fc.boolean(), (u, w, zA, zB, sA, sB, isInternal) => {
      const a = normalize(u);
      const sideways = subtract(w, scale(a, dot(w, a)));
      fc.pre(Math.hypot(...sideways) > 0.05 && !(isInternal && Math.abs(zA - zB) < 2));
      const e = normalize(sideways);
      const spec: MeshSpec = { toothCounts: [zA, zB], moduleM: 0.001, mesh: isInternal ? 'internal' : 'external' };
      const distance = (0.001 * (isInternal ? Math.abs(zB - zA) : zA + zB)) / 2;
      const A = wheel('A', [0.1, 0.2, 0.3], scale(a, sA));
      const B = wheel('B', add(A.originM, add(scale(e, distance), scale(a, 0.004))), scale(a, sB));
      const mesh = sound(spec, A, B);
      const vA = cross(A.axis, subtract(mesh.pointM, A.originM));
      const vB = scale(cross(B.axis, subtract(mesh.pointM, B.originM)), ratio(mesh));
      // rounding of unit vectors of order one and radii below 0.1 m
      for (let k = 0; k < 3; k++) expect(Math.abs(vA[k]! - vB[k]!)).toBeLessThan(1e-12);
    }),
    { seed: 1, numRuns: 200 },
  );
});

describe('gear-pair', () => {
  const spec = gearPair.fields.parse({
    wheels: [
      { on: { joint: 'a' }, toothCount: 20 },
      { on: { joint: 'b' }, toothCount: 60 },
    ],
    moduleM: 0.002,
  });
  const A = about('pinion', [0, 0, 0], Z);
  const B = about('wheel', [0.08, 0, 0], Z);

  test('is a rigid row in metres of pitch circle', () => {
    const [row] = gearPair.rows!(spec, [A, B]);
    expect(row!.behavior).toEqual({ kind: 'rigid' });
    expect(row!.terms.map(({ factor }) => factor)).toEqual([0.02, 0.06]);
    expect(row!.loss).toBeNull();
  });

  test('a joint that names the wheel first counts the other way round', () => {
    const reversed = about('carrier', [0.08, 0, 0], Z, { reference: 'wheel' });
    expect(gearPair.issues!(spec, [A, reversed])).toEqual([]);
    // The coordinate is that of the carrier against the wheel, so the wheel turns about −z: the signs agree now.
    expect(gearPair.rows!(spec, [A, reversed])[0]!.terms[1]!.factor).toBe(-0.06);
  });

  test('its range ends where the teeth leave each other', () => {
    const [bound] = gearPair.range!(spec, [A, B]);
    expect(bound).toMatchObject({ upper: 0.084, lower: 0.078, stopsActing: true });
    expect(bound!.coordinate).toMatchObject({ motion: 'distance', body: 'wheel', reference: 'pinion' });
  });

  test('wheels without a common carrier are refused', () => {
    const elsewhere = about('wheel', [0.08, 0, 0], Z, { reference: 'another' });
    expect(gearPair.issues!(spec, [A, elsewhere])).toMatchObject([{ code: 'no_common_carrier' }]);
  });
});
