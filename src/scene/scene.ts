import type { Pose, Vec3 } from '../core/vector.js';
import type { Part } from '../geometry/index.js';
import type { JointRecord } from './joint-record.js';
import type { BoundedRegion } from './region.js';
import type { AuditRecord, BindingRecord, BodyRecord, MaterialRecord, PartRecord } from './schema.js';

/** A part as it stands in its body. */
export interface ScenePart {
  readonly name: string;
  readonly record: PartRecord;
  readonly part: Part;
  readonly poseInBody: Pose;
  readonly massKg: number;
}

/** One rigid body, loaded. Body 0 of a scene is the world. */
export interface SceneBody {
  readonly name: string;
  readonly index: number;
  readonly record: BodyRecord | null;
  readonly isGround: boolean;
  readonly isEnvironment: boolean;
  readonly isPresent: boolean;
  readonly poseInWorld: Pose;
  readonly parts: readonly ScenePart[];
  readonly massKg: number;
  /** In the body frame. */
  readonly centerOfMassM: Vec3;
  /** About the centre of mass, body axes, row-major 3×3. */
  readonly inertiaKgM2: readonly number[];
}

/** A joint with its frames and finite regions resolved. */
export interface SceneJoint {
  readonly name: string;
  readonly record: JointRecord;
  readonly a: number;
  readonly b: number;
  /** Joint frame (axis z) fixed in body a and in body b; they coincide when assembled. */
  readonly frameInA: Pose;
  readonly frameInB: Pose;
  /** Finite regions; `poseInBody` is read as the pose in the joint frame of that body. */
  readonly regionA: BoundedRegion;
  readonly regionB: BoundedRegion;
  /** What the regions were taken from, for people. */
  readonly regionNotes: readonly [string, string];
  /** Radial play of the pin or ball that the regions were found on [m]; the joint is ideal and does not have it. */
  readonly playM: number;
}

/** A collision shape in SI, with its material. */
export interface SceneShape {
  readonly body: number;
  readonly poseInBody: Pose;
  readonly geometry:
    | { readonly kind: 'box'; readonly halfExtentsM: Vec3 }
    | { readonly kind: 'cylinder'; readonly radiusM: number; readonly halfLengthM: number }
    | { readonly kind: 'sphere'; readonly radiusM: number }
    | { readonly kind: 'capsule'; readonly radiusM: number; readonly halfLengthM: number }
    | { readonly kind: 'hull'; readonly verticesM: Float64Array };
  readonly material: number;
}

/** The convex pieces that stand for a part in contact, measured against its source, each way for itself. */
export interface SceneContactModel {
  readonly body: string;
  readonly part: string;
  readonly pieceCount: number;
  readonly toleranceM: number;
  readonly sourceM3: number;
  /** Of the source, in no piece. */
  readonly missingM3: number;
  readonly missingDepthM: number;
  /** Of the pieces, outside the source. */
  readonly outsideM3: number;
  readonly outsideDepthM: number;
  /** Largest part of a joint's hole that pieces stand in. */
  readonly blockedFraction: number;
  /** What is out of tolerance, one sentence each; only where the scene accepts it. */
  readonly findings: readonly string[];
  /** Why that is accepted; null where nothing is out of tolerance. */
  readonly acceptedBecause: string | null;
}

/** How far the candidate is from being assembled at one place; above the bound it does not assemble. */
export interface AssemblyFinding {
  readonly subject: string;
  readonly code: 'frames_apart' | 'frames_tilted' | 'axis_off' | 'regions_apart';
  readonly message: string;
  readonly measured: number;
  readonly bound: number;
  readonly unit: 'm' | 'rad';
}

/** Everything that a trial needs, loaded, frozen and hashed. */
export interface Scene {
  readonly name: string;
  readonly binding: BindingRecord;
  /** Folder that relative file names start from. */
  readonly baseDirectory: string;
  /** File the binding came from, or null when it was given as a record. */
  readonly file: string | null;
  readonly candidate: { readonly name: string; readonly revision: number; readonly hash: string };
  readonly bindingHash: string;
  readonly gravityMPerS2: Vec3;
  readonly bodies: readonly SceneBody[];
  readonly joints: readonly SceneJoint[];
  readonly shapes: readonly SceneShape[];
  /** Of every part whose shapes were made from its source geometry. */
  readonly contactModels: readonly SceneContactModel[];
  readonly excludedPairs: readonly { readonly a: number; readonly b: number; readonly reason: string }[];
  readonly materials: readonly MaterialRecord[];
  /** Friction of every pair of materials, row-major. */
  readonly pairFriction: Float64Array;
  /** Restitution of the pairs that declare one, NaN elsewhere, row-major. */
  readonly pairRestitution: Float64Array;
  /** Bodies that are simulated with more inertia than they have: mass and inertia tensor times `factor` > 1. */
  readonly inertiaFloors: readonly { readonly body: number; readonly factor: number }[];
  /** Where the simulated model differs from the candidate by declaration, one sentence each. */
  readonly modelModifications: readonly string[];
  readonly audit: AuditRecord;
  /** Only findings above their bound. */
  readonly assembly: readonly AssemblyFinding[];
  readonly warnings: readonly string[];
}
