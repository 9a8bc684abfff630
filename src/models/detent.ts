import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { type CoordinateGeometry, defineModel, type ModelCoordinate } from './define.js';
import { type DetentLaw, detentEffort, detentEnergy, detentStiffness } from './detent-law.js';
import { angleOf, standsFor, target, travelOf } from './fields.js';

/** A width above the pitch would let notches overlap. */
const fits = (width: number | undefined, pitch: number | undefined): boolean =>
  width === undefined || pitch === undefined || width <= pitch;
const ONE_OF = 'needs a pitch, a width, or both';

const rotaryFields = z.strictObject({
  on: target().describe('The coordinate that it acts on.'),
  peakTorqueNm: quantity('N·m').nonnegative().describe('Torque that it takes to leave a notch.'),
  pitchRad: quantity('rad')
    .positive()
    .optional()
    .describe('Angle between notches; without it there is a single one. 2π/12 = 0.5236 for a 12-position knob.'),
  notchWidthRad: quantity('rad')
    .positive()
    .optional()
    .describe('Width of a notch; default the pitch: one notch follows the other.'),
  phaseRad: quantity('rad').default(0).describe('Angle of a notch.'),
  ...standsFor(),
});

const linearFields = z.strictObject({
  on: target().describe('The coordinate that it acts on.'),
  peakForceN: quantity('N').nonnegative().describe('Force that it takes to leave a notch.'),
  pitchM: quantity('m').positive().optional().describe('Travel between notches; without it there is a single one.'),
  notchWidthM: quantity('m')
    .positive()
    .optional()
    .describe('Width of a notch; default the pitch: one notch follows the other.'),
  phaseM: quantity('m').default(0).describe('Travel of a notch.'),
  ...standsFor(),
});

type RotarySpec = z.output<typeof rotaryFields>;
type LinearSpec = z.output<typeof linearFields>;

const lawOf = (peak: number, pitch: number | undefined, width: number | undefined, phase: number): DetentLaw => ({
  peak,
  pitch: pitch ?? Number.POSITIVE_INFINITY,
  width: width ?? pitch ?? Number.POSITIVE_INFINITY,
  phase,
});

const rotaryLaw = (s: RotarySpec) => lawOf(s.peakTorqueNm, s.pitchRad, s.notchWidthRad, s.phaseRad);
const linearLaw = (s: LinearSpec) => lawOf(s.peakForceN, s.pitchM, s.notchWidthM, s.phaseM);

function detentIssues(pitch: number | undefined, width: number | undefined, field: string) {
  if (pitch === undefined && width === undefined) {
    const fix = `Give ${field} for one notch, the pitch for a row of them.`;
    return [{ code: 'no_notch', path: [field], message: ONE_OF, fix }];
  }
  if (fits(width, pitch)) return [];
  const fix = 'Notches may touch but not overlap: at most the pitch.';
  return [{ code: 'notches_overlap', path: [field], message: `is wider than the pitch ${pitch}`, fix }];
}

function parts<S>(coordinate: (spec: S) => ModelCoordinate, law: (spec: S) => DetentLaw) {
  return {
    coordinates: (spec: S) => [coordinate(spec)],
    isConservative: true,
    effort: (spec: S, q: Float64Array, _qd: Float64Array, effort: Float64Array) => {
      effort[0] = detentEffort(q[0]!, law(spec));
    },
    energy: (spec: S, q: Float64Array) => detentEnergy(q[0]!, law(spec)),
    tangent: (spec: S, q: Float64Array, stiffness: Float64Array) => {
      stiffness[0] = detentStiffness(q[0]!, law(spec));
    },
  };
}

/**
 * Detent along an angle: a row of notches, or a single one. `detentEffort` is the law.
 *
 * It holds below its peak and lets go above; what it takes to leave a notch is given back on falling into the next, and
 * lost only where something else takes it: add a damper or dry friction for a knob that comes to rest.
 *
 * @limits sine-shaped notches; no friction of its own
 * @source work over one pitch is zero
 */
export const rotaryDetent = defineModel({
  kind: 'rotary-detent',
  fields: rotaryFields,
  ...parts((spec: RotarySpec) => angleOf(spec.on), rotaryLaw),
  issues: (spec: RotarySpec, _geometry: readonly CoordinateGeometry[]) =>
    detentIssues(spec.pitchRad, spec.notchWidthRad, 'notchWidthRad'),
});

/** Detent along a travel, as `rotaryDetent`. */
export const linearDetent = defineModel({
  kind: 'linear-detent',
  fields: linearFields,
  ...parts((spec: LinearSpec) => travelOf(spec.on), linearLaw),
  issues: (spec: LinearSpec, _geometry: readonly CoordinateGeometry[]) =>
    detentIssues(spec.pitchM, spec.notchWidthM, 'notchWidthM'),
});
