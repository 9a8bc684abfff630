import { type Matrix4, Quaternion, Vector3 } from 'three';
import type { ReplayTrial } from '../record.js';
import type { Replay } from './decode.js';

/** Poses of all bodies over a trial; between two samples positions go straight and rotations evenly. */
export class Motion {
  readonly #times: Float32Array;
  readonly #values: Int32Array;
  readonly #present: Uint8Array;
  readonly #stepM: number;
  readonly #q = new Quaternion();
  readonly #p = new Vector3();

  constructor(replay: Replay, poses: NonNullable<ReplayTrial['poses']>) {
    this.#times = replay.column(poses.times) as Float32Array;
    this.#values = replay.column(poses.values) as Int32Array;
    this.#present = replay.column(poses.isPresent) as Uint8Array;
    this.#stepM = poses.positionStepM;
  }

  /** Times of the samples [s]. */
  get timesS(): Float32Array {
    return this.#times;
  }

  /** Last sample at or before a time. */
  sampleAt(timeS: number): number {
    let low = 0;
    let high = this.#times.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#times[middle]! <= timeS + 1e-6) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  isPresent(body: number, timeS: number): boolean {
    return this.#present[body * this.#times.length + this.sampleAt(timeS)] === 1;
  }

  /** Writes the pose of a body. */
  pose(body: number, timeS: number, position: Vector3, rotation: Quaternion): void {
    const k = this.sampleAt(timeS);
    const next = Math.min(k + 1, this.#times.length - 1);
    const span = this.#times[next]! - this.#times[k]!;
    const u = span > 0 ? Math.min(1, Math.max(0, (timeS - this.#times[k]!) / span)) : 0;
    this.#read(body, k, position, rotation);
    if (u === 0) return;
    this.#read(body, next, this.#p, this.#q);
    position.lerp(this.#p, u);
    rotation.slerp(this.#q, u);
  }

  /** Writes the pose of a body as a matrix. */
  matrix(body: number, timeS: number, out: Matrix4): Matrix4 {
    const p = new Vector3();
    const q = new Quaternion();
    this.pose(body, timeS, p, q);
    return out.compose(p, q, new Vector3(1, 1, 1));
  }

  #read(body: number, k: number, position: Vector3, rotation: Quaternion): void {
    const count = this.#times.length;
    const value = (component: number) => this.#values[(7 * body + component) * count + k]!;
    position.set(value(0), value(1), value(2)).multiplyScalar(this.#stepM);
    rotation.set(value(3), value(4), value(5), value(6)).normalize(); // their common scale falls out; zero becomes identity
  }
}
