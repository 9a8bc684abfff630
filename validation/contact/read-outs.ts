/** What contact reads: forces, impulse, first touch and center of pressure of every kind of shape against closed forms. */
import type { Recording } from '../../src/signals/index.js';
import type { Binding } from '../../src/trial/index.js';
import type { ValidationCase } from '../case.js';
import { atEndOf, bindingOf, boxPart, builtPart, recordBinding, settledMean } from './scenes.js';

const G = 9.81;
const MASS_KG = 0.2;
const WEIGHT_N = MASS_KG * G;
/** Half height of every part, so the height of its center of mass over the floor. */
const HALF_M = 0.01;
const KINDS = ['box', 'cylinder', 'lying-cylinder', 'sphere', 'capsule', 'hull', 'source'] as const;
type Kind = (typeof KINDS)[number];
type Signals = NonNullable<Binding['signals']>;
type Signal = Signals[number];

/** One part of every kind of shape, 0.2 kg each, so high above a floor; phase 'rest'. */
async function shapesOnFloor(
  gravityMPerS2: readonly [number, number, number],
  signals: Signals,
  durationS: number,
  heightM = 0,
): Promise<Binding> {
  const notched = await builtPart((m) => {
    const [whole, notch] = [
      m.Manifold.cube([30, 30, 20], true),
      m.Manifold.cube([10, 10, 40], true).translate(10, 10, 0),
    ];
    const rest = whole.subtract(notch);
    for (const solid of [whole, notch]) solid.delete();
    return rest;
  }, 'steel');
  const round = { geometry: { kind: 'cylinder' as const, radiusM: HALF_M, lengthM: 0.02 }, material: 'steel' };
  const ball = { geometry: { kind: 'sphere' as const, radiusM: HALF_M }, material: 'steel' };
  const part = {
    box: boxPart([0.02, 0.02, 0.02], 'steel'),
    cylinder: round,
    'lying-cylinder': round,
    sphere: ball,
    capsule: ball,
    hull: boxPart([0.02, 0.02, 0.02], 'steel'),
    source: notched,
  };
  const lying = { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const };
  return bindingOf(
    'shapes-on-floor',
    {
      gravityMPerS2,
      bodies: [
        { name: 'floor', isGround: true, parts: [boxPart([0.6, 0.3, 0.02], 'steel', [0, 0, -0.01])] },
        ...KINDS.map((kind, i) => ({
          name: kind,
          parts: [{ ...part[kind], massKg: MASS_KG }],
          poseInWorld: {
            positionM: [-0.2 + 0.06 * i, 0, HALF_M + heightM] as const,
            ...(kind === 'lying-cylinder' || kind === 'capsule' ? lying : {}),
          },
        })),
      ],
      contact: {
        fromSource: ['floor', 'source'],
        shapes: [
          { kind: 'box', body: 'box', sizeM: [0.02, 0.02, 0.02] },
          { kind: 'cylinder', body: 'cylinder', radiusM: HALF_M, lengthM: 0.02 },
          { kind: 'cylinder', body: 'lying-cylinder', radiusM: HALF_M, lengthM: 0.02 },
          { kind: 'sphere', body: 'sphere', radiusM: HALF_M },
          { kind: 'capsule', body: 'capsule', radiusM: HALF_M, lengthM: 0.02 },
          { kind: 'hull', body: 'hull' },
        ],
      },
    },
    { signals, phases: [{ id: 'rest', durationS }] },
  );
}

const force = (
  kind: string,
  component: 'normal' | 'friction' | 'total',
  groupB: readonly string[] = [kind],
): Signal => ({
  kind: 'contact-force',
  name: `${kind}.${component}`,
  groupA: ['floor'],
  groupB: [...groupB],
  component,
});

const withinOnePercent = (quantity: string, value: number, basis: string) => ({
  quantity,
  unit: 'N',
  value,
  tolerance: 1e-2 * value,
  basis: `${basis}, 1 %`,
});

/** Settled mean of every quantity that is a signal of the same name. */
const meansOf = (recording: Recording, names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, settledMean(recording, 'rest', name, 0.3)]));

export const shapeForces: ValidationCase = {
  name: 'shape-forces',
  title: 'Contact force of every kind of shape on a floor, and their sum',
  expected: [
    ...KINDS.map((kind) => withinOnePercent(`${kind}.normal`, WEIGHT_N, 'its weight')),
    withinOnePercent('all.total', KINDS.length * WEIGHT_N, 'sum of the weights'),
  ],
  async measure(lab) {
    const signals = [...KINDS.map((kind) => force(kind, 'normal')), force('all', 'total', KINDS)];
    const recording = await recordBinding(await shapesOnFloor([0, 0, -G], signals, 0.6), lab);
    return meansOf(
      recording,
      signals.map(({ name }) => name),
    );
  },
};

