import { describe, expect, test } from 'vitest';
import { type AuditBody, auditInterference } from '../../../src/audit/index.js';
import { IDENTITY_POSE, type Pose, quatFromAxisAngle } from '../../../src/core/vector.js';
import { loadPart } from '../../../src/geometry/index.js';
import { at, inputOf, meshBody, restOf, solidBody, trackOf, wasm } from './bodies.js';
import { hollowBox, mesh, pin, plateWithHole } from './solids.js';

const cube = (name: string, sizeM = 0.01) => solidBody(name, { kind: 'box', sizeM: [sizeM, sizeM, sizeM] });

/** Two cubes of 10 mm; `b` approaches from 20 mm at 13.8 mm/s: faces meet at 10/13.8 s, 3.8 mm of overlap at 1 s. */
async function approaching() {
  const bodies = [await cube('a'), await cube('b')];
  return { bodies, track: trackOf(bodies, 1, (name, t) => (name === 'a' ? at(0) : at(0.02 - 0.0138 * t, 0.001))) };
}

describe('a violation', () => {
  test('says who, when, how much and where', async () => {
    const { bodies, track } = await approaching();
    const report = await auditInterference(inputOf(bodies), track, wasm);
    expect(report).toMatchObject({ status: 'FAIL', backend: 'wasm', volumeBackend: 'manifold-wasm', pairCount: 1 });
    expect(report.poseCount).toBe(11);
    const [violation, ...others] = report.violations;
    expect(others).toEqual([]);
    expect(violation).toMatchObject({ bodies: ['a', 'b'], parts: ['a', 'b'], worstS: 1, phase: null });
    // 3.8 × 9 × 10 mm, computed in double precision
    expect(violation!.volumeM3).toBeCloseTo(3.42e-7, 15);
    expect(violation!.boxM.min.map((x) => Math.round(x * 1e9) + 0)).toEqual([1_200_000, -4_000_000, -5_000_000]);
    expect(violation!.boxM.max.map((x) => Math.round(x * 1e9))).toEqual([5_000_000, 5_000_000, 5_000_000]);
  });

  test('begins where depth and volume both exceed their tolerance, within one recorded pose', async () => {
    const { bodies, track } = await approaching();
    const { violations } = await auditInterference(inputOf(bodies), track, wasm);
    // 0.05 mm at 13.8 mm/s after the faces met; volume is above 1 mm³ long before
    const onsetS = 10 / 13.8 + 0.05 / 13.8;
    expect(violations[0]!.firstS).toBeGreaterThanOrEqual(onsetS);
    expect(violations[0]!.firstS).toBeLessThan(onsetS + 0.02);
  });

  test('in the first pose begins there', async () => {
    const bodies = [await cube('a'), await cube('b')];
    const track = trackOf(bodies, 0.5, (name, t) => (name === 'a' ? at(0) : at(0.006 + 0.02 * t, 0.001, 0.001)));
    const { violations } = await auditInterference(inputOf(bodies), track, wasm);
    expect(violations[0]!.firstS).toBe(0);
    expect(violations[0]!.worstS).toBe(0);
  });

  test('names the phase in which it begins, and the coordinates of the caller', async () => {
    const { bodies, track } = await approaching();
    const phases = [
      { id: 'reach', firstStep: 0, lastStep: 500, endedBy: 'duration' },
      { id: 'push', firstStep: 500, lastStep: 1000, endedBy: 'duration' },
    ] as const;
    const options = { ...wasm, coordinatesAt: (atS: number) => ({ slide: -atS }) };
    const { violations } = await auditInterference(inputOf(bodies), { ...track, phases }, options);
    expect(violations[0]).toMatchObject({ phase: 'push', coordinates: { slide: -1 } });
  });

  test('takes poses of bodies, of parts in bodies, and reports in the world', async () => {
    const turned: Pose = { positionM: [0.1, 0.2, 0.3], rotation: quatFromAxisAngle([0, 0, 1], Math.PI / 2) };
    const bodies = [
      await cube('a'),
      await solidBody('b', { kind: 'box', sizeM: [0.01, 0.01, 0.01] }, at(0.005, 0.001, 0.002)),
    ];
    const { violations } = await auditInterference(inputOf(bodies), restOf(bodies, { a: turned, b: turned }), wasm);
    expect(violations[0]!.volumeM3).toBeCloseTo(5e-3 * 9e-3 * 8e-3, 15);
    // the overlap is x 0…5, y −4…5, z −3…5 mm before the turn
    expect(violations[0]!.boxM.min.map((x) => Math.round(x * 1e6))).toEqual([95_000, 200_000, 297_000]);
    expect(violations[0]!.boxM.max.map((x) => Math.round(x * 1e6))).toEqual([104_000, 205_000, 305_000]);
  });

  test('of bodies with several parts is one per pair of bodies, of the deepest parts', async () => {
    const block = (name: string, x: number, y: number) =>
      loadPart({ kind: 'box', sizeM: [0.01, 0.01, 0.01] }, { name }).then((part) => ({ part, poseInBody: at(x, y) }));
    const bodies: AuditBody[] = [
      { name: 'a', parts: [await block('low', 0, 0), await block('high', 0.05, 0)], refine: null },
      { name: 'b', parts: [await block('left', 0.0095, 0.0005), await block('right', 0.058, 0.0005)], refine: null },
    ];
    const { violations, pairCount } = await auditInterference(inputOf(bodies), restOf(bodies), wasm);
    expect(pairCount).toBe(1);
    expect(violations).toHaveLength(1);
    expect(violations[0]!.parts).toEqual(['high', 'right']);
  });

  test('in every one of three nested solids is one per pair', async () => {
    const bodies = [await cube('outer', 0.03), await cube('middle', 0.02), await cube('inner', 0.01)];
    const { violations } = await auditInterference(inputOf(bodies), restOf(bodies), wasm);
    expect(violations.map((v) => v.bodies.join('–')).sort()).toEqual(['middle–inner', 'outer–inner', 'outer–middle']);
    for (const { bodies: pair, volumeM3 } of violations) {
      expect(volumeM3).toBeCloseTo(pair.includes('inner') ? 1e-6 : 8e-6, 15);
    }
  });

  test('is found where the deepest sample is too small in volume: at the deepest that is not', async () => {
    // a spike of 0.7 × 0.7 mm reaches 0.6 mm deep, 0.3 mm³; then the broad side reaches 0.1 mm deep, 10 mm³
    const spiked = await meshBody(
      'spiked',
      await mesh(({ Manifold: M }) => M.cube([10, 10, 10], true).add(M.cube([0.7, 0.7, 8], true).translate([0, 0, 5]))),
    );
    const bodies = [await cube('block'), spiked];
    const track = trackOf(bodies, 0.3, (name, t) => {
      if (name === 'block') return at(0);
      if (t < 0.09) return at(0, 0, -0.03);
      return t < 0.19 ? at(0, 0, -0.0134) : at(0.0099);
    });
    const { violations } = await auditInterference(inputOf(bodies), track, wasm);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toMatchObject({ firstS: 0.2, worstS: 0.2 });
    expect(violations[0]!.volumeM3).toBeCloseTo(1e-8, 15);
  });

  test('of identical solids is found', async () => {
    const bodies = [await cube('a'), await cube('b')];
    const { violations } = await auditInterference(inputOf(bodies), restOf(bodies), wasm);
    expect(violations[0]!.volumeM3).toBeCloseTo(1e-6, 15);
  });
});

