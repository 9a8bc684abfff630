/**
 * Sun and planet of a real planetary gearbox, from the STEP files of its maker, in mesh by contact of their own teeth.
 *
 * Module 1 mm by their tip circles (14 and 26 mm): 12 and 24 teeth, axes 18 mm apart. Where a tooth stands is read from the
 * corners on the tip circle. The planet carries a brake; the sun turns it twice one way and twice the other.
 */
import { fileURLToPath } from 'node:url';
import type { Part } from '../../src/geometry/index.js';
import { loadPart } from '../../src/geometry/index.js';
import type { Recording } from '../../src/signals/index.js';
import type { Binding } from '../../src/trial/index.js';
import type { Lab, ValidationCase } from '../case.js';
import { phaseOf, recordBinding, signalOf, worstPenetrationM } from './scenes.js';

const CAD = fileURLToPath(new URL('../../test/fixtures/realcad/', import.meta.url));
const FILES = { sun: `${CAD}planetary_MotorInput.step`, planet: `${CAD}planetary_Planet.step` };
const TEETH = { sun: 12, planet: 24 };
const CENTER_M = 0.018;
/** 0.02 N·m at the planet: 1.8 N at its pitch circle. */
const BRAKE_NM = 0.02;
const CAP_NM = 0.1;
const SUN_RAD_PER_S = 4 * Math.PI;
const TURNS = 2;
const RUN_S = (2 * Math.PI * TURNS * TEETH.planet) / TEETH.sun / SUN_RAD_PER_S;
const SETTLE_S = 0.2;

/** Angle of the tooth nearest to +x [rad]: the phase of the corners on the tip circle at the tooth frequency. */
export function toothPhase({ mesh: { verticesM: p } }: Part, toothCount: number): number {
  let [tip, re, im] = [0, 0, 0];
  for (let i = 0; i < p.length; i += 3) tip = Math.max(tip, Math.hypot(p[i]!, p[i + 1]!));
  for (let i = 0; i < p.length; i += 3) {
    if (Math.hypot(p[i]!, p[i + 1]!) < tip - 2e-6) continue;
    const angle = toothCount * Math.atan2(p[i + 1]!, p[i]!);
    re += Math.cos(angle);
    im += Math.sin(angle);
  }
  return Math.atan2(im, re) / toothCount;
}

/** Sun and planet on two pins of the ground, teeth of the sun in spaces of the planet. */
export async function realGears(): Promise<Binding> {
  const [sun, planet] = await Promise.all(
    [FILES.sun, FILES.planet].map((file) => loadPart({ kind: 'file', file }, { name: 'gear' })),
  );
  // A tooth of the sun on +x; a space of the planet on −x, as seen from its own axis.
  const sunTurn = -toothPhase(sun!, TEETH.sun);
  const planetTurn = Math.PI - Math.PI / TEETH.planet - toothPhase(planet!, TEETH.planet);
  const about = (angleRad: number): [number, number, number, number] => [
    0,
    0,
    Math.sin(angleRad / 2),
    Math.cos(angleRad / 2),
  ];
  const pin = (radiusM: number, lengthM: number, x: number) => ({
    geometry: { kind: 'cylinder' as const, radiusM, lengthM },
    material: 'steel',
    poseInBody: { positionM: [x, 0, 0] as const },
  });
  const joint = (name: string, body: string, x: number) => ({
    kind: 'revolute' as const,
    name,
    bodies: ['frame', body],
    frame: { originM: [x, 0, 0] as const, axis: [0, 0, 1] as const },
  });
  const run = (id: string, speedRadPerS: number, durationS: number) => ({
    id,
    durationS,
    set: [
      { drive: 'motor', speedRadPerS, rampS: SETTLE_S / 2 },
      { drive: 'brake', torqueNm: BRAKE_NM },
    ],
  });
  return {
    schema: 'mechtrial/binding@1',
    name: 'real-gears',
    scene: {
      schema: 'mechtrial/scene@1',
      name: 'real-gears',
      gravityMPerS2: [0, 0, 0],
      bodies: [
        { name: 'frame', isGround: true, parts: [pin(0.00255, 0.03, 0), pin(0.0045, 0.02, CENTER_M)] },
        {
          name: 'sun',
          parts: [{ geometry: { kind: 'file', file: FILES.sun }, material: 'PLA' }],
          poseInWorld: { rotation: about(sunTurn) },
        },
        {
          name: 'planet',
          parts: [{ geometry: { kind: 'file', file: FILES.planet }, material: 'PLA' }],
          poseInWorld: { positionM: [CENTER_M, 0, 0], rotation: about(planetTurn) },
        },
      ],
      joints: [joint('sun-pin', 'sun', 0), joint('planet-pin', 'planet', CENTER_M)],
      contact: { fromSource: ['sun', 'planet'] },
    },
    drives: [
      { kind: 'rotary-speed-servo', name: 'motor', on: { joint: 'sun-pin' }, gainNmSPerRad: 0.05, capNm: CAP_NM },
      { kind: 'rotary-brake', name: 'brake', on: { joint: 'planet-pin' }, capNm: BRAKE_NM },
    ],
    signals: [
      { kind: 'joint-coordinate', name: 'sun.angle', joint: 'sun-pin' },
      { kind: 'joint-coordinate', name: 'planet.angle', joint: 'planet-pin' },
      { kind: 'drive-effort', name: 'motor.torque', drive: 'motor' },
      { kind: 'contact-force', name: 'teeth.normal', groupA: ['sun'], groupB: ['planet'] },
    ],
    trials: [
      {
        id: 'T1',
        phases: [
          run('settle-1', SUN_RAD_PER_S, SETTLE_S),
          run('forward', SUN_RAD_PER_S, RUN_S),
          run('settle-2', -SUN_RAD_PER_S, SETTLE_S),
          run('back', -SUN_RAD_PER_S, RUN_S),
        ],
      },
    ],
  };
}

