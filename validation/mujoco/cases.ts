/**
 * Four-bar, slider-crank, scissor lift, reducer, bob and an indexing detent on our engines and on MuJoCo.
 *
 * The models are those of the benchmarks; constant efforts and gravity move them from rest, so that nothing depends on how a
 * servo is discretised. At several hundred rad/s the differences grow to percents, with MuJoCo's own between its steps.
 */
import { bob, drivenFourBar, reducer, scissorLift, sliderCrank } from '../../benchmarks/dynamics/cases/linkages.js';
import {
  addBody,
  addCoordinate,
  addJoint,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import type { EngineModel, StartEngine } from '../../src/dynamics/engine.js';
import { detentEffort, detentStiffness } from '../../src/models/detent-law.js';
import type { ValidationCase } from '../case.js';
import { lawOn } from '../rig.js';
import { type Comparison, comparable, type Trace, traceOnEngine, traceOnMujoco } from './simulate.js';

/** Part of the range of a coordinate within which two engines agree. */
const AGREEMENT = 1e-4;

/** The model that a benchmark hands to its engine. */
async function modelOf(benchmark: (start: StartEngine) => Promise<unknown>): Promise<EngineModel> {
  let model: EngineModel | null = null;
  const keep: StartEngine = (found) => {
    model = found;
    return Promise.reject(new Error('only its model is wanted'));
  };
  await benchmark(keep).catch(() => {});
  if (model === null) throw new Error('the benchmark starts an engine');
  return model;
}

/** A knob with 12 notches that is given a push and comes to rest in one of them. */
function detentModel(): EngineModel {
  const s = newBuilder();
  const I = 2e-5;
  const knob = addBody(s, {
    massKg: 0.05,
    inertiaKgM2: [I, I, I],
    pose: poseAt([0, 0, 0]),
  });
  const q = addCoordinate(s, addJoint(s, 'revolute', 0, knob, [0, 0, 0]), 'angle', { damping: 2e-3 });
  s.actuators.push({ name: 'push', coordinate: q, cap: 1, reactsOnReference: true });
  const law = { peak: 0.02, pitch: Math.PI / 6, width: Math.PI / 6, phase: 0 };
  const detent = lawOn(
    q,
    (x) => detentEffort(x, law),
    (x) => detentStiffness(x, law),
  );
  return { ...buildModel(s, { gravity: [0, 0, 0] }), laws: [detent] };
}

interface Source {
  readonly name: string;
  readonly title: string;
  readonly build: () => Promise<EngineModel>;
  readonly efforts: readonly number[];
  readonly seconds: number;
  /** A law is held over MuJoCo's step: an error of first order. */
  readonly mujocoStepS?: number;
}

const SOURCES: readonly Source[] = [
  {
    name: 'mujoco-four-bar',
    title: 'MuJoCo: four-bar falling under gravity, 0.5 s',
    build: () => modelOf(drivenFourBar),
    efforts: [0],
    seconds: 0.5,
  },
  {
    name: 'mujoco-slider-crank',
    title: 'MuJoCo: slider-crank under gravity, 0.004 N·m on the crank, 0.3 s',
    build: () => modelOf(sliderCrank),
    efforts: [0.004],
    seconds: 0.3,
  },
  {
    name: 'mujoco-scissor',
    title: 'MuJoCo: scissor lift of 3 stages under gravity, 0.06 N·m on the lowest bar, 0.1 s',
    build: () => modelOf((start) => scissorLift(start, 3)),
    efforts: [0.06],
    seconds: 0.1,
  },
  {
    name: 'mujoco-reducer',
    title: 'MuJoCo: reducer 27:1, 0.02 N·m on the input against a brake of 0.1 N·m, 0.5 s',
    build: () => modelOf((start) => reducer(start, 0.1)),
    efforts: [0.02],
    seconds: 0.5,
  },
  {
    name: 'mujoco-bob',
    title: 'MuJoCo: bob of 1 kg on a link of 1 g, falling from the horizontal, 1 s',
    build: () => modelOf((start) => bob(start, 1e-3, 1)),
    efforts: [],
    seconds: 1,
  },
  {
    name: 'mujoco-detent',
    title: 'MuJoCo: knob with 12 notches pushed beyond its detent, 0.5 s',
    build: async () => detentModel(),
    efforts: [0.025],
    seconds: 0.5,
    mujocoStepS: 1e-5,
  },
];

const references = new Map<string, Promise<{ comparison: Comparison; trace: Trace }>>();

function referenceOf({ name, build, efforts, seconds, mujocoStepS }: Source) {
  const known = references.get(name);
  if (known !== undefined) return known;
  const made = (async () => {
    const comparison = { model: withCoordinates(await build()), efforts, seconds };
    return { comparison, trace: await traceOnMujoco(comparison, mujocoStepS) };
  })();
  references.set(name, made);
  return made;
}

/** The model with a coordinate on every hinge and slide, those it had first. */
function withCoordinates(model: EngineModel): EngineModel {
  const has = new Set(model.coordinates.map(({ joint }) => joint));
  const added = model.joints.flatMap(({ name, kind, a, b, frameInA, frameInB }, joint) => {
    if (has.has(joint) || (kind !== 'revolute' && kind !== 'prismatic')) return [];
    const motion = kind === 'revolute' ? ('angle' as const) : ('travel' as const);
    return [{ name, kind: motion, a, b, frameInA, frameInB, joint, limits: null, dryFriction: 0, damping: 0 }];
  });
  return { ...model, coordinates: [...model.coordinates, ...added] };
}

const validationCase = (source: Source): ValidationCase => ({
  name: source.name,
  title: source.title,
  expected: [
    {
      quantity: 'joint coordinates, RMS difference over range',
      unit: '1',
      value: 0,
      tolerance: AGREEMENT,
      basis: 'MuJoCo, RK4 at 0.05 ms, the detent at 0.01 ms; worst coordinate, relative to its range',
    },
  ],
  measure: async (lab) => {
    const { comparison, trace } = await referenceOf(source);
    const own = await traceOnEngine(comparison, lab);
    return { 'joint coordinates, RMS difference over range': worstRelativeRms(own, trace, comparison.model) };
  },
});

/** Largest RMS difference of a coordinate, relative to the range it goes through. */
function worstRelativeRms(own: Trace, other: Trace, model: EngineModel): number {
  let worst = 0;
  comparable(model).forEach((_, k) => {
    const column = other.map((row) => row[k]!);
    const range = Math.max(...column) - Math.min(...column);
    const square = own.reduce((sum, row, i) => sum + (row[k]! - other[i]![k]!) ** 2, 0) / own.length;
    worst = Math.max(worst, Math.sqrt(square) / range);
  });
  return worst;
}

/** The comparisons as validation cases. */
export const MUJOCO: readonly ValidationCase[] = SOURCES.map(validationCase);
