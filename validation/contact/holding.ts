/** Parts held by friction and pressure: clamp, plate at rest, light part under load, pin in a hole, lid on a stop. */
import type { Binding } from '../../src/trial/index.js';
import type { ValidationCase } from '../case.js';
import {
  atEndOf,
  bindingOf,
  boxPart,
  builtPart,
  driftOver,
  material,
  recordBinding,
  settledMean,
  signalOf,
  wideJoint,
  worstPenetrationM,
} from './scenes.js';

const G = 9.81;

/** Two jaws of 10 g press a block of 50 g with 10 N each, µ = 0.5; then it is pulled across. */
function clampBinding(pullN: number, seconds: number): Binding {
  const jaw = (name: string, x: number) => ({
    name,
    parts: [{ ...boxPart([0.01, 0.02, 0.02], 'grip'), massKg: 0.01 }],
    poseInWorld: { positionM: [x, 0, 0] as const },
  });
  return bindingOf(
    'clamp',
    {
      gravityMPerS2: [0, 0, 0],
      materials: [material('grip', 0.5)],
      bodies: [
        { name: 'frame', isGround: true, parts: [boxPart([0.06, 0.01, 0.06], 'grip', [0, -0.1, 0])] },
        jaw('left', -0.0152),
        jaw('right', 0.0152),
        { name: 'block', isEnvironment: true, parts: [{ ...boxPart([0.02, 0.02, 0.02], 'grip'), massKg: 0.05 }] },
      ],
      joints: [
        wideJoint('prismatic', 'left-slide', ['frame', 'left'], [0, 0, 0], [1, 0, 0]),
        wideJoint('prismatic', 'right-slide', ['frame', 'right'], [0, 0, 0], [-1, 0, 0]),
      ],
    },
    {
      drives: [
        { kind: 'force-profile', name: 'press-left', on: { joint: 'left-slide' }, capN: 10 },
        { kind: 'force-profile', name: 'press-right', on: { joint: 'right-slide' }, capN: 10 },
        {
          kind: 'force-profile',
          name: 'pull',
          on: { body: 'block', reference: 'frame', frame: { originM: [0, 0, 0], axis: [0, 1, 0] } },
          capN: 12,
        },
      ],
      signals: [
        { kind: 'body-position', name: 'block.y', body: 'block', pointM: [0, 0, 0], axis: [0, 1, 0] },
        { kind: 'contact-force', name: 'grip', groupA: ['left', 'right'], groupB: ['block'] },
        { kind: 'contact-force', name: 'friction', groupA: ['left'], groupB: ['block'], component: 'friction' },
      ],
      phases: [
        {
          id: 'grip',
          durationS: 0.5,
          set: ['press-left', 'press-right'].map((drive) => ({ drive, forceN: 10, rampS: 0.2 })),
        },
        { id: 'pull', durationS: seconds, set: [{ drive: 'pull', forceN: pullN, rampS: 0.05 }] },
      ],
    },
  );
}

export const clamp: ValidationCase = {
  name: 'clamp',
  title: 'Two jaws of 10 g clamp a block with 10 N each, µ = 0.5, pulled by 5 N for 4 s, then by 12 N',
  expected: [
    {
      quantity: 'slip under 5 N',
      unit: 'm',
      value: 0,
      tolerance: 1e-5,
      basis: '5 N of 10 N of friction: it must hold',
    },
    { quantity: 'grip', unit: 'N', value: 20, tolerance: 0.2, basis: 'both jaws, 1 %' },
    { quantity: 'friction at one jaw', unit: 'N', value: 2.5, tolerance: 0.025, basis: 'half of the pull, 1 %' },
    {
      quantity: 'slips under 12 N',
      unit: '1',
      value: 1,
      tolerance: 0,
      basis: '2 N beyond friction on 50 g move it 20 mm and more in 1 s',
    },
  ],
  async measure(lab) {
    const held = await recordBinding(clampBinding(5, 4), lab);
    const pulled = await recordBinding(clampBinding(12, 0.3), lab);
    return {
      'slip under 5 N': driftOver(held, 'pull', 'block.y'),
      grip: settledMean(held, 'pull', 'grip'),
      'friction at one jaw': settledMean(held, 'pull', 'friction'),
      'slips under 12 N': driftOver(pulled, 'pull', 'block.y') > 1e-3 ? 1 : 0,
    };
  },
};