describe('no violation', () => {
  test.each([
    ['face contact', at(0.01, 0.002)],
    ['a shared edge', at(0.01, 0.01)],
    ['overlap of 1 µm', at(0.01 - 1e-6)],
    ['overlap of 10 µm', at(0.01 - 1e-5, 0.001)],
  ])('%s', async (_, pose) => {
    const bodies = [await cube('a'), await cube('b')];
    const report = await auditInterference(inputOf(bodies), restOf(bodies, { b: pose }), wasm);
    expect(report.violations).toEqual([]);
    expect(report.status).toBe('PASS');
  });

  test('of a part in an empty room of another', async () => {
    const bodies = [await meshBody('shell', await hollowBox()), await cube('ball')];
    const report = await auditInterference(inputOf(bodies), restOf(bodies, { ball: at(0.003) }), wasm);
    expect(report).toMatchObject({ status: 'PASS', violations: [], nearMisses: [] });
  });

  test('of plates that overlap by 40 nm, though the volume is above tolerance: a near miss', async () => {
    const plate = { kind: 'box', sizeM: [0.2, 0.15, 0.01] } as const;
    const bodies = [await solidBody('a', plate), await solidBody('b', plate)];
    const report = await auditInterference(inputOf(bodies), restOf(bodies, { b: at(0, 0, 0.01 - 4e-8) }), wasm);
    expect(report.violations).toEqual([]);
    expect(report.nearMisses).toHaveLength(1);
    expect(report.nearMisses[0]!.volumeM3).toBeCloseTo(0.2 * 0.15 * 4e-8, 13);
    expect(report.nearMisses[0]!.depthM).toBeCloseTo(4e-8, 12);
  });

  test('of a zero-clearance pin whose facets overlap, once it is tessellated finer', async () => {
    const sidesAt = (chordM: number) => Math.ceil(Math.PI / Math.acos(1 - chordM / 5e-3));
    const round = async (
      name: string,
      build: (sides: number) => Promise<{ verticesM: Float64Array; triangles: Uint32Array }>,
    ) => {
      const parts = async (chordM: number) => {
        const part = await loadPart({ kind: 'mesh', ...(await build(sidesAt(chordM))) }, { name });
        return [{ ...part, chordM }];
      };
      const [part] = await parts(1e-4);
      return { name, parts: [{ part: part!, poseInBody: IDENTITY_POSE }], refine: parts } satisfies AuditBody;
    };
    const bodies = [
      await round('plate', (sides) => plateWithHole(5, sides, 180 / sides)),
      await round('pin', (sides) => pin(5, sides)),
    ];
    const coarse = await auditInterference(
      inputOf(bodies.map((body) => ({ ...body, refine: null }))),
      restOf(bodies),
      wasm,
    );
    expect(coarse.violations).toHaveLength(1);
    const report = await auditInterference(inputOf(bodies), restOf(bodies), wasm);
    expect(report.violations).toEqual([]);
    expect(report.status).toBe('PASS');
    // what is left at a quarter of the deflection: its depth is the sag of the hole's facets
    expect(report.nearMisses[0]!.depthM).toBeLessThan(2.5e-5 * 1.05);
    expect(report.nearMisses[0]!.depthM).toBeGreaterThan(0);
  });
});

