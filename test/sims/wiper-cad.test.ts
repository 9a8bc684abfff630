// The wiper's parts before any simulation: do they close, do they clear each other, are the broken ones broken as said?
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifold } from 'manifold-3d';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layersOf, SOUND } from '../../sims/03-four-bar-wiper/dimensions.js';
import { closeFourBar } from '../../sims/03-four-bar-wiper/linkage.js';
import { writeWiperParts } from '../../sims/03-four-bar-wiper/model.js';
import { findCylinders, loadPart, type Part } from '../../src/geometry/index.js';
import { freudenstein, WIPER } from './four-bar-closed-form.js';
import { overlapMm3, placed, planarPose, solidOf } from './solids.js';

const CAD = fileURLToPath(new URL('../../sims/03-four-bar-wiper/cad/', import.meta.url));
/** On a machine that is busy with other things. */
const SLOW_MS = 300_000;
/** Between crank angles at which all parts are held against each other. */
const STEP_DEG = process.env.MECHTRIAL_FULL === '1' ? 1 : 4;
/** As the audit tessellates. */
const CHORD_M = 1e-5;

const load = (file: string, baseDirectory = CAD): Promise<Part> =>
  loadPart({ kind: 'file', file }, { name: file, baseDirectory, chordM: CHORD_M });

describe('closed form', () => {
  test('the circle intersection of the sim and Freudenstein agree at every degree', () => {
    for (let k = 0; k < 360; k++) {
      const theta = (k * Math.PI) / 180;
      const expected = freudenstein(theta);
      const position = closeFourBar(SOUND, theta)!;
      // 1e-9 rad: two closed forms in double precision, condition number below 1e3 away from dead centre
      expect(Math.abs(Math.sin((position.rockerRad - expected.rocker) / 2))).toBeLessThan(1e-9);
      expect(Math.abs(Math.sin((position.couplerRad - expected.coupler) / 2))).toBeLessThan(1e-9);
      const gap = Math.hypot(
        position.rockerPinM[0] - position.crankPinM[0],
        position.rockerPinM[1] - position.crankPinM[1],
      );
      expect(gap).toBeCloseTo(WIPER.b, 12);
    }
  });

  test('the crank turns fully and the rocker sweeps 95°; 89 mm of coupler do not let it pass', () => {
    const angles = Array.from({ length: 3600 }, (_, k) => freudenstein((k * Math.PI) / 1800).rocker);
    const unwrapped = angles.map((angle) => (angle < 0 ? angle + 2 * Math.PI : angle));
    const sweepDeg = ((Math.max(...unwrapped) - Math.min(...unwrapped)) * 180) / Math.PI;
    // extremes where crank and coupler line up: cosine rule at O2 with b ± a
    const { a, b, c, d } = WIPER;
    const at = (r: number) => Math.acos((d * d + c * c - r * r) / (2 * d * c));
    expect(sweepDeg).toBeCloseTo(((at(b + a) - at(b - a)) * 180) / Math.PI, 3);
    expect(sweepDeg).toBeGreaterThan(88);
    expect(sweepDeg).toBeLessThan(130);
    expect(closeFourBar({ ...SOUND, couplerM: 0.089 }, Math.PI)).toBeNull();
  });
});

