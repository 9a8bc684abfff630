import { z } from 'zod';
import { type Issue, invariant } from '../core/errors.js';
import { quantity } from '../core/quantity.js';
import { cross, dot, norm, subtract } from '../core/vector.js';
import { across, nearestPoints, PARALLEL_RAD, sineBetween } from './axes.js';
import { type CoordinateGeometry, defineModel } from './define.js';
import { angleOf, standsFor, target } from './fields.js';
import { carriedWheels, noCarrierIssue } from './gear-pair.js';
import { meshBehavior, type RowLoss } from './row.js';

/** What friction in the thread makes of a worm. */
export interface WormFriction {
  /** γ, lead angle at the pitch circle [rad]. */
  readonly leadAngleRad: number;
  /** Power out over power in with the worm driving: tan γ / tan(γ + φ). */
  readonly forwardEfficiency: number;
  /** The same with the wheel driving: tan(γ − φ) / tan γ; not above 0 where the worm locks itself. */
  readonly backwardEfficiency: number;
  /** φ ≥ γ: no torque on the wheel turns the worm. */
  readonly isSelfLocking: boolean;
}

/**
 * Friction of a screw thread: φ = atan(µ/cos α_n), forces of a wedge of slope γ.
 *
 * @param leadAngleRad γ [rad], in (0, π/2)
 * @param friction     µ ≥ 0
 * @param pressureAngleRad α_n, normal pressure angle of the thread [rad]
 * @throws nothing
 * @limits sliding friction alone: no bearings, no churning; γ + φ < π/2
 * @source wedge and screw statics
 */
export function wormFriction(leadAngleRad: number, friction: number, pressureAngleRad: number): WormFriction {
  const phi = Math.atan(friction / Math.cos(pressureAngleRad));
  const forward = leadAngleRad + phi < Math.PI / 2 ? Math.tan(leadAngleRad) / Math.tan(leadAngleRad + phi) : 0;
  const backward = Math.tan(leadAngleRad - phi) / Math.tan(leadAngleRad);
  return { leadAngleRad, forwardEfficiency: forward, backwardEfficiency: backward, isSelfLocking: phi >= leadAngleRad };
}

/** The same as dry friction on the worm, in proportion to the torque that the thread puts on it. */
export function wormLoss(friction: WormFriction, term: number): RowLoss | null {
  if (friction.forwardEfficiency === 1) return null;
  return { term, driving: 1 / friction.forwardEfficiency - 1, driven: 1 - friction.backwardEfficiency };
}

const fields = z.strictObject({
  worm: z
    .strictObject({
      on: target().describe('Its angle.'),
      startCount: z.int().positive().default(1).describe('Number of threads.'),
      pitchRadiusM: quantity('m').positive().describe('Radius of its pitch circle.'),
      hand: z.enum(['right', 'left']).default('right').describe('Right as an ordinary screw, or left.'),
    })
    .describe('The screw.'),
  wheel: z
    .strictObject({ on: target().describe('Its angle.'), toothCount: z.int().positive().describe('Number of teeth.') })
    .describe('The wheel that it turns.'),
  moduleM: quantity('m').positive().describe('Axial module: lead = π · module · starts.'),
  frictionCoefficient: z.number().nonnegative().describe('Coulomb coefficient of the flanks.'),
  pressureAngleRad: quantity('rad').min(0).max(0.8).default(0.349).describe('Pressure angle; 20° by default.'),
  backlashM: quantity('m').nonnegative().default(0).describe('Play along the pitch circle of the wheel.'),
  engagementM: quantity('m')
    .positive()
    .optional()
    .describe('How far the axes may part before the wheel leaves the thread; default 2 modules.'),
  ...standsFor(),
});

type Spec = z.output<typeof fields>;

/** Friction of the worm of a record. */
export function frictionOf(spec: Spec): WormFriction {
  const lead = Math.PI * spec.moduleM * spec.worm.startCount;
  const angle = Math.atan(lead / (2 * Math.PI * spec.worm.pitchRadiusM));
  return wormFriction(angle, spec.frictionCoefficient, spec.pressureAngleRad);
}

/**
 * Factors of worm and wheel [m]. A right-handed screw that turns about its axis a and stays where it is moves its nut by
 * −lead/2π·a per radian; the nut is the rim of the wheel, at the point P that is nearest to the worm:
 *
 *   s = h·lead/2π·q₁ + ((b×(P − o_B))·a)·q₂          h = +1 right-handed, −1 left-handed
 */
