import type { Issue } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import { BUILT_IN_MATERIALS, type SceneRecord } from '../scene/index.js';
import type { TemplateBindingRecord } from './binding-schema.js';
import { frictionPairs, materialsOf } from './common-friction.js';
import type { TemplateRecord } from './template-schema.js';

/** Factors on what a margin is tried against; all 1 in a formal evaluation. */
export interface Perturbation {
  readonly frictionFactor: number;
  readonly densityFactor: number;
  readonly gainFactor: number;
}

export const UNPERTURBED: Perturbation = { frictionFactor: 1, densityFactor: 1, gainFactor: 1 };

/** What a perturbation changes, one sentence per factor; none for the formal one. */
export function perturbationNotes({ frictionFactor, densityFactor, gainFactor }: Perturbation): string[] {
  const notes: [string, number][] = [
    ['friction', frictionFactor],
    ['density', densityFactor],
    ['drive gain', gainFactor],
  ];
  return notes.filter(([, factor]) => factor !== 1).map(([what, factor]) => `every ${what} × ${factor}`);
}

/**
 * Returns the candidate's scene with the environment of the template in it and friction by the common table. The
 * candidate's own bodies, joints and models are as delivered and come first.
 */
export function preparedScene(
  template: TemplateRecord,
  scene: SceneRecord,
  binding: TemplateBindingRecord,
  perturbation: Perturbation,
  issues: Issue[],
): Record<string, unknown> {
  const bodies = environmentBodies(template, binding, issues);
  const taken = new Set(scene.bodies.map(({ name }) => name));
  for (const { name } of bodies) {
    if (!taken.has(name)) continue;
    const message = `body '${name}' is the name of an environment body of the template`;
    issues.push({
      code: 'name_taken',
      path: ['candidate', 'bodies'],
      message,
      fix: 'Rename the body of the candidate.',
    });
  }
  const shapes = [...scene.contact.shapes, ...template.environment.flatMap(({ shapes: own }) => own)];
  const own = new Set(scene.materials.map(({ name }) => name));
  const materials = [
    ...scene.materials,
    ...template.materials.filter(({ name }) => !own.has(name)),
    ...BUILT_IN_MATERIALS.filter(
      ({ name }) => !own.has(name) && !template.materials.some((material) => material.name === name),
    ),
  ].map((material) => ({ ...material, densityKgPerM3: material.densityKgPerM3 * perturbation.densityFactor }));
  const whole = { ...scene, bodies: [...scene.bodies, ...bodies], contact: { ...scene.contact, shapes } };
  const pairs = frictionPairs(template, materialsOf(whole as SceneRecord), perturbation.frictionFactor).map((pair) => ({
    ...pair,
    ...restitutionOf(scene, pair.materials),
  }));
  return { ...whole, materials, frictionPairs: pairs };
}

/** Restitution that a scene declares for a pair of materials; nothing where it does not. */
function restitutionOf(scene: SceneRecord, [a, b]: readonly [string, string]) {
  const own = scene.frictionPairs.find(({ materials: [p, q] }) => (p === a && q === b) || (p === b && q === a));
  return own?.restitutionCoefficient === undefined ? {} : { restitutionCoefficient: own.restitutionCoefficient };
}

type EnvironmentBody = TemplateRecord['environment'][number]['body'];

function environmentBodies(
  template: TemplateRecord,
  binding: TemplateBindingRecord,
  issues: Issue[],
): EnvironmentBody[] {
  const known = template.environment.map(({ body }) => body.name);
  for (const name of Object.keys(binding.environment)) {
    if (known.includes(name)) continue;
    const message = `'${name}' is not an environment body of template '${template.name}'`;
    issues.push({
      code: 'unknown_environment_body',
      path: ['environment', name],
      message,
      fix: didYouMean(name, known, 'environment bodies'),
    });
  }
  return template.environment.map(({ body, placeWithin, mayTurn }) => {
    const environment = { ...body, isEnvironment: true };
    const placed = binding.environment[body.name];
    if (placed === undefined) return environment;
    const { positionM, rotation } = placed.poseInWorld;
    const isWithin =
      placeWithin !== undefined &&
      positionM.every((x, i) => x >= placeWithin.minM[i]! - 1e-9 && x <= placeWithin.maxM[i]! + 1e-9);
    const turns = rotation.some((x, i) => Math.abs(x - body.poseInWorld.rotation[i]!) > 1e-9);
    if (!isWithin || (turns && !mayTurn)) {
      const range =
        placeWithin === undefined
          ? 'its place is fixed'
          : `from ${placeWithin.minM.join(', ')} m to ${placeWithin.maxM.join(', ')} m`;
      const message = `environment body '${body.name}' is outside its printed limits (${range}${mayTurn ? '' : ', not turned'})`;
      issues.push({
        code: 'placed_out_of_range',
        path: ['environment', body.name],
        message,
        fix: 'Place it inside the limits of the template.',
      });
    }
    return { ...environment, poseInWorld: placed.poseInWorld };
  });
}
