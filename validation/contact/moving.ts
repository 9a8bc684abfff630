/** Mechanisms that work by touching: ratchet, latch, Geneva wheel, cam, planetary teeth, balls. */
import {
  externalGear,
  type GearSpec,
  type GenevaSpec,
  genevaDriver,
  genevaWheel,
  internalGear,
  ratchetWheel,
} from '../../src/geometry/index.js';
import type { Recording } from '../../src/signals/index.js';
import type { Binding } from '../../src/trial/index.js';
import type { ValidationCase } from '../case.js';
import {
  atEndOf,
  bindingOf,
  boxPart,
  builtPart,
  driftOver,
  generatedPart,
  material,
  phaseOf,
  recordBinding,
  signalOf,
  wideJoint,
  worstPenetrationM,
} from './scenes.js';

const DEG = Math.PI / 180;
const PENETRATION = {
  quantity: 'penetration',
  unit: 'm',
  value: 0,
  tolerance: 5e-5,
  basis: 'largest overlap of collision shapes',
};
const frame = { name: 'frame', isGround: true, parts: [boxPart([0.01, 0.01, 0.01], 'steel', [0, 0, -0.1])] };
/** The frame carries joints and touches nothing. */
const touching = (...bodies: string[]) => ({ fromSource: bodies });

const RATCHET = { toothCount: 12, tipRadiusM: 0.02, rootRadiusM: 0.0165, widthM: 0.005 };
const PITCH = (2 * Math.PI) / RATCHET.toothCount;
const RATCHET_CYCLES = 20;
const LOAD_NM = 0.5;

async function ratchetBinding(): Promise<Binding> {
  const wheel = await generatedPart((m) => ratchetWheel(m, RATCHET), 'steel');
  // A strut from its pivot at (20, −30) mm up to the face of the tooth on +x.
  const pawl = await builtPart(
    (m) =>
      m.Manifold.extrude(
        [
          [
            [17.1, -0.1],
            [18.6, -12],
            [18, -30],
            [22, -30],
            [21, -10],
            [19.1, -0.1],
          ],
        ],
        5,
        0,
        0,
        [1, 1],
        true,
      ),
    'steel',
  );
  const cycle = (k: number) => [
    {
      id: `advance-${k}`,
      durationS: 0.12,
      set: [{ drive: 'hand', angleRad: k * PITCH + 6 * DEG, speedRadPerS: 8, endRampS: 0.02 }],
    },
    { id: `hold-${k}`, durationS: 0.12, set: [{ drive: 'hand', isOn: false }] },
  ];
  return bindingOf(
    'ratchet',
    {
      gravityMPerS2: [0, 0, 0],
      bodies: [frame, { name: 'wheel', parts: [wheel] }, { name: 'pawl', parts: [pawl] }],
      joints: [
        wideJoint('revolute', 'axle', ['frame', 'wheel'], [0, 0, 0], [0, 0, 1]),
        wideJoint('revolute', 'pivot', ['frame', 'pawl'], [0.02, -0.03, 0], [0, 0, 1]),
      ],
      models: [
        {
          kind: 'torsion-spring',
          name: 'spring',
          on: { joint: 'pivot' },
          stiffnessNmPerRad: 0.01,
          preloadNm: 0.004,
          dampingNmSPerRad: 2e-6,
        },
      ],
      contact: touching('wheel', 'pawl'),
    },
    {
      drives: [
        { kind: 'torque-profile', name: 'load', on: { joint: 'axle' }, capNm: LOAD_NM },
        {
          kind: 'rotary-position-servo',
          name: 'hand',
          on: { joint: 'axle' },
          stiffnessNmPerRad: 40,
          dampingNmSPerRad: 0.05,
          capNm: 3 * LOAD_NM,
        },
      ],
      signals: [
        { kind: 'joint-coordinate', name: 'wheel.angle', joint: 'axle' },
        { kind: 'contact-force', name: 'face', groupA: ['wheel'], groupB: ['pawl'] },
      ],
      phases: [
        {
          id: 'load',
          durationS: 0.2,
          set: [
            { drive: 'load', torqueNm: -LOAD_NM, rampS: 0.1 },
            { drive: 'hand', isOn: false },
          ],
        },
        ...Array.from({ length: RATCHET_CYCLES }, (_, i) => cycle(i + 1)).flat(),
      ],
    },
  );
}

