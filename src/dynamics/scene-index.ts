import { invariant } from '../core/errors.js';
import type { SignalUnit } from '../core/quantity.js';
import {
  composePose,
  frameFromAxis,
  IDENTITY_POSE,
  invertPose,
  norm,
  normalize,
  type Pose,
  rotate,
  subtract,
  transformPoint,
  type Vec3,
} from '../core/vector.js';
import type { JointKind } from '../joints/index.js';
import type { CoordinateGeometry, ModelCoordinate, ModelMotion } from '../models/index.js';
import { bodyBounds, bodyOutline, type Scene } from '../scene/index.js';
import type { SceneIndex } from '../signals/index.js';
import type { EngineCoordinate } from './engine.js';

/** A free-standing coordinate that a signal or a drive asks for. */
interface CoordinateSpec {
  readonly body: string;
  readonly reference: string;
  readonly motion: 'angle' | 'travel';
  readonly originM: Vec3;
  readonly axis: Vec3;
}

/** Names, coordinates and contact pairs of one trial, gathered while drives and signals resolve what they need. */
export class TrialIndex implements SceneIndex {
  readonly coordinates: EngineCoordinate[] = [];
  readonly pairs: (readonly [number, number])[] = [];
  readonly jointNames: readonly string[];
  readonly bodyNames: readonly string[];
  readonly #scene: Scene;
  readonly #bodyOf: ReadonlyMap<string, number>;
  readonly #jointOf: ReadonlyMap<string, number>;
  readonly #driveOf: ReadonlyMap<string, number>;
  /** Coordinate index by `joint` and `joint.suffix`. */
  readonly #jointCoordinateOf = new Map<string, number>();
  readonly #known = new Map<string, number>();
  readonly driveCoordinates: number[] = [];
  readonly modelNames: string[] = [];
  readonly #channels: { readonly name: string; readonly unit: SignalUnit }[] = [];
  readonly #modelSlots = new Map<string, { readonly first: number; readonly motions: readonly ModelMotion[] }>();

  /** @param driveMotions motion of every drive of the binding, in order: what its kind acts on */
  constructor(scene: Scene, jointKinds: readonly JointKind[], driveMotions: readonly ('angle' | 'travel')[]) {
    this.#scene = scene;
    this.bodyNames = scene.bodies.map((body) => body.name);
    this.jointNames = scene.joints.map((joint) => joint.name);
    this.#bodyOf = new Map(this.bodyNames.map((name, i) => [name, i]));
    this.#jointOf = new Map(this.jointNames.map((name, i) => [name, i]));
    this.#driveOf = new Map((scene.binding.drives as readonly { name: string }[]).map(({ name }, i) => [name, i]));
    for (const i of scene.joints.keys()) this.#addJointCoordinates(i, jointKinds);
    for (const [i, drive] of (scene.binding.drives as readonly DriveTarget[]).entries()) {
      this.driveCoordinates.push(this.#targetOf(drive, driveMotions[i]!));
    }
  }

  #addJointCoordinates(i: number, kinds: readonly JointKind[]): void {
    const joint = this.#scene.joints[i]!;
    const kind = kinds.find((candidate) => candidate.kind === joint.record.kind);
    invariant(kind, `joint kind ${joint.record.kind} is registered`);
    for (const [k, coordinate] of kind.coordinates.entries()) {
      const index = this.coordinates.length;
      this.coordinates.push({
        name: coordinate.suffix === '' ? joint.name : `${joint.name}.${coordinate.suffix}`,
        kind: coordinate.motion,
        a: joint.a,
        b: joint.b,
        frameInA: joint.frameInA,
        frameInB: joint.frameInB,
        joint: i,
        limits: coordinate.limits(joint.record),
        dryFriction: coordinate.dryFriction(joint.record),
        damping: coordinate.damping(joint.record),
        reactionFriction: coordinate.reactionFriction?.(joint.record) ?? 0,
      });
      if (k === 0) this.#jointCoordinateOf.set(joint.name, index);
      this.#jointCoordinateOf.set(`${joint.name}.${coordinate.motion}`, index);
    }
  }

