import type { Binding, SceneInput } from '../../src/index.js';
import { tubeSource } from '../unit/scene/minimal.js';

/** Ground pivots along x, gravity along −y, axes along z. */
const GROUND_M = 0.1;
const CRANK_M = 0.03;
const COUPLER_M = 0.095;
const ROCKER_M = 0.04;
const G = 9.81;

/** Crank angle in the initial pose [rad], counter-clockwise from the line between the ground pivots. */
export const START_RAD = Math.PI / 2;

/** The servo at the crank: gain [N·m·s/rad], cap [N·m], speed [rad/s] and its ramp [s]. */
export const SERVO = { gain: 0.02, cap: 0.5, speed: 2 * Math.PI, rampS: 0.2 };

/** A bar from its first to its second pin along its own x: mass [kg], inertia about its centre [kg·m²]. */
const bar = (name: string, lengthM: number, massKg: number) => ({
  name,
  lengthM,
  massKg,
  inertiaKgM2: (massKg * (lengthM * lengthM + 0.01 ** 2)) / 12,
});

export const LINKS = [
  bar('crank', CRANK_M, 0.03),
  bar('coupler', COUPLER_M, 0.08),
  bar('rocker', ROCKER_M, 0.04),
] as const;

/** Where the links stand at a crank angle: angle and first pin of each, and what the equation of motion needs there. */
export function stateOf(theta: number) {
  const { couplerRad: a, rockerRad: b } = close(theta);
  // loop: CRANK·e(θ) + COUPLER·e(a) = GROUND + ROCKER·e(b); derivatives by θ from two linear equations
  const [a1, b1] = rates(a, b, -CRANK_M * Math.sin(theta), CRANK_M * Math.cos(theta));
  const x2 = -CRANK_M * Math.cos(theta) - COUPLER_M * Math.cos(a) * a1 * a1 + ROCKER_M * Math.cos(b) * b1 * b1;
  const y2 = -CRANK_M * Math.sin(theta) - COUPLER_M * Math.sin(a) * a1 * a1 + ROCKER_M * Math.sin(b) * b1 * b1;
  const [a2, b2] = rates(a, b, x2, y2);
  const [crank, coupler, rocker] = LINKS;
  let [M, dM, dV] = [0, 0, 0];
  const add = (link: (typeof LINKS)[number], p1: Complex, p2: Complex, w1: number, w2: number): void => {
    M += link.massKg * (p1[0] ** 2 + p1[1] ** 2) + link.inertiaKgM2 * w1 * w1;
    dM += 2 * (link.massKg * (p1[0] * p2[0] + p1[1] * p2[1]) + link.inertiaKgM2 * w1 * w2);
    dV += link.massKg * G * p1[1];
  };
  const crankCentre = arm(theta, CRANK_M / 2, 1, 0);
  const crankPin = arm(theta, CRANK_M, 1, 0);
  const onCoupler = arm(a, COUPLER_M / 2, a1, a2);
  add(crank, crankCentre[0], crankCentre[1], 1, 0);
  add(coupler, plus(crankPin[0], onCoupler[0]), plus(crankPin[1], onCoupler[1]), a1, a2);
  const rockerCentre = arm(b, ROCKER_M / 2, b1, b2);
  add(rocker, rockerCentre[0], rockerCentre[1], b1, b2);
  return { couplerRad: a, rockerRad: b, M, dM, dV };
}

type Complex = readonly [number, number];
const plus = (p: Complex, q: Complex): Complex => [p[0] + q[0], p[1] + q[1]];

/** First and second derivative of r·(cos φ, sin φ) by θ. */
function arm(phi: number, r: number, w1: number, w2: number): readonly [Complex, Complex] {
  const [c, s] = [r * Math.cos(phi), r * Math.sin(phi)];
  return [
    [-s * w1, c * w1],
    [-c * w1 * w1 - s * w2, -s * w1 * w1 + c * w2],
  ];
}

/** a′, b′ of the loop: −COUPLER·sin a·a′ + ROCKER·sin b·b′ = −x and COUPLER·cos a·a′ − ROCKER·cos b·b′ = −y. */
function rates(a: number, b: number, x: number, y: number): [number, number] {
  const [p, q] = [-COUPLER_M * Math.sin(a), ROCKER_M * Math.sin(b)];
  const [r, s] = [COUPLER_M * Math.cos(a), -ROCKER_M * Math.cos(b)];
  const det = p * s - q * r;
  return [(-x * s + y * q) / det, (-y * p + x * r) / det];
}

