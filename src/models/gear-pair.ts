import { z } from 'zod';
import { type Issue, invariant } from '../core/errors.js';
import { quantity } from '../core/quantity.js';
import { add, dot, scale, subtract } from '../core/vector.js';
import { commonCarrier, type Wheel, wheelIn } from './axes.js';
import { type CoordinateGeometry, defineModel, type RangeBound } from './define.js';
import { angleOf, efficiency, standsFor, target } from './fields.js';
import { isIssue, type Mesh, meshOf } from './gear-mesh.js';
import { lossOfEfficiency, meshBehavior } from './row.js';

const fields = z.strictObject({
  wheels: z
    .array(
      z.strictObject({
        on: target().describe('Its angle.'),
        toothCount: z.int().positive().describe('Number of teeth.'),
      }),
    )
    .length(2)
    .describe('The two wheels, each turning in the same carrier.'),
  moduleM: quantity('m').positive().describe('Pitch per tooth over π; for bevel wheels at the middle of the face.'),
  mesh: z
    .enum(['external', 'internal'])
    .default('external')
    .describe('Two wheels side by side, or a wheel inside a ring; bevel wheels follow from their axes.'),
  backlashM: quantity('m').nonnegative().default(0).describe('Play between the flanks along the pitch circle.'),
  efficiency: efficiency().describe('Power out over power in, the same in both directions.'),
  engagementM: quantity('m')
    .positive()
    .optional()
    .describe('How far the axes may part before the teeth leave each other; default 2 modules, two addenda.'),
  faceWidthM: quantity('m')
    .positive()
    .optional()
    .describe('Length of the teeth along the axis: shifted by more, the wheels are out of mesh. Without it, no bound.'),
  ...standsFor(),
});

type Spec = z.output<typeof fields>;
type Geometry = readonly CoordinateGeometry[];

const meshSpec = (spec: Spec) => ({
  toothCounts: [spec.wheels[0]!.toothCount, spec.wheels[1]!.toothCount] as const,
  moduleM: spec.moduleM,
  mesh: spec.mesh,
});

/** Both wheels in their common carrier; null when they have none. */
export function carriedWheels(geometry: Geometry): readonly [Wheel, Wheel] | null {
  const carrier = commonCarrier(geometry[0]!, geometry[1]!);
  return carrier === null ? null : [wheelIn(geometry[0]!, carrier), wheelIn(geometry[1]!, carrier)];
}

/** Why two wheels have no common carrier. */
export const noCarrierIssue: Issue = {
  code: 'no_common_carrier',
  path: [],
  message: 'the two wheels do not turn in the same body',
  fix: 'Name joints (or body and reference) that both hang on one carrier: its reaction is part of the model.',
};

function sound(spec: Spec, geometry: Geometry): { mesh: Mesh; wheels: readonly [Wheel, Wheel] } {
  const wheels = carriedWheels(geometry);
  const mesh = wheels === null ? noCarrierIssue : meshOf(meshSpec(spec), ...wheels);
  invariant(wheels !== null && !isIssue(mesh), 'issues of a gear pair are reported before it is compiled');
  return { mesh, wheels };
}

/**
 * Gear pair: external, internal or, where the axes meet, bevel.
 *
 *   s = fA·qA + fB·qB = 0, or |s| ≤ backlash/2          λ = tooth force along the pitch circle [N]
 *
 * `meshOf` gives factors and signs. The efforts react on the carrier. Loss: dry friction on the first wheel in
 * proportion to the tooth force, for the declared efficiency.
 *
 * @limits no tooth-by-tooth ripple; the forces on the bearings are those of a torque, not of a force at the pitch point
 * @source rolling pitch surfaces; any textbook of machine elements
 */
export const gearPair = defineModel({
  kind: 'gear-pair',
  fields,
  coordinates: (spec) => spec.wheels.map(({ on }) => angleOf(on)),
  rows: (spec, geometry) => {
    const terms = sound(spec, geometry).mesh.factors.map((factor, coordinate) => ({ coordinate, factor }));
    return [{ terms, behavior: meshBehavior(spec.backlashM), loss: lossOfEfficiency(spec.efficiency, 0) }];
  },
  range: (spec, geometry) => {
    const { mesh, wheels } = sound(spec, geometry);
    return gearRange(spec, mesh, wheels);
  },
  issues: (spec, geometry) => {
    const wheels = carriedWheels(geometry);
    if (wheels === null) return [noCarrierIssue];
    const mesh = meshOf(meshSpec(spec), ...wheels);
    return isIssue(mesh) ? [mesh] : [];
  },
});

/** Out of mesh: axes parted by more than the tooth depth, or wheels shifted past each other along the axis. */
function gearRange(spec: Spec, mesh: Mesh, [A, B]: readonly [Wheel, Wheel]): readonly RangeBound[] {
  // The point of B's axis abreast of A: the distance of the two is that of the axes.
  const beside = mesh.isBevel ? B.originM : add(B.originM, scale(B.axis, dot(subtract(A.originM, B.originM), B.axis)));
  const depth = spec.engagementM ?? 2 * spec.moduleM;
  const nominal = mesh.nominalDistanceM;
  const isInternal = spec.mesh === 'internal' && !mesh.isBevel;
  const bounds: RangeBound[] = [
    {
      coordinate: {
        motion: 'distance',
        body: B.body,
        pointM: beside,
        reference: A.body,
        referencePointM: A.originM,
      },
      lower: nominal - (isInternal || mesh.isBevel ? depth : spec.moduleM),
      upper: nominal + (isInternal ? spec.moduleM : depth),
      meaning: 'the wheels are out of mesh: their axes have parted',
      stopsActing: true,
    },
  ];
  if (spec.faceWidthM === undefined) return bounds;
  const shift = { motion: 'travel', body: B.body, reference: A.body, originM: beside, axis: A.axis } as const;
  const meaning = 'the wheels are out of mesh: shifted past each other';
  bounds.push({ coordinate: shift, lower: -spec.faceWidthM, upper: spec.faceWidthM, meaning, stopsActing: true });
  return bounds;
}
