/**
 * Gears against the formulas of ISO 21771 that their outline was not made from: span and pin measurements, the rack that
 * generates them, and pairs that must turn without overlap and without play.
 */
import type { CrossSection, ManifoldToplevel } from 'manifold-3d';
import { beforeAll, describe, expect, test } from 'vitest';
import { GeometryError } from '../../../../src/core/errors.js';
import { contourArea, turned } from '../../../../src/geometry/generate/contour.js';
import { involute } from '../../../../src/geometry/generate/gear-spec.js';
import {
  type Contour,
  externalGear,
  externalGearOutline,
  type GearSpec,
  gearCenterDistanceM,
  internalGear,
  internalGearHole,
  loadManifold,
  massProperties,
  meshFromManifold,
  rack,
  rackOutline,
} from '../../../../src/geometry/index.js';

const ALPHA = Math.PI / 9;
const gear = (toothCount: number, more: Partial<GearSpec> = {}): GearSpec => ({
  moduleM: 2e-3,
  toothCount,
  widthM: 8e-3,
  flankPointCount: 40,
  ...more,
});

let module: ManifoldToplevel;
beforeAll(async () => {
  module = await loadManifold();
});

/** A section in mm: the kernel's 2D Booleans round to 1e-8 of whatever unit. */
function section(outline: Contour, angleRad = 0, shiftM = 0): CrossSection {
  const points = turned(outline, angleRad).map(([x, y]): [number, number] => [1e3 * (x + shiftM), 1e3 * y]);
  return new module.CrossSection([points]);
}

function overlapMm2(a: CrossSection, b: CrossSection): number {
  const both = a.intersect(b);
  const area = both.area();
  for (const solid of [a, b, both]) solid.delete();
  return area;
}

const radii = (outline: Contour) => outline.map(([x, y]) => Math.hypot(x, y));

/**
 * Distance of two parallel lines that touch the flanks of k teeth from outside [m]: the width of those teeth's outline along
 * the tangent, found by turning the outline through a range of angles and taking the least width.
 */
function span(outline: Contour, spec: GearSpec, k: number): number {
  const perTooth = outline.length / spec.toothCount;
  // Teeth lie on +x and every pitch from there; the outline begins half a pitch later, in a space.
  const middle = (Math.PI / spec.toothCount) * (k + 1);
  const rp = (spec.moduleM * spec.toothCount) / 2;
  const teeth = outline
    .slice(0, Math.round(perTooth * (k + 1)))
    .filter(([x, y]) => Math.hypot(x, y) > rp + ((spec.profileShift ?? 0) - 1) * spec.moduleM);
  const inside = teeth.filter(([x, y]) => Math.abs(Math.atan2(y, x) - middle) < (k * Math.PI) / spec.toothCount);
  const across = inside.map(([x, y]) => -x * Math.sin(middle) + y * Math.cos(middle));
  return Math.max(...across) - Math.min(...across);
}

