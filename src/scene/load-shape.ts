import type { Issue } from '../core/errors.js';
import { composePose, invertPose, normalizeQuat, type Vec3 } from '../core/vector.js';
import { hullOfRegion } from '../geometry/index.js';
import type { SceneBody, SceneShape } from './scene.js';
import type { MaterialRecord, ShapeRecord } from './schema.js';

export interface LoadedShape {
  readonly shape: SceneShape | null;
  readonly issues: readonly Issue[];
}

/** Turns a declared collision shape into numbers; a hull takes the source material inside its region. */
export async function loadShape(
  record: ShapeRecord,
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

function primitive(record: Exclude<ShapeRecord, { kind: 'hull' }>): SceneShape['geometry'] {
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

function materialOf(record: ShapeRecord, body: SceneBody, materials: readonly MaterialRecord[]): number | null {
  const name = record.material ?? body.parts.find((part) => part.record.material !== undefined)?.record.material;
  const index = materials.findIndex((material) => material.name === name);
  return index < 0 ? null : index;
}

async function loadHull(
  record: Extract<ShapeRecord, { kind: 'hull' }>,
  body: SceneBody,
  material: number,
): Promise<LoadedShape> {
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
  const region = record.region;
  const X_PR = region === undefined ? null : composePose(invertPose(part.poseInBody), region.poseInBody);
  const pointsInPart = await hullOfRegion(part.part.mesh, region ?? null, X_PR);
  if (pointsInPart.length < 12) {
    const message = `the region holds no material of part '${part.name}'`;
    const fix = 'Place the region over the surface that touches; its pose is in the body frame, in metres.';
    return { shape: null, issues: [{ code: 'region_touches_nothing', path: ['region'], message, fix }] };
  }
  const geometry = { kind: 'hull' as const, verticesM: pointsInPart };
  return { shape: { body: body.index, poseInBody: part.poseInBody, geometry, material }, issues: [] };
}

/** Largest distance between two corners of a box [m]. */
export const diagonal = (box: { min: Vec3; max: Vec3 }): number =>
  Math.hypot(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]);
