import {
  type CollisionModel,
  collisionShapes,
  DEFAULT_COLLISION_TOLERANCE_M,
  type JointHole,
} from '../collision/index.js';
import type { Issue } from '../core/errors.js';
import { composePose, invertPose, rotate } from '../core/vector.js';
import type { SceneBody, SceneContactModel, SceneJoint, ScenePart, SceneShape } from './scene.js';
import type { MaterialRecord, SceneRecord, ShapeRecord } from './schema.js';

type SourceRecord = Extract<ShapeRecord, { kind: 'source' }>;
type Path = readonly (string | number)[];

/** Shapes of a scene record and where they are declared: those listed, then one `source` shape per body of `fromSource`. */
export function declaredShapes(record: SceneRecord): readonly { readonly shape: ShapeRecord; readonly path: Path }[] {
  const { shapes, fromSource } = record.contact;
  const path = ['scene', 'contact'];
  const elastic = new Set(record.audit.elasticBodies.map(({ body }) => body));
  const shaped = new Set([...shapes.map(({ body }) => body), ...elastic]);
  const bodies =
    fromSource === 'all'
      ? record.bodies.filter(({ name, parts }) => parts.length > 0 && !shaped.has(name)).map(({ name }) => name)
      : fromSource;
  return [
    ...shapes.map((shape, i) => ({ shape, path: [...path, 'shapes', i] })),
    ...bodies.map((body) => ({
      shape: { kind: 'source' as const, body, toleranceM: DEFAULT_COLLISION_TOLERANCE_M },
      path: [...path, 'fromSource'],
    })),
  ];
}

export interface LoadedSourceShapes {
  readonly shapes: readonly SceneShape[];
  readonly models: readonly SceneContactModel[];
  readonly issues: readonly Issue[];
}

/**
 * Makes the contact shapes of a body from its source geometry: convex pieces part by part, held against the source.
 *
 * @param joints  resolved; the holes that they need must stay free
 * @throws        GeometryError `not_watertight` where a part's mesh is open
 */
export async function loadSourceShapes(
  record: SourceRecord,
  bodies: readonly SceneBody[],
  indexOf: ReadonlyMap<string, number>,
  joints: readonly SceneJoint[],
  materials: readonly MaterialRecord[],
): Promise<LoadedSourceShapes> {
  const body = bodies[indexOf.get(record.body)!]!;
  const parts = record.part === undefined ? body.parts : body.parts.filter(({ name }) => name === record.part);
  if (parts.length === 0) return { shapes: [], models: [], issues: [noPart(record, body)] };
  const issues: Issue[] = [];
  const shapes: SceneShape[] = [];
  const models: SceneContactModel[] = [];
  for (const part of parts) {
    const material = materialOf(record, body, part, materials);
    const jointHoles = joints.flatMap((joint) => holesOf(joint, body, part));
    const model = await collisionShapes(part.part, { toleranceM: record.toleranceM, jointHoles });
    if (model.findings.length > 0 && record.acceptDeviation === undefined) issues.push(outOfTolerance(part, model));
    if (material === null) issues.push(noMaterial(body, part));
    else shapes.push(...shapesOf(model, body, part, material));
    models.push(contactModel(model, body, part, record));
  }
  return { shapes, models, issues };
}

function shapesOf(model: CollisionModel, body: SceneBody, part: ScenePart, material: number): SceneShape[] {
  return model.pieces.map(({ geometry, poseInPart }) => ({
    body: body.index,
    poseInBody: composePose(part.poseInBody, poseInPart),
    geometry,
    material,
  }));
}

/** The cylinder of a joint's region on this body, in the coordinates of one of its parts. */
function holesOf(joint: SceneJoint, body: SceneBody, part: ScenePart): JointHole[] {
  const sides = [
    { of: joint.a, frame: joint.frameInA, region: joint.regionA },
    { of: joint.b, frame: joint.frameInB, region: joint.regionB },
  ];
  return sides.flatMap(({ of, frame, region }) => {
    if (of !== body.index || region.kind !== 'cylinder') return [];
    const X_PR = composePose(invertPose(part.poseInBody), composePose(frame, region.poseInBody));
    const { radiusM, lengthM } = region;
    return [{ pointM: X_PR.positionM, axis: rotate(X_PR.rotation, [0, 0, 1]), radiusM, lengthM }];
  });
}

function materialOf(
  record: SourceRecord,
  body: SceneBody,
  part: ScenePart,
  materials: readonly MaterialRecord[],
): number | null {
  const other = body.parts.find(({ record: { material } }) => material !== undefined);
  const name = record.material ?? part.record.material ?? other?.record.material;
  const index = materials.findIndex((material) => material.name === name);
  return index < 0 ? null : index;
}

function contactModel(
  model: CollisionModel,
  body: SceneBody,
  part: ScenePart,
  record: SourceRecord,
): SceneContactModel {
  const { sourceM3, missingM3, missingDepthM, outsideM3, outsideDepthM } = model.deviation;
  const isOut = model.findings.length > 0;
  return {
    body: body.name,
    part: part.name,
    pieceCount: model.pieces.length,
    toleranceM: model.toleranceM,
    sourceM3,
    missingM3,
    missingDepthM,
    outsideM3,
    outsideDepthM,
    blockedFraction: model.blockedJointHoles.reduce((most, { blockedFraction }) => Math.max(most, blockedFraction), 0),
    findings: model.findings,
    acceptedBecause: isOut ? (record.acceptDeviation?.reason ?? null) : null,
  };
}

function noPart(record: SourceRecord, body: SceneBody): Issue {
  const names = body.parts.map((part) => part.name).join(', ');
  const message =
    record.part === undefined
      ? `body '${body.name}' has no source geometry`
      : `part '${record.part}' does not belong to '${body.name}'`;
  const fix =
    names === ''
      ? 'Give the body parts, or a box, cylinder, sphere or capsule as its shape.'
      : `Name one of: ${names}.`;
  return { code: 'unknown_part', path: ['part'], message, fix };
}

function noMaterial(body: SceneBody, part: ScenePart): Issue {
  const message = `the contact shape of part '${part.name}' on '${body.name}' has no material, and neither has the part`;
  return { code: 'no_material', path: ['material'], message, fix: 'Name the material: its friction comes from there.' };
}

function outOfTolerance(part: ScenePart, { findings, pieces }: CollisionModel): Issue {
  return {
    code: 'contact_shape_off',
    path: [],
    part: part.name,
    message: `its ${pieces.length} convex pieces are not true to the source: ${findings.join('; ')}`,
    fix:
      'Give it a `source` shape with a larger toleranceM or with acceptDeviation: {"reason": "…"}, which the verdict ' +
      'declares; or give it shapes of your own where it touches (`hull` with a region, box, cylinder).',
  };
}
