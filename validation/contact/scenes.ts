/** Scenes whose contact comes from the source geometry, run as a trial is, without audit and verdict. */
import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import { loadManifold, solidFromManifold } from '../../src/geometry/index.js';
import type { Recording } from '../../src/signals/index.js';
import type { Binding } from '../../src/trial/index.js';
import type { Lab } from '../case.js';

/** Runs the first trial of a binding on a lab and returns its recording. @param stepS  overrides the recorded step [s] */
export async function recordBinding(binding: Binding, lab: Lab, stepS?: number): Promise<Recording> {
  return (await lab.record(binding, stepS)).recording;
}

/** Values of a signal by name. */
export function signalOf(recording: Recording, name: string): Float64Array {
  const channel = recording.channels.find((candidate) => candidate.name === name);
  if (channel === undefined) throw new Error(`no signal ${name}`);
  return channel.values;
}

/** First and last step of a phase. */
export function phaseOf(recording: Recording, id: string): readonly [number, number] {
  const phase = recording.phases.find((candidate) => candidate.id === id);
  if (phase === undefined || phase.firstStep === null || phase.lastStep === null) throw new Error(`no phase ${id}`);
  return [phase.firstStep, phase.lastStep];
}

/** Deepest overlap of collision shapes over a recording [m]. */
export const worstPenetrationM = (recording: Recording): number =>
  recording.quality.penetrationM.reduce((worst, x) => Math.max(worst, x), 0);

type Scene = Exclude<Binding['scene'], string>;
type BodyInput = Scene['bodies'][number];
type PartInput = NonNullable<BodyInput['parts']>[number];
type JointInput = NonNullable<Scene['joints']>[number];
type Triple = readonly [number, number, number];

/** Adds a density and friction of its own to a scene. */
export const material = (name: string, frictionCoefficient: number, densityKgPerM3 = 7850) => ({
  name,
  densityKgPerM3,
  frictionCoefficient,
});

/** A box as a part, its middle at a point of the body. */
export const boxPart = (sizeM: Triple, of: string, positionM: Triple = [0, 0, 0]): PartInput => ({
  geometry: { kind: 'box', sizeM },
  material: of,
  poseInBody: { positionM },
});

/** A part from a solid built with manifold-3d in millimetres; the solid is deleted. */
export async function builtPart(build: (module: ManifoldToplevel) => Manifold, of: string): Promise<PartInput> {
  const module = await loadManifold();
  const inMm = build(module);
  const solid = inMm.scale(1e-3);
  const geometry = solidFromManifold(solid);
  inMm.delete();
  solid.delete();
  return { geometry, material: of };
}

/** A part from a solid built in metres; the solid is deleted. */
export async function generatedPart(build: (module: ManifoldToplevel) => Manifold, of: string): Promise<PartInput> {
  const solid = build(await loadManifold());
  const geometry = solidFromManifold(solid);
  solid.delete();
  return { geometry, material: of };
}

/** A joint whose regions are half a metre wide boxes: the case is about contact, not about bearings. */
export function wideJoint(
  kind: 'revolute' | 'prismatic' | 'planar',
  name: string,
  bodies: readonly [string, string],
  originM: Triple,
  axis: Triple,
): JointInput {
  const region = { kind: 'box' as const, sizeM: [0.5, 0.5, 0.5] as const };
  return { kind, name, bodies: [...bodies], frame: { originM, axis }, regions: [region, region] } as JointInput;
}

/** A binding of one trial; everything with geometry touches unless `contact` says otherwise. */
export function bindingOf(
  name: string,
  scene: Omit<Scene, 'schema' | 'name'>,
  rest: Omit<Binding, 'schema' | 'name' | 'scene' | 'trials'> & { phases: Binding['trials'][number]['phases'] },
): Binding {
  const { phases, ...others } = rest;
  return {
    schema: 'mechtrial/binding@1',
    name,
    scene: { contact: { fromSource: 'all' }, ...scene, schema: 'mechtrial/scene@1', name },
    ...others,
    trials: [{ id: 'T1', phases }],
  };
}

/** Value of a signal at the end of a phase. */
export const atEndOf = (recording: Recording, phase: string, signal: string): number =>
  signalOf(recording, signal)[phaseOf(recording, phase)[1]]!;

/** Mean of a signal over the last part of a phase. */
export function settledMean(recording: Recording, phase: string, signal: string, share = 0.5): number {
  const [first, last] = phaseOf(recording, phase);
  const values = signalOf(recording, signal).subarray(Math.round(last - share * (last - first)), last + 1);
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}

/** Largest difference of a signal from its value at the start of a phase, over that phase. */
export function driftOver(recording: Recording, phase: string, signal: string, fromShare = 0): number {
  const [first, last] = phaseOf(recording, phase);
  const values = signalOf(recording, signal).subarray(Math.round(first + fromShare * (last - first)), last + 1);
  return values.reduce((worst, x) => Math.max(worst, Math.abs(x - values[0]!)), 0);
}