describe('external gears', () => {
  test.each([
    [20, 0, 0],
    [60, 0, 0],
    [24, 0.4, 5e-5],
    [40, -0.2, 2e-5],
  ])('%i teeth, shift %f, thinning %f: circles and span measurement', (toothCount, profileShift, thinningM) => {
    const spec = gear(toothCount, { profileShift, thinningM });
    const outline = externalGearOutline(spec);
    const m = 2e-3;
    expect(Math.max(...radii(outline))).toBeCloseTo(m * (toothCount / 2 + 1 + profileShift), 12);
    expect(Math.min(...radii(outline))).toBeCloseTo(m * (toothCount / 2 - 1.25 + profileShift), 12);
    // W_k = m·cos α·((k − ½)π + z·inv α + 2x·tan α) − thinning·cos α, k where the lines touch near the pitch circle.
    const k = Math.round(toothCount / 9 + 0.5);
    const W =
      m * Math.cos(ALPHA) * ((k - 0.5) * Math.PI + toothCount * involute(ALPHA) + 2 * profileShift * Math.tan(ALPHA)) -
      thinningM * Math.cos(ALPHA);
    // Corners lie on the flank 0.1 mm apart: the outermost one is at most 1 µm inside of the tangent.
    const measured = span(outline, spec, k);
    expect(measured).toBeLessThan(W + 1e-9);
    expect(measured).toBeGreaterThan(W - 2e-6);
  });

  test.each([
    [8, 0],
    [10, 0],
    [12, 0],
    [17, 0],
    [30, 0.3],
  ])(
    '%i teeth, shift %f: what a rack cuts away is not there, and nothing else is missing',
    (toothCount, profileShift) => {
      const spec = gear(toothCount, { profileShift, rootRadiusFactor: 0, flankPointCount: 60, filletChordCount: 24 });
      const outline = externalGearOutline(spec);
      const rp = 1e-3 * toothCount;
      // A rack with tips of the gear's dedendum: its pitch line is displaced by the profile shift.
      const cutter = rackOutline({
        ...{ moduleM: 2e-3, toothCount: 3, widthM: 8e-3, backM: 4e-3 },
        addendumFactor: 1.25,
        dedendumFactor: 1.5,
      });
      const ra = Math.max(...radii(outline));
      // Blank less the cutter in many places: the middle space of it, generated.
      let blank = new module.CrossSection([circlePoints(ra * 1e3)]);
      const wedge = new module.CrossSection([
        [
          [0, 0],
          [4e3 * ra, -4e3 * ra * Math.tan(Math.PI / toothCount)],
          [4e3 * ra, 4e3 * ra * Math.tan(Math.PI / toothCount)],
        ],
      ]);
      for (let i = -240; i <= 240; i++) {
        const phi = (i / 240) * ((2.2 * Math.PI) / toothCount);
        // The rack stands with its teeth towards −x at the pitch point (rp + x·m, 0) and moves along y by rp·φ.
        const placed = cutter.map(([x, y]): [number, number] => [rp + profileShift * 2e-3 - y, x + rp * phi]);
        const tool = section(turned(placed, -phi));
        const less = blank.subtract(tool);
        blank.delete();
        tool.delete();
        blank = less;
      }
      const cut = blank.intersect(wedge);
      // The gear with a space on +x.
      const whole = section(outline, Math.PI / toothCount);
      const own = whole.intersect(wedge);
      const [more, less] = [own.subtract(cut), cut.subtract(own)];
      const perMm2 = own.area();
      // 480 places of the rack leave scallops of 1 µm and chords of the outline miss 1 µm, on 10 mm of outline: 1e-2 mm².
      expect(more.area(), `stands in the way of the rack, of ${perMm2} mm²`).toBeLessThan(1e-2);
      expect(less.area(), `is missing, of ${perMm2} mm²`).toBeLessThan(2e-2);
      for (const solid of [blank, wedge, cut, whole, own, more, less]) solid.delete();
    },
  );

  test('a solid has the area of its outline times its width, less the bore', () => {
    const spec = gear(20);
    const solid = externalGear(module, spec, 0.01);
    const { volumeM3 } = massProperties(meshFromManifold(solid));
    solid.delete();
    const bore = Math.PI * 0.005 ** 2;
    // The bore is a polygon with chords of 5 µm: 0.1 % less than the circle.
    expect(volumeM3 / ((contourArea(externalGearOutline(spec)) - bore) * spec.widthM)).toBeCloseTo(1, 3);
  });

  test('numbers that make no gear are refused with a typed error', () => {
    for (const bad of [
      gear(3),
      gear(20, { moduleM: -1 }),
      gear(10, { profileShift: 1.5 }),
      gear(20, { thinningM: -1e-5 }),
    ])
      expect(() => externalGearOutline(bad)).toThrow(GeometryError);
    expect(() => gearCenterDistanceM(gear(20), gear(40, { moduleM: 1e-3 }))).toThrow(GeometryError);
  });
});

function circlePoints(radiusMm: number): [number, number][] {
  return Array.from({ length: 720 }, (_, i) => {
    const a = (2 * Math.PI * i) / 720;
    return [radiusMm * Math.cos(a), radiusMm * Math.sin(a)];
  });
}

