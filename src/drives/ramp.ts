/**
 * Value on a straight ramp from `from` to `to`, held at `to` afterwards. A ramp of no length has arrived at once.
 *
 *   x(t) = from + (to − from)·clamp(t/T, 0, 1)
 *
 * @param elapsedS t [s] ≥ 0
 * @param rampS    T [s] ≥ 0
 */
export function linearRamp(from: number, to: number, elapsedS: number, rampS: number): number {
  if (elapsedS >= rampS) return to;
  return elapsedS <= 0 ? from : from + (to - from) * (elapsedS / rampS);
}

/** A motion from (position, rate) to rest at `target` with a trapezoid of speed; unit of angle or length throughout. */
export interface TrapezoidMotion {
  readonly position: number;
  readonly rate: number;
  readonly target: number;
  /** Cruise speed V > 0. */
  readonly speed: number;
  /** Seconds to reach the cruise speed from rest, and to stop from it; T ≥ 0, 0 makes the rate jump. */
  readonly endRampS: number;
}

/** Where a trapezoid motion is at some instant. */
export interface MotionPoint {
  position: number;
  rate: number;
}

/** Legs of a trapezoid motion in its own direction s: rate v₀ → v_p in t₁, cruise t₂, v_p → 0 in t₃. */
interface Legs {
  s: number;
  a: number;
  v0: number;
  vp: number;
  t1: number;
  t2: number;
  t3: number;
}

const legs: Legs = { s: 1, a: 0, v0: 0, vp: 0, t1: 0, t2: 0, t3: 0 };

/**
 * Writes the point of the motion at `elapsedS`; position is continuous, and so is the rate when T > 0. Pure; allocates
 * nothing.
 *
 *   a = max(V, |v₀|)/T        s = sgn(target − (p₀ + v₀|v₀|/2a))
 *   v_p = min(V, √(aD + v₀²/2)) with D = s(target − p₀), v₀ along s
 *
 * A start rate away from the target, or too high to stop before it, is first braked at a: the motion then overshoots and
 * comes back. From rest it is the plain trapezoid, or a triangle when the way is too short for the cruise speed.
 */
export function trapezoidPoint(motion: TrapezoidMotion, elapsedS: number, point: MotionPoint): void {
  planLegs(motion, legs);
  const { s, a, v0, vp, t1, t2, t3 } = legs;
  if (elapsedS >= t1 + t2 + t3) {
    point.position = motion.target;
    point.rate = 0;
    return;
  }
  const t = Math.max(0, elapsedS);
  if (t < t1) {
    const slope = vp >= v0 ? a : -a;
    point.position = motion.position + s * (v0 * t + (slope * t * t) / 2);
    point.rate = s * (v0 + slope * t);
    return;
  }
  const d1 = ((v0 + vp) / 2) * t1;
  if (t < t1 + t2) {
    point.position = motion.position + s * (d1 + vp * (t - t1));
    point.rate = s * vp;
    return;
  }
  const left = t1 + t2 + t3 - t;
  point.position = motion.target - s * ((a * left * left) / 2);
  point.rate = s * a * left;
}

/** Seconds that the motion takes. */
export function trapezoidDurationS(motion: TrapezoidMotion): number {
  planLegs(motion, legs);
  return legs.t1 + legs.t2 + legs.t3;
}

function planLegs(motion: TrapezoidMotion, out: Legs): void {
  const { speed: V, endRampS: T } = motion;
  const a = T > 0 ? Math.max(V, Math.abs(motion.rate)) / T : Number.POSITIVE_INFINITY;
  const start = T > 0 ? motion.rate : 0;
  const stopping = T > 0 ? (start * Math.abs(start)) / (2 * a) : 0;
  const s = motion.target >= motion.position + stopping ? 1 : -1;
  const v0 = s * start;
  const D = s * (motion.target - motion.position);
  // Never NaN: an infinite a with D = 0 would be 0·∞.
  const peak = T > 0 ? Math.sqrt(Math.max(0, a * D + (v0 * v0) / 2)) : D > 0 ? V : 0;
  const vp = Math.min(V, peak);
  out.s = s;
  out.a = T > 0 ? a : 0;
  out.v0 = v0;
  out.vp = vp;
  out.t1 = T > 0 ? Math.abs(vp - v0) / a : 0;
  out.t3 = T > 0 ? vp / a : 0;
  const cruise = D - ((v0 + vp) / 2) * out.t1 - (vp * out.t3) / 2;
  out.t2 = vp > 0 ? Math.max(0, cruise / vp) : 0;
}
