// What a scene declares about its overlaps, what cannot be audited, and clearances.
import { describe, expect, test } from 'vitest';
import { type AuditInput, auditInterference } from '../../../src/audit/index.js';
import { IDENTITY_POSE, quatFromAxisAngle } from '../../../src/core/vector.js';
import { boxMesh } from '../../../src/geometry/index.js';
import { at, inputOf, meshBody, restOf, solidBody, trackOf, wasm } from './bodies.js';
import { plateWithHole } from './solids.js';

const cube = (name: string, sizeM = 0.01) => solidBody(name, { kind: 'box', sizeM: [sizeM, sizeM, sizeM] });

/** Cubes a and b of 10 mm, b 8 mm along x: they overlap in x 3…5 mm. */
async function overlapping() {
  const bodies = [await cube('a'), await cube('b')];
  return { bodies, poses: restOf(bodies, { b: at(0.008) }) };
}

const exclusion = (
  regionBody: 'a' | 'b',
  region: AuditInput['exclusions'][number]['region'],
): Pick<AuditInput, 'exclusions'> => ({
  exclusions: [{ bodies: ['a', 'b'], regionBody, region, reason: 'press fit' }],
});

describe('an exclusion region', () => {
  const wall = { kind: 'box', sizeM: [0.002, 0.02, 0.02] } as const;

  test.each([
    ['the first body', 'a', at(0.004)],
    ['the second body', 'b', at(-0.004)],
  ] as const)('in the frame of %s hides the overlap inside it', async (_, body, poseInBody) => {
    const { bodies, poses } = await overlapping();
    const report = await auditInterference(inputOf(bodies, exclusion(body, { ...wall, poseInBody })), poses, wasm);
    expect(report).toMatchObject({ status: 'PASS', violations: [] });
    expect(report.exclusions).toEqual([
      { bodies: ['a', 'b'], regionBody: body, region: { ...wall, poseInBody }, reason: 'press fit' },
    ]);
  });

  test('leaves the overlap outside it', async () => {
    const { bodies, poses } = await overlapping();
    const half = { ...wall, poseInBody: at(0.004, 0.01) }; // y > 0 only
    const { violations } = await auditInterference(inputOf(bodies, exclusion('a', half)), poses, wasm);
    expect(violations[0]!.volumeM3).toBeCloseTo(2e-3 * 5e-3 * 10e-3, 15);
  });

  test('of a cylinder turned in its body covers what is declared', async () => {
    const { bodies, poses } = await overlapping();
    const region = {
      kind: 'cylinder',
      radiusM: 0.0072, // circumscribes the square of 10 mm
      lengthM: 0.002,
      poseInBody: { positionM: [0.004, 0, 0], rotation: quatFromAxisAngle([0, 1, 0], Math.PI / 2) },
    } as const;
    expect((await auditInterference(inputOf(bodies, exclusion('a', region)), poses, wasm)).violations).toEqual([]);
  });

  test('of a sphere takes its volume off the overlap', async () => {
    const { bodies, poses } = await overlapping();
    const region = { kind: 'sphere', radiusM: 0.001, poseInBody: at(0.004) } as const;
    const { violations } = await auditInterference(inputOf(bodies, exclusion('a', region)), poses, wasm);
    const sphere = (4 / 3) * Math.PI * 1e-9;
    // a polyhedron of 128 sides that the sphere's equator is inscribed in: volume within 0.5 %
    expect(Math.abs(2e-7 - violations[0]!.volumeM3 - sphere)).toBeLessThan(0.005 * sphere);
  });

  test('concerns its own pair only', async () => {
    const { bodies } = await overlapping();
    const all = [...bodies, await cube('c')];
    const poses = restOf(all, { b: at(0.008), c: at(0.0081, 0.001) });
    const declared = exclusion('a', { ...wall, poseInBody: at(0.004) });
    const { violations } = await auditInterference(inputOf(all, declared), poses, wasm);
    expect(violations.map((v) => v.bodies.join('–')).sort()).toEqual(['a–c', 'b–c']);
  });

  test('that holds a whole body leaves nothing of the pair', async () => {
    const { bodies, poses } = await overlapping();
    const region = { kind: 'box', sizeM: [0.02, 0.02, 0.02], poseInBody: IDENTITY_POSE } as const;
    expect((await auditInterference(inputOf(bodies, exclusion('a', region)), poses, wasm)).status).toBe('PASS');
  });
});

test('an elastic body is left out whole, with its reason', async () => {
  const { bodies, poses } = await overlapping();
  const declared = { elasticBodies: [{ body: 'b', reason: 'spring coil drawn at rest' }] };
  const report = await auditInterference(inputOf(bodies, declared), poses, wasm);
  expect(report).toMatchObject({ status: 'PASS', pairCount: 0 });
  expect(report.exclusions).toEqual([
    { bodies: ['b'], regionBody: null, region: null, reason: 'spring coil drawn at rest' },
  ]);
});

