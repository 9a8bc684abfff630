import {
  type AuditBody,
  type AuditInput,
  type AuditOptions,
  type AuditTrack,
  chooseBackend,
} from '../../../src/audit/index.js';
import { IDENTITY_POSE, type Pose } from '../../../src/core/vector.js';
import { type GeometrySource, loadPart, type Part, type TriangleMesh } from '../../../src/geometry/index.js';

/** A body of one part built in code. */
export async function solidBody(
  name: string,
  source: GeometrySource,
  poseInBody: Pose = IDENTITY_POSE,
): Promise<AuditBody> {
  return { name, parts: [{ part: await loadPart(source, { name }), poseInBody }], refine: null };
}

export const meshBody = (name: string, mesh: TriangleMesh): Promise<AuditBody> =>
  solidBody(name, { kind: 'mesh', ...mesh });

export const partBody = (part: Part): AuditBody => ({
  name: part.name,
  parts: [{ part, poseInBody: IDENTITY_POSE }],
  refine: null,
});

export const inputOf = (bodies: readonly AuditBody[], declared: Partial<AuditInput> = {}): AuditInput => ({
  bodies,
  exclusions: [],
  elasticBodies: [],
  clearances: [],
  ...declared,
});

export const wasm: AuditOptions = { createBackend: () => chooseBackend({ prefer: 'wasm' }) };

export const at = (x: number, y = 0, z = 0): Pose => ({ positionM: [x, y, z], rotation: [0, 0, 0, 1] });

/** Poses every 20 ms: `poseOf(body, time)`, or null where the body is absent. */
export function trackOf(
  bodies: readonly AuditBody[],
  lastS: number,
  poseOf: (body: string, atS: number) => Pose | null,
  phases: AuditTrack['phases'] = [],
): AuditTrack {
  const timesS = Float64Array.from({ length: Math.round(lastS / 0.02) + 1 }, (_, k) => k * 0.02);
  const values = new Float64Array(7 * bodies.length * timesS.length);
  const isPresent = new Uint8Array(bodies.length * timesS.length);
  timesS.forEach((t, sample) => {
    bodies.forEach(({ name }, body) => {
      const pose = poseOf(name, t);
      const row = sample * bodies.length + body;
      isPresent[row] = pose ? 1 : 0;
      const { positionM, rotation } = pose ?? IDENTITY_POSE;
      values.set([...positionM, ...rotation], 7 * row);
    });
  });
  return { stepS: 0.001, phases, poses: { bodies: bodies.map((b) => b.name), timesS, values, isPresent } };
}

/** One pose only. */
export const restOf = (bodies: readonly AuditBody[], poses: Readonly<Record<string, Pose>> = {}): AuditTrack =>
  trackOf(bodies, 0, (name) => poses[name] ?? IDENTITY_POSE);