/** A part on a ground block, pressed down at its middle. */
function resting(sizeM: readonly [number, number, number], massKg: number, pressN: number): Binding {
  return bindingOf(
    'resting',
    {
      bodies: [
        { name: 'ground', isGround: true, parts: [boxPart([0.4, 0.3, 0.05], 'steel', [0, 0, -0.025])] },
        {
          name: 'part',
          parts: [{ ...boxPart(sizeM, 'steel'), massKg }],
          poseInWorld: { positionM: [0, 0, sizeM[2] / 2] },
        },
      ],
    },
    {
      drives: [
        {
          kind: 'force-profile',
          name: 'press',
          on: { body: 'part', frame: { originM: [0, 0, 0], axis: [0, 0, -1] } },
          capN: Math.max(pressN, 1),
        },
      ],
      signals: [
        { kind: 'body-position', name: 'part.z', body: 'part', pointM: [0, 0, sizeM[2]], axis: [0, 0, 1] },
        { kind: 'contact-force', name: 'support', groupA: ['ground'], groupB: ['part'] },
      ],
      phases: [{ id: 'rest', durationS: 1, set: [{ drive: 'press', forceN: pressN, rampS: 0.1 }] }],
    },
  );
}

export const plateAtRest: ValidationCase = {
  name: 'plate-at-rest',
  title: 'Steel plate of 4.7 kg (200 × 150 × 20 mm) at rest, and 1 g under 10 N',
  expected: [
    { quantity: 'plate: sink', unit: 'm', value: 0, tolerance: 2e-6, basis: 'rigid contact, 2 µm' },
    { quantity: 'plate: support', unit: 'N', value: 4.71 * G, tolerance: 1e-2 * 4.71 * G, basis: 'weight, 1 %' },
    { quantity: '1 g: sink', unit: 'm', value: 0, tolerance: 5e-6, basis: 'rigid contact, 5 µm' },
    { quantity: '1 g: support', unit: 'N', value: 10 + 1e-3 * G, tolerance: 0.1, basis: 'load and weight, 1 %' },
  ],
  async measure(lab) {
    const plate = await recordBinding(resting([0.2, 0.15, 0.02], 4.71, 0), lab);
    const light = await recordBinding(resting([0.01, 0.01, 0.01], 1e-3, 10), lab);
    return {
      'plate: sink': driftOver(plate, 'rest', 'part.z'),
      'plate: support': settledMean(plate, 'rest', 'support'),
      '1 g: sink': driftOver(light, 'rest', 'part.z'),
      '1 g: support': settledMean(light, 'rest', 'support'),
    };
  },
};

const PIN_M = 0.0025;
const HOLE_M = 0.00255;
const HOLE_FACETS = 48;
/** The whole ten seconds take a minute: in the full check only. */
const HANG_S = process.env.MECHTRIAL_FULL === '1' ? 10 : 1.5;

/** A link with a hole of 5.1 mm hangs on a flanged pin of 5 mm, swung out by 30°; no joint. */
async function hangingLink(): Promise<Binding> {
  const swing = Math.PI / 6;
  const pin = await builtPart((m) => {
    const solids = [
      m.Manifold.cylinder(14, 2.5, 2.5, 96, true),
      ...[-6, 6].map((z) => m.Manifold.cylinder(2, 6, 6, 48, true).translate(0, 0, z)),
    ];
    const whole = m.Manifold.union(solids);
    for (const solid of solids) solid.delete();
    return whole;
  }, 'steel');
  const link = await builtPart((m) => {
    const bar = m.Manifold.cube([12, 60, 9], true).translate(0, -22, 0);
    const hole = m.Manifold.cylinder(12, 2.55, 2.55, HOLE_FACETS, true);
    const rest = bar.subtract(hole);
    for (const solid of [bar, hole]) solid.delete();
    return rest;
  }, 'steel');
  // The hole's rim lies on the pin where the load points: straight down, half the clearance.
  const positionM = [0, PIN_M - HOLE_M, 0] as const;
  return bindingOf(
    'pin-by-contact',
    {
      gravityMPerS2: [0, -G, 0],
      bodies: [
        { name: 'pin', isGround: true, parts: [pin] },
        {
          name: 'link',
          parts: [link],
          poseInWorld: { positionM, rotation: [0, 0, Math.sin(swing / 2), Math.cos(swing / 2)] },
        },
      ],
    },
    {
      signals: [
        { kind: 'body-position', name: 'hole.x', body: 'link', pointM: positionM, axis: [1, 0, 0] },
        { kind: 'body-position', name: 'hole.y', body: 'link', pointM: positionM, axis: [0, 1, 0] },
        { kind: 'body-position', name: 'hole.z', body: 'link', pointM: positionM, axis: [0, 0, 1] },
        { kind: 'contact-force', name: 'load', groupA: ['pin'], groupB: ['link'], component: 'total' },
      ],
      phases: [{ id: 'hang', durationS: HANG_S }],
    },
  );
}

