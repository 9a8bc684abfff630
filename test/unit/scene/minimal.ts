import type { Binding, SceneInput } from '../../../src/index.js';

/** A pendulum: a steel pin on the ground along y, an arm with a hole hanging from it along −z at rest. */
export function pendulumScene(): SceneInput & { bodies: { name: string }[] } {
  return {
    schema: 'mechtrial/scene@1',
    name: 'pendulum',
    bodies: [
      {
        name: 'post',
        isGround: true,
        parts: [{ geometry: { kind: 'cylinder', radiusM: 0.003, lengthM: 0.02 }, material: 'steel' }],
      },
      {
        name: 'arm',
        parts: [{ geometry: tubeSource(0.00305, 0.006, 0.01), material: 'steel' }],
      },
    ],
    joints: [
      { kind: 'revolute', name: 'pivot', bodies: ['post', 'arm'], frame: { originM: [0, 0, 0], axis: [0, 0, 1] } },
    ],
  };
}

/** The pendulum with one drive, one signal and one phase. */
export function pendulumBinding(): Binding {
  return {
    schema: 'mechtrial/binding@1',
    name: 'pendulum',
    scene: pendulumScene(),
    drives: [{ kind: 'rotary-speed-servo', name: 'motor', on: { joint: 'pivot' }, gainNmSPerRad: 0.01, capNm: 0.1 }],
    signals: [{ kind: 'joint-coordinate', name: 'angle', joint: 'pivot' }],
    trials: [{ id: 'T1', phases: [{ id: 'swing', durationS: 0.1, set: [{ drive: 'motor', speedRadPerS: 1 }] }] }],
  };
}

/** A tube about z with its middle in the origin, as mesh source: inner and outer radius, length [m]. */
export function tubeSource(innerM: number, outerM: number, lengthM: number, segmentCount = 48) {
  const verticesM: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < segmentCount; i++) {
    const angle = (2 * Math.PI * i) / segmentCount;
    for (const [r, z] of [
      [outerM, -lengthM / 2],
      [outerM, lengthM / 2],
      [innerM, -lengthM / 2],
      [innerM, lengthM / 2],
    ] as const) {
      verticesM.push(r * Math.cos(angle), r * Math.sin(angle), z);
    }
  }
  for (let i = 0; i < segmentCount; i++) {
    const [a, b] = [4 * i, 4 * ((i + 1) % segmentCount)];
    const quad = (p: number, q: number, r: number, s: number) => triangles.push(p, q, r, p, r, s);
    quad(a, b, b + 1, a + 1); // outside
    quad(a + 2, a + 3, b + 3, b + 2); // bore
    quad(a + 1, b + 1, b + 3, a + 3); // top
    quad(a, a + 2, b + 2, b); // bottom
  }
  return { kind: 'mesh' as const, verticesM, triangles };
}
