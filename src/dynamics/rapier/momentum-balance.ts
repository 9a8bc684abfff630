/**
 * Joint reactions and contact friction from what the bodies did: Rapier tells neither.
 *
 *   per body   r = Δ(momentum) − h·m·g − known impulses − normal contact impulses
 *   unknown    J_bᵀλ_b + J_tᵀλ_t = r, least squares in M⁻¹:   J·M⁻¹·Jᵀ·λ = J·M⁻¹·r
 *
 * J_t are two tangents per pair of bodies in contact, at the impulse-weighted contact point. Joints are eliminated by
 * their factor, friction is found by conjugate gradients from zero, so that what the balance cannot tell apart
 * (redundant supports, friction against a locked direction) goes to the smallest solution; it is then cut to µ·N and the
 * joints are solved again. Torsional friction is not modelled and lands in the joints' torque. Bodies that nobody
 * watches give no equation.
 */

import { rotateTo } from '../direct/rotation.js';
import type { BodyStates } from './bodies.js';
import type { BodyContact } from './contacts.js';
import type { JointOperator } from './joint-operator.js';
import type { Rows } from './rows.js';
import { addImpulse, createRows, impulseToVelocity, rowRate, setPointRow, weighRow } from './rows.js';

/** Conjugate gradients stop at this share of the first residual, or after this many rounds. */
const GRADIENT_TOLERANCE = 1e-9;
const MAX_ROUNDS = 60;

/**
 * Friction may exceed µ·N of the same step by this: normal impulses flutter by some per cent from step to step and
 * Rapier's friction follows one solver iteration behind. Without slack the mean friction of a slide reads 3 % low.
 */
const FRICTION_SLACK = 1.2;

/** Working arrays of the balance; grows with the number of contacts. */
export interface MomentumBalance {
  /** Momentum at the start of the recorded step: m·v and I·ω about the centre of mass, 6 per body. */
  readonly before: Float64Array;
  /** Impulses known over the recorded step, 6 per body. */
  readonly known: Float64Array;
  /** Impulse of every joint row over the step, in the order of the joint operator. */
  lambda: Float64Array;
  /** Friction impulse on the second body of each contact, 3 per contact. */
  friction: Float64Array;
  readonly residual: Float64Array;
  readonly velocity: Float64Array;
  tangents: Rows;
  tangentAxes: Float64Array;
  points: Float64Array;
  lambdaT: Float64Array;
  /** Conjugate gradients: residual, direction, image. */
  gradient: Float64Array;
  search: Float64Array;
  image: Float64Array;
}

export function createMomentumBalance(bodyCount: number): MomentumBalance {
  const none = new Float64Array(0);
  return {
    before: new Float64Array(6 * bodyCount),
    known: new Float64Array(6 * bodyCount),
    lambda: none,
    friction: none,
    residual: new Float64Array(6 * bodyCount),
    velocity: new Float64Array(6 * bodyCount),
    tangents: createRows(0),
    tangentAxes: none,
    points: none,
    lambdaT: none,
    gradient: none,
    search: none,
    image: none,
  };
}

/** Writes m·v and I·ω (world axes, about the centre of mass) of every moving body, zero for the others. */
export function writeMomentum(states: BodyStates, out: Float64Array): void {
  for (let i = 0; i < states.count; i++) {
    const o = 6 * i;
    if (states.isMoving[i] === 0) {
      out.fill(0, o, o + 6);
      continue;
    }
    for (let k = 0; k < 3; k++) out[o + k] = states.massKg[i]! * states.V[o + k]!;
    rotateTo(states.worldInertia, 9 * i, states.V, o + 3, out, o + 3);
  }
}

/** Starts a recorded step. */
export function beginBalance(balance: MomentumBalance, states: BodyStates): void {
  writeMomentum(states, balance.before);
  balance.known.fill(0);
}

/**
 * Solves the balance of the recorded step that ends at the present state; the joint operator must be fresh.
 *
 * @param isWatched per body: whether all its contacts were read in every sub-step
 */