  #targetOf(drive: DriveTarget, motion: 'angle' | 'travel'): number {
    if (drive.on.joint !== undefined) return this.jointCoordinate(drive.on.joint, motion);
    const { body, reference, frame } = drive.on;
    invariant(body !== undefined && frame !== undefined, 'a drive target names a joint or a body');
    return this.coordinate({ body, reference: reference ?? 'world', motion, originM: frame.originM, axis: frame.axis });
  }

  body(name: string): number {
    return this.#lookUp(this.#bodyOf, name, 'body');
  }

  joint(name: string): number {
    return this.#lookUp(this.#jointOf, name, 'joint');
  }

  drive(name: string): number {
    return this.#lookUp(this.#driveOf, name, 'drive');
  }

  jointCoordinate(joint: string, suffix?: 'angle' | 'travel'): number {
    return this.#lookUp(
      this.#jointCoordinateOf,
      suffix === undefined ? joint : `${joint}.${suffix}`,
      'joint coordinate',
    );
  }

  jointMotion(joint: string, suffix?: 'angle' | 'travel'): 'angle' | 'travel' {
    return motionOf(this.coordinates[this.jointCoordinate(joint, suffix)]!);
  }

  driveCoordinate(drive: string): number {
    return this.driveCoordinates[this.drive(drive)]!;
  }

  driveMotion(drive: string): 'angle' | 'travel' {
    return motionOf(this.coordinates[this.driveCoordinate(drive)]!);
  }

  coordinate(spec: CoordinateSpec): number {
    const key = JSON.stringify([spec.body, spec.reference, spec.motion, spec.originM, spec.axis]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const [a, b] = [this.body(spec.reference), this.body(spec.body)];
    const X_WJ = frameFromAxis(spec.originM, spec.axis);
    const index = this.coordinates.length;
    this.coordinates.push({
      name: `${spec.body}:${spec.motion}`,
      kind: spec.motion,
      a,
      b,
      frameInA: composePose(invertPose(this.#scene.bodies[a]!.poseInWorld), X_WJ),
      frameInB: composePose(invertPose(this.#scene.bodies[b]!.poseInWorld), X_WJ),
      joint: null,
      limits: null,
      dryFriction: 0,
      damping: 0,
    });
    this.#known.set(key, index);
    return index;
  }

  /** Whether a joint has a coordinate of that motion. */
  hasJointCoordinate(joint: string, motion: 'angle' | 'travel'): boolean {
    return this.#jointCoordinateOf.has(`${joint}.${motion}`);
  }

  /** Engine coordinate of a model coordinate; registers what is not there yet. */
  modelCoordinate(wanted: ModelCoordinate): number {
    if ('joint' in wanted) return this.jointCoordinate(wanted.joint, wanted.motion);
    return wanted.motion === 'distance'
      ? this.#distance(wanted)
      : this.coordinate({ ...wanted, motion: wanted.motion });
  }

  #distance(wanted: Extract<ModelCoordinate, { motion: 'distance' }>): number {
    const key = JSON.stringify([wanted.body, wanted.reference, 'distance', wanted.pointM, wanted.referencePointM]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const [a, b] = [this.body(wanted.reference), this.body(wanted.body)];
    const index = this.coordinates.length;
    this.coordinates.push({
      name: `${wanted.reference}-${wanted.body}:distance`,
      kind: 'distance',
      a,
      b,
      frameInA: this.#pointFrame(a, wanted.referencePointM),
      frameInB: this.#pointFrame(b, wanted.pointM),
      joint: null,
      limits: null,
      dryFriction: 0,
      damping: 0,
    });
    this.#known.set(key, index);
    return index;
  }

  #pointFrame(body: number, pointM: Vec3): Pose {
    return { ...IDENTITY_POSE, positionM: transformPoint(invertPose(this.#scene.bodies[body]!.poseInWorld), pointM) };
  }

  /** Where a model coordinate is at t = 0. */
  geometryOf(wanted: ModelCoordinate): CoordinateGeometry {
    const ends = (a: number, b: number) => ({
      body: this.bodyNames[b]!,
      reference: this.bodyNames[a]!,
      isBodyGround: this.#scene.bodies[b]!.isGround,
      isReferenceGround: this.#scene.bodies[a]!.isGround,
    });
    if ('joint' in wanted) {
      const joint = this.#scene.joints[this.joint(wanted.joint)]!;
      const X_WJ = composePose(this.#scene.bodies[joint.a]!.poseInWorld, joint.frameInA);
      const axis = rotate(X_WJ.rotation, [0, 0, 1]);
      return { motion: wanted.motion, ...ends(joint.a, joint.b), originM: X_WJ.positionM, axis, value: 0 };
    }
    const between = ends(this.body(wanted.reference), this.body(wanted.body));
    if (wanted.motion !== 'distance') {
      return { ...between, motion: wanted.motion, originM: wanted.originM, axis: normalize(wanted.axis), value: 0 };
    }
    const line = subtract(wanted.pointM, wanted.referencePointM);
    const value = norm(line);
    const axis: Vec3 = value > 0 ? normalize(line) : [0, 0, 1];
    return { ...between, motion: 'distance', originM: wanted.referencePointM, axis, value };
  }

  /** Makes a compiled model known to signals: its first slot and the motions of its coordinates. */
  addModel(name: string, first: number, coordinates: readonly ModelCoordinate[]): void {
    this.modelNames.push(name);
    this.#modelSlots.set(name, { first, motions: coordinates.map(({ motion }) => motion) });
  }

  /** Makes a signal known to those that are declared after it. */
  addChannel({ name, unit }: { readonly name: string; readonly unit: SignalUnit }): void {
    this.#channels.push({ name, unit });
  }

  channel(name: string): { readonly index: number; readonly unit: SignalUnit } | null {
    const index = this.#channels.findIndex((channel) => channel.name === name);
    return index < 0 ? null : { index, unit: this.#channels[index]!.unit };
  }

  channelNames(): readonly string[] {
    return this.#channels.map(({ name }) => name);
  }

  boundsOf(body: string): { readonly minM: Vec3; readonly maxM: Vec3 } | null {
    return bodyBounds(this.#scene.bodies[this.body(body)]!);
  }

  outlineOf(body: string): Float64Array {
    return bodyOutline(this.#scene.bodies[this.body(body)]!);
  }

  model(name: string): number {
    return this.modelNames.indexOf(name);
  }

  modelMotions(name: string): readonly ModelMotion[] {
    return this.#modelSlots.get(name)?.motions ?? [];
  }

  modelSlot(name: string, coordinate: number): number {
    const slots = this.#modelSlots.get(name);
    invariant(slots !== undefined && coordinate < slots.motions.length, `model '${name}' has coordinate ${coordinate}`);
    return slots.first + coordinate;
  }

  contactPairs(groupA: readonly string[], groupB: readonly string[]): readonly number[] {
    const indices: number[] = [];
    for (const a of groupA) {
      for (const b of groupB) indices.push(this.#pair(this.body(a), this.body(b)));
    }
    return indices;
  }

  #pair(a: number, b: number): number {
    const known = this.pairs.findIndex(([x, y]) => x === a && y === b);
    if (known >= 0) return known;
    this.pairs.push([a, b]);
    return this.pairs.length - 1;
  }

  initialPose(body: string): Pose {
    return this.#scene.bodies[this.body(body)]!.poseInWorld;
  }

  #lookUp(map: ReadonlyMap<string, number>, name: string, what: string): number {
    const index = map.get(name);
    invariant(index !== undefined, `${what} '${name}' exists`);
    return index;
  }
}

/** Motion of a coordinate of a joint or drive: those are never distances. */
function motionOf({ kind, name }: EngineCoordinate): 'angle' | 'travel' {
  invariant(kind !== 'distance', `${name} is an angle or a travel`);
  return kind;
}

/** Common fields of a drive as this file reads them. */
interface DriveTarget {
  readonly name: string;
  readonly on: {
    readonly joint?: string;
    readonly body?: string;
    readonly reference?: string;
    readonly frame?: { readonly originM: Vec3; readonly axis: Vec3 };
  };
}
