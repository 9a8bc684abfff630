import { z } from 'zod';
import { type Issue, invariant } from '../core/errors.js';
import { quantity } from '../core/quantity.js';
import { cross, dot, norm, subtract } from '../core/vector.js';
import { across, commonCarrier, wheelIn } from './axes.js';
import { type CoordinateGeometry, defineModel, type RangeBound } from './define.js';
import { angleOf, efficiency, standsFor, target, travelOf } from './fields.js';
import { noCarrierIssue } from './gear-pair.js';
import { lossOfEfficiency, meshBehavior } from './row.js';

const fields = z.strictObject({
  pinion: z
    .strictObject({
      on: target().describe('Its angle.'),
      pitchRadiusM: quantity('m').positive().describe('Radius of its pitch circle.'),
    })
    .describe('The wheel.'),
  rack: z
    .strictObject({ on: target().describe('Its travel.') })
    .describe('Its frame lies on the pitch line: the side of the pinion on which it runs follows from it.'),
  backlashM: quantity('m').nonnegative().default(0).describe('Play between the flanks along the pitch line.'),
  efficiency: efficiency().describe('Power out over power in, the same in both directions.'),
  toothedTravel: z
    .strictObject({ lowerM: quantity('m').describe('Lower end.'), upperM: quantity('m').describe('Upper end.') })
    .optional()
    .describe('Travels of the rack at which its teeth end. Without them, no bound.'),
  ...standsFor(),
});

type Spec = z.output<typeof fields>;

/** Travel of the rack per radian of the pinion [m], signed; null where the rack's frame does not show its side. */
function advanceOf(spec: Spec, geometry: readonly CoordinateGeometry[]): number | null {
  const [g1, g2] = [geometry[0]!, geometry[1]!];
  const carrier = commonCarrier(g1, g2);
  if (carrier === null) return null;
  const [pinion, rack] = [wheelIn(g1, carrier), wheelIn(g2, carrier)];
  const toRack = across(across(subtract(rack.originM, pinion.originM), pinion.axis), rack.axis);
  const along = dot(cross(pinion.axis, toRack), rack.axis);
  if (norm(toRack) < 1e-6 || Math.abs(along) < 0.99 * norm(toRack)) return null;
  return Math.sign(along) * spec.pinion.pitchRadiusM;
}

/**
 * Rack and pinion.
 *
 *   s = r·q_pinion − x_rack = 0 [m], signs by the axes          λ = tooth force along the rack [N]
 *
 * The efforts react on the body that carries both. Loss: dry friction on the pinion in proportion to the tooth force.
 *
 * @limits no tooth-by-tooth ripple; beyond the toothed travel the model stops acting
 * @source rolling of a circle on a line
 */
export const rackPinion = defineModel({
  kind: 'rack-pinion',
  fields,
  coordinates: (spec) => [angleOf(spec.pinion.on), travelOf(spec.rack.on)],
  rows: (spec, geometry) => {
    const advance = advanceOf(spec, geometry);
    invariant(advance !== null, 'issues of a rack are reported before it is compiled');
    const terms = [
      { coordinate: 0, factor: advance },
      { coordinate: 1, factor: -1 },
    ];
    return [{ terms, behavior: meshBehavior(spec.backlashM), loss: lossOfEfficiency(spec.efficiency, 0) }];
  },
  range: (spec): readonly RangeBound[] => {
    if (spec.toothedTravel === undefined) return [];
    const { lowerM: lower, upperM: upper } = spec.toothedTravel;
    const meaning = 'the rack has run off the pinion: its teeth end here';
    return [{ coordinate: travelOf(spec.rack.on), lower, upper, meaning, stopsActing: true }];
  },
  issues: (spec, geometry): readonly Issue[] => {
    if (commonCarrier(geometry[0]!, geometry[1]!) === null) return [noCarrierIssue];
    if (advanceOf(spec, geometry) !== null) return [];
    const message =
      'the rack does not run past the pinion at a right angle to its axis, on a side that its frame shows';
    const fix = 'Give the rack a frame on its pitch line, beside the pinion, with its axis along the travel.';
    return [{ code: 'rack_beside_pinion', path: ['rack', 'on'], message, fix }];
  },
});
