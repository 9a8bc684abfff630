import type { Issue } from '../core/errors.js';
import { composePose, invertPose, normalizeQuat } from '../core/vector.js';
import { convexHullOf, hullOfRegion, type TriangleMesh } from '../geometry/index.js';
import type { SceneBody, ScenePart, SceneShape } from './scene.js';
import type { MaterialRecord, ShapeRecord } from './schema.js';

type OneShapeRecord = Exclude<ShapeRecord, { kind: 'source' }>;
type HullRecord = Extract<ShapeRecord, { kind: 'hull' }>;

export interface LoadedShape {
  readonly shape: SceneShape | null;
  readonly issues: readonly Issue[];
}

/** Turns a declared collision shape into numbers; a hull takes the source material inside its region. */
export async function loadShape(
  record: OneShapeRecord,
  bodies: readonly SceneBody[],
  indexOf: ReadonlyMap<string, number>,
  materials: readonly MaterialRecord[],
): Promise<LoadedShape> {
  const body = bodies[indexOf.get(record.body)!]!;
  const material = materialOf(record, body, materials);
  if (material === null) {
    const fix = 'Name the material of the shape: its friction comes from there.';
    const message = `the shape on '${body.name}' has no material, and neither has its part`;
    return { shape: null, issues: [{ code: 'no_material', path: ['material'], message, fix }] };
  }
  if (record.kind === 'hull') return loadHull(record, body, material);
  const poseInBody = { positionM: record.poseInBody.positionM, rotation: normalizeQuat(record.poseInBody.rotation) };
  return { shape: { body: body.index, poseInBody, geometry: primitive(record), material }, issues: [] };
}

function primitive(record: Exclude<OneShapeRecord, { kind: 'hull' }>): SceneShape['geometry'] {
  switch (record.kind) {
    case 'box': {
      const [x, y, z] = record.sizeM;
      return { kind: 'box', halfExtentsM: [x / 2, y / 2, z / 2] };
    }
    case 'sphere':
      return { kind: 'sphere', radiusM: record.radiusM };
    default:
      return { kind: record.kind, radiusM: record.radiusM, halfLengthM: record.lengthM / 2 };
  }
}

function materialOf(record: OneShapeRecord, body: SceneBody, materials: readonly MaterialRecord[]): number | null {
  const name = record.material ?? body.parts.find((part) => part.record.material !== undefined)?.record.material;
  const index = materials.findIndex((material) => material.name === name);
  return index < 0 ? null : index;
}

async function loadHull(record: HullRecord, body: SceneBody, material: number): Promise<LoadedShape> {
  const part =
    record.part === undefined && body.parts.length === 1
      ? body.parts[0]
      : body.parts.find((p) => p.name === record.part);
  if (part === undefined) {
    const names = body.parts.map((p) => p.name).join(', ');
    const message =
      record.part === undefined
        ? `body '${body.name}' has ${body.parts.length} parts`
        : `part '${record.part}' does not belong to '${body.name}'`;
    return {
      shape: null,
      issues: [{ code: 'unknown_part', path: ['part'], message, fix: `Name one of: ${names || 'none'}.` }],
    };
  }
  const hull = await hullInPart(record, part);
  if (hull === null) {
    const message = `the region holds no material of part '${part.name}'`;
    const fix = 'Place the region over the surface that touches; its pose is in the body frame, in metres.';
    return { shape: null, issues: [{ code: 'region_touches_nothing', path: ['region'], message, fix }] };
  }
  const geometry = { kind: 'hull' as const, verticesM: hull.verticesM };
  return { shape: { body: body.index, poseInBody: part.poseInBody, geometry, material }, issues: [] };
}

async function hullInPart(record: HullRecord, part: ScenePart): Promise<TriangleMesh | null> {
  const { region } = record;
  if (region === undefined) return convexHullOf(part.part.mesh.verticesM);
  return hullOfRegion(part.part.mesh, region, composePose(invertPose(part.poseInBody), region.poseInBody));
}
