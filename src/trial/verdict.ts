import type { AuditReport } from '../audit/index.js';
import type { CheckResult, CheckStatus } from '../checks/index.js';
import type { ParameterRecord, SceneContactModel } from '../scene/index.js';
import type { Execution, RecordingEvent } from '../signals/index.js';

/** Answer of a whole evaluation, a trial, a requirement, an audit or a check. */
export type Status = CheckStatus;

/** One check in a verdict. `byEngine` is there when two engines were asked. */
export interface CheckVerdict extends CheckResult {
  readonly requirement: string | null;
  readonly byEngine?: Readonly<Partial<Record<'direct' | 'rapier', number | null>>>;
}

/** Numerical quality of a trial: what was reached beside what is allowed; null where it was no finite number. */
export interface QualityVerdict {
  readonly status: 'ok' | 'bad';
  readonly maxJointSeparationM: number | null;
  readonly maxPenetrationM: number | null;
  readonly energyResidualJ: number | null;
  readonly energyResidualAllowedJ: number | null;
  readonly maxResidualM: number | null;
  readonly clampedSteps: number;
  /** Largest change of a measured value at half the step, relative to its margin; null when it was not asked for. */
  readonly halvedStep: HalvedStep | null;
  /** Why it is bad, one sentence per reason. */
  readonly reasons: readonly string[];
}

/** The trial once more at half the step. */
export interface HalvedStep {
  readonly changedChecks: readonly string[];
  readonly largestMarginChange: number;
}

export interface PhaseVerdict {
  readonly id: string;
  readonly fromS: number | null;
  readonly toS: number | null;
  readonly endedBy: string | null;
}

export interface TrialVerdict {
  readonly id: string;
  readonly engine: 'direct' | 'rapier';
  readonly execution: Execution;
  readonly status: Status;
  readonly simulatedS: number;
  readonly wallS: number;
  readonly stepCount: number;
  /** How the engine was set up for this scene: sub-steps, what decided them, scale, inertia ratios; empty where it never ran. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly phases: readonly PhaseVerdict[];
  readonly checks: readonly CheckVerdict[];
  readonly audit: AuditReport | null;
  readonly quality: QualityVerdict;
  readonly troubles: readonly {
    readonly code: string;
    readonly message: string;
    readonly atS: number;
    /** Size of it; null where it was no finite number. */
    readonly value: number | null;
  }[];
  readonly events: readonly RecordingEvent[];
  readonly recordingHash: string;
  readonly recordingFile: string | null;
}

export interface RequirementVerdict {
  readonly id: string;
  readonly text: string;
  readonly status: Status;
  readonly checks: readonly string[];
}

/** One thing that was looked at before simulating. */
export interface PrecheckVerdict {
  readonly id: string;
  readonly status: Status;
  /** What was found. */
  readonly note: string;
}

/** What the tool answers. JSON-able as it stands. */
export interface Verdict {
  readonly schema: 'mechtrial/verdict@1';
  readonly status: Status;
  readonly engine: 'direct' | 'rapier' | 'both';
  readonly summary: string;
  readonly candidate: { readonly name: string; readonly revision: number; readonly hash: string };
  /** The template that was carried out; absent where the test was written inline. */
  readonly template?: { readonly name: string; readonly hash: string };
  /** What was looked at before anything was simulated. */
  readonly prechecks?: readonly PrecheckVerdict[];
  readonly requirements: readonly RequirementVerdict[];
  readonly trials: readonly TrialVerdict[];
  readonly parameters: readonly ParameterRecord[];
  /** Declared changes of the physics for numerical reasons; none by default. */
  readonly modelModifications: readonly string[];
  /** Declared restrictions that a reader must know: pairs that never collide, bodies without collision shape, warnings. */
  readonly declarations: readonly string[];
  /** Parts whose contact was made from their source geometry: how true their convex pieces are to it. */
  readonly contactModels: readonly SceneContactModel[];
  readonly provenance: {
    readonly hashes: Readonly<Record<string, string>>;
    readonly versions: Readonly<Record<string, string>>;
    readonly settings: Readonly<Record<string, string | number | boolean>>;
  };
}
