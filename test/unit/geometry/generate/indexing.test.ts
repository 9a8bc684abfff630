/** Ratchet wheels and Geneva drives against their formulas. */
import type { CrossSection, ManifoldToplevel } from 'manifold-3d';
import { beforeAll, describe, expect, test } from 'vitest';
import { GeometryError } from '../../../../src/core/errors.js';
import { contourArea, turned } from '../../../../src/geometry/generate/contour.js';
import {
  type Contour,
  type GenevaSpec,
  genevaDimensions,
  genevaDriver,
  genevaLockOutline,
  genevaWheel,
  genevaWheelOutline,
  loadManifold,
  ratchetOutline,
  ratchetWheel,
} from '../../../../src/geometry/index.js';

let module: ManifoldToplevel;
beforeAll(async () => {
  module = await loadManifold();
});

function overlapMm2(a: Contour, b: Contour): number {
  const sections = [a, b].map(
    (outline): CrossSection => new module.CrossSection([outline.map(([x, y]): [number, number] => [1e3 * x, 1e3 * y])]),
  );
  const both = sections[0]!.intersect(sections[1]!);
  const area = both.area();
  for (const solid of [...sections, both]) solid.delete();
  return area;
}

const shifted = (outline: Contour, dx: number): Contour => outline.map(([x, y]) => [x + dx, y]);

describe('ratchet wheels', () => {
  const spec = { toothCount: 12, tipRadiusM: 0.02, rootRadiusM: 0.016, widthM: 0.005 };

  test('have the area of their triangles, walked counter-clockwise', () => {
    // Per tooth the triangle between root and tip on one ray, and the next root: r·R·sin(pitch)/2 for radial faces.
    const area = 12 * 0.5 * 0.016 * 0.02 * Math.sin((2 * Math.PI) / 12);
    expect(contourArea(ratchetOutline(spec))).toBeCloseTo(area, 12);
    const solid = ratchetWheel(module, spec);
    expect(solid.volume() / (area * 0.005)).toBeCloseTo(1, 5);
    solid.delete();
  });

  test('the rake leans the face under its tip, against clockwise turning', () => {
    const rake = (10 * Math.PI) / 180;
    const [foot, tip] = ratchetOutline({ ...spec, rakeRad: rake }) as unknown as [Contour[number], Contour[number]];
    // The tip is on +x; the face goes from there inwards, turned by the rake towards counter-clockwise.
    expect(tip).toEqual([0.02, 0]);
    expect(Math.atan2(foot[1] - tip[1], tip[0] - foot[0])).toBeCloseTo(rake, 12);
    expect(Math.hypot(...foot)).toBeCloseTo(0.016, 12);
  });

  test('numbers that make no ratchet are refused', () => {
    expect(() => ratchetOutline({ ...spec, rootRadiusM: 0.021 })).toThrow(GeometryError);
    expect(() => ratchetOutline({ ...spec, toothCount: 2 })).toThrow(GeometryError);
    expect(() => ratchetOutline({ ...spec, rakeRad: 1 })).toThrow(GeometryError);
  });
});

describe('Geneva drives', () => {
  const spec: GenevaSpec = {
    slotCount: 4,
    centerDistanceM: 0.05,
    pinRadiusM: 0.003,
    lockRadiusM: 0.026,
    clearanceM: 1e-4,
    widthM: 0.006,
  };

  test('crank, wheel and index angle follow from slot count and centre distance', () => {
    const { crankRadiusM, wheelRadiusM, indexHalfAngleRad, largestSpeedRatio } = genevaDimensions(spec);
    expect(crankRadiusM).toBeCloseTo(0.05 * Math.SQRT1_2, 12);
    expect(wheelRadiusM).toBeCloseTo(0.05 * Math.SQRT1_2, 12);
    expect(indexHalfAngleRad).toBeCloseTo(Math.PI / 4, 12);
    expect(largestSpeedRatio).toBeCloseTo(2.4142, 4);
  });

  test.each([3, 4, 6, 8])('%i slots: pin, disc and wheel turn past each other without overlap', (slotCount) => {
    const n = slotCount;
    const lockRadiusM = { 3: 0.034, 4: 0.026, 6: 0.017, 8: 0.012 }[n]!;
    const own = { ...spec, slotCount, lockRadiusM };
    const { crankRadiusM: a, indexHalfAngleRad: free } = genevaDimensions(own);
    const [wheel, lock] = [genevaWheelOutline(own), genevaLockOutline(own)];
    expect(contourArea(wheel)).toBeGreaterThan(0);
    expect(contourArea(lock)).toBeGreaterThan(0);
    const c = own.centerDistanceM;
    const pin: Contour = Array.from({ length: 64 }, (_, i) => [
      a + own.pinRadiusM * Math.cos((2 * Math.PI * i) / 64),
      own.pinRadiusM * Math.sin((2 * Math.PI * i) / 64),
    ]);
    for (let i = 0; i <= 60; i++) {
      const phi = -Math.PI + (2 * Math.PI * i) / 60;
      // Closed form of the wheel while the pin is in its slot; locked at half an index before and after.
      const inSlot = Math.abs(phi) <= free;
      const beta = inSlot ? Math.atan2(a * Math.sin(phi), c - a * Math.cos(phi)) : Math.sign(phi) * (Math.PI / n);
      const placed = shifted(turned(wheel, -beta), c);
      expect(overlapMm2(placed, turned(pin, phi)), `pin at ${phi}`).toBeLessThan(1e-6);
      expect(overlapMm2(placed, turned(lock, phi)), `disc at ${phi}`).toBeLessThan(1e-6);
    }
    // Locked: half a degree either way drives the hollow into the disc; the play is 0.05 mm at its ends.
    const half = Math.PI / n;
    for (const sign of [-1, 1]) {
      const forced = shifted(turned(wheel, -half + sign * 0.009), c);
      expect(overlapMm2(forced, turned(lock, Math.PI))).toBeGreaterThan(1e-3);
    }
  });

  test('solids are whole, and the arm passes below the wheel', () => {
    const [wheel, driver] = [genevaWheel(module, spec, 0.006), genevaDriver(module, spec, 0.006)];
    expect(wheel.genus()).toBe(1);
    expect(driver.genus()).toBe(1);
    const { min, max } = driver.boundingBox();
    expect(max[2]).toBeCloseTo(0.003, 9);
    expect(min[2]).toBeCloseTo(-0.003 - 1e-4 - 0.006, 8);
    expect(wheel.boundingBox().min[2]).toBeCloseTo(-0.003, 9);
    for (const solid of [wheel, driver]) solid.delete();
  });

  test('numbers that leave no room are refused', () => {
    expect(() => genevaDimensions({ ...spec, lockRadiusM: 0.034 })).toThrow(GeometryError);
    expect(() => genevaWheelOutline({ ...spec, lockRadiusM: 0.032, clearanceM: 1e-3 })).toThrow(GeometryError);
    expect(() => genevaDimensions({ ...spec, slotCount: 2 })).toThrow(GeometryError);
  });
});