export const pinByContact: ValidationCase = {
  name: 'pin-by-contact',
  title: 'Link with a 5.1 mm hole swings on a 5 mm pin, carried by contact alone',
  expected: [
    {
      quantity: 'largest radial offset beyond the clearance',
      unit: 'm',
      value: 0,
      tolerance: 5e-6,
      basis: 'clearance 0.05 mm; pin and hole touch in corners of 48 facets at most 5.5 µm off the circle',
    },
    {
      quantity: 'largest axial offset beyond the flanges',
      unit: 'm',
      value: 0,
      tolerance: 2e-6,
      basis: 'flanges 0.5 mm either side',
    },
    { quantity: 'penetration', unit: 'm', value: 0, tolerance: 2e-5, basis: 'largest overlap of collision shapes' },
    { quantity: 'load at the end', unit: 'N', value: 1, tolerance: 0.02, basis: 'over the weight, swung out' },
  ],
  async measure(lab) {
    const recording = await recordBinding(await hangingLink(), lab);
    const [x, y, z] = ['hole.x', 'hole.y', 'hole.z'].map((name) => signalOf(recording, name));
    const beyond = (value: number, allowed: number) => Math.max(0, value - allowed);
    const radial = x!.reduce((worst, _, k) => Math.max(worst, Math.hypot(x![k]!, y![k]!)), 0);
    const axial = z!.reduce((worst, value) => Math.max(worst, Math.abs(value)), 0);
    const volumeM3 = (12 * 60 - 0.5 * HOLE_FACETS * 2.55 ** 2 * Math.sin((2 * Math.PI) / HOLE_FACETS)) * 9e-9;
    return {
      'largest radial offset beyond the clearance': beyond(radial, HOLE_M - PIN_M),
      'largest axial offset beyond the flanges': beyond(axial, 5e-4),
      penetration: worstPenetrationM(recording),
      'load at the end': settledMean(recording, 'hang', 'load', 0.2) / (volumeM3 * 7850 * G),
    };
  },
};

/** Hinge axis in the origin, lid 4 mm thick about it; the edge of the stop stands at x = −10, z = 30 mm. */
const STOP = { xM: -0.01, zM: 0.03, halfThicknessM: 0.002 };

/** Angle from +x at which the lid's upper face meets the edge: n·c = t/2, n = (−sin φ, cos φ). */
function stopAngle(): number {
  const { xM, zM, halfThicknessM } = STOP;
  let [low, high] = [Math.PI / 2, Math.PI];
  for (let i = 0; i < 60; i++) {
    const phi = (low + high) / 2;
    if (-Math.sin(phi) * xM + Math.cos(phi) * zM > halfThicknessM) low = phi;
    else high = phi;
  }
  return low;
}

function lidBinding(): Binding {
  const { xM, zM } = STOP;
  return bindingOf(
    'lid-on-stop',
    {
      bodies: [
        {
          name: 'box',
          isGround: true,
          parts: [
            boxPart([0.1, 0.08, 0.04], 'PLA', [0.052, 0, -0.0225]),
            boxPart([0.02, 0.08, zM + 0.05], 'PLA', [xM - 0.01, 0, (zM - 0.05) / 2]),
          ],
        },
        { name: 'lid', parts: [boxPart([0.098, 0.08, 0.004], 'PLA', [0.052, 0, 0])] },
      ],
      joints: [{ ...wideJoint('revolute', 'hinge', ['box', 'lid'], [0, 0, 0], [0, -1, 0]), collides: true } as never],
    },
    {
      drives: [{ kind: 'torque-profile', name: 'hand', on: { joint: 'hinge' }, capNm: 0.1 }],
      signals: [
        { kind: 'joint-coordinate', name: 'lid.angle', joint: 'hinge' },
        { kind: 'contact-force', name: 'stop', groupA: ['box'], groupB: ['lid'] },
      ],
      phases: [
        { id: 'open', durationS: 0.8, set: [{ drive: 'hand', torqueNm: 0.04, rampS: 0.1 }] },
        { id: 'rest', durationS: 1.2, set: [{ drive: 'hand', torqueNm: 0, rampS: 0.1 }] },
        { id: 'close', durationS: 1.5, set: [{ drive: 'hand', torqueNm: -0.02, rampS: 0.1 }] },
      ],
    },
  );
}

export const lidOnStop: ValidationCase = {
  name: 'lid-on-stop',
  title: 'Hinged lid falls open against the edge of a stop, rests there, is closed again',
  expected: [
    {
      quantity: 'angle at the stop',
      unit: 'rad',
      value: stopAngle(),
      tolerance: 1e-4,
      basis: 'edge meets the lid’s face; 3 µm at 30 mm',
    },
    {
      quantity: 'angle closed',
      unit: 'rad',
      value: -0.0005 / 0.1,
      tolerance: 2e-3,
      basis: 'lid on the box, 0.5 mm below at 100 mm',
    },
    { quantity: 'penetration', unit: 'm', value: 0, tolerance: 5e-5, basis: 'largest overlap, impacts included' },
  ],
  async measure(lab) {
    const recording = await recordBinding(lidBinding(), lab);
    return {
      'angle at the stop': atEndOf(recording, 'rest', 'lid.angle'),
      'angle closed': atEndOf(recording, 'close', 'lid.angle'),
      penetration: worstPenetrationM(recording),
    };
  },
};
