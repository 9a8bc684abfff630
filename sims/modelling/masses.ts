import type { PartGeometry } from './solids.js';

/** Densities of the common rules [kg/m³]. */
const DENSITY_KG_PER_M3 = {
  PLA: 1240,
  PETG: 1270,
  PA: 1150,
  beech: 700,
  rubber: 1150,
  aluminium: 2700,
  steel: 7850,
  glass: 2500,
} as const;

/** A solid and what it is made of. */
export interface MassivePart {
  readonly geometry: PartGeometry;
  readonly material: string;
}

/** Mass of parts [kg]: the volume that their closed surfaces enclose, V = Σ a·(b × c)/6, times the density. */
export function massOf(parts: readonly MassivePart[]): number {
  return parts.reduce((sum, { geometry, material }) => sum + volumeM3(geometry) * densityOf(material), 0);
}

function densityOf(material: string): number {
  const density = Object.entries(DENSITY_KG_PER_M3).find(([name]) => name === material)?.[1];
  if (density === undefined) throw new Error(`no density of '${material}' here`);
  return density;
}

function volumeM3({ verticesM: p, triangles }: PartGeometry): number {
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const x = p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!;
    const y = p[b + 2]! * p[c]! - p[b]! * p[c + 2]!;
    const z = p[b]! * p[c + 1]! - p[b + 1]! * p[c]!;
    volume += (p[a]! * x + p[a + 1]! * y + p[a + 2]! * z) / 6;
  }
  return volume;
}
