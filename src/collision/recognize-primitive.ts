import {
  add,
  cross,
  dot,
  frameFromAxis,
  IDENTITY_POSE,
  norm,
  quatFromAxes,
  scale,
  subtract,
  type Vec3,
} from '../core/vector.js';
import { findCylinders, findPlanes, type Part } from '../geometry/index.js';
import type { CollisionPiece } from './piece.js';
import { pointAt } from './solid-scope.js';

/** How far a vertex may be from a primitive's surface: 1 nm, 1e-6 of the part, and a tenth of the chord deflection. */
function fitTolerance({ boundsM, chordM }: Part): number {
  return Math.max(1e-9, 1e-6 * norm(subtract(boundsM.max, boundsM.min)), 0.1 * chordM);
}

/**
 * The box, cylinder, sphere or capsule whose surface carries every vertex of a part and whose volume is the part's up to
 * tessellation, or null.
 *
 * @limits  A sphere or capsule needs its vertices spread all round; a cylinder must be recognised as one (12 facets or more).
 */
export function recognizePrimitive(part: Part): CollisionPiece | null {
  return recognizeBox(part) ?? recognizeCylinder(part) ?? recognizeSphere(part) ?? recognizeCapsule(part);
}

function vertices(part: Part): readonly Vec3[] {
  const { verticesM } = part.mesh;
  return Array.from({ length: verticesM.length / 3 }, (_, v) => pointAt(verticesM, v));
}

/** Whether a volume agrees with the part's: a primitive is larger than its tessellation, never by more than 4 %. */
const hasVolume = (part: Part, volumeM3: number): boolean =>
  part.massProperties.volumeM3 <= volumeM3 * (1 + 1e-6) && part.massProperties.volumeM3 >= 0.96 * volumeM3;

function recognizeBox(part: Part): CollisionPiece | null {
  const planes = findPlanes(part);
  if (planes.length !== 6 || part.faces.some(({ surface }) => surface?.kind !== 'plane')) return null;
  const x = planes[0]!.normal;
  const other = planes.find(({ normal }) => Math.abs(dot(normal, x)) < 1e-6);
  if (other === undefined) return null;
  const y = other.normal;
  const z = cross(x, y);
  const axes = [x, y, z];
  if (!planes.every(({ normal }) => axes.some((a) => norm(cross(a, normal)) < 1e-6))) return null;
  const points = vertices(part);
  const ends = axes.map((a) => points.map((p) => dot(p, a))).map((h) => [Math.min(...h), Math.max(...h)] as const);
  const size = ends.map(([low, high]) => high - low);
  const volume = size[0]! * size[1]! * size[2]!;
  if (Math.abs(part.massProperties.volumeM3 - volume) > 1e-9 * volume) return null;
  const middle = ends.reduce((sum, [low, high], k) => add(sum, scale(axes[k]!, (low + high) / 2)), [0, 0, 0] as Vec3);
  const geometry = { kind: 'box' as const, halfExtentsM: [size[0]! / 2, size[1]! / 2, size[2]! / 2] as const };
  return { geometry, poseInPart: { positionM: middle, rotation: quatFromAxes(x, y, z) }, origin: 'primitive' };
}

function recognizeCylinder(part: Part): CollisionPiece | null {
  const [pin, ...more] = findCylinders(part);
  if (pin === undefined || more.length > 0 || pin.isHole || pin.sweepRad < 2 * Math.PI - 1e-3) return null;
  const isEnd = (h: number) => Math.abs(Math.abs(h) - pin.lengthM / 2) < fitTolerance(part);
  const isOnIt = vertices(part).every((p) => {
    const h = dot(subtract(p, pin.pointM), pin.axis);
    const r = norm(subtract(subtract(p, pin.pointM), scale(pin.axis, h)));
    return isEnd(h) && r <= pin.radiusM + fitTolerance(part);
  });
  if (!isOnIt || !hasVolume(part, Math.PI * pin.radiusM ** 2 * pin.lengthM)) return null;
  const geometry = { kind: 'cylinder' as const, radiusM: pin.radiusM, halfLengthM: pin.lengthM / 2 };
  return { geometry, poseInPart: frameFromAxis(pin.pointM, pin.axis), origin: 'primitive' };
}

function recognizeSphere(part: Part): CollisionPiece | null {
  const points = vertices(part);
  if (points.length < 12) return null;
  const center = part.massProperties.centerOfMassM;
  const radii = points.map((p) => norm(subtract(p, center)));
  const radiusM = radii.reduce((sum, r) => sum + r, 0) / radii.length;
  if (!radii.every((r) => Math.abs(r - radiusM) < fitTolerance(part))) return null;
  if (!hasVolume(part, (4 / 3) * Math.PI * radiusM ** 3)) return null;
  return {
    geometry: { kind: 'sphere', radiusM },
    poseInPart: { ...IDENTITY_POSE, positionM: center },
    origin: 'primitive',
  };
}

function recognizeCapsule(part: Part): CollisionPiece | null {
  const [pin, ...more] = findCylinders(part);
  if (pin === undefined || more.length > 0 || pin.isHole || pin.sweepRad < 2 * Math.PI - 1e-3) return null;
  const half = pin.lengthM / 2;
  const isOnIt = vertices(part).every((p) => {
    const h = dot(subtract(p, pin.pointM), pin.axis);
    const onSegment = add(pin.pointM, scale(pin.axis, Math.min(half, Math.max(-half, h))));
    return Math.abs(norm(subtract(p, onSegment)) - pin.radiusM) < fitTolerance(part);
  });
  const volume = Math.PI * pin.radiusM ** 2 * (pin.lengthM + (4 / 3) * pin.radiusM);
  if (!isOnIt || !hasVolume(part, volume)) return null;
  const geometry = { kind: 'capsule' as const, radiusM: pin.radiusM, halfLengthM: half };
  return { geometry, poseInPart: frameFromAxis(pin.pointM, pin.axis), origin: 'primitive' };
}