describe('tolerances', () => {
  test('shrink with parts thinner than 5 mm', async () => {
    const foil = { kind: 'box', sizeM: [0.02, 0.02, 0.001] } as const;
    const bodies = [await solidBody('a', foil), await solidBody('b', foil)];
    // 0.02 mm deep: within 0.05 mm, not within 0.05 mm × 1/5
    const report = await auditInterference(inputOf(bodies), restOf(bodies, { b: at(0, 0, 0.00098) }), wasm);
    expect(report.violations[0]!.depthToleranceM).toBeCloseTo(1e-5, 12);
    expect(report.violations[0]!.volumeToleranceM3).toBeCloseTo(8e-12, 18);
  });

  test('are those of the caller where given', async () => {
    const bodies = [await cube('a'), await cube('b')];
    const poses = restOf(bodies, { b: at(0.0099) });
    expect((await auditInterference(inputOf(bodies), poses, wasm)).violations).toHaveLength(1);
    const lenient = { ...wasm, depthToleranceM: 1.01e-4 };
    expect((await auditInterference(inputOf(bodies), poses, lenient)).violations).toEqual([]);
  });
});

describe('what the solver accounts for', () => {
  test('makes the audit inconclusive, not failed', async () => {
    const bodies = [await cube('a'), await cube('b')];
    const poses = restOf(bodies, { b: at(0.0099) });
    const explained = await auditInterference(inputOf(bodies), poses, { ...wasm, solverAllowanceM: () => 1e-4 });
    expect(explained.status).toBe('INCONCLUSIVE');
    expect(explained.violations[0]!.isExplainedBySolver).toBe(true);
    const beyond = await auditInterference(inputOf(bodies), poses, { ...wasm, solverAllowanceM: () => 4e-5 });
    expect(beyond.status).toBe('FAIL');
  });

  test('must account for every sample of the episode', async () => {
    const { bodies, track } = await approaching();
    const options = { ...wasm, solverAllowanceM: (_: readonly [string, string], atS: number) => (atS === 1 ? 1 : 0) };
    const report = await auditInterference(inputOf(bodies), track, options);
    expect(report.violations[0]!.isExplainedBySolver).toBe(false);
  });
});
