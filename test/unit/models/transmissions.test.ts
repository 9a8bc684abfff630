import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../src/core/vector.js';
import { belt, planetary, rackPinion, wormPair } from '../../../src/models/index.js';
import { sunSpeed } from '../../../src/models/planetary.js';
import { frictionOf, wormFriction, wormLoss } from '../../../src/models/worm-pair.js';
import { about, along } from './geometry-of.js';

const Z: Vec3 = [0, 0, 1];
const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];

describe('worm', () => {
  const spec = wormPair.fields.parse({
    worm: { on: { joint: 'w' }, pitchRadiusM: 0.01, startCount: 2 },
    wheel: { on: { joint: 'g' }, toothCount: 40 },
    moduleM: 0.002,
    frictionCoefficient: 0.1,
  });
  // Worm along x above the wheel: its axis passes the wheel's centre at the centre distance 10 + 40 mm.
  const worm = about('worm', [0.3, 0, 0.05], X);
  const wheel = about('wheel', [0, 0, 0], Y);

  test('a right-handed worm that turns about +x moves the rim along −x, one tooth per turn and start', () => {
    const [row] = wormPair.rows!(spec, [worm, wheel]);
    const [f1, f2] = row!.terms.map(({ factor }) => factor) as [number, number];
    expect(Math.abs(f1 / f2)).toBeCloseTo(2 / 40, 14);
    // Rim at +z: q̇₂ > 0 about +y moves it along +x. So q̇₂ must be negative for q̇₁ > 0.
    expect(-f1 / f2).toBeLessThan(0);
    const left = wormPair.fields.parse({ ...spec, worm: { ...spec.worm, hand: 'left' } });
    const [other] = wormPair.rows!(left, [worm, wheel]);
    expect(-other!.terms[0]!.factor / other!.terms[1]!.factor).toBeGreaterThan(0);
  });

  test('efficiencies are those of a screw', () => {
    const { leadAngleRad, forwardEfficiency, backwardEfficiency } = frictionOf(spec);
    const phi = Math.atan(0.1 / Math.cos(0.349));
    expect(Math.tan(leadAngleRad)).toBeCloseTo(0.2, 14);
    expect(forwardEfficiency).toBeCloseTo(0.2 / Math.tan(Math.atan(0.2) + phi), 14);
    expect(backwardEfficiency).toBeCloseTo(Math.tan(Math.atan(0.2) - phi) / 0.2, 14);
  });

  test('friction on the worm gives the torque of the thread, both ways', () => {
    // e = torque of the thread without friction; the worm has to give e·tan(γ + φ)/tan γ, and gets e·tan(γ − φ)/tan γ.
    const friction = wormFriction(0.1, 0.08, 0.349);
    const loss = wormLoss(friction, 0)!;
    const phi = Math.atan(0.08 / Math.cos(0.349));
    expect(1 + loss.driving).toBeCloseTo(Math.tan(0.1 + phi) / Math.tan(0.1), 12);
    expect(1 - loss.driven).toBeCloseTo(Math.tan(0.1 - phi) / Math.tan(0.1), 12);
  });

  test('locks itself exactly from φ = γ on', () => {
    const gamma = 0.1;
    const mu = Math.tan(gamma) * Math.cos(0.349);
    expect(wormFriction(gamma, 0.99 * mu, 0.349).isSelfLocking).toBe(false);
    expect(wormFriction(gamma, 1.01 * mu, 0.349).isSelfLocking).toBe(true);
    expect(wormLoss(wormFriction(gamma, 0.99 * mu, 0.349), 0)!.driven).toBeLessThan(1);
    expect(wormLoss(wormFriction(gamma, 1.01 * mu, 0.349), 0)!.driven).toBeGreaterThan(1);
  });

  test('parallel and meeting axes are refused', () => {
    expect(wormPair.issues!(spec, [worm, about('wheel', [0, 0, 0], X)])).toMatchObject([{ code: 'axes_parallel' }]);
    expect(wormPair.issues!(spec, [worm, about('wheel', [0, 0, 0.05], Y)])).toMatchObject([{ code: 'axes_meet' }]);
  });
});