describe('absent bodies', () => {
  test('are audited only while they are there', async () => {
    const bodies = [await cube('a'), await cube('coin')];
    // the coin overlaps from 0.31 s on, and is in the scene up to 0.2 s and from 0.5 s
    const track = trackOf(bodies, 1, (name, t) => {
      if (name === 'a') return at(0);
      return t > 0.2 && t < 0.49 ? null : at(t < 0.31 ? 0.02 : 0.008);
    });
    const { violations } = await auditInterference(inputOf(bodies), track, wasm);
    expect(violations[0]!.firstS).toBeCloseTo(0.5, 9);
  });

  test('that never come have nothing to show', async () => {
    const bodies = [await cube('a'), await cube('b')];
    const report = await auditInterference(
      inputOf(bodies),
      trackOf(bodies, 0.2, (name) => (name === 'a' ? at(0) : null)),
      wasm,
    );
    expect(report.violations).toEqual([]);
  });
});

describe('what cannot be audited', () => {
  test('a body without geometry is listed', async () => {
    const bodies = [await cube('a'), { name: 'ghost', parts: [], refine: null }];
    const report = await auditInterference(inputOf(bodies), restOf(bodies), wasm);
    expect(report.status).toBe('INCONCLUSIVE');
    expect(report.notAudited).toMatchObject([{ bodies: ['ghost'], isPartly: false }]);
  });

  test('an open mesh is tested for crossing, and listed with its open edges', async () => {
    const closed = boxMesh([0.01, 0.01, 0.01]);
    const bodies = [
      await cube('a'),
      await meshBody('torn', { verticesM: closed.verticesM, triangles: closed.triangles.slice(3) }),
    ];
    const track = trackOf(bodies, 1, (name, t) => at(name === 'a' || t > 0.45 ? 0 : 0.03, 0.001, 0.002));
    const report = await auditInterference(inputOf(bodies), track, wasm);
    expect(report.status).toBe('INCONCLUSIVE');
    expect(report.violations).toEqual([]);
    expect(report.notAudited).toMatchObject([{ bodies: ['a', 'torn'], isPartly: true }]);
    expect(report.notAudited[0]!.reason).toContain('torn has 3 open edges');
    const moved = trackOf(bodies, 1, (name, t) => (name === 'a' ? at(0) : at(t > 0.45 ? 0.005 : 0.03, 0.001, 0.002)));
    const crossing = await auditInterference(inputOf(bodies), moved, wasm);
    // somewhere on the jump from one recorded pose to the next
    expect(crossing.notAudited[0]!.crossingAtS).toBeGreaterThan(0.44);
    expect(crossing.notAudited[0]!.crossingAtS).toBeLessThanOrEqual(0.46);
  });

  test('an exclusion that cannot be cut from an open mesh is listed', async () => {
    const closed = boxMesh([0.01, 0.01, 0.01]);
    const torn = { verticesM: closed.verticesM, triangles: closed.triangles.slice(3) };
    const bodies = [await meshBody('a', torn), await cube('b')];
    const region = { kind: 'sphere', radiusM: 0.001, poseInBody: IDENTITY_POSE } as const;
    const report = await auditInterference(
      inputOf(bodies, exclusion('a', region)),
      restOf(bodies, { b: at(0.02) }),
      wasm,
    );
    expect(report.notAudited.map(({ reason }) => reason).join()).toContain('exclusion region');
  });
});

describe('clearance', () => {
  test('is the smallest over all samples, with its time and its points in the world', async () => {
    const bodies = [await cube('a'), await cube('b')];
    // closest at 0.5 s: 12 mm between centres, 2 mm between faces, b 2 mm to the side
    const track = trackOf(bodies, 1, (name, t) =>
      name === 'a' ? at(0.1) : at(0.1 + 0.012 + Math.abs(t - 0.5) * 0.01, 0.002),
    );
    const declared = { clearances: [{ bodies: ['b', 'a'], upToM: 0.005 }] };
    const { clearances, status } = await auditInterference(inputOf(bodies, declared), track, wasm);
    expect(status).toBe('PASS');
    const [clearance] = clearances;
    expect(clearance).toMatchObject({ bodies: ['b', 'a'], upToM: 0.005 });
    expect(clearance!.clearanceM).toBeCloseTo(0.002, 12);
    expect(clearance!.atS).toBeCloseTo(0.5, 9);
    expect(clearance!.onFirstM![0]).toBeCloseTo(0.107, 12);
    expect(clearance!.onSecondM![0]).toBeCloseTo(0.105, 12);
  });

  test('of a pin in a wide hole is the gap; beyond the limit it is null; touching it is 0', async () => {
    const bodies = [
      await meshBody('plate', await plateWithHole(5, 64)),
      await solidBody('pin', { kind: 'cylinder', radiusM: 0.004, lengthM: 0.02 }),
    ];
    const declared = { clearances: [{ bodies: ['plate', 'pin'], upToM: 0.002 }] };
    const gap = async (x: number) => {
      const report = await auditInterference(inputOf(bodies, declared), restOf(bodies, { pin: at(x) }), wasm);
      return report.clearances[0]!.clearanceM;
    };
    // facets sag by 5 mm·(1 − cos(π/64)) = 6 µm
    expect(Math.abs((await gap(0))! - 0.001)).toBeLessThan(7e-6);
    expect(await gap(0.05)).toBeNull();
    expect(await gap(0.002)).toBe(0);
  });
});
