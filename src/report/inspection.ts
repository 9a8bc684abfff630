import { formatNumber, formatQuantity } from '../core/rendered-quantity.js';
import type { FileReport } from '../geometry/index.js';

/** Below a nanometer a coordinate is rounding. */
const mm = (x: number): string => formatNumber(Math.abs(x) < 1e-9 ? 0 : x * 1e3);
const point = (p: readonly [number, number, number]): string => `(${p.map(mm).join(', ')})`;
const direction = (d: readonly [number, number, number]): string =>
  `[${d.map((x) => formatNumber(Math.abs(x) < 1e-9 ? 0 : x)).join(', ')}]`;

/** How many surfaces of each kind are listed per solid. */
const SURFACE_COUNT = 12;

/** What a CAD file holds, for people: lengths in mm, masses in g. */
export function renderInspection(report: FileReport): string {
  const lines = [
    `${report.file}: ${report.format.toUpperCase()}, unit ${report.lengthUnit}, ${report.solids.length} solid${report.solids.length === 1 ? '' : 's'}`,
    ...report.warnings.map((warning) => `  ! ${warning}`),
  ];
  for (const solid of report.solids) lines.push('', ...solidLines(solid, report.chordM));
  return `${lines.join('\n')}\n`;
}

function solidLines(solid: FileReport['solids'][number], chordM: number): string[] {
  const mass = solid.massKg === null ? '' : `, mass ${formatNumber(solid.massKg * 1e3)} g`;
  const tight = solid.isWatertight ? 'watertight' : `NOT watertight (${solid.openEdgeCount} open edges)`;
  const pieces = solid.componentCount > 1 ? `, ${solid.componentCount} separate pieces` : '';
  const within = chordM > 0 ? ` ± ${formatNumber(solid.volumeErrorM3 * 1e9)}` : '';
  const lines = [
    `[${solid.index}] ${solid.name}`,
    `    path      ${solid.path.join(' / ')}`,
    `    size      ${solid.sizeM.map(mm).join(' × ')} mm, from ${point(solid.boundsM.min)} to ${point(solid.boundsM.max)}`,
    `    volume    ${formatNumber(solid.volumeM3 * 1e9)}${within} mm³, area ${formatQuantity(solid.areaM2, 'm²')}${mass}`,
    `    center    ${point(solid.centerOfMassM)} mm`,
    `    mesh      ${solid.triangleCount} triangles, ${solid.faceCount} faces, ${tight}${pieces}`,
    ...solid.warnings.map((warning) => `    ! ${warning}`),
  ];
  for (const cylinder of solid.cylinders.slice(0, SURFACE_COUNT)) {
    const sweep = cylinder.sweepRad > 6.28 ? '' : `, ${formatQuantity(cylinder.sweepRad, 'rad')} of it`;
    lines.push(
      `    ${cylinder.isHole ? 'hole     ' : 'pin      '} Ø ${mm(2 * cylinder.radiusM)}, ${mm(cylinder.lengthM)} long, at ${point(cylinder.pointM)} along ${direction(cylinder.axis)}${sweep}`,
    );
  }
  for (const plane of solid.planes.slice(0, SURFACE_COUNT)) {
    lines.push(
      `    plane     ${formatQuantity(plane.areaM2, 'm²')} at ${point(plane.pointM)}, normal ${direction(plane.normal)}`,
    );
  }
  const hidden = Math.max(0, solid.cylinders.length - SURFACE_COUNT) + Math.max(0, solid.planes.length - SURFACE_COUNT);
  if (hidden > 0) lines.push(`    … ${hidden} more surfaces; --json lists all`);
  return lines;
}