describe('pairs', () => {
  test.each([
    ['20 : 60', 20, 60, 0, 0],
    ['12 : 30, shifted', 12, 30, 0.5, 0.1],
    ['17 : 17', 17, 17, 0, 0],
  ])('%s turn without overlap, and without play at their centre distance', (_, z1, z2, x1, x2) => {
    const [first, second] = [gear(z1, { profileShift: x1 }), gear(z2, { profileShift: x2 })];
    const center = gearCenterDistanceM(first, second);
    const shift = x1 + x2;
    if (shift === 0) expect(center).toBeCloseTo(1e-3 * (z1 + z2), 12);
    else expect(center).toBeGreaterThan(1e-3 * (z1 + z2));
    const [a, b] = [externalGearOutline(first), externalGearOutline(second)];
    const meshed = (phi: number, turn: number, more: number) =>
      overlapMm2(section(a, phi), section(b, Math.PI + Math.PI / z2 - (phi * z1) / z2 + turn, center + more));
    for (let i = 0; i < 12; i++) {
      const phi = ((2 * Math.PI) / z1) * (i / 12);
      // Flanks of chords 0.3 µm deep touch from inside: no overlap beyond that, over at most 10 mm of flank.
      expect(meshed(phi, 0, 0)).toBeLessThan(1e-3);
      // 5 µm of turn at the pitch circle either way, or 20 µm closer, overlaps: there is no play. Two convex flanks of
      // common radius 5 mm that overlap by δ = 4.7 µm share 4/3·δ^1.5·√(2R) = 1.4e-3 mm², on each side once at least.
      const turn = 5e-6 / (1e-3 * z2);
      expect(meshed(phi, turn, 0) + meshed(phi, -turn, 0)).toBeGreaterThan(2e-3);
      expect(meshed(phi, 0, -2e-5)).toBeGreaterThan(2e-3);
    }
  });

  test('thinning gives that much backlash at the pitch circle', () => {
    const [first, second] = [gear(20, { thinningM: 5e-5 }), gear(60, { thinningM: 5e-5 })];
    const [a, b] = [externalGearOutline(first), externalGearOutline(second)];
    const overlap = (slideM: number) =>
      overlapMm2(section(a), section(b, Math.PI + Math.PI / 60 + slideM / 0.06, 0.08));
    expect(overlap(4.8e-5) + overlap(-4.8e-5)).toBeLessThan(1e-4);
    expect(Math.min(overlap(5.4e-5), overlap(-5.4e-5))).toBeGreaterThan(1e-3);
  });

  test('a planet turns in a ring without overlap and without play', () => {
    const [planet, ring] = [gear(18), gear(54)];
    const center = gearCenterDistanceM(planet, ring, true);
    expect(center).toBeCloseTo(0.036, 12);
    const [a, hole] = [externalGearOutline(planet), internalGearHole(ring)];
    const annulus = () => {
      const [outside, inside] = [new module.CrossSection([circlePoints(62)]), section(hole)];
      const rest = outside.subtract(inside);
      outside.delete();
      inside.delete();
      return rest;
    };
    for (let i = 0; i < 8; i++) {
      const phi = ((2 * Math.PI) / 54) * (i / 8);
      // Ring turned by φ, planet by 3φ, a tooth of the planet in the space on +x.
      const at = (slide: number) => {
        const turnedRing = annulus().rotate((phi * 180) / Math.PI);
        return overlapMm2(section(a, 3 * phi + slide, center), turnedRing);
      };
      // Chords of hollow flanks stand 0.3 µm inside, over at most 10 mm in mesh.
      expect(at(0)).toBeLessThan(3e-3);
      expect(at(5e-6 / 0.018) + at(-5e-6 / 0.018)).toBeGreaterThan(6e-3);
    }
  });

  test('a pinion rolls on a rack', () => {
    const pinion = externalGearOutline(gear(20));
    const spec = { moduleM: 2e-3, toothCount: 7, widthM: 8e-3, backM: 5e-3 };
    const bar = rackOutline(spec);
    for (let i = 0; i < 6; i++) {
      const x = (Math.PI * 2e-3 * i) / 6;
      // The pinion stands above the rack; a space of it over the tooth in the middle.
      const placed = bar.map(([u, v]): [number, number] => [u + x, v - 0.02]);
      const above = turned(pinion, -Math.PI / 2 + Math.PI / 20 + x / 0.02);
      expect(overlapMm2(section(placed), section(above))).toBeLessThan(1e-3);
      const nearer = placed.map(([u, v]): [number, number] => [u, v + 2e-5]);
      expect(overlapMm2(section(nearer), section(above))).toBeGreaterThan(2e-3);
    }
    const solid = rack(module, spec);
    const { volumeM3 } = massProperties(meshFromManifold(solid));
    solid.delete();
    // Teeth are half of the pitch at the pitch line, the trapezoid's mean: 7 pitches of tooth and back.
    const m = 2e-3;
    const mean = Math.PI * m * 0.5 - 0.25 * m * Math.tan(ALPHA) * -1;
    const area = 7 * (2.25 * m * mean + Math.PI * m * 5e-3);
    expect(volumeM3 / (area * 8e-3)).toBeCloseTo(1, 6);
  });

  test('a ring solid has the volume of its outlines, and refuses teeth below the base circle', () => {
    const ring = internalGear(module, gear(54), 0.13);
    const { volumeM3 } = massProperties(meshFromManifold(ring));
    ring.delete();
    expect(volumeM3 / ((Math.PI * 0.065 ** 2 - contourArea(internalGearHole(gear(54)))) * 8e-3)).toBeCloseTo(1, 3);
    expect(() => internalGearHole(gear(20))).toThrow(GeometryError);
    expect(() => internalGear(module, gear(54), 0.11)).toThrow(GeometryError);
  });
});
