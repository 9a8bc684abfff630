export type { AuditBody, AuditInput, AuditOptions, AuditPart, AuditTrack } from './audit-input.js';
export type {
  AuditBackend,
  AuditSolid,
  OverlapSolid,
  PairPoseAnswers,
  PairPoseBatch,
  PairState,
} from './backend.js';
export { PAIR_STATE } from './backend.js';
export { type BackendAvailability, type BackendPreference, chooseBackend, listBackends } from './choose-backend.js';
export { auditInterference } from './interference.js';
export { sweepJoint } from './joint-sweep.js';
export { createNativeBackend, type NativeBackendOptions } from './native-backend.js';
export type {
  AuditReport,
  AuditStatus,
  Clearance,
  Coverage,
  DeclaredExclusion,
  Interference,
  NearMiss,
  NotAudited,
  Repair,
} from './report.js';
export { auditInputOf } from './scene-input.js';
export {
  auditPoses,
  auditSweep,
  type BodyPoses,
  type StaticAuditOptions,
  type SweepMotion,
  type SweepReport,
} from './sweep.js';
export { createWasmBackend, type WasmBackendOptions } from './wasm-backend.js';
