import { describe, expect, test } from 'vitest';
import { MechtrialError } from '../../../src/core/errors.js';
import { loadManifold, solidFromManifold } from '../../../src/geometry/index.js';
import type { Binding, SceneInput } from '../../../src/index.js';
import { KINDS } from '../../../src/kinds.js';
import { loadScene } from '../../../src/scene/index.js';
import { summarize } from '../../../src/trial/summarize.js';
import { pendulumBinding, tubeSource } from './minimal.js';

/** A steel tube on the ground and a ball in it; the ball is of the environment. */
function tubeScene(contact: SceneInput['contact']): SceneInput {
  return {
    schema: 'mechtrial/scene@1',
    name: 'ball-in-tube',
    bodies: [
      {
        name: 'tube',
        isGround: true,
        poseInWorld: { positionM: [0.1, 0, 0] },
        parts: [
          {
            geometry: tubeSource(0.0031, 0.006, 0.02),
            material: 'steel',
            poseInBody: { positionM: [0, 0, 0.05], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
          },
        ],
      },
      {
        name: 'ball',
        isEnvironment: true,
        parts: [{ geometry: { kind: 'sphere', radiusM: 0.003 }, material: 'brass' }],
      },
    ],
    contact,
  };
}

const load = (contact: SceneInput['contact'], change: (scene: SceneInput) => void = () => undefined) => {
  const scene = tubeScene(contact);
  change(scene);
  const { drives: _, signals: __, ...rest } = pendulumBinding();
  const binding: Binding = { ...rest, scene, trials: [{ id: 'T1', phases: [{ id: 'rest', durationS: 0.01 }] }] };
  return loadScene(binding, KINDS);
};

async function issuesOf(loading: Promise<unknown>): Promise<readonly string[]> {
  const error = await loading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MechtrialError)) throw error;
  return error.issues.map(({ code, path }) => `${path.join('.')} ${code}`);
}

describe('contact from the source geometry', () => {
  test('the shorthand gives every body with geometry its pieces, posed and of its material', async () => {
    const scene = await load({ fromSource: 'all' });
    expect(scene.contactModels.map(({ body }) => body)).toEqual(['tube', 'ball']);
    const [tube, ball] = [scene.shapes.filter(({ body }) => body === 1), scene.shapes.filter(({ body }) => body === 2)];
    expect(tube).toHaveLength(scene.contactModels[0]!.pieceCount);
    expect(tube.length).toBeGreaterThan(40);
    expect(ball.map(({ geometry }) => geometry.kind)).toEqual(['sphere']);
    expect(scene.materials[tube[0]!.material]!.name).toBe('steel');
    expect(scene.materials[ball[0]!.material]!.name).toBe('brass');
    // Exact prisms: the part's pose in the body turns z to −y and lifts by 50 mm.
    for (const { poseInBody } of tube) expect(poseInBody.positionM).toEqual([0, 0, 0.05]);
    expect(scene.contactModels[0]!.findings).toEqual([]);
    expect(scene.contactModels[0]!.acceptedBecause).toBeNull();
  });

  test('bodies with shapes of their own, and elastic ones, are left out of `all`', async () => {
    const own = await load({ fromSource: 'all', shapes: [{ kind: 'sphere', body: 'ball', radiusM: 0.002 }] });
    expect(own.contactModels.map(({ body }) => body)).toEqual(['tube']);
    expect(own.shapes.filter(({ body }) => body === 2)).toHaveLength(1);
    const elastic = await load({ fromSource: 'all' }, (scene) => {
      scene.audit = { elasticBodies: [{ body: 'tube', reason: 'a coil' }] };
    });
    expect(elastic.contactModels.map(({ body }) => body)).toEqual(['ball']);
  });

  test('the order of the list does not matter: shapes of one body need not stand together', async () => {
    const scene = await load({
      shapes: [
        { kind: 'box', body: 'tube', sizeM: [0.01, 0.01, 0.01], material: 'steel' },
        { kind: 'source', body: 'ball' },
        { kind: 'source', body: 'tube' },
      ],
    });
    expect(new Set(scene.shapes.map(({ body }) => body))).toEqual(new Set([1, 2]));
    expect(scene.shapes[0]!.body).toBe(1);
    expect(scene.shapes.at(-1)!.body).toBe(1);
  });

  test('a body that would get its shapes twice is refused', async () => {
    const shapes = [{ kind: 'source' as const, body: 'ball' }];
    expect(await issuesOf(load({ fromSource: ['ball'], shapes }))).toEqual(['scene.contact.fromSource.0 shapes_twice']);
  });

  test('pieces that are not true to the source are refused, or declared with the reason that accepts them', async () => {
    const strict = { kind: 'source' as const, body: 'tube', toleranceM: 1e-8 };
    const geometry = await twistedBar();
    const twisted = (scene: SceneInput) => {
      scene.bodies[0]!.parts = [{ geometry, material: 'steel' }];
    };
    expect(await issuesOf(load({ shapes: [strict] }, twisted))).toEqual(['scene.contact.shapes.0 contact_shape_off']);
    const accepted = { ...strict, acceptDeviation: { reason: 'nothing touches it there' } };
    const scene = await load({ shapes: [accepted] }, twisted);
    const [model] = scene.contactModels;
    expect(model!.findings.length).toBeGreaterThan(0);
    expect(model!.acceptedBecause).toBe('nothing touches it there');
    const verdict = summarize(scene, [], { versions: {}, settings: {}, engine: 'direct' });
    expect(verdict.contactModels).toEqual(scene.contactModels);
    expect(verdict.declarations.join('\n')).toMatch(
      /contact shape of tube on tube is off its source: .* accepted: nothing/,
    );
  });

  test('an open mesh and a foreign part are input errors', async () => {
    const open = tubeSource(0.0031, 0.006, 0.02);
    const isOpen = (scene: SceneInput) => {
      scene.bodies[0]!.parts = [{ geometry: { ...open, triangles: open.triangles.slice(3) }, material: 'steel' }];
    };
    expect(await issuesOf(load({ fromSource: ['tube'] }, isOpen))).toEqual(['scene.contact.fromSource not_watertight']);
    expect(await issuesOf(load({ shapes: [{ kind: 'source', body: 'tube', part: 'ball' }] }))).toEqual([
      'scene.contact.shapes.0.part unknown_part',
    ]);
  });
});

/** A square bar twisted in two steps: no cut by a plane is exact to ten nanometres. */
async function twistedBar() {
  const module = await loadManifold();
  const solid = module.Manifold.extrude(module.CrossSection.square(0.006, true), 0.02, 2, 100);
  const source = solidFromManifold(solid);
  solid.delete();
  return source;
}
