import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composePose, invertPose, normalizeQuat, type Pose, type Quat } from '../../../src/core/vector.js';
import { poseBuffer, writeJointPose } from '../../../src/dynamics/joint-pose.js';

const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const rotation = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => normalizeQuat(q as Quat));
const pose = fc.record({ positionM: fc.tuple(coordinate, coordinate, coordinate), rotation });

test('the pose of one joint frame in the other is that of the pose algebra in core', () => {
  fc.assert(
    fc.property(pose, pose, pose, pose, (X_WP: Pose, X_WQ: Pose, frameInA: Pose, frameInB: Pose) => {
      const expected = composePose(invertPose(composePose(X_WP, frameInA)), composePose(X_WQ, frameInB));
      const row = Float64Array.from([
        ...[0, 0, 0, 0, 0, 0, 1],
        ...[...X_WP.positionM, ...X_WP.rotation],
        ...[...X_WQ.positionM, ...X_WQ.rotation],
      ]);
      const X_AB = poseBuffer();
      writeJointPose(row, 1, frameInA, 2, frameInB, X_AB);
      // positions up to 14 m in size, four rotations in a row: 1e-13 is some tens of ulp
      for (let i = 0; i < 3; i++) expect(Math.abs(X_AB.positionM[i]! - expected.positionM[i]!)).toBeLessThan(1e-13);
      for (let i = 0; i < 4; i++) expect(Math.abs(X_AB.rotation[i]! - expected.rotation[i]!)).toBeLessThan(1e-14);
    }),
    { seed: 7, numRuns: 200 },
  );
});
