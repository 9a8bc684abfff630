import * as drives from './drives/index.js';
import * as joints from './joints/index.js';
import * as signals from './signals/index.js';

/** Everything the library can do, kind by kind. Register a kind by adding it to its row; users pass longer rows. */
export const KINDS = {
  joints: [
    joints.revolute,
    joints.prismatic,
    joints.spherical,
    joints.fixed,
    joints.cylindrical,
    joints.planar,
    joints.universal,
    joints.distance,
  ],
  models: [],
  drives: [
    drives.rotarySpeedServo,
    drives.linearSpeedServo,
    drives.rotaryPositionServo,
    drives.linearPositionServo,
    drives.torqueProfile,
    drives.forceProfile,
    drives.rotaryBrake,
    drives.linearBrake,
  ],
  signals: [
    signals.bodyAngle,
    signals.bodyTravel,
    signals.bodyPosition,
    signals.bodySpeed,
    signals.bodyAngularSpeed,
    signals.tilt,
    signals.jointCoordinate,
    signals.jointSpeed,
    signals.jointSeparation,
    signals.jointActive,
    signals.jointReactionForce,
    signals.jointReactionTorque,
    signals.driveEffort,
    signals.drivePower,
    signals.driveWork,
    signals.contactForce,
    signals.contactState,
    signals.contactGap,
    signals.pointDistance,
    signals.slip,
    signals.depthInRegion,
    signals.bodiesInRegion,
    signals.energy,
  ],
  checks: [],
} as const;
