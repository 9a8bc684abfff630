// What a loaded scene says about itself before anybody believes a PASS, and why a bearing was not found.
import { describe, expect, test } from 'vitest';
import { BindingError } from '../../../src/index.js';
import { KINDS } from '../../../src/kinds.js';
import { loadBareScene } from '../../../src/scene/index.js';
import { pendulumScene, tubeSource } from './minimal.js';

type Pendulum = ReturnType<typeof pendulumScene>;

async function loadChanged(change: (scene: Pendulum) => void) {
  const scene = pendulumScene();
  change(scene);
  return loadBareScene(scene, KINDS);
}

async function refusal(change: (scene: Pendulum) => void): Promise<string> {
  try {
    await loadChanged(change);
  } catch (error) {
    if (error instanceof BindingError) return error.message;
    throw error;
  }
  throw new Error('it loaded');
}

const setArm =
  (innerM: number, lengthM = 0.01) =>
  (scene: Pendulum) => {
    Object.assign(scene.bodies[1]!, { parts: [{ geometry: tubeSource(innerM, 0.008, lengthM), material: 'steel' }] });
  };

describe('warnings', () => {
  test('radial play is named, because an ideal joint does not show it', async () => {
    const { warnings } = await loadChanged(() => {});
    expect(warnings).toEqual(["radial play is not simulated: joint 'pivot' has 0.050 mm"]);
  });

  test('a body that nothing holds is named', async () => {
    const { warnings } = await loadChanged((scene) => {
      Object.assign(scene, {
        bodies: [
          ...scene.bodies,
          { name: 'screw', parts: [{ geometry: { kind: 'sphere', radiusM: 0.001 }, material: 'steel' }] },
        ],
      });
    });
    expect(warnings).toContain('held by no joint, model or contact shape, so free in space: screw');
  });

  test('declared regions that overlap in empty space are named with the gap; touching ones are not', async () => {
    const declare = (heightM: number) => (scene: Pendulum) => {
      const region = { kind: 'box', sizeM: [0.02, 0.02, 0.02] } as const;
      Object.assign(scene.bodies[1]!, { poseInWorld: { positionM: [0, 0, heightM] } });
      Object.assign(scene.joints![0]!, {
        regions: [
          { ...region, poseInBody: { positionM: [0, 0, 0.01] } },
          { ...region, poseInBody: { positionM: [0, 0, -0.005] } },
        ],
      });
    };
    const apart = await loadChanged(declare(0.018)); // pin ends at 10 mm, arm begins at 13 mm: 3 mm along the axis
    const gap = apart.warnings.find((text) => text.includes('empty space'));
    // The nearest points also lie 0.05 mm apart across the axis: √(3² + 0.05²) mm.
    expect(gap).toBe("joint 'pivot' holds 3.00 mm of empty space between 'post' and 'arm' (declared regions)");
    expect((await loadChanged(declare(0.01))).warnings.some((text) => text.includes('empty space'))).toBe(false);
  });
});

describe('a bearing that was not found says why', () => {
  test('the pin is thicker than the hole', async () => {
    expect(await refusal(setArm(0.002))).toMatch(
      /pin Ø 6\.000 mm of 'post' and hole Ø .* of 'arm', the pin is .* mm thicker/,
    );
  });

  test('too much play', async () => {
    expect(await refusal(setArm(0.005))).toMatch(/of play, too much for a bearing/);
  });

  test('apart along the axis', async () => {
    const message = await refusal((scene) => {
      Object.assign(scene.bodies[1]!, { poseInWorld: { positionM: [0, 0, 0.02] } });
    });
    expect(message).toMatch(/5\.000 mm apart along the axis/);
  });

  test('inclined', async () => {
    const half = Math.PI / 180 / 2;
    const message = await refusal((scene) => {
      Object.assign(scene.bodies[1]!, { poseInWorld: { rotation: [Math.sin(half), 0, 0, Math.cos(half)] } });
    });
    expect(message).toMatch(/inclined to the joint axis by 1\.0/);
  });

  test('no cylinder at all', async () => {
    const message = await refusal((scene) => {
      Object.assign(scene.bodies[1]!, {
        parts: [{ geometry: { kind: 'box', sizeM: [0.01, 0.01, 0.01] }, material: 'steel' }],
      });
    });
    expect(message).toMatch(/1 on 'post', none on 'arm'/);
  });
});