describe('rack', () => {
  const spec = rackPinion.fields.parse({
    pinion: { on: { joint: 'p' }, pitchRadiusM: 0.01 },
    rack: { on: { joint: 'r' } },
  });
  const pinion = about('pinion', [0, 0, 0], Z);

  test('above the pinion it runs backwards, below it forwards', () => {
    const above = rackPinion.rows!(spec, [pinion, along('rack', [0.1, 0.01, 0], X)])[0]!;
    const below = rackPinion.rows!(spec, [pinion, along('rack', [0.1, -0.01, 0], X)])[0]!;
    expect(above.terms.map(({ factor }) => factor)).toEqual([-0.01, -1]);
    expect(below.terms.map(({ factor }) => factor)).toEqual([0.01, -1]);
  });

  test('a rack whose frame lies on the pinion axis shows no side', () => {
    expect(rackPinion.issues!(spec, [pinion, along('rack', [0.1, 0, 0], X)])).toMatchObject([
      { code: 'rack_beside_pinion' },
    ]);
    expect(rackPinion.issues!(spec, [pinion, along('rack', [0, 0.01, 0], Z)])).toMatchObject([
      { code: 'rack_beside_pinion' },
    ]);
  });

  test('its teeth end', () => {
    const short = rackPinion.fields.parse({ ...spec, toothedTravel: { lowerM: -0.02, upperM: 0.1 } });
    expect(rackPinion.range!(short, [])).toMatchObject([{ lower: -0.02, upper: 0.1, stopsActing: true }]);
  });
});

describe('belt', () => {
  const pulleys = [
    { on: { joint: 'a' }, pitchRadiusM: 0.02 },
    { on: { joint: 'b' }, pitchRadiusM: 0.05 },
  ];
  const wheels = [about('a', [0, 0, 0], Z), about('b', [0.1, 0, 0], Z)] as const;

  test('an open belt keeps the direction, a crossed one turns it', () => {
    const open = belt.rows!(belt.fields.parse({ pulleys }), wheels)[0]!;
    const crossed = belt.rows!(belt.fields.parse({ pulleys, isCrossed: true }), wheels)[0]!;
    expect(open.terms.map(({ factor }) => factor)).toEqual([0.02, -0.05]);
    expect(crossed.terms.map(({ factor }) => factor)).toEqual([0.02, 0.05]);
  });

  test('slack is play, and a slip force makes it a friction row', () => {
    const slack = belt.fields.parse({ pulleys, slackM: 0.004 });
    expect(belt.rows!(slack, wheels)[0]!.behavior).toEqual({ kind: 'stops', lower: -0.002, upper: 0.002 });
    const flat = belt.fields.parse({ pulleys, slipForceN: 30 });
    expect(belt.rows!(flat, wheels)[0]!.behavior).toEqual({ kind: 'friction', cap: 30 });
    const both = belt.fields.parse({ pulleys, slipForceN: 30, slackM: 0.001 });
    expect(belt.issues!(both, wheels)).toMatchObject([{ code: 'slack_and_slip' }]);
  });
});

describe('planetary', () => {
  const record = {
    frame: { originM: [0, 0, 0], axis: [0, 0, 1] },
    carrier: 'carrier',
    sun: { body: 'sun', toothCount: 20 },
    ring: { body: 'ring', toothCount: 60 },
    moduleM: 0.001,
  };

  test('without planets it is the equation of Willis', () => {
    const spec = planetary.fields.parse(record);
    const [row] = planetary.rows!(spec, []);
    const [fs, fr] = row!.terms.map(({ factor }) => factor) as [number, number];
    // ω_r = 0, ω_c = 1: the sun turns 1 + z_r/z_s = 4 times.
    expect(sunSpeed(20, 60, 0, 1)).toBe(4);
    expect(fs * (4 - 1) + fr * (0 - 1)).toBeCloseTo(0, 15);
  });

  test('planets give the same ratio between sun and ring', () => {
    const spec = planetary.fields.parse({ ...record, planets: [{ body: 'p', toothCount: 20, centerM: [0.02, 0, 0] }] });
    const [sunMesh, ringMesh] = planetary.rows!(spec, []).map(({ terms }) => terms.map(({ factor }) => factor));
    // relative to the carrier: q_p = −(f_s/f_p)·q_s, q_r = −(f_p'/f_r)·q_p
    const planet = -sunMesh![0]! / sunMesh![1]!;
    const ring = (-ringMesh![1]! / ringMesh![0]!) * planet;
    expect(ring).toBeCloseTo(-20 / 60, 14);
    expect(planetary.coordinates(spec)).toHaveLength(3);
  });

  test('planets that do not fit, or stand apart, are refused', () => {
    const spec = planetary.fields.parse({ ...record, planets: [{ body: 'p', toothCount: 18, centerM: [0.03, 0, 0] }] });
    const codes = planetary.issues!(spec, [about('sun', [0, 0, 0], Z)]).map(({ code }) => code);
    expect(codes).toEqual(['planet_does_not_fit', 'planet_out_of_mesh']);
  });
});
