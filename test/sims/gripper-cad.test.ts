// The real gripper before any simulation: is the hinge where the files put it, do the jaws face and clear each other?
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import {
  BLOCK_CENTER_M,
  BLOCK_SIZE_M,
  buildCandidate,
  HINGE_IN_BASE_M,
  HINGE_IN_JAW_M,
  START_OPENING_RAD,
  STATIC_PAD_X_M,
} from '../../sims/real-gripper/candidate.js';
import { type Pose, rotate, transformPoint, type Vec3 } from '../../src/core/vector.js';
import { findCylinders, findPlanes, loadPart, type Part } from '../../src/geometry/index.js';
import { overlapMm3, placed, solidOf, turnedAboutZ } from './solids.js';

const CAD = fileURLToPath(new URL('../../sims/real-gripper/cad/', import.meta.url));
const scene = buildCandidate();

let base: Part;
let jaw: Part;

beforeAll(async () => {
  const load = (file: string) => loadPart({ kind: 'file', file }, { baseDirectory: CAD, chordM: 1e-5 });
  base = await load('gripper_static_part.step');
  jaw = await load('gripper_moving_part.step');
});

/** Pose of the jaw when its pads are `openRad` from parallel. */
function jawPose(openRad: number): Pose {
  const record = scene.bodies.find((body) => body.name === 'moving-jaw')!.poseInWorld!;
  const pose = { positionM: record.positionM!, rotation: record.rotation! } as Pose;
  return turnedAboutZ(pose, HINGE_IN_BASE_M[0], HINGE_IN_BASE_M[1], START_OPENING_RAD - openRad);
}

/** The flat of the finger tip: the plane of 39 mm² whose middle lies farthest out along y. */
function pad(part: Part): { pointM: Vec3; normal: Vec3 } {
  const tips = findPlanes(part).filter((plane) => Math.abs(plane.normal[0]) > 0.999 && plane.pointM[1] > 0.04);
  expect(tips).toHaveLength(1);
  return tips[0]!;
}

test('the hinge of the jaw is the middle of its horn screw circle', () => {
  const holes = findCylinders(jaw).filter((c) => c.isHole && Math.abs(c.radiusM - 0.0009) < 1e-6);
  expect(holes.length).toBeGreaterThanOrEqual(4);
  const places = new Map(holes.map((h) => [`${h.pointM[0].toFixed(4)} ${h.pointM[1].toFixed(4)}`, h.pointM]));
  expect(places.size).toBe(4);
  const xy = [0, 1].map((k) => [...places.values()].reduce((sum, p) => sum + p[k]!, 0) / 4);
  // 1 µm: the constants in the sim are rounded to 0.1 µm, the files to less
  expect(Math.abs(xy[0]! - HINGE_IN_JAW_M[0])).toBeLessThan(1e-6);
  expect(Math.abs(xy[1]! - HINGE_IN_JAW_M[1])).toBeLessThan(1e-6);
  for (const p of places.values()) expect(Math.hypot(p[0] - xy[0]!, p[1] - xy[1]!)).toBeCloseTo(0.006, 6);
});

test('parallel pads face each other at one height, 3 mm apart', () => {
  const pose = jawPose(0);
  const fixed = pad(base);
  const moving = pad(jaw);
  const point = transformPoint(pose, moving.pointM);
  const normal = rotate(pose.rotation, moving.normal);
  expect(fixed.pointM[0]).toBeCloseTo(STATIC_PAD_X_M, 6);
  expect(fixed.normal[0]).toBeCloseTo(1, 9);
  expect(normal[0]).toBeCloseTo(-1, 9);
  // 0.1 mm: the two fingers were drawn separately, their pads are 5 × 10.7 mm
  expect(Math.abs(point[1] - fixed.pointM[1])).toBeLessThan(1e-4);
  expect(Math.abs(point[2] - fixed.pointM[2])).toBeLessThan(1e-4);
  expect(point[0] - fixed.pointM[0]).toBeGreaterThan(0.0029);
  expect(point[0] - fixed.pointM[0]).toBeLessThan(0.0031);
});

test('jaw and static part clear each other from −3° to 60°, and the block stands free at the start', async () => {
  const fixed = await solidOf(base);
  const moving = await solidOf(jaw);
  const block = await solidOf(await loadPart({ kind: 'box', sizeM: BLOCK_SIZE_M }, {}));
  const waiting = placed(block, { positionM: BLOCK_CENTER_M, rotation: [0, 0, 0, 1] });
  for (let open = -3; open <= 60; open++) {
    const turned = placed(moving, jawPose((open * Math.PI) / 180));
    expect([open, overlapMm3(turned, fixed)]).toEqual([open, 0]);
    turned.delete();
  }
  const start = placed(moving, jawPose(START_OPENING_RAD));
  expect(overlapMm3(start, waiting)).toBe(0);
  expect(overlapMm3(fixed, waiting)).toBe(0);
});
