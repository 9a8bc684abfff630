import { rotate, scale, subtract, transformPoint, type Vec3 } from '../core/vector.js';
import type { ScenePart } from './scene.js';

/** Mass, centre [m, body frame] and inertia about it [kg·m², body axes, row-major 3×3] of rigidly joined parts. */
export interface BodyMass {
  readonly massKg: number;
  readonly centerOfMassM: Vec3;
  readonly inertiaKgM2: readonly number[];
}

/**
 * Adds the parts of one body.
 *
 *   I = Σ R·I_part·Rᵀ + m_part·(|d|²·1 − d·dᵀ),  d = c_part − c
 *
 * Each part's inertia is its unit-density inertia scaled to its mass; overlapping parts count twice.
 */
export function combineMass(parts: readonly ScenePart[]): BodyMass {
  const massKg = parts.reduce((sum, part) => sum + part.massKg, 0);
  if (massKg === 0) return { massKg, centerOfMassM: [0, 0, 0], inertiaKgM2: [0, 0, 0, 0, 0, 0, 0, 0, 0] };
  const centers = parts.map((part) => transformPoint(part.poseInBody, part.part.massProperties.centerOfMassM));
  let moment: Vec3 = [0, 0, 0];
  for (const [i, c] of centers.entries()) {
    const m = parts[i]!.massKg;
    moment = [moment[0] + m * c[0], moment[1] + m * c[1], moment[2] + m * c[2]];
  }
  const centerOfMassM = scale(moment, 1 / massKg);
  const inertia = new Array<number>(9).fill(0);
  for (const [i, part] of parts.entries()) addPart(inertia, part, subtract(centers[i]!, centerOfMassM));
  return { massKg, centerOfMassM, inertiaKgM2: inertia };
}

function addPart(inertia: number[], part: ScenePart, d: Vec3): void {
  const { volumeM3, inertiaPerDensityM5 } = part.part.massProperties;
  const m = part.massKg;
  const density = volumeM3 > 0 ? m / volumeM3 : 0;
  const q = part.poseInBody.rotation;
  const axes = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])] as const;
  const d2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let s = 0;
      for (let k = 0; k < 3; k++) {
        for (let l = 0; l < 3; l++) s += axes[k]![i]! * inertiaPerDensityM5[3 * k + l]! * axes[l]![j]!;
      }
      inertia[3 * i + j] = inertia[3 * i + j]! + density * s + m * ((i === j ? d2 : 0) - d[i]! * d[j]!);
    }
  }
}