/** Slope of the floor: tan 8° = 0.14 of 0.2 (steel), so that only the sphere moves: it rolls, the others lie along the slope. */
const SLOPE = (8 * Math.PI) / 180;
const STAYING = KINDS.filter((kind) => kind !== 'sphere');
const FACES = ['box', 'cylinder', 'lying-cylinder', 'hull'] as const;

/** Friction of a part on the slope; of a rolling ball, m·g·sin α·J/(J + m·r²) = 2/7 of it. */
const frictionN = (kind: Kind): number => WEIGHT_N * Math.sin(SLOPE) * (kind === 'sphere' ? 2 / 7 : 1);

const pressureAt = (kind: string): Signal => ({
  kind: 'contact-point',
  name: `${kind}.center-of-pressure`,
  groupA: ['floor'],
  groupB: [kind],
  axis: [0, 1, 0],
});

export const shapeFriction: ValidationCase = {
  name: 'shape-friction',
  title: 'Every kind of shape on a floor that slopes by 8°: normal, friction and total force, center of pressure',
  expected: [
    ...KINDS.flatMap((kind) => [
      withinOnePercent(`${kind}.normal`, WEIGHT_N * Math.cos(SLOPE), 'm·g·cos α'),
      withinOnePercent(
        `${kind}.friction`,
        frictionN(kind),
        kind === 'sphere' ? '2/7·m·g·sin α, rolling' : 'm·g·sin α, at rest',
      ),
    ]),
    withinOnePercent('all-but-sphere.total', STAYING.length * WEIGHT_N, 'sum of the weights'),
    ...FACES.map((kind) => ({
      quantity: `${kind}.center-of-pressure`,
      unit: 'm',
      value: HALF_M * Math.tan(SLOPE),
      tolerance: 1e-4,
      basis: 'under the center of mass along gravity, h·tan α; 0.1 mm, 1 % of the half width',
    })),
  ],
  async measure(lab) {
    const signals = [
      ...KINDS.flatMap((kind) => [force(kind, 'normal'), force(kind, 'friction')]),
      force('all-but-sphere', 'total', STAYING),
      ...FACES.map(pressureAt),
    ];
    const gravity = [0, G * Math.sin(SLOPE), -G * Math.cos(SLOPE)] as const;
    const recording = await recordBinding(await shapesOnFloor(gravity, signals, 0.4), lab);
    return meansOf(
      recording,
      signals.map(({ name }) => name),
    );
  },
};

/** Fall of every part before it touches, and how long the trial goes on. */
const FALL_M = 0.01;
const DROP_S = 0.4;

const readOf = (kind: Kind): Signals => {
  const pair = { groupA: ['floor'], groupB: [kind] };
  return [
    { kind: 'first-contact-time', name: `${kind}.first-contact`, ...pair },
    { kind: 'contact-impulse', name: `${kind}.impulse`, ...pair },
    { kind: 'contact-depth', name: `${kind}.depth`, ...pair },
  ];
};

export const droppedShapes: ValidationCase = {
  name: 'dropped-shapes',
  title: 'Every kind of shape falls 10 mm onto a floor: first contact, impulse, depth at rest',
  expected: KINDS.flatMap((kind) => [
    {
      quantity: `${kind}.first-contact`,
      unit: 's',
      value: Math.sqrt((2 * FALL_M) / G),
      tolerance: 2e-3,
      basis: '√(2h/g); the step it is in, and one of the integration',
    },
    {
      quantity: `${kind}.impulse`,
      unit: 'N·s',
      value: WEIGHT_N * DROP_S,
      tolerance: 1e-2 * WEIGHT_N * DROP_S,
      basis: 'm·g·t once it is at rest, whatever the impact was like; 1 %',
    },
    { quantity: `${kind}.depth`, unit: 'm', value: 0, tolerance: 2e-6, basis: 'rigid contact, 2 µm' },
  ]),
  async measure(lab) {
    const recording = await recordBinding(await shapesOnFloor([0, 0, -G], KINDS.flatMap(readOf), DROP_S, FALL_M), lab);
    return Object.fromEntries(
      KINDS.flatMap((kind) => readOf(kind)).map(({ name }) => [name, atEndOf(recording, 'rest', name)]),
    );
  },
};
