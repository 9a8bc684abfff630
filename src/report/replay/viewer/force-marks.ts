import {
  ConeGeometry,
  CylinderGeometry,
  type Group,
  Group as Holder,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  type Scene,
  SphereGeometry,
  Vector3,
} from 'three';
import type { ReplayJoint, ReplayTrial } from '../record.js';
import type { Replay } from './decode.js';

const CONTACT = '#0d9488';
const REACTION = '#8b5cf6';
const CONTACT_WIDTH = 8;

/** The largest force is this long, as a share of the radius of the mechanism. */
const LONGEST_SHARE = 0.45;

/** Forces that are shown at least, as a share of the largest. */
const SMALLEST_SHARE = 2e-3;

/**
 * Contact points with the force on the second body, and joint reactions. Lengths grow with the square root of the force,
 * so that small ones are still seen beside large ones.
 */
export class ForceMarks {
  readonly #holder = new Holder();
  readonly #arrows: Arrow[] = [];
  #joints: readonly ReplayJoint[] = [];
  #reactions: Float32Array | null = null;
  #contacts: Float32Array | null = null;
  #starts: readonly number[] = [];
  #radiusM = 1;
  /** Largest force of the trial [N]; 0 where the recording has none. */
  largestN = 0;

  constructor(scene: Scene) {
    this.#holder.visible = false;
    scene.add(this.#holder);
  }

  get isVisible(): boolean {
    return this.#holder.visible;
  }

  set isVisible(isVisible: boolean) {
    this.#holder.visible = isVisible;
  }

  /** Takes over the forces of a trial. */
  show(replay: Replay, { loads }: ReplayTrial, radiusM: number): void {
    this.#joints = replay.record.joints;
    this.#radiusM = radiusM;
    this.#reactions = loads === null ? null : (replay.column(loads.jointForces) as Float32Array);
    this.#contacts = loads === null ? null : (replay.column(loads.contacts) as Float32Array);
    this.#starts = startsOf(loads === null ? [] : replay.column(loads.contactCounts));
    const sizes = [
      ...sizesOf(this.#reactions ?? new Float32Array(0), 3, 0),
      ...sizesOf(this.#contacts ?? new Float32Array(0), CONTACT_WIDTH, 5),
    ].sort((a, b) => a - b);
    this.largestN = sizes[Math.floor(0.995 * (sizes.length - 1))] ?? 0; // a single impact must not dwarf the rest
  }

  /** Shows the forces of a pose sample. */
  setTime(sample: number, bodies: readonly Group[]): void {
    let used = 0;
    if (this.isVisible && this.largestN > 0) {
      used = this.#showReactions(sample, bodies, used);
      used = this.#showContacts(sample, used);
    }
    for (let i = used; i < this.#arrows.length; i++) this.#arrows[i]!.hide();
  }

  #showReactions(sample: number, bodies: readonly Group[], first: number): number {
    let used = first;
    const forces = this.#reactions;
    if (forces === null) return used;
    for (const [j, { b, frameInB }] of this.#joints.entries()) {
      const o = 3 * (sample * this.#joints.length + j);
      const force = new Vector3(forces[o], forces[o + 1], forces[o + 2]);
      const body = bodies[b]!;
      const at = new Vector3(...frameInB.positionM).applyQuaternion(body.quaternion).add(body.position);
      used += this.#arrow(used).point(at, force, this.#lengthOf(force.length()), REACTION, false) ? 1 : 0;
    }
    return used;
  }

  #showContacts(sample: number, first: number): number {
    let used = first;
    const rows = this.#contacts;
    if (rows === null) return used;
    for (let i = this.#starts[sample] ?? 0; i < (this.#starts[sample + 1] ?? 0); i++) {
      const o = CONTACT_WIDTH * i;
      const at = new Vector3(rows[o + 2], rows[o + 3], rows[o + 4]);
      const force = new Vector3(rows[o + 5], rows[o + 6], rows[o + 7]);
      used += this.#arrow(used).point(at, force, this.#lengthOf(force.length()), CONTACT, true) ? 1 : 0;
    }
    return used;
  }

  #lengthOf(forceN: number): number {
    const share = Math.min(1, forceN / this.largestN);
    return share < SMALLEST_SHARE ? 0 : LONGEST_SHARE * this.#radiusM * Math.sqrt(share);
  }

  #arrow(index: number): Arrow {
    const known = this.#arrows[index];
    if (known !== undefined) return known;
    const arrow = new Arrow(this.#radiusM);
    this.#arrows.push(arrow);
    this.#holder.add(arrow.group);
    return arrow;
  }
}

/** Where each group of rows begins, given how many there are in each; one more entry than groups. */
function startsOf(counts: Iterable<number>): readonly number[] {
  const starts = [0];
  for (const count of counts) starts.push(starts[starts.length - 1]! + count);
  return starts;
}

function* sizesOf(rows: Float32Array, width: number, offset: number): Generator<number> {
  for (let o = offset; o + 2 < rows.length; o += width) yield Math.hypot(rows[o]!, rows[o + 1]!, rows[o + 2]!);
}

const SHAFT = new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0).rotateX(Math.PI / 2);
const HEAD = new ConeGeometry(1, 1, 14).translate(0, -0.5, 0).rotateX(Math.PI / 2);
const POINT = new SphereGeometry(1, 12, 8);
const ALONG_Z = new Vector3(0, 0, 1);

/** One arrow, seen through the parts, with a dot at its foot where it stands for a contact. */
class Arrow {
  readonly group = new Holder();
  readonly #material = new MeshBasicMaterial({ transparent: true, opacity: 0.95, depthTest: false });
  readonly #shaft = new Mesh(SHAFT, this.#material);
  readonly #head = new Mesh(HEAD, this.#material);
  readonly #dot = new Mesh(POINT, this.#material);
  readonly #turn = new Quaternion();
  readonly #widthM: number;

  constructor(radiusM: number) {
    this.#widthM = radiusM * 0.007;
    for (const mesh of [this.#shaft, this.#head, this.#dot]) mesh.renderOrder = 15;
    this.#dot.scale.setScalar(this.#widthM * 2);
    this.group.add(this.#shaft, this.#head, this.#dot);
  }

  /** Points along a force from a point; false where there is nothing to show. */
  point(at: Vector3, force: Vector3, lengthM: number, color: string, hasDot: boolean): boolean {
    if (lengthM === 0) return false;
    this.group.visible = true;
    this.group.position.copy(at);
    this.group.quaternion.copy(this.#turn.setFromUnitVectors(ALONG_Z, force.clone().normalize()));
    const headM = Math.min(lengthM * 0.5, this.#widthM * 7);
    this.#shaft.scale.set(this.#widthM, this.#widthM, lengthM - headM);
    this.#head.scale.set(this.#widthM * 2.6, this.#widthM * 2.6, headM);
    this.#head.position.z = lengthM;
    this.#dot.visible = hasDot;
    this.#material.color.set(color);
    return true;
  }

  hide(): void {
    this.group.visible = false;
  }
}
