import { invariant } from '../core/errors.js';
import type { SignalUnit } from '../core/quantity.js';
import type { Vec3 } from '../core/vector.js';
import type { DriveKind } from '../drives/index.js';
import type { JointKind } from '../joints/index.js';
import type { ModelKind } from '../models/index.js';
import type { BindingRecord, Scene } from '../scene/index.js';
import type { SignalKind, StepView } from '../signals/index.js';
import { compileModel } from './compile-model.js';
import { compileModels } from './compile-models.js';
import { DriveProgram } from './drive-program.js';
import type { StartEngine } from './engine.js';
import { TrialIndex } from './scene-index.js';
import { World } from './world.js';
import type { PhasePlan } from './world-plan.js';

/** The kinds that a world needs; `KINDS` fits. */
export interface WorldKinds {
  readonly joints: readonly JointKind[];
  readonly models: readonly ModelKind[];
  readonly drives: readonly DriveKind[];
  readonly signals: readonly SignalKind[];
}

/** A signal that is recorded: its name and the unit it turned out to have. */
export interface ChannelSpec {
  readonly name: string;
  readonly unit: SignalUnit;
}

export interface PreparedWorld {
  readonly world: World;
  readonly channels: readonly ChannelSpec[];
}

export interface PrepareOptions {
  /** Overrides the recorded step of the binding, for the half-step comparison [s]; sub-steps shrink with it. */
  readonly stepS?: number;
  /** Every sub-step this many times shorter than precision and scene ask for; as the step where left out. */
  readonly refinement?: number;
}

type Trial = BindingRecord['trials'][number];

/** A record of some kind: what shared code may read of it. */
type NamedRecord = Readonly<Record<string, unknown>> & {
  readonly name: string;
  readonly kind: string;
  readonly reactsOnReference?: boolean;
};

/**
 * Compiles one trial of a scene onto a fresh engine.
 *
 * @param start  the engine to run on
 * @throws BindingError when the engine cannot represent something of the scene
 */
export async function prepareWorld(
  scene: Scene,
  trialId: string,
  kinds: WorldKinds,
  start: StartEngine,
  options: PrepareOptions = {},
): Promise<PreparedWorld> {
  const trial = scene.binding.trials.find(({ id }) => id === trialId);
  invariant(trial, `trial ${trialId} exists`);
  const { settings } = scene.binding;
  const drives = (scene.binding.drives as readonly NamedRecord[]).map((record) => ({
    record,
    kind: kindOf(kinds.drives, record),
  }));
  const index = new TrialIndex(
    scene,
    kinds.joints,
    drives.map(({ kind }) => kind.motion),
  );
  const models = compileModels(scene, kinds.models, index);
  const signals = signalsOf(scene, kinds, index);
  const programs = drives.map(({ record, kind }, i) => new DriveProgram(kind, record, index.driveCoordinates[i]!));
  const actuators = programs.map(({ name, coordinate, cap }, i) => ({
    name,
    coordinate,
    cap,
    reactsOnReference: drives[i]!.record.reactsOnReference ?? true,
  }));
  const stepS = options.stepS ?? settings.stepS;
  const refinement = options.refinement ?? settings.stepS / stepS;
  const model = { ...compileModel(scene, index, actuators, kinds.joints, models), stepS, refinement };
  const engine = await start(model);
  const world = new World({
    scene,
    engine,
    stepS,
    poseIntervalS: settings.poseIntervalS,
    wallLimitS: settings.wallLimitS,
    jointKinds: scene.joints.map((joint) => kindOf(kinds.joints, joint.record)),
    drives: programs,
    models: models.programs,
    modelSlotCount: models.slotCount,
    readers: signals.map(({ read }) => read),
    phases: trial.phases.map((phase) => phasePlan(phase, index, signals)),
    steadyForces: scene.inertiaFloors.map((floor) => weightRelief(scene, floor)),
  });
  return { world, channels: signals.map(({ name, unit }) => ({ name, unit })) };
}

/** Names and units of the signals of a binding, without an engine: for checking bounds before anything runs. */
export function channelsOf(scene: Scene, kinds: WorldKinds): readonly ChannelSpec[] {
  const motions = (scene.binding.drives as readonly NamedRecord[]).map((record) => kindOf(kinds.drives, record).motion);
  const index = new TrialIndex(scene, kinds.joints, motions);
  compileModels(scene, kinds.models, index);
  return signalsOf(scene, kinds, index).map(({ name, unit }) => ({ name, unit }));
}

/** Force that takes back the weight of the inertia that a body only has by declaration: −(factor − 1)·m·g. */
function weightRelief({ bodies, gravityMPerS2: g }: Scene, { body, factor }: Scene['inertiaFloors'][number]) {
  const m = (factor - 1) * bodies[body]!.massKg;
  const forceN: Vec3 = [-m * g[0], -m * g[1], -m * g[2]];
  return { body, forceN };
}

interface BoundSignal extends ChannelSpec {
  readonly read: (view: StepView) => number;
}

function signalsOf(scene: Scene, kinds: WorldKinds, index: TrialIndex): BoundSignal[] {
  return (scene.binding.signals as readonly NamedRecord[]).map((record) => {
    const kind = kindOf(kinds.signals, record);
    const signal = { name: record.name, unit: kind.unit(record, index), read: kind.bind(record, index) };
    index.addChannel(signal);
    return signal;
  });
}

function kindOf<K extends { readonly kind: string }>(kinds: readonly K[], record: { readonly kind: string }): K {
  const kind = kinds.find((candidate) => candidate.kind === record.kind);
  invariant(kind, `kind ${record.kind} is registered`);
  return kind;
}

function phasePlan(phase: Trial['phases'][number], index: TrialIndex, channels: readonly ChannelSpec[]): PhasePlan {
  const { until } = phase;
  return {
    id: phase.id,
    durationS: phase.durationS,
    until:
      until === undefined
        ? null
        : {
            channel: channels.findIndex(({ name }) => name === until.signal),
            op: until.op,
            value: until.value,
            heldS: until.heldS,
          },
    set: phase.set.map((setPoint) => ({ drive: index.drive(setPoint.drive), setPoint })),
    place: phase.place.map(({ body, poseInWorld }) => ({ body: index.body(body), poseInWorld: poseInWorld ?? null })),
    remove: phase.remove.map((body) => index.body(body)),
  };
}