export const ratchet: ValidationCase = {
  name: 'ratchet',
  title: 'Ratchet wheel and spring pawl advance 20 teeth by hand and hold 0.5 N·m after each',
  expected: [
    { quantity: 'teeth held', unit: '1', value: RATCHET_CYCLES, tolerance: 0, basis: 'one tooth per cycle' },
    {
      quantity: 'largest angle off its tooth',
      unit: 'rad',
      value: 0,
      tolerance: 1e-3,
      basis: 'the face stands where the pawl held the first tooth; 18 µm at 18 mm',
    },
    PENETRATION,
  ],
  async measure(lab) {
    const recording = await recordBinding(await ratchetBinding(), lab);
    // The pawl is built 0.1 mm off the face and seats itself in the first cycle.
    const start = atEndOf(recording, 'hold-1', 'wheel.angle');
    const off = Array.from(
      { length: RATCHET_CYCLES },
      (_, i) => atEndOf(recording, `hold-${i + 1}`, 'wheel.angle') - start - i * PITCH,
    );
    return {
      'teeth held': off.filter((angle) => Math.abs(angle) < 0.2 * PITCH).length,
      'largest angle off its tooth': Math.max(...off.map(Math.abs)),
      penetration: worstPenetrationM(recording),
    };
  },
};

const LATCH_CYCLES = 10;
/** Strike below the bolt at first: its lower face 30 mm below the latch face, which looks up at y = 5 mm. */
const STRIKE = { bottomM: -0.03, latchedM: 0.037, loadN: 100 };

async function latchBinding(): Promise<Binding> {
  const bolt = await builtPart(
    (m) =>
      m.Manifold.extrude(
        [
          [
            [-20, -5],
            [0, -5],
            [8, 3],
            [8, 5],
            [-20, 5],
          ],
        ],
        6,
        0,
        0,
        [1, 1],
        true,
      ),
    'latch',
  );
  const strike = boxPart([0.02, 0.01, 0.01], 'latch', [0.012, STRIKE.bottomM + 0.005, 0]);
  const off = { drive: 'hand', isOn: false };
  const strikeTo = (travelM: number) => ({ drive: 'hand', travelM, speedMPerS: 0.2, endRampS: 0.05 });
  const cycle = (k: number) => [
    { id: `shut-${k}`, durationS: 0.35, set: [strikeTo(STRIKE.latchedM), { drive: 'pull', forceN: 0, rampS: 0 }] },
    { id: `load-${k}`, durationS: 0.3, set: [off, { drive: 'pull', forceN: -STRIKE.loadN, rampS: 0.1 }] },
    {
      id: `unlock-${k}`,
      durationS: 0.2,
      set: [
        { drive: 'pull', forceN: 0, rampS: 0.02 },
        strikeTo(STRIKE.latchedM),
        { drive: 'key', forceN: -12, rampS: 0.05 },
      ],
    },
    { id: `open-${k}`, durationS: 0.35, set: [strikeTo(0)] },
    { id: `release-${k}`, durationS: 0.15, set: [{ drive: 'key', forceN: 0, rampS: 0.05 }] },
  ];
  return bindingOf(
    'latch',
    {
      gravityMPerS2: [0, 0, 0],
      materials: [material('latch', 0.15)],
      bodies: [
        frame,
        { name: 'bolt', parts: [{ ...bolt, massKg: 0.01 }] },
        { name: 'strike', parts: [{ ...strike, massKg: 0.1 }] },
      ],
      joints: [
        {
          ...wideJoint('prismatic', 'guide', ['frame', 'bolt'], [0, 0, 0], [1, 0, 0]),
          limits: { lowerM: -0.012, upperM: 0, restitutionCoefficient: 0 },
        } as never,
        wideJoint('prismatic', 'door', ['frame', 'strike'], [0.012, 0, 0], [0, 1, 0]),
      ],
      models: [
        {
          kind: 'travel-spring',
          name: 'spring',
          on: { joint: 'guide' },
          stiffnessNPerM: 300,
          preloadN: 2,
          dampingNSPerM: 0.5,
        },
      ],
      contact: touching('bolt', 'strike'),
    },
    {
      drives: [
        {
          kind: 'linear-position-servo',
          name: 'hand',
          on: { joint: 'door' },
          stiffnessNPerM: 2e4,
          dampingNSPerM: 60,
          capN: 60,
        },
        { kind: 'force-profile', name: 'pull', on: { joint: 'door' }, capN: STRIKE.loadN },
        { kind: 'force-profile', name: 'key', on: { joint: 'guide' }, capN: 12 },
      ],
      signals: [
        { kind: 'joint-coordinate', name: 'door.travel', joint: 'door' },
        { kind: 'joint-coordinate', name: 'bolt.travel', joint: 'guide' },
        { kind: 'contact-force', name: 'latch', groupA: ['bolt'], groupB: ['strike'] },
      ],
      phases: Array.from({ length: LATCH_CYCLES }, (_, i) => cycle(i + 1)).flat(),
    },
  );
}

