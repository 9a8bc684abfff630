import type { Issue } from '../core/errors.js';
import {
  composePose,
  cross,
  dot,
  frameFromAxis,
  invertPose,
  normalize,
  type Pose,
  quatFromAxes,
  rotate,
  scale,
  subtract,
  type Vec3,
} from '../core/vector.js';
import { boxOfTriangles, boxRegion, COAXIAL_TOLERANCE_M, findRegions, type JointSide } from './auto-region.js';
import type { JointRecord } from './joint-record.js';
import type { Freedom, SceneKinds } from './kinds.js';
import { missedBearing } from './missed-bearing.js';
import type { BoundedRegion, JointRegion } from './region.js';
import type { AssemblyFinding, SceneBody, SceneJoint } from './scene.js';
import { touchesGeometry } from './touch-geometry.js';

/** Two frames of one joint may be inclined by this much in its locked directions [rad]. */
const TILT_TOLERANCE_RAD = 1e-3;

export interface ResolvedJoint {
  readonly joint: SceneJoint | null;
  readonly issues: readonly Issue[];
  readonly findings: readonly AssemblyFinding[];
}

/** Places a joint's frames in both bodies, finds its regions in the source geometry, and measures the assembly error. */
export function resolveJoint(
  record: JointRecord,
  kinds: SceneKinds,
  bodies: readonly SceneBody[],
  indexOf: ReadonlyMap<string, number>,
): ResolvedJoint {
  const freedom = kinds.joints.find((kind) => kind.kind === record.kind)!.freedom;
  const bodyA = bodies[indexOf.get(record.bodies[0]!)!]!;
  const bodyB = bodies[indexOf.get(record.bodies[1]!)!]!;
  const [frameInA, frameInB] = placeFrames(record, bodyA, bodyB);
  const findings = frameFindings(record, freedom, bodyA, bodyB, frameInA, frameInB);
  const sides: [JointSide, JointSide] = [
    { parts: bodyA.parts, frame: frameInA },
    { parts: bodyB.parts, frame: frameInB },
  ];
  const found = resolveRegions(record, freedom, sides, [bodyA.name, bodyB.name]);
  if (found.regions === null) return { joint: null, issues: found.issues, findings };
  if (found.axisOffsetM > 0) findings.push(axisFinding(record, found.axisOffsetM, found.notes));
  const joint = {
    name: record.name,
    record,
    a: bodyA.index,
    b: bodyB.index,
    frameInA,
    frameInB,
    regionA: found.regions[0],
    regionB: found.regions[1],
    regionNotes: found.notes,
    playM: found.playM,
  };
  return { joint, issues: [], findings };
}

function placeFrames(record: JointRecord, a: SceneBody, b: SceneBody): [Pose, Pose] {
  if (record.frame !== undefined) {
    const X_WJ = frameFromAxis(record.frame.originM, record.frame.axis);
    return [composePose(invertPose(a.poseInWorld), X_WJ), composePose(invertPose(b.poseInWorld), X_WJ)];
  }
  const frames = record.frames!;
  const frameInA = frameFromAxis(frames.first.originM, frames.first.axis);
  const X_WJ = composePose(a.poseInWorld, frameInA);
  const zInB = normalize(frames.second.axis);
  const xInB = rotate(invertPose(b.poseInWorld).rotation, rotate(X_WJ.rotation, [1, 0, 0]));
  return [frameInA, { positionM: frames.second.originM, rotation: rotationAlong(zInB, xInB) }];
}

/** Rotation with its z along `z` and its x as near to `x` as that allows: both bodies then start at coordinate zero. */
function rotationAlong(z: Vec3, x: Vec3) {
  const flat = subtract(x, scale(z, dot(x, z)));
  const length = Math.hypot(...flat);
  const unitX = length > 1e-6 ? scale(flat, 1 / length) : rotate(frameFromAxis([0, 0, 0], z).rotation, [1, 0, 0]);
  return quatFromAxes(unitX, cross(z, unitX), z);
}

function frameFindings(
  record: JointRecord,
  freedom: Freedom,
  a: SceneBody,
  b: SceneBody,
  frameInA: Pose,
  frameInB: Pose,
): AssemblyFinding[] {
  const X_AB = composePose(invertPose(composePose(a.poseInWorld, frameInA)), composePose(b.poseInWorld, frameInB));
  const apart = Math.hypot(...X_AB.positionM.map((x, k) => (freedom[k] ? 0 : x)));
  const turn = scale([X_AB.rotation[0], X_AB.rotation[1], X_AB.rotation[2]], 2 * Math.sign(X_AB.rotation[3] || 1));
  const tilt = Math.hypot(...turn.map((x, k) => (freedom[3 + k] ? 0 : x)));
  const findings: AssemblyFinding[] = [];
  if (apart > COAXIAL_TOLERANCE_M && record.kind !== 'distance') {
    const message = `the frames of joint '${record.name}' on '${a.name}' and '${b.name}' are ${(apart * 1e3).toFixed(3)} mm apart`;
    findings.push({
      subject: record.name,
      code: 'frames_apart',
      message,
      measured: apart,
      bound: COAXIAL_TOLERANCE_M,
      unit: 'm',
    });
  }
  if (tilt > TILT_TOLERANCE_RAD && record.kind !== 'distance') {
    const message = `the axes of joint '${record.name}' on '${a.name}' and '${b.name}' are inclined by ${tilt.toFixed(4)} rad`;
    findings.push({
      subject: record.name,
      code: 'frames_tilted',
      message,
      measured: tilt,
      bound: TILT_TOLERANCE_RAD,
      unit: 'rad',
    });
  }
  return findings;
}

