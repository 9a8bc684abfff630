// The public API, nothing else.

// Types that the above refer to.
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
} from './audit/index.js';
export {
  type AttemptSummary,
  type BatchOptions,
  type BatchProgress,
  type BatchResult,
  type BatchRow,
  type BatchTable,
  type Job,
  type ResolvedTest,
  type ResolverModule,
  runBatch,
} from './batch/index.js';
export type {
  CheckKind,
  CheckOperator,
  CheckStatus,
  Measurement,
  NotMeasured,
  SampleWindow,
  SignalLevel,
  SignalUnitClaim,
} from './checks/index.js';
export type {
  BlockedHole,
  Deviation,
  InspectCollisionOptions,
  JointHole,
  PieceGeometry,
  PieceOrigin,
} from './collision/index.js';
export {
  type CollisionModel,
  type CollisionOptions,
  type CollisionPiece,
  type CollisionReport,
  collisionShapes,
  inspectCollision,
} from './collision/index.js';
export {
  BindingError,
  GeometryError,
  InternalError,
  type Issue,
  MechtrialError,
  NativeError,
} from './core/errors.js';
export type { SignalUnit, Unit } from './core/quantity.js';
export type { Pose, Quat, Vec3 } from './core/vector.js';
export type { Command, DriveKind, DriveStart } from './drives/index.js';
export type {
  Contour,
  FaceSurface,
  FoundCylinder,
  FoundPlane,
  InspectOptions,
  LoadPartOptions,
  MassProperties,
  PartFace,
  SolidReport,
  TriangleMesh,
} from './geometry/index.js';
export {
  externalGear,
  externalGearOutline,
  type FileReport,
  type GearSpec,
  type GenevaDimensions,
  type GenevaSpec,
  gearCenterDistanceM,
  genevaDimensions,
  genevaDriver,
  genevaWheel,
  inspectFile,
  internalGear,
  internalGearHole,
  loadManifold,
  loadPart,
  type Part,
  type RackSpec,
  type RatchetSpec,
  rack,
  rackOutline,
  ratchetOutline,
  ratchetWheel,
  solidFromManifold,
} from './geometry/index.js';
export type { Perturbation } from './harness/index.js';
export {
  type Candidate,
  type Comparison,
  compareVerdicts,
  type DeclaredParameter,
  type DemandGrades,
  defineTemplate,
  type EvaluateOptions,
  evaluate,
  type Feedback,
  feedbackOf,
  loadTemplate,
  type Precheck,
  precheck,
  type Template,
  type TemplateBinding,
  type TemplateCheck,
  type TemplateInput,
} from './harness/index.js';
export type { JointCoordinate, JointKind } from './joints/index.js';
export { KINDS } from './kinds.js';
export type { CoordinateGeometry, ModelCoordinate, ModelKind, ModelRow, RangeBound } from './models/index.js';
export type { Paint } from './report/index.js';
export { colored, plain, renderCollisionTable, renderInspection, renderVerdictText } from './report/index.js';
export type {
  AssemblyFinding,
  JointRecord,
  Scene,
  SceneBody,
  SceneContactModel,
  SceneJoint,
  ScenePart,
  SceneShape,
} from './scene/index.js';
export type {
  Channel,
  Execution,
  LoadTrack,
  PhaseRecord,
  PoseTrack,
  QualityTrack,
  RecordingEvent,
  SceneIndex,
  SignalKind,
  StepView,
} from './signals/index.js';
export { type Recording, readRecording } from './signals/index.js';
export type { HalvedStep, PhaseVerdict, PrecheckVerdict, QualityVerdict, RequirementVerdict } from './trial/index.js';
export {
  type Binding,
  type CheckVerdict,
  jsonSchemas,
  type RunOptions,
  type RunProgress,
  rejudge,
  runTrial,
  type Status,
  type TrialVerdict,
  type Verdict,
} from './trial/index.js';

import type { KINDS } from './kinds.js';
import type { SceneInput as SceneInputOf } from './scene/index.js';

/** A scene as users write it: defaults may be left out. */
export type SceneInput = SceneInputOf<typeof KINDS>;