/** Smallest value of a signal over a phase. */
function lowest(recording: Recording, phase: string, signal: string): number {
  const [first, last] = phaseOf(recording, phase);
  return signalOf(recording, signal)
    .subarray(first, last + 1)
    .reduce((low, x) => Math.min(low, x), Infinity);
}

export const latch: ValidationCase = {
  name: 'latch',
  title: 'Spring latch with a 10 g bolt: retracts at a beveled strike, re-locks, holds 100 N, ten times',
  expected: [
    {
      quantity: 'times retracted by the strike',
      unit: '1',
      value: LATCH_CYCLES,
      tolerance: 0,
      basis: '6 mm by the bevel',
    },
    {
      quantity: 'times re-locked',
      unit: '1',
      value: LATCH_CYCLES,
      tolerance: 0,
      basis: 'bolt out to its stop behind the strike',
    },
    { quantity: 'times opened', unit: '1', value: LATCH_CYCLES, tolerance: 0, basis: 'strike back at its start' },
    {
      quantity: 'smallest latch force',
      unit: 'N',
      value: STRIKE.loadN,
      tolerance: 0.01 * STRIKE.loadN,
      basis: 'the load, 1 %',
    },
    {
      quantity: 'largest distance from the latch face',
      unit: 'm',
      value: 0,
      tolerance: 1e-5,
      basis: 'strike on the face at 35 mm of travel, 10 µm',
    },
    PENETRATION,
  ],
  async measure(lab) {
    const recording = await recordBinding(await latchBinding(), lab);
    const cycles = Array.from({ length: LATCH_CYCLES }, (_, i) => i + 1);
    const count = (holds: (k: number) => boolean) => cycles.filter(holds).length;
    return {
      'times retracted by the strike': count((k) => lowest(recording, `shut-${k}`, 'bolt.travel') < -0.0059),
      'times re-locked': count((k) => atEndOf(recording, `shut-${k}`, 'bolt.travel') > -1e-5),
      'times opened': count((k) => Math.abs(atEndOf(recording, `release-${k}`, 'door.travel')) < 1e-3),
      'smallest latch force': Math.min(...cycles.map((k) => atEndOf(recording, `load-${k}`, 'latch'))),
      'largest distance from the latch face': Math.max(
        ...cycles.map((k) => Math.abs(atEndOf(recording, `load-${k}`, 'door.travel') - 0.035)),
      ),
      penetration: worstPenetrationM(recording),
    };
  },
};

const TUBE = { radiusM: 0.0031, lengthM: 0.06, slope: 20 * DEG, ballM: 0.003 };
/** From rest on the slope over 50 mm, rolling: s = ½·(5/7)·g·sin·t². */
const ROLL_S = Math.sqrt((2 * 0.05) / ((5 / 7) * 9.81 * Math.sin(TUBE.slope)));

