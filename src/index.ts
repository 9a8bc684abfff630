// The public API, nothing else.
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
export type { Pose, Quat, Vec3 } from './core/vector.js';
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
export {
  type Candidate,
  type DeclaredParameter,
  type DemandGrades,
  defineTemplate,
  type EvaluateOptions,
  evaluate,
  loadTemplate,
  type Template,
  type TemplateBinding,
  type TemplateCheck,
  type TemplateInput,
} from './harness/index.js';
export { KINDS } from './kinds.js';
export { colored, plain, renderCollisionTable, renderInspection, renderVerdictText } from './report/index.js';
export type { Scene } from './scene/index.js';
export { type Recording, readRecording } from './signals/index.js';
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