function axisFinding(record: JointRecord, offsetM: number, notes: readonly [string, string]): AssemblyFinding {
  const message =
    `joint '${record.name}': the bearing surfaces are ${(offsetM * 1e3).toFixed(3)} mm off the joint axis ` +
    `(${record.bodies[0]}: ${notes[0]}; ${record.bodies[1]}: ${notes[1]})`;
  return { subject: record.name, code: 'axis_off', message, measured: offsetM, bound: COAXIAL_TOLERANCE_M, unit: 'm' };
}

interface RegionResult {
  readonly regions: readonly [BoundedRegion, BoundedRegion] | null;
  readonly notes: readonly [string, string];
  readonly axisOffsetM: number;
  readonly playM: number;
  readonly issues: readonly Issue[];
}

function resolveRegions(
  record: JointRecord,
  freedom: Freedom,
  sides: readonly [JointSide, JointSide],
  names: readonly [string, string],
): RegionResult {
  const issues: Issue[] = [];
  const declared = [0, 1].map((k) => declaredRegion(record.regions[k]!, sides[k]!, names[k]!, k, issues));
  const nothing = { regions: null, notes: ['', ''] as const, axisOffsetM: 0, playM: 0, issues };
  if (issues.length > 0) return nothing;
  if (declared[0] !== null && declared[1] !== null) {
    return { regions: [declared[0]!, declared[1]!], notes: ['declared', 'declared'], axisOffsetM: 0, playM: 0, issues };
  }
  const found = findRegions(freedom, sides[0], sides[1]);
  if (found === null) {
    return { ...nothing, issues: [nothingFound(record, freedom, sides, names)] };
  }
  return {
    regions: [declared[0] ?? found.regions[0], declared[1] ?? found.regions[1]],
    notes: [declared[0] === null ? found.notes[0] : 'declared', declared[1] === null ? found.notes[1] : 'declared'],
    axisOffsetM: found.axisOffsetM,
    playM: found.playM,
    issues,
  };
}

function nothingFound(
  record: JointRecord,
  freedom: Freedom,
  sides: readonly [JointSide, JointSide],
  names: readonly [string, string],
): Issue {
  const turnsAboutAxisOnly = freedom[5] && !freedom[3] && !freedom[4];
  const why = turnsAboutAxisOnly ? `; ${missedBearing(sides[0], sides[1], names)}` : '';
  return {
    code: 'region_touches_nothing',
    path: ['regions'],
    message:
      `joint '${record.name}' (${record.kind}): no matching bearing surfaces of '${names[0]}' and '${names[1]}' ` +
      'near the joint frame (a pin of one body in a hole of the other, facing planes, or a ball in a socket)' +
      why,
    fix:
      'Model the pin and the hole on the joint axis, correct the frame, or declare a bounded region on each body: ' +
      '{"kind": "box", "poseInBody": {…}, "sizeM": […]}.',
  };
}

function declaredRegion(
  region: JointRegion,
  side: JointSide,
  body: string,
  k: number,
  issues: Issue[],
): BoundedRegion | null {
  if (region === 'auto') return null;
  if (region.kind === 'faces') return facesRegion(region, side, body, k, issues);
  const placed = { ...region, poseInBody: composePose(invertPose(side.frame), region.poseInBody) };
  if (!touchesGeometry(side, placed)) {
    issues.push({
      code: 'region_touches_nothing',
      path: ['regions', k],
      message: `the region on '${body}' touches none of its source geometry`,
      fix: 'Place the region on the surface that carries the joint; its pose is in the body frame, in metres.',
    });
  }
  return placed;
}

function facesRegion(
  region: Extract<JointRegion, { kind: 'faces' }>,
  side: JointSide,
  body: string,
  k: number,
  issues: Issue[],
): BoundedRegion | null {
  const named = side.parts.filter((part) => part.name === region.part);
  const part = named[0];
  const missing = part === undefined ? [] : region.faces.filter((face) => part.part.faces[face] === undefined);
  if (part === undefined || missing.length > 0) {
    const message =
      part === undefined
        ? `part '${region.part}' does not belong to '${body}'`
        : `part '${region.part}' has ${part.part.faces.length} faces, no number ${missing.join(', ')}`;
    const fix = '`mechtrial inspect FILE` lists the faces with their numbers.';
    issues.push({ code: 'unknown_face', path: ['regions', k, 'faces'], message, fix });
    return null;
  }
  const X_JP = composePose(invertPose(side.frame), part.poseInBody);
  const boxes = region.faces.map((face) => {
    const { firstTriangle, triangleCount } = part.part.faces[face]!;
    return boxOfTriangles(part.part, firstTriangle, triangleCount, X_JP);
  });
  const corner = (pick: (...x: number[]) => number, of: 'min' | 'max'): Vec3 => [
    pick(...boxes.map((box) => box[of][0])),
    pick(...boxes.map((box) => box[of][1])),
    pick(...boxes.map((box) => box[of][2])),
  ];
  return boxRegion({ min: corner(Math.min, 'min'), max: corner(Math.max, 'max') }, 0);
}
