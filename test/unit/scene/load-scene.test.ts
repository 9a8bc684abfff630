import { describe, expect, test } from 'vitest';
import { MechtrialError } from '../../../src/core/errors.js';
import { KINDS } from '../../../src/kinds.js';
import { loadScene } from '../../../src/scene/index.js';
import { pendulumBinding, pendulumScene, tubeSource } from './minimal.js';

const load = (scene: ReturnType<typeof pendulumScene>) => loadScene({ ...pendulumBinding(), scene }, KINDS);

async function codesOf(scene: ReturnType<typeof pendulumScene>): Promise<string[]> {
  try {
    await load(scene);
  } catch (error) {
    if (!(error instanceof MechtrialError)) throw error;
    return error.issues.map(({ code, path }) => `${path.join('.')} ${code}`);
  }
  return [];
}

describe('auto regions', () => {
  test('a pin in a hole about the axis becomes two coaxial cylinders', async () => {
    const { joints, assembly } = await load(pendulumScene());
    expect(assembly).toEqual([]);
    expect(joints[0]!.regionA).toMatchObject({ kind: 'cylinder' });
    // The mesh's vertices lie on the cylinder, so the fit is exact up to rounding.
    expect(joints[0]!.regionA).toHaveProperty('radiusM', expect.closeTo(0.003, 9));
    expect(joints[0]!.regionB).toHaveProperty('radiusM', expect.closeTo(0.00305, 9));
    expect(joints[0]!.regionB).toHaveProperty('lengthM', expect.closeTo(0.01, 9));
  });

  test('a hole one millimetre off the axis does not assemble, and says by how much', async () => {
    const scene = pendulumScene();
    scene.bodies[1]!.poseInWorld = { positionM: [0.001, 0, 0] };
    const { assembly } = await load(scene);
    expect(assembly).toHaveLength(1);
    expect(assembly[0]).toMatchObject({ code: 'axis_off', subject: 'pivot', unit: 'm' });
    expect(assembly[0]!.measured).toBeCloseTo(0.001, 6);
  });

  test('a joint without a pin is an input error: nothing is held by an undeclared hand', async () => {
    const scene = pendulumScene();
    scene.bodies[0]!.parts = [{ geometry: { kind: 'box', sizeM: [0.02, 0.02, 0.002] }, material: 'steel' }];
    expect(await codesOf(scene)).toEqual(['scene.joints.0.regions region_touches_nothing']);
  });

  test('two holes without a pin between them are not a joint', async () => {
    const scene = pendulumScene();
    scene.bodies[0]!.parts = [{ geometry: tubeSource(0.00305, 0.006, 0.01), material: 'steel' }];
    expect(await codesOf(scene)).toEqual(['scene.joints.0.regions region_touches_nothing']);
  });

  test('a pin that does not reach into the hole along the axis is not its bearing', async () => {
    const scene = pendulumScene();
    scene.bodies[1]!.poseInWorld = { positionM: [0, 0, 0.02] };
    expect(await codesOf(scene)).toEqual(['scene.joints.0.regions region_touches_nothing']);
  });

  test('a slide takes the facing planes along its axis', async () => {
    const scene = pendulumScene();
    scene.bodies[0]!.parts = [{ geometry: { kind: 'box', sizeM: [0.1, 0.02, 0.01] }, material: 'steel' }];
    scene.bodies[1]!.parts = [{ geometry: { kind: 'box', sizeM: [0.02, 0.02, 0.01] }, material: 'steel' }];
    scene.bodies[1]!.poseInWorld = { positionM: [0.01, 0, 0.01005] };
    scene.joints = [
      { kind: 'prismatic', name: 'pivot', bodies: ['post', 'arm'], frame: { originM: [0, 0, 0.005], axis: [1, 0, 0] } },
    ];
    const binding = { ...pendulumBinding(), scene, drives: [], signals: [] };
    binding.trials[0]!.phases[0]!.set = [];
    const { joints } = await loadScene(binding, KINDS);
    expect(joints[0]!.regionA).toMatchObject({ kind: 'box' });
    const sizes = joints
      .flatMap(({ regionA, regionB }) => [regionA, regionB])
      .map((r) => (r.kind === 'box' ? r.sizeM[2] : 0));
    expect(sizes[0]).toBeCloseTo(0.1, 6);
    expect(sizes[1]).toBeCloseTo(0.02, 6);
  });
});

describe('declared regions', () => {
  test('a box that touches the geometry is taken, one in the air is refused', async () => {
    const scene = pendulumScene();
    const box = (z: number) => ({
      kind: 'box' as const,
      poseInBody: { positionM: [0, 0, z] as const },
      sizeM: [0.01, 0.01, 0.004] as const,
    });
    scene.joints![0]!.regions = [box(0), box(0)];
    expect((await load(scene)).joints[0]!.regionNotes).toEqual(['declared', 'declared']);
    scene.joints![0]!.regions = [box(0), box(0.1)];
    expect(await codesOf(scene)).toEqual(['scene.joints.0.regions.1 region_touches_nothing']);
  });
});

describe('mass', () => {
  test('two parts of one body add up by the parallel-axis theorem', async () => {
    const scene = pendulumScene();
    const cube = (x: number) => ({
      name: `cube${x > 0 ? 'R' : 'L'}`,
      geometry: { kind: 'box' as const, sizeM: [0.01, 0.01, 0.01] as const },
      material: 'steel',
      poseInBody: { positionM: [x, 0, 0] as const },
    });
    scene.bodies.push({ name: 'dumbbell', parts: [cube(-0.03), cube(0.03)] });
    const { bodies } = await load(scene);
    const m = 7850 * 1e-6;
    const own = (m * 2 * 0.01 ** 2) / 12;
    const dumbbell = bodies[3]!;
    expect(dumbbell.massKg).toBeCloseTo(2 * m, 12);
    expect(dumbbell.inertiaKgM2[0]).toBeCloseTo(2 * own, 12);
    expect(dumbbell.inertiaKgM2[4]).toBeCloseTo(2 * (own + m * 0.03 ** 2), 12);
  });

  test('an open mesh has no mass: the error names part and cure', async () => {
    const scene = pendulumScene();
    const tube = tubeSource(0.00305, 0.006, 0.01);
    scene.bodies[1]!.parts = [{ geometry: { ...tube, triangles: tube.triangles.slice(3) }, material: 'steel' }];
    expect(await codesOf(scene)).toEqual(['scene.bodies.1.parts.0 open_mesh']);
  });
});

test('the candidate hash follows the geometry, not the order of keys or the file it is in', async () => {
  const first = (await load(pendulumScene())).candidate.hash;
  const same = (await load(structuredClone(pendulumScene()))).candidate.hash;
  const scene = pendulumScene();
  scene.bodies[1]!.parts = [{ geometry: tubeSource(0.00305, 0.0061, 0.01), material: 'steel' }];
  const other = (await load(scene)).candidate.hash;
  expect(same).toBe(first);
  expect(other).not.toBe(first);
});