export function solveBalance(
  balance: MomentumBalance,
  states: BodyStates,
  joints: JointOperator,
  contacts: readonly BodyContact[],
  isWatched: Uint8Array,
): void {
  resize(balance, joints.rowCount, contacts.length);
  writeResidual(balance, states, contacts, isWatched);
  const { residual, velocity, lambda, tangents, lambdaT } = balance;
  const n = 2 * contacts.length;
  if (n > 0) {
    setTangents(balance, states, contacts, isWatched);
    solveTangents(balance, states, joints, n);
    capFriction(balance, contacts);
    for (let t = 0; t < n; t++) addImpulse(tangents, t, -lambdaT[t]!, residual);
  }
  impulseToVelocity(states, residual, velocity);
  for (let r = 0; r < joints.rowCount; r++) lambda[r] = rowRate(joints.rows, r, velocity);
  joints.forward(lambda, 0);
  joints.backward(lambda, 0);
}

function resize(balance: MomentumBalance, rows: number, contacts: number): void {
  const n = 2 * contacts;
  if (balance.lambda.length !== rows) balance.lambda = new Float64Array(rows);
  if (balance.tangents.capacity >= n) return;
  const capacity = Math.max(16, 2 * n);
  balance.tangents = createRows(capacity);
  balance.tangentAxes = new Float64Array(3 * capacity);
  balance.points = new Float64Array(3 * capacity);
  balance.friction = new Float64Array(3 * capacity);
  balance.lambdaT = new Float64Array(capacity);
  balance.gradient = new Float64Array(capacity);
  balance.search = new Float64Array(capacity);
  balance.image = new Float64Array(capacity);
}

function writeResidual(
  balance: MomentumBalance,
  states: BodyStates,
  contacts: readonly BodyContact[],
  isWatched: Uint8Array,
): void {
  const { residual, before, known } = balance;
  writeMomentum(states, residual);
  for (let k = 0; k < residual.length; k++) residual[k]! -= before[k]! + known[k]!;
  for (const contact of contacts) {
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? contact.first : contact.second;
      const sign = side === 0 ? -1 : 1;
      for (let k = 0; k < 3; k++) {
        residual[6 * body + k]! -= sign * contact.impulseNs[k]!;
        residual[6 * body + 3 + k]! -= contact.momentNms[3 * side + k]!;
      }
    }
  }
  for (let i = 0; i < states.count; i++) {
    if (states.isMoving[i] === 0 || isWatched[i] === 0) residual.fill(0, 6 * i, 6 * i + 6);
  }
}

/** Two tangents per contact, perpendicular to the mean normal, at the impulse-weighted point. */
function setTangents(
  balance: MomentumBalance,
  states: BodyStates,
  contacts: readonly BodyContact[],
  isWatched: Uint8Array,
): void {
  const { tangents, tangentAxes: axes, points } = balance;
  contacts.forEach((contact, i) => {
    const x = contact.impulseNs[0]!;
    const y = contact.impulseNs[1]!;
    const z = contact.impulseNs[2]!;
    const n = contact.normalNs > 0 ? Math.hypot(x, y, z) : 0;
    const p = 3 * i;
    const o = 6 * i;
    const side = states.isMoving[contact.second] === 1 ? 1 : 0;
    const body = side === 1 ? contact.second : contact.first;
    for (let k = 0; k < 3; k++) {
      points[p + k] =
        states.center[3 * body + k]! + (n > 0 ? contact.weightedArms[3 * side + k]! / contact.normalNs : 0);
    }
    if (n > 0) {
      perpendicularPair(x / n, y / n, z / n, axes, o);
    } else {
      axes.fill(0, o, o + 6);
    }
    for (let t = 0; t < 2; t++) {
      setPointRow(tangents, 2 * i + t, states, contact.first, contact.second, points, p, axes, o + 3 * t);
      weighRow(tangents, 2 * i + t, states);
      for (let side = 0; side < 2; side++) {
        const at = 12 * (2 * i + t) + 6 * side;
        if (isWatched[side === 0 ? contact.first : contact.second] === 0) tangents.W.fill(0, at, at + 6);
      }
    }
  });
}