export async function tubeBinding(): Promise<Binding> {
  const tube = await builtPart((m) => {
    const [outer, inner] = [m.Manifold.cylinder(60, 5, 5, 48, true), m.Manifold.cylinder(70, 3.1, 3.1, 48, true)];
    const rest = outer.subtract(inner).rotate(0, 90, 0);
    for (const solid of [outer, inner]) solid.delete();
    return rest;
  }, 'steel');
  const [s, c] = [Math.sin(TUBE.slope), Math.cos(TUBE.slope)];
  return bindingOf(
    'ball-in-tube',
    {
      // The tube lies along x; gravity slopes.
      gravityMPerS2: [9.81 * s, 0, -9.81 * c],
      bodies: [
        { name: 'tube', isGround: true, parts: [tube] },
        {
          name: 'ball',
          isEnvironment: true,
          parts: [{ geometry: { kind: 'sphere', radiusM: TUBE.ballM }, material: 'steel' }],
          poseInWorld: { positionM: [-0.0275, 0, TUBE.ballM - TUBE.radiusM + 2e-5] },
        },
      ],
    },
    {
      signals: [{ kind: 'body-position', name: 'ball.x', body: 'ball', pointM: [-0.0275, 0, 0], axis: [1, 0, 0] }],
      phases: [{ id: 'roll', durationS: 0.35 }],
    },
  );
}

export const ballInTube: ValidationCase = {
  name: 'ball-in-tube',
  title: 'Ball of 6 mm rolls through a 6.2 mm tube that slopes by 20°',
  expected: [
    {
      quantity: 'time for 50 mm',
      unit: 's',
      value: ROLL_S,
      tolerance: 0.03 * ROLL_S,
      basis: 'rolling from rest; two facets of 7.5° take it up, 3 %',
    },
    { quantity: 'comes out', unit: '1', value: 1, tolerance: 0, basis: 'beyond the end of the tube' },
    { ...PENETRATION, tolerance: 1e-5 },
  ],
  async measure(lab) {
    const recording = await recordBinding(await tubeBinding(), lab);
    const x = signalOf(recording, 'ball.x');
    const after = x.findIndex((value) => value - x[0]! > 0.05);
    return {
      'time for 50 mm': after * recording.stepS,
      'comes out': x.at(-1)! > 0.03 ? 1 : 0,
      penetration: worstPenetrationM(recording),
    };
  },
};

const BALL_M = 0.005;
const BALLS = [1, 2, 3, 4, 5];

export const fiveBalls: ValidationCase = {
  name: 'five-balls',
  title: 'Five steel balls of 10 mm on top of each other',
  expected: [
    { quantity: 'largest side offset', unit: 'm', value: 0, tolerance: 1e-6, basis: 'symmetry' },
    {
      quantity: 'largest relative error of the forces',
      unit: '1',
      value: 0,
      tolerance: 0.01,
      basis: 'weight of what is above, 1 %',
    },
    { ...PENETRATION, tolerance: 1e-5 },
  ],
  async measure(lab) {
    const name = (k: number) => (k === 0 ? 'floor' : `ball-${k}`);
    const binding = bindingOf(
      'five-balls',
      {
        bodies: [
          { name: 'floor', isGround: true, parts: [boxPart([0.1, 0.1, 0.02], 'steel', [0, 0, -0.01])] },
          ...BALLS.map((k) => ({
            name: name(k),
            parts: [{ geometry: { kind: 'sphere' as const, radiusM: BALL_M }, material: 'steel' }],
            poseInWorld: { positionM: [0, 0, (2 * k - 1) * BALL_M] as const },
          })),
        ],
      },
      {
        signals: [
          ...BALLS.map((k) => ({
            kind: 'contact-force' as const,
            name: `f${k}`,
            groupA: [name(k - 1)],
            groupB: [name(k)],
          })),
          ...BALLS.flatMap((k) =>
            (
              [
                [1, 0, 0],
                [0, 1, 0],
              ] as const
            ).map((axis, j) => ({
              kind: 'body-position' as const,
              name: `p${k}${j}`,
              body: name(k),
              pointM: [0, 0, (2 * k - 1) * BALL_M] as const,
              axis,
            })),
          ),
        ],
        phases: [{ id: 'rest', durationS: 2 }],
      },
    );
    const recording = await recordBinding(binding, lab);
    // Balls are meshes of 64 facets; their weight is that of the mesh.
    const unit = atEndOf(recording, 'rest', 'f5');
    const errors = BALLS.map((k) => Math.abs(atEndOf(recording, 'rest', `f${k}`) / (unit * (6 - k)) - 1));
    const ball = (4 / 3) * Math.PI * BALL_M ** 3 * 7850 * 9.81;
    return {
      'largest side offset': Math.max(
        ...BALLS.flatMap((k) => [0, 1].map((j) => driftOver(recording, 'rest', `p${k}${j}`))),
      ),
      'largest relative error of the forces': Math.max(...errors, Math.abs(unit / ball - 1) - 0.005),
      penetration: worstPenetrationM(recording),
    };
  },
};

