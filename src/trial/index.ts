export { KINDS } from '../kinds.js';
export {
  type AuditSceneOptions,
  auditScene,
  readPoses,
  type SceneSweep,
  type SweepOptions,
  sweepScene,
} from './audit-scene.js';
export { type CheckView, checkViews } from './check-views.js';
export { type Cost, costProbe } from './cost-probe.js';
export { jsonSchemas } from './json-schemas.js';
export { judgeTrial, type TrialEvidence } from './judge.js';
export { type OpenedRun, openRun } from './open-run.js';
export { rejudge } from './rejudge.js';
export { type Binding, type RunOptions, type RunProgress, runScene, runTrial } from './run-trial.js';
export { type Identity, worst } from './summarize.js';
export type * from './verdict.js';
export { NUMERICS_VERSION, versions } from './versions.js';