function factorsOf(spec: Spec, geometry: readonly CoordinateGeometry[]): readonly [number, number] {
  const wheels = carriedWheels(geometry);
  invariant(wheels !== null, 'issues of a worm pair are reported before it is compiled');
  const [worm, wheel] = wheels;
  const points = nearestPoints(worm.originM, worm.axis, wheel.originM, wheel.axis);
  invariant(points !== null, 'issues of a worm pair are reported before it is compiled');
  const toWorm = across(subtract(points[0], points[1]), wheel.axis);
  const radius = (spec.moduleM * spec.wheel.toothCount) / 2;
  const rimAlongWorm = Math.sign(dot(cross(wheel.axis, toWorm), worm.axis)) * radius;
  const advance = (spec.moduleM * spec.worm.startCount) / 2;
  const hand = spec.worm.hand === 'right' ? 1 : -1;
  return [hand * advance, rimAlongWorm];
}

/**
 * Worm and worm wheel: a screw whose nut is the rim of a wheel.
 *
 *   s = factors·q = 0 [m]     λ = axial force of the thread [N]     q̇₂/q̇₁ = ± startCount/toothCount
 *   friction on the worm ∝ |λ|, for η = tan γ/tan(γ + φ) forwards and tan(γ − φ)/tan γ backwards
 *
 * Inside its friction condition φ ≥ γ no torque on the wheel turns the worm; outside, it is driven back with the
 * backward efficiency.
 *
 * @limits as `wormFriction`; static and sliding friction are one; the friction follows the force with a lag of a few steps
 * @source wedge and screw statics
 */
export const wormPair = defineModel({
  kind: 'worm-pair',
  fields,
  coordinates: (spec) => [angleOf(spec.worm.on), angleOf(spec.wheel.on)],
  rows: (spec, geometry) => {
    const [worm, wheel] = factorsOf(spec, geometry);
    const terms = [
      { coordinate: 0, factor: worm },
      { coordinate: 1, factor: wheel },
    ];
    return [{ terms, behavior: meshBehavior(spec.backlashM), loss: wormLoss(frictionOf(spec), 0) }];
  },
  range: (spec, geometry) => {
    const wheels = carriedWheels(geometry);
    invariant(wheels !== null, 'issues of a worm pair are reported before it is compiled');
    const [worm, wheel] = wheels;
    const [p, q] = nearestPoints(worm.originM, worm.axis, wheel.originM, wheel.axis)!;
    const nominal = spec.worm.pitchRadiusM + (spec.moduleM * spec.wheel.toothCount) / 2;
    return [
      {
        coordinate: { motion: 'distance', body: wheel.body, pointM: q, reference: worm.body, referencePointM: p },
        lower: nominal - spec.moduleM,
        upper: nominal + (spec.engagementM ?? 2 * spec.moduleM),
        meaning: 'the wheel is out of the thread: the axes have parted',
        stopsActing: true,
      },
    ];
  },
  issues: (spec, geometry) => {
    const wheels = carriedWheels(geometry);
    if (wheels === null) return [noCarrierIssue];
    const issues: Issue[] = [];
    const [worm, wheel] = wheels;
    const points = nearestPoints(worm.originM, worm.axis, wheel.originM, wheel.axis);
    if (sineBetween(worm.axis, wheel.axis) < PARALLEL_RAD || points === null) {
      const fix = 'Worm and wheel axes cross, usually at a right angle; parallel axes need a gear-pair.';
      issues.push({ code: 'axes_parallel', path: [], message: 'the axes of worm and wheel are parallel', fix });
    } else if (norm(subtract(points[0], points[1])) < 1e-6) {
      const fix = 'The axes pass each other at the centre distance; axes that meet need a gear-pair.';
      issues.push({ code: 'axes_meet', path: [], message: 'the axes of worm and wheel meet', fix });
    }
    const { forwardEfficiency } = frictionOf(spec);
    if (forwardEfficiency <= 0) {
      const fix = 'Lower frictionCoefficient, or give the worm a larger pitchRadiusM or fewer starts.';
      issues.push({
        code: 'jammed_thread',
        path: ['frictionCoefficient'],
        message: 'the worm cannot be driven at all',
        fix,
      });
    }
    return issues;
  },
});