const GENEVA: GenevaSpec = {
  slotCount: 4,
  centerDistanceM: 0.05,
  pinRadiusM: 0.003,
  lockRadiusM: 0.026,
  clearanceM: 1e-4,
  widthM: 0.006,
};
const GENEVA_TURNS = 8;
const DRIVER_RAD_PER_S = 4 * Math.PI;
/** Dwell: the middle half of a turn, where the pin is far from the wheel. */
const TURN_S = (2 * Math.PI) / DRIVER_RAD_PER_S;

export async function genevaBinding(): Promise<Binding> {
  const [driver, wheel] = await Promise.all([
    generatedPart((m) => genevaDriver(m, GENEVA), 'steel'),
    generatedPart((m) => genevaWheel(m, GENEVA), 'steel'),
  ]);
  const turned = (angleRad: number) => [0, 0, Math.sin(angleRad / 2), Math.cos(angleRad / 2)] as const;
  return bindingOf(
    'geneva-wheel',
    {
      gravityMPerS2: [0, 0, 0],
      materials: [],
      bodies: [
        frame,
        // Half a turn away from the middle of an index, the wheel locked half an index back.
        { name: 'driver', parts: [driver], poseInWorld: { rotation: turned(Math.PI) } },
        { name: 'wheel', parts: [wheel], poseInWorld: { positionM: [0.05, 0, 0], rotation: turned(Math.PI / 4) } },
      ],
      joints: [
        wideJoint('revolute', 'input', ['frame', 'driver'], [0, 0, 0], [0, 0, 1]),
        {
          ...wideJoint('revolute', 'output', ['frame', 'wheel'], [0.05, 0, 0], [0, 0, 1]),
          frictionTorqueNm: 0.002,
        } as never,
      ],
      contact: touching('driver', 'wheel'),
    },
    {
      drives: [{ kind: 'rotary-speed-servo', name: 'motor', on: { joint: 'input' }, gainNmSPerRad: 5, capNm: 2 }],
      signals: [
        { kind: 'joint-coordinate', name: 'driver.angle', joint: 'input' },
        { kind: 'joint-coordinate', name: 'wheel.angle', joint: 'output' },
      ],
      phases: Array.from({ length: 2 * GENEVA_TURNS + 1 }, (_, i) => ({
        id: i % 2 === 0 ? `dwell-${i / 2}` : `index-${(i + 1) / 2}`,
        durationS: i === 0 ? TURN_S / 4 : TURN_S / 2,
        set: [{ drive: 'motor', speedRadPerS: DRIVER_RAD_PER_S, rampS: 0 }],
      })),
    },
  );
}

export const genevaIndex: ValidationCase = {
  name: 'geneva-wheel',
  title: 'Generated Geneva wheel indexes 8 × 90° by contact, locked by the driver’s disc in between',
  expected: [
    {
      quantity: 'largest error of an index',
      unit: 'rad',
      value: 0,
      tolerance: 0.5 * DEG,
      basis: 'play of disc and pin, 0.1 mm',
    },
    { quantity: 'largest drift in a dwell', unit: 'rad', value: 0, tolerance: 0.5 * DEG, basis: 'locked by the disc' },
    PENETRATION,
  ],
  async measure(lab) {
    const recording = await recordBinding(await genevaBinding(), lab);
    const turns = Array.from({ length: GENEVA_TURNS }, (_, i) => i + 1);
    const rest = (k: number) => atEndOf(recording, `dwell-${k}`, 'wheel.angle');
    return {
      'largest error of an index': Math.max(...turns.map((k) => Math.abs(rest(k) - rest(k - 1) + Math.PI / 2))),
      'largest drift in a dwell': Math.max(...turns.map((k) => driftOver(recording, `dwell-${k}`, 'wheel.angle'))),
      penetration: worstPenetrationM(recording),
    };
  },
};

