def sub(path, a, b, n=1):
    s=open(path).read()
    assert s.count(a)>=1, (path,a)
    s=s.replace(a,b,n); open(path,'w').write(s)
m='src/dynamics/direct/mechanism.ts'
sub(m,'''  /** Copies for repeating a sub-step. */''','''  /** 1 per body whose acceleration ended within the last sub-step (locking.ts); whether there is any. */
  readonly locked: Uint8Array;
  hasLocked: boolean;
  /** Copies for repeating a sub-step. */''')
sub(m,'''    savedV: new''','''    locked: new Uint8Array(bodies.count),
    hasLocked: false,
    savedV: new''')
r='src/dynamics/direct/readout.ts'
sub(r,'''  keepBilateral(m, means);
  clearWarm(m);''','''  keepBilateral(m, means);
  markLocked(m);
  clearWarm(m);''')
sub(r,"import { bookChangeOfStep }","import { markLocked } from './locking.js';\nimport { bookChangeOfStep }")
d='src/dynamics/direct/direct-engine.ts'
sub(d,'synchronize(this.#synchronizer, m.bodies, h, m.times.hf);','synchronize(this.#synchronizer, m, h, m.times.hf);')
st='src/dynamics/direct/state.ts'
sub(st,'''    synchronizer.jerk,
''','''    synchronizer.jerk,
    synchronizer.stepsBefore,
''')
s='src/dynamics/direct/synchronous-velocity.ts'
sub(s,''' *   v(tₙ₊₁) ≈ vₙ₊½ + w·½h·a,   a = Δv/hf of the last kick,   w = max(0, 1 − |aₙ − aₙ₋₁|/|aₙ|)
 *   ω(tₙ₊₁) ≈ I(qₙ₊₁)⁻¹·(Lₙ₊½ + w·½h·τ),   τ = ΔL/hf
 *
 * In smooth motion the error is O(h²); the spin of a body without torques is exact, since its momentum is what is kept.
 * After an impact or a change of stick and slip the acceleration says nothing about the next step: w is 0 and the velocity
 * of the half step is given. w is a scalar per body, so that turning the scene changes nothing.
 */
import type { Bodies } from './bodies.js';
''',''' *   v(tₙ₊₁) ≈ vₙ₊½ + w·½h·(a + ⅔hf·ȧ),   a = Δv/hf of the last kick, ȧ its change since the kick before
 *   ω(tₙ₊₁) ≈ I(qₙ₊₁)⁻¹·(Lₙ₊½ + w·½h·(τ + ⅔hf·τ̇)),   τ = ΔL/hf
 *   w = 1 while r = |aₙ − aₙ₋₁|/|aₙ| ≤ ½, then down to 0 at r = 1
 *
 * vₙ₊½ is the mean velocity of the sub-step and a belongs to tₙ + (h − h_before)/3, the mean time of the three positions
 * it is made of; with v(t) = v₀ + a·t + ½ȧ·t² the formula is exact, for steps that change too. The error is O(h³) beside
 * that of the positions; the spin of a body without torques is exact, since its momentum is what is kept.
 * After an impact the acceleration says nothing about the next step: w is 0 and the velocity of the half step is given;
 * so it is for bodies that have locked within the step. w is a scalar per body: turning the scene changes nothing.
 */
import type { Bodies } from './bodies.js';
import type { Mechanism } from './mechanism.js';
''')
sub(s,'''  readonly jerk: Float64Array;
  isFirst''','''  readonly jerk: Float64Array;
  /** One number: the sub-step before the last one [s]. */
  readonly stepsBefore: Float64Array;
  isFirst''')
sub(s,'''jerk: new Float64Array(1), isFirst''','''jerk: new Float64Array(1), stepsBefore: new Float64Array(1), isFirst''')
sub(s,'''export function synchronize(s: Synchronizer, bodies: Bodies, h: number, hf: number): void {
  const { v, vBefore, L, LBefore, vNow, inverseMass } = bodies;
''','''export function synchronize(s: Synchronizer, { bodies, locked }: Mechanism, h: number, hf: number): void {
  const { v, vBefore, L, LBefore, vNow, inverseMass } = bodies;
  // time between the instants of the last two kicks
  const between = (2 * hf + s.stepsBefore[0]!) / 3;
  const lead = s.isFirst ? 0 : (2 * hf) / (3 * between);
''')
sub(s,'''    const w = weigh(s, v, vBefore, o, o, hf);
    if (!s.isFirst) jerk = Math.max(jerk, CHANGE.size / hf);
    for (let k = 0; k < 3; k++) vNow[o + k] = v[o + k]! + 0.5 * h * w * s.acceleration[o + k]!;
    const u = weigh(s, L, LBefore, 3 * b, o + 3, hf);
    for (let k = 0; k < 3; k++) MOMENTUM[k] = L[3 * b + k]! + 0.5 * h * u * s.acceleration[o + 3 + k]!;
''','''    const isLocked = locked[b] === 1;
    const w = isLocked ? 0 : 1;
    const wv = w * weigh(s, v, vBefore, o, o, hf);
    if (!s.isFirst) jerk = Math.max(jerk, CHANGE.size / hf);
    for (let k = 0; k < 3; k++) {
      vNow[o + k] = v[o + k]! + 0.5 * h * wv * (s.acceleration[o + k]! + lead * CHANGE.vector[k]!);
    }
    const wL = w * weigh(s, L, LBefore, 3 * b, o + 3, hf);
    for (let k = 0; k < 3; k++) {
      MOMENTUM[k] = L[3 * b + k]! + 0.5 * h * wL * (s.acceleration[o + 3 + k]! + lead * CHANGE.vector[k]!);
    }
''')
sub(s,'''    const isLocked = locked[b] === 1;
    const w = isLocked ? 0 : 1;
''','''    const w = locked[b] === 1 ? 0 : 1;
''')
sub(s,'''  s.isFirst = false;
''','''  s.stepsBefore[0] = 2 * hf - h;
  s.isFirst = false;
''')
sub(s,'''    change += difference * difference;
''','''    change += difference * difference;
    CHANGE.vector[k] = difference;
''')
sub(s,'''return s.isFirst ? 1 : Math.max(0, 1 - Math.sqrt(change / size));''','''return s.isFirst ? 1 : Math.max(0, Math.min(1, 2 - 2 * Math.sqrt(change / size)));''')
sub(s,'''const CHANGE = { size: 0 };''','''const CHANGE = { size: 0, vector: new Float64Array(3) };''')