/** Circle intersection, the branch with the rocker pin above the line from the crank pin to the rocker pivot. */
function close(theta: number): { couplerRad: number; rockerRad: number } {
  const [ax, ay] = [CRANK_M * Math.cos(theta), CRANK_M * Math.sin(theta)];
  const f = Math.hypot(GROUND_M - ax, ay);
  const cosGamma = (f * f + ROCKER_M * ROCKER_M - COUPLER_M * COUPLER_M) / (2 * f * ROCKER_M);
  const rockerRad = Math.atan2(ay, ax - GROUND_M) - Math.acos(cosGamma);
  const [bx, by] = [GROUND_M + ROCKER_M * Math.cos(rockerRad), ROCKER_M * Math.sin(rockerRad)];
  return { couplerRad: Math.atan2(by - ay, bx - ax), rockerRad };
}

const PIN_M = 0.003;
const HOLE_M = 0.00305;

const pin = (xM: number) => ({
  geometry: { kind: 'cylinder' as const, radiusM: PIN_M, lengthM: 0.02 },
  material: 'steel',
  poseInBody: { positionM: [xM, 0, 0] as const },
});
const eye = (xM: number) => ({
  geometry: tubeSource(HOLE_M, 0.006, 0.01),
  material: 'steel',
  poseInBody: { positionM: [xM, 0, 0] as const },
});

/** The four-bar: pins on the ground and on the free ends of crank and rocker, eyes on everything that turns on them. */
export function fourBarScene(): SceneInput {
  const { couplerRad, rockerRad } = stateOf(START_RAD);
  const A = [CRANK_M * Math.cos(START_RAD), CRANK_M * Math.sin(START_RAD)] as const;
  const B = [A[0] + COUPLER_M * Math.cos(couplerRad), A[1] + COUPLER_M * Math.sin(couplerRad)] as const;
  const parts = {
    crank: [eye(0), pin(CRANK_M)],
    coupler: [eye(0), eye(COUPLER_M)],
    rocker: [eye(0), pin(ROCKER_M)],
  };
  const place = { crank: [0, 0, START_RAD], coupler: [...A, couplerRad], rocker: [GROUND_M, 0, rockerRad] } as const;
  const joint = (name: string, bodies: [string, string], x: number, y: number) => ({
    kind: 'revolute' as const,
    name,
    bodies,
    frame: { originM: [x, y, 0] as const, axis: [0, 0, 1] as const },
  });
  return {
    schema: 'mechtrial/scene@1',
    name: 'four-bar',
    gravityMPerS2: [0, -G, 0],
    bodies: [
      { name: 'frame', isGround: true, parts: [pin(0), pin(GROUND_M)] },
      ...LINKS.map(({ name, lengthM, massKg, inertiaKgM2 }) => ({
        name,
        parts: parts[name as keyof typeof parts],
        massProperties: {
          massKg,
          centerOfMassM: [lengthM / 2, 0, 0] as const,
          inertiaKgM2: [inertiaKgM2 / 4, inertiaKgM2, inertiaKgM2, 0, 0, 0],
        },
        poseInWorld: {
          positionM: [place[name as keyof typeof place][0], place[name as keyof typeof place][1], 0] as const,
          rotation: aboutZ(place[name as keyof typeof place][2]),
        },
      })),
    ],
    joints: [
      joint('crank-pivot', ['frame', 'crank'], 0, 0),
      joint('crank-pin', ['crank', 'coupler'], A[0], A[1]),
      joint('rocker-pin', ['rocker', 'coupler'], B[0], B[1]),
      joint('rocker-pivot', ['frame', 'rocker'], GROUND_M, 0),
    ],
  };
}

const aboutZ = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] as const;

/** The four-bar driven at its crank by the speed servo, from rest. */
export function fourBarBinding(durationS: number, scene: SceneInput = fourBarScene()): Binding {
  return {
    schema: 'mechtrial/binding@1',
    name: 'four-bar',
    scene,
    drives: [
      {
        kind: 'rotary-speed-servo',
        name: 'motor',
        on: { joint: 'crank-pivot' },
        gainNmSPerRad: SERVO.gain,
        capNm: SERVO.cap,
      },
    ],
    signals: [
      { kind: 'joint-coordinate', name: 'crank', joint: 'crank-pivot' },
      { kind: 'joint-coordinate', name: 'rocker', joint: 'rocker-pivot' },
    ],
    trials: [
      {
        id: 'T1',
        phases: [{ id: 'run', durationS, set: [{ drive: 'motor', speedRadPerS: SERVO.speed, rampS: SERVO.rampS }] }],
      },
    ],
  };
}