const CAM = { radiusM: 0.015, eccentricM: 0.005, turns: 2, radPerS: 2 * Math.PI };

export const flatFollower: ValidationCase = {
  name: 'flat-follower',
  title: 'Eccentric disc lifts a flat follower against a spring: y = e·sin θ',
  expected: [
    { quantity: 'follower, RMS error', unit: 'm', value: 0, tolerance: 3e-5, basis: 'closed form at the cam angle' },
    PENETRATION,
  ],
  async measure(lab) {
    const { radiusM, eccentricM, turns, radPerS } = CAM;
    const cam = {
      geometry: { kind: 'cylinder' as const, radiusM, lengthM: 0.008 },
      material: 'steel',
      poseInBody: { positionM: [eccentricM, 0, 0] as const },
    };
    const binding = bindingOf(
      'flat-follower',
      {
        gravityMPerS2: [0, -9.81, 0],
        bodies: [
          frame,
          { name: 'cam', parts: [cam] },
          { name: 'follower', parts: [boxPart([0.04, 0.006, 0.008], 'steel', [0, radiusM + 0.003, 0])] },
        ],
        joints: [
          wideJoint('revolute', 'shaft', ['frame', 'cam'], [0, 0, 0], [0, 0, 1]),
          wideJoint('prismatic', 'guide', ['frame', 'follower'], [0, 0, 0], [0, 1, 0]),
        ],
        models: [{ kind: 'travel-spring', name: 'spring', on: { joint: 'guide' }, stiffnessNPerM: 200, preloadN: -2 }],
        contact: touching('cam', 'follower'),
      },
      {
        drives: [{ kind: 'rotary-speed-servo', name: 'motor', on: { joint: 'shaft' }, gainNmSPerRad: 5, capNm: 1 }],
        signals: [
          { kind: 'joint-coordinate', name: 'cam.angle', joint: 'shaft' },
          { kind: 'joint-coordinate', name: 'lift', joint: 'guide' },
        ],
        phases: [
          {
            id: 'turn',
            durationS: (turns * 2 * Math.PI) / radPerS,
            set: [{ drive: 'motor', speedRadPerS: radPerS, rampS: 0.1 }],
          },
        ],
      },
    );
    const recording = await recordBinding(binding, lab);
    const [angle, lift] = [signalOf(recording, 'cam.angle'), signalOf(recording, 'lift')];
    const square = lift.reduce((sum, y, k) => sum + (y - eccentricM * Math.sin(angle[k]!)) ** 2, 0) / lift.length;
    return { 'follower, RMS error': Math.sqrt(square), penetration: worstPenetrationM(recording) };
  },
};

const STAGE = { sun: 24, planet: 18, ring: 60, moduleM: 1e-3, widthM: 6e-3, thinningM: 1e-5 };

