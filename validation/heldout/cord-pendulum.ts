/**
 * A ball on a cord of length L, started at the bottom with v₀² = 3.5·g·L: it goes slack, flies, and is caught again.
 *
 *   slack where v²/L + g·cos α = 0: cos α = −½, α = 120°, v_s² = g·L/2
 *   flight: apex at L/2 + v_y²/2g, v_y = v_s·sin 60°… = (11/16)·L;  |p| = L again after 4v_y/g, exactly at the bottom
 *   there the cord takes the radial speed; v_x = −½v_s stays: swings on to cos β = 1 − v_x²/(2gL) = 15/16
 */
import { addBody, addJoint, buildModel, newBuilder, poseAt } from '../../benchmarks/dynamics/model-builder.js';
import type { ValidationCase } from '../case.js';
import { addError, effortTimeS, G, newErrors, steps } from '../rig.js';
import { integrate } from '../runge-kutta.js';

const L = 0.5;
const MASS_KG = 0.2;
const STEP_S = 1e-3;
const V0 = Math.sqrt(3.5 * G * L);
const APEX = (11 / 16) * L;
const FLIGHT_S = (4 * Math.sqrt(0.5 * G * L) * Math.sin(Math.PI / 3)) / G;
const SWING = Math.acos(15 / 16);

/** α(t), α̇(t) of the taut cord, every 0.1 ms. */
const RISE = integrate(
  (_t, [angle = 0, rate = 0], out) => {
    out[0] = rate;
    out[1] = (-G / L) * Math.sin(angle);
  },
  [0, V0 / L],
  1e-4,
  6000,
);
const SLACK_S = 1e-4 * RISE.findIndex((y) => y[0]! > (2 * Math.PI) / 3);

export const cordPendulum: ValidationCase = {
  name: 'cord-pendulum',
  title: 'Ball on a cord that goes slack, flies and is caught',
  expected: [
    { quantity: 'cord stretch, largest', unit: 'm', value: 0, tolerance: 1e-6, basis: 'unilateral length' },
    {
      quantity: 'tension while rising, largest error',
      unit: 'N',
      value: 0,
      tolerance: 1e-4 * MASS_KG * (V0 ** 2 / L + G),
      basis: 'm(v²/L + g·cos α) along RK45; 1e-4 of the peak in motion',
    },
    { quantity: 'instant of slack', unit: 's', value: SLACK_S, tolerance: 2e-3, basis: 'RK45; two steps' },
    { quantity: 'apex of the flight', unit: 'm', value: APEX, tolerance: 1e-4, basis: '11/16 L' },
    { quantity: 'time of flight', unit: 's', value: FLIGHT_S, tolerance: 3e-3, basis: '4v_y/g; a step at each end' },
    {
      quantity: 'swing after the catch',
      unit: 'rad',
      value: SWING,
      tolerance: 1e-2 * SWING,
      basis: 'radial speed lost; direction of the cord within a step: 0.8 %',
    },
  ],
  async measure(lab) {
    const s = newBuilder();
    const ball = addBody(s, {
      massKg: MASS_KG,
      inertiaKgM2: [1e-5, 1e-5, 1e-5],
      pose: poseAt([0, -L, 0]),
      linearVelocityMPerS: [V0, 0, 0],
    });
    addJoint(s, 'distance', 0, ball, [0, 0, 0], [0, 0, 1], { pointB: [0, -L, 0], lengthM: L, isCord: true });
    const engine = await lab.start(buildModel(s, { stepS: STEP_S }));
    const tension = newErrors();
    let [stretch, apex, swing] = [0, Number.NEGATIVE_INFINITY, 0];
    let [slackS, caughtS] = [Number.NaN, Number.NaN];
    steps(engine, 1600, () => {
      const x = engine.pose[7 * ball]!;
      const y = engine.pose[7 * ball + 1]!;
      stretch = Math.max(stretch, Math.hypot(x, y) - L);
      apex = Math.max(apex, y);
      const atS = engine.moment?.atS ?? effortTimeS(engine, STEP_S);
      const reaction = (engine.moment ?? engine).jointReaction;
      const pull = Math.hypot(reaction[0]!, reaction[1]!);
      if (Number.isNaN(slackS) && atS > SLACK_S / 2 && pull < 1e-9) slackS = atS;
      if (!Number.isNaN(slackS) && Number.isNaN(caughtS) && atS > slackS + 0.1 && pull > 1e-9) caughtS = atS;
      if (atS > 5 * STEP_S && atS < 0.95 * SLACK_S) addError(tension, pull - tensionAt(atS));
      if (engine.timeS > SLACK_S + FLIGHT_S + 0.1) swing = Math.max(swing, Math.abs(Math.atan2(x, -y)));
    });
    engine.free();
    return {
      'cord stretch, largest': stretch,
      'tension while rising, largest error': tension.max,
      'instant of slack': slackS,
      'apex of the flight': apex,
      'time of flight': caughtS - slackS,
      'swing after the catch': swing,
    };
  },
};

function tensionAt(t: number): number {
  const i = Math.floor(t / 1e-4 + 1e-6);
  const f = t / 1e-4 - i;
  const [a, b] = [RISE[i]!, RISE[i + 1]!];
  const angle = a[0]! + f * (b[0]! - a[0]!);
  const rate = a[1]! + f * (b[1]! - a[1]!);
  return MASS_KG * (L * rate * rate + G * Math.cos(angle));
}
