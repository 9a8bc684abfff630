/**
 * An integration of the link cases that owes nothing to the engines: Newton–Euler with multipliers, RK4.
 *
 *   M·a = f + Jᵀλ,   J·a = γ
 *
 * Shows how right ADAMS itself is in these cases, whose reactions peak at 45 times the weight.
 */
import {
  add,
  cross,
  dot,
  multiplyQuat,
  norm,
  normalizeQuat,
  type Pose,
  type Quat,
  scale,
  subtract,
  type Vec3,
} from '../../src/core/vector.js';
import { timesInertia } from '../rig.js';
import type { AdamsCase, Mount } from './cases.js';
import { SAMPLE_COUNT, SAMPLE_S, type Series } from './fixture.js';
import { anchorAt, GRAVITY } from './model.js';

type Link = Extract<Mount, { kind: 'link' }>;

interface Motion {
  readonly pose: Pose;
  readonly v: Vec3;
  readonly w: Vec3;
}

interface Accelerations {
  readonly a: Vec3;
  readonly alpha: Vec3;
  /** Force of the link on the body. */
  readonly force: Vec3;
}

const STEP_S = 2.5e-4;

/** Returns the quantities of a link case as ADAMS lists them. */
export function integrateLink(c: AdamsCase, mount: Link): ReadonlyMap<string, Series> {
  const perSample = Math.round(SAMPLE_S / STEP_S);
  const rows = new Map<string, number[][]>();
  const put = (name: string, row: readonly number[]) => rows.set(name, [...(rows.get(name) ?? []), [...row]]);
  let motion: Motion = { pose: { positionM: c.centerM, rotation: c.rotation }, v: [0, 0, 0], w: [0, 0, 0] };
  for (let n = 0; n <= (SAMPLE_COUNT - 1) * perSample; n++) {
    if (n % perSample === 0) {
      const { a, alpha, force } = accelerations(c, mount, motion);
      const [x, y, z, s] = motion.pose.rotation;
      const { point } = anchorAt(c, mount.pointM, motion.pose, motion.v, motion.w);
      put('Pos', motion.pose.positionM);
      put('Vel', motion.v);
      put('Acc', a);
      put('Quat', [s, x, y, z]);
      put('Avel', motion.w);
      put('Aacc', alpha);
      put('Rforce_Body1', scale(force, -1));
      put('Rforce_Body2', force);
      put('Rtorque_Body1', cross(force, subtract(point, mount.groundM)));
    }
    motion = rungeKutta4(c, mount, motion);
  }
  return rows;
}

function rungeKutta4(c: AdamsCase, mount: Link, m: Motion): Motion {
  const h = STEP_S;
  const k1 = accelerations(c, mount, m);
  const m2 = moved(m, m, k1, h / 2);
  const k2 = accelerations(c, mount, m2);
  const m3 = moved(m, m2, k2, h / 2);
  const k3 = accelerations(c, mount, m3);
  const m4 = moved(m, m3, k3, h);
  const k4 = accelerations(c, mount, m4);
  const mean = (a: Vec3, b: Vec3, d: Vec3, e: Vec3): Vec3 => scale(add(add(a, e), scale(add(b, d), 2)), 1 / 6);
  const v = mean(m.v, m2.v, m3.v, m4.v);
  const rate = meanRate(m, m2, m3, m4);
  return {
    pose: { positionM: add(m.pose.positionM, scale(v, h)), rotation: addQuat(m.pose.rotation, rate, h) },
    v: add(m.v, scale(mean(k1.a, k2.a, k3.a, k4.a), h)),
    w: add(m.w, scale(mean(k1.alpha, k2.alpha, k3.alpha, k4.alpha), h)),
  };
}

/** q̇ = ½(ω, 0)∘q. */
const quatRate = ({ pose, w }: Motion): Quat => multiplyQuat([w[0] / 2, w[1] / 2, w[2] / 2, 0], pose.rotation);

function meanRate(...motions: readonly Motion[]): Quat {
  const [a, b, d, e] = motions.map(quatRate);
  const at = (k: number) => (a![k]! + 2 * b![k]! + 2 * d![k]! + e![k]!) / 6;
  return [at(0), at(1), at(2), at(3)];
}

function addQuat(q: Quat, rate: Quat, h: number): Quat {
  return normalizeQuat([q[0] + h * rate[0], q[1] + h * rate[1], q[2] + h * rate[2], q[3] + h * rate[3]]);
}

function moved(from: Motion, at: Motion, k: Accelerations, h: number): Motion {
  return {
    pose: {
      positionM: add(from.pose.positionM, scale(at.v, h)),
      rotation: addQuat(from.pose.rotation, quatRate(at), h),
    },
    v: add(from.v, scale(k.a, h)),
    w: add(from.w, scale(k.alpha, h)),
  };
}

/**
 * Rows of |d| and d·axis for a body point at r: Ċ = n·(v + ω×r), n = d/|d| or the axis;
 * γ₁ = −(|ḋ|² − Ċ²)/|d| − n·(ω×(ω×r)), γ₂ = −n·(ω×(ω×r)).
 */
function rowsOf(c: AdamsCase, mount: Link, { pose, v, w }: Motion) {
  const { arm: r, point, speed } = anchorAt(c, mount.pointM, pose, v, w);
  const d = subtract(point, mount.groundM);
  const length = norm(d);
  const u = scale(d, 1 / length);
  const turning = cross(w, cross(w, r));
  const stretch = (dot(speed, speed) - dot(u, speed) ** 2) / length;
  return [
    { linear: u, angular: cross(r, u), gamma: -stretch - dot(u, turning) },
    { linear: mount.axis, angular: cross(r, mount.axis), gamma: -dot(mount.axis, turning) },
  ] as const;
}

function accelerations(c: AdamsCase, mount: Link, motion: Motion): Accelerations {
  const { pose, w } = motion;
  const inverse: Vec3 = [1 / c.inertiaKgM2[0], 1 / c.inertiaKgM2[1], 1 / c.inertiaKgM2[2]];
  const weigh = (torque: Vec3) => timesInertia(pose.rotation, inverse, torque);
  const free = weigh(scale(cross(w, timesInertia(pose.rotation, c.inertiaKgM2, w)), -1));
  const [p, q] = rowsOf(c, mount, motion);
  const product = (r: typeof p, s: typeof p) => dot(r.linear, s.linear) + dot(r.angular, weigh(s.angular));
  const needed = (r: typeof p) => r.gamma - dot(r.linear, GRAVITY) - dot(r.angular, free);
  const [g11, g12, g22] = [product(p, p), product(p, q), product(q, q)];
  const [b1, b2] = [needed(p), needed(q)];
  const det = g11 * g22 - g12 * g12;
  const l1 = (g22 * b1 - g12 * b2) / det;
  const l2 = (g11 * b2 - g12 * b1) / det;
  const force = add(scale(p.linear, l1), scale(q.linear, l2));
  const torque = add(scale(p.angular, l1), scale(q.angular, l2));
  return { a: add(GRAVITY, force), alpha: add(free, weigh(torque)), force };
}