function perpendicularPair(x: number, y: number, z: number, out: Float64Array, o: number): void {
  const useX = Math.abs(x) < 0.7;
  let tx = 0;
  let ty = 0;
  let tz = 0;
  if (useX) {
    ty = z;
    tz = -y;
  } else {
    tx = -z;
    tz = x;
  }
  const s = 1 / Math.hypot(tx, ty, tz);
  tx *= s;
  ty *= s;
  tz *= s;
  out[o] = tx;
  out[o + 1] = ty;
  out[o + 2] = tz;
  out[o + 3] = y * tz - z * ty;
  out[o + 4] = z * tx - x * tz;
  out[o + 5] = x * ty - y * tx;
}

/**
 * λ_t by conjugate gradients on (J_t·M⁻¹·J_tᵀ − Zᵀ·Z)·λ_t = J_t·M⁻¹·r − Zᵀ·L⁻¹·J_b·M⁻¹·r, matrix-free.
 *
 * @source Hestenes & Stiefel (1952), J. Res. Natl. Bur. Stand. 49(6), 409–436
 */
function solveTangents(balance: MomentumBalance, states: BodyStates, joints: JointOperator, n: number): void {
  const { gradient: g, search: s, image, lambdaT: x, residual, velocity } = balance;
  impulseToVelocity(states, residual, velocity);
  projectOntoJoints(balance, joints, n, g);
  x.fill(0, 0, n);
  let size = 0;
  for (let t = 0; t < n; t++) {
    s[t] = g[t]!;
    size += g[t]! ** 2;
  }
  const goal = GRADIENT_TOLERANCE ** 2 * size;
  for (let round = 0; round < MAX_ROUNDS && size > goal; round++) {
    velocity.fill(0);
    for (let t = 0; t < n; t++) addVelocity(balance.tangents, t, s[t]!, velocity);
    projectOntoJoints(balance, joints, n, image);
    let curvature = 0;
    for (let t = 0; t < n; t++) curvature += s[t]! * image[t]!;
    if (!(curvature > 0)) return;
    const step = size / curvature;
    let next = 0;
    for (let t = 0; t < n; t++) {
      x[t]! += step * s[t]!;
      g[t]! -= step * image[t]!;
      next += g[t]! ** 2;
    }
    for (let t = 0; t < n; t++) s[t] = g[t]! + (next / size) * s[t]!;
    size = next;
  }
}

/** out = J_t·(velocity − M⁻¹·J_bᵀ·A⁻¹·J_b·velocity): tangential rates once the joints have had their say. */
function projectOntoJoints(balance: MomentumBalance, joints: JointOperator, n: number, out: Float64Array): void {
  const { velocity, lambda, tangents } = balance;
  for (let r = 0; r < joints.rowCount; r++) lambda[r] = rowRate(joints.rows, r, velocity);
  joints.forward(lambda, 0);
  joints.backward(lambda, 0);
  for (let r = 0; r < joints.rowCount; r++) addVelocity(joints.rows, r, -lambda[r]!, velocity);
  for (let t = 0; t < n; t++) out[t] = rowRate(tangents, t, velocity);
}

/** v += M⁻¹·Jᵀ·λ of one row. */
function addVelocity(rows: Rows, r: number, lambda: number, v: Float64Array): void {
  const a = 6 * rows.a[r]!;
  const b = 6 * rows.b[r]!;
  for (let k = 0; k < 6; k++) {
    v[a + k]! += lambda * rows.W[12 * r + k]!;
    v[b + k]! += lambda * rows.W[12 * r + 6 + k]!;
  }
}

/** Cuts every friction impulse to µ·N, with slack, and writes it in world axes. */
function capFriction(balance: MomentumBalance, contacts: readonly BodyContact[]): void {
  const { lambdaT, tangentAxes: axes, friction } = balance;
  contacts.forEach((contact, i) => {
    const size = Math.hypot(lambdaT[2 * i]!, lambdaT[2 * i + 1]!);
    const cap = FRICTION_SLACK * contact.frictionCoefficient * contact.normalNs;
    const share = size > cap ? cap / size : 1;
    lambdaT[2 * i]! *= share;
    lambdaT[2 * i + 1]! *= share;
    for (let k = 0; k < 3; k++) {
      friction[3 * i + k] = lambdaT[2 * i]! * axes[6 * i + k]! + lambdaT[2 * i + 1]! * axes[6 * i + 3 + k]!;
    }
  });
}
