import { formatQuantity } from '../core/rendered-quantity.js';
import type { Scene, SceneBody } from './scene.js';
import type { SceneRecord } from './schema.js';

/**
 * Returns the bodies of a scene that are simulated with more inertia than they have, and the sentences that the verdict
 * says about them.
 *
 *   factor = massKg of the floor / mass of the body, where that is above 1; a heavier body is left as it is
 */
export function inertiaFloorsOf(
  record: SceneRecord,
  bodies: readonly SceneBody[],
  indexOf: ReadonlyMap<string, number>,
): Pick<Scene, 'inertiaFloors' | 'modelModifications'> {
  const raised = record.contact.inertiaFloors.flatMap(({ body: name, massKg, reason }) => {
    const body = bodies[indexOf.get(name)!]!;
    const factor = massKg / body.massKg;
    return body.isGround || !(factor > 1) ? [] : [{ body, factor, massKg, reason }];
  });
  return {
    inertiaFloors: raised.map(({ body, factor }) => ({ body: body.index, factor })),
    modelModifications: raised.map(
      ({ body, factor, massKg, reason }) =>
        `'${body.name}' has the inertia of ${formatQuantity(massKg, 'kg')} instead of ` +
        `${formatQuantity(body.massKg, 'kg')} (×${factor.toPrecision(3)}): ${reason}`,
    ),
  };
}