export async function planetaryBinding(): Promise<Binding> {
  const spec = (toothCount: number): GearSpec => ({ ...STAGE, toothCount, flankPointCount: 8, filletChordCount: 2 });
  const centerM = (STAGE.moduleM * (STAGE.sun + STAGE.planet)) / 2;
  const turned = (angleRad: number) => [0, 0, Math.sin(angleRad / 2), Math.cos(angleRad / 2)] as const;
  const [sun, planet, ring] = await Promise.all([
    generatedPart((m) => externalGear(m, spec(STAGE.sun)), 'steel'),
    generatedPart((m) => externalGear(m, spec(STAGE.planet)), 'steel'),
    // Ring teeth of full height would reach beyond the planet's base circle and jam: √(ra² − rb²) < a·sin α.
    generatedPart((m) => internalGear(m, { ...spec(STAGE.ring), addendumFactor: 0.8 }, 0.07), 'steel'),
  ]);
  // A tooth of the sun and a space of the ring lie on every planet's line: (24 + 60)/3 is whole. The planet, as turned with
  // its line, has a space towards the sun and a tooth towards the ring, since 18 teeth put a tooth on both ends of a line.
  const planets = [0, 1, 2].map((k) => {
    const line = (2 * Math.PI * k) / 3;
    const ringPhase = (STAGE.ring * line) % (2 * Math.PI);
    return {
      name: `planet-${k}`,
      line,
      at: [centerM * Math.cos(line), centerM * Math.sin(line), 0] as const,
      ringPhase,
    };
  });
  return bindingOf(
    'planetary-stage',
    {
      gravityMPerS2: [0, 0, 0],
      bodies: [
        frame,
        { name: 'ring', isGround: true, parts: [ring] },
        // 24 teeth: half a pitch turns a space onto every planet's line.
        { name: 'sun', parts: [sun], poseInWorld: { rotation: turned(Math.PI / STAGE.sun) } },
        { name: 'carrier', parts: [boxPart([0.03, 0.03, 0.003], 'steel', [0, 0, -0.02])] },
        ...planets.map(({ name, at, line }) => ({
          name,
          parts: [planet],
          poseInWorld: { positionM: at, rotation: turned(line) },
        })),
      ],
      joints: [
        wideJoint('revolute', 'input', ['frame', 'sun'], [0, 0, 0], [0, 0, 1]),
        wideJoint('revolute', 'output', ['frame', 'carrier'], [0, 0, 0], [0, 0, 1]),
        ...planets.map(({ name, at }) => wideJoint('revolute', `${name}-pin`, ['carrier', name], at, [0, 0, 1])),
      ],
      contact: touching('sun', 'ring', ...planets.map(({ name }) => name)),
    },
    {
      drives: [
        { kind: 'rotary-speed-servo', name: 'motor', on: { joint: 'input' }, gainNmSPerRad: 1, capNm: 0.5 },
        { kind: 'rotary-brake', name: 'brake', on: { joint: 'output' }, capNm: 0.2 },
      ],
      signals: [
        { kind: 'joint-coordinate', name: 'sun.angle', joint: 'input' },
        { kind: 'joint-coordinate', name: 'carrier.angle', joint: 'output' },
      ],
      phases: [
        {
          id: 'settle',
          durationS: 0.1,
          set: [
            { drive: 'motor', speedRadPerS: 2 * Math.PI, rampS: 0.05 },
            { drive: 'brake', torqueNm: 0.2, rampS: 0.02 },
          ],
        },
        { id: 'turn', durationS: 0.6 },
      ],
    },
  );
}

export const planetaryStage: ValidationCase = {
  name: 'planetary-stage',
  title: 'Planetary stage with a fixed ring, 24/18/60 teeth in contact: carrier against sun/3.5',
  expected: [
    {
      quantity: 'carrier, RMS error',
      unit: 'rad',
      value: 0,
      tolerance: 3e-3,
      basis: 'ratio 1 + 60/24 at the sun’s angle',
    },
    { quantity: 'ratio error', unit: '1', value: 0, tolerance: 1e-3, basis: 'over 0.6 turns of the sun' },
    PENETRATION,
  ],
  async measure(lab) {
    const recording = await recordBinding(await planetaryBinding(), lab);
    const [first, last] = phaseOf(recording, 'turn');
    const [sun, carrier] = [signalOf(recording, 'sun.angle'), signalOf(recording, 'carrier.angle')];
    const ratio = 1 + STAGE.ring / STAGE.sun;
    let square = 0;
    for (let k = first; k <= last; k++)
      square += (carrier[k]! - carrier[first]! - (sun[k]! - sun[first]!) / ratio) ** 2;
    const gone = (carrier[last]! - carrier[first]!) / (sun[last]! - sun[first]!);
    return {
      'carrier, RMS error': Math.sqrt(square / (last - first + 1)),
      'ratio error': gone * ratio - 1,
      penetration: worstPenetrationM(recording),
    };
  },
};