/** |Δplanet/Δsun| over a phase against the tooth ratio. */
function ratioError(recording: Recording, phase: string): number {
  const [first, last] = phaseOf(recording, phase);
  const change = (name: string) => signalOf(recording, name)[last]! - signalOf(recording, name)[first]!;
  return -change('planet.angle') / change('sun.angle') / (TEETH.sun / TEETH.planet) - 1;
}

async function measure(lab: Lab, stepS?: number): Promise<Readonly<Record<string, number>>> {
  const recording = await recordBinding(await realGears(), lab, stepS);
  const [first, last] = phaseOf(recording, 'forward');
  const planet = signalOf(recording, 'planet.angle');
  return {
    forward: ratioError(recording, 'forward'),
    back: ratioError(recording, 'back'),
    turns: Math.abs(planet[last]! - planet[first]!) / (2 * Math.PI),
    penetration: worstPenetrationM(recording),
  };
}

const RATIO = {
  unit: '1',
  value: 0,
  tolerance: 5e-3,
  basis: 'tooth count 12 : 24 over two turns of the planet under 0.02 N·m',
};
const DEPTH = { unit: 'm', value: 0, tolerance: 5e-5, basis: 'largest overlap of collision shapes, gate 0.05 mm' };

export const realGearPair: ValidationCase = {
  name: 'real-gears',
  title: 'Sun and planet of a real planetary gearbox, their own teeth in contact, both ways, also at half the step',
  expected: [
    { quantity: 'forward, ratio error', ...RATIO },
    { quantity: 'back, ratio error', ...RATIO },
    { quantity: 'turns of the planet', unit: '1', value: TURNS, tolerance: 0.02, basis: 'prescribed speed of the sun' },
    { quantity: 'penetration', ...DEPTH },
    { quantity: 'half step: forward, ratio error', ...RATIO },
    { quantity: 'half step: back, ratio error', ...RATIO },
    { quantity: 'half step: penetration', ...DEPTH },
  ],
  async measure(lab) {
    const [whole, half] = [await measure(lab), await measure(lab, 5e-4)];
    return {
      'forward, ratio error': whole.forward!,
      'back, ratio error': whole.back!,
      'turns of the planet': whole.turns!,
      penetration: whole.penetration!,
      'half step: forward, ratio error': half.forward!,
      'half step: back, ratio error': half.back!,
      'half step: penetration': half.penetration!,
    };
  },
};