describe('parts', () => {
  const solids = new Map<string, Manifold>();
  const parts = new Map<string, Part>();

  beforeAll(async () => {
    for (const file of (await readdir(CAD)).filter((name) => name.endsWith('.step'))) {
      const part = await load(file);
      parts.set(file, part);
      solids.set(file, await solidOf(part));
    }
  }, SLOW_MS);

  /** Solids of an assembled wiper at a crank angle. */
  function assemble(theta: number, frame = 'frame.step'): Record<string, Manifold> {
    const { rocker, coupler } = freudenstein(theta);
    const { lowerM, upperM } = layersOf(SOUND);
    const { a, d } = WIPER;
    return {
      frame: placed(solids.get(frame)!, planarPose(0, 0, 0, 0)),
      crank: placed(solids.get('crank.step')!, planarPose(0, 0, lowerM, theta)),
      coupler: placed(
        solids.get('coupler.step')!,
        planarPose(a * Math.cos(theta), a * Math.sin(theta), upperM, coupler),
      ),
      rocker: placed(solids.get('rocker.step')!, planarPose(d, 0, lowerM, rocker)),
    };
  }

  const release = (bodies: Record<string, Manifold>) => {
    for (const solid of Object.values(bodies)) solid.delete();
  };

  test('all are closed solids of plausible mass', () => {
    expect(parts.size).toBe(11);
    for (const part of parts.values()) {
      expect(part.isWatertight).toBe(true);
      expect(part.openEdgeCount).toBe(0);
    }
    // family 3: links of 5 to 150 g, here aluminium
    for (const file of ['crank.step', 'coupler.step', 'rocker.step']) {
      const massKg = parts.get(file)!.massProperties.volumeM3 * 2700;
      expect(massKg).toBeGreaterThan(0.005);
      expect(massKg).toBeLessThan(0.15);
    }
  });

  test('pins and holes are where the links say, 0.05 mm apart in radius', () => {
    const radii = (file: string, isHole: boolean, x: number, y: number) =>
      findCylinders(parts.get(file)!)
        .filter((c) => c.isHole === isHole && Math.hypot(c.pointM[0] - x, c.pointM[1] - y) < 1e-6)
        .map((c) => Number((c.radiusM * 1000).toFixed(4)));
    expect(radii('frame.step', false, 0, 0)).toContain(2.95);
    expect(radii('frame.step', false, WIPER.d, 0)).toContain(2.95);
    expect(radii('crank.step', true, 0, 0)).toContain(3);
    expect(radii('crank.step', false, WIPER.a, 0)).toContain(2.95);
    expect(radii('coupler.step', true, 0, 0)).toContain(3);
    expect(radii('coupler.step', true, WIPER.b, 0)).toContain(3);
    expect(radii('rocker.step', true, 0, 0)).toContain(3);
    expect(radii('rocker.step', false, WIPER.c, 0)).toContain(2.95);
    expect(radii('coupler-hole-off.step', true, 0, 0)).not.toContain(3);
    expect(radii('coupler-hole-off.step', true, 0, 0.002)).toContain(3);
    expect(radii('crank-short.step', false, 0.88 * WIPER.a, 0)).toContain(2.95);
    expect(radii('crank-long.step', false, 0.038, 0)).toContain(2.95);
    expect(radii('coupler-89mm.step', true, 0.089, 0)).toContain(3);
    expect(radii('frame-no-rocker-pin.step', false, WIPER.d, 0)).not.toContain(2.95);
  });

  test('no two parts overlap at any crank angle', () => {
    for (let k = 0; k < 360; k += STEP_DEG) {
      const bodies = assemble((k * Math.PI) / 180);
      const names = Object.keys(bodies);
      for (let i = 0; i < 4; i++) {
        for (let j = i + 1; j < 4; j++) {
          const pair = `${names[i]}–${names[j]} at ${k}°`;
          expect([pair, overlapMm3(bodies[names[i]!]!, bodies[names[j]!]!)]).toEqual([pair, 0]);
        }
      }
      release(bodies);
    }
  });

  test('the post overlaps the coupler, and only the coupler, from 162.38° on', () => {
    const firstHit: Record<string, number> = {};
    for (let k = 90; k < 200; k++) {
      const bodies = assemble((k * Math.PI) / 180, 'frame-post.step');
      for (const name of ['crank', 'coupler', 'rocker']) {
        if (overlapMm3(bodies.frame!, bodies[name]!) > 0) firstHit[name] ??= k;
      }
      release(bodies);
    }
    expect(Object.keys(firstHit)).toEqual(['coupler']);
    // closed form: distance of the post's axis from the coupler's centre line = half the web (5 mm) + post radius (2.5 mm)
    const touches = (theta: number) => {
      const { coupler } = freudenstein(theta);
      const x = 0.05 - WIPER.a * Math.cos(theta);
      const y = 0.0125 - WIPER.a * Math.sin(theta);
      return Math.abs(-x * Math.sin(coupler) + y * Math.cos(coupler)) <= 0.0075;
    };
    let theta = Math.PI / 2;
    while (!touches(theta)) theta += 1e-4;
    expect(firstHit.coupler).toBe(Math.ceil((theta * 180) / Math.PI));
  });
});

describe('model script', () => {
  let directory = '';

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'wiper-cad-'));
    await writeWiperParts(directory);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  test('gives the committed files again', async () => {
    const files = (await readdir(directory)).sort();
    expect(files).toEqual((await readdir(CAD)).sort());
    for (const file of files) {
      const again = await load(file, directory);
      const committed = await load(file);
      // the same kernel and the same numbers: volumes equal to rounding, faces equal in number
      expect(again.massProperties.volumeM3 / committed.massProperties.volumeM3).toBeCloseTo(1, 12);
      expect(again.faces.length).toBe(committed.faces.length);
    }
  });
});
