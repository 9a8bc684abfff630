import type { AuditReport } from '../audit/index.js';
import { formatNumber, formatQuantity } from '../core/rendered-quantity.js';
import type { SceneSweep } from '../trial/index.js';

const point = (p: readonly [number, number, number]): string =>
  `(${p.map((x) => formatNumber(x * 1e3)).join(', ')}) mm`;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A static audit for people. */
export function renderAudit(report: AuditReport): string {
  const lines = [
    `${report.status}  ${counted(report.pairCount, 'pair')} at ${counted(report.poseCount, 'pose')} (${report.backend}, volumes by ${report.volumeBackend})`,
    ...report.violations.map(violationLine),
    ...detailLines(report),
  ];
  if (report.violations.length === 0) lines.splice(1, 0, '  no interference');
  return `${lines.join('\n')}\n`;
}

/** A sweep for people: where it jams, the worst pose, the smallest clearances. */
export function renderSweep(sweep: SceneSweep): string {
  const unit = sweep.motion === 'angle' ? 'rad' : 'm';
  const at = (value: number) => formatQuantity(value, unit);
  const lines = [
    `${sweep.audit.status}  ${sweep.joint} from ${at(sweep.from)} to ${at(sweep.to)} in ${counted(sweep.valueCount - 1, 'step')} (${sweep.audit.backend})`,
  ];
  if (sweep.unreachable !== null) lines.push(`  the loop of joints does not close from ${at(sweep.unreachable)} on`);
  if (sweep.jam === null) lines.push('  no interference on the way');
  else {
    const { interference, value } = sweep.jam;
    lines.push(`  jams at ${at(value)}: ${interference.bodies.join('–')} at ${point(interference.pointM)}`);
  }
  if (sweep.worst !== null) {
    const { interference, value } = sweep.worst;
    lines.push(
      `  worst at ${at(value)}: ${interference.bodies.join('–')} ${formatQuantity(interference.volumeM3, 'm³')}, ${formatQuantity(interference.depthM, 'm')} deep`,
    );
  }
  for (const { clearance, value } of sweep.clearances) {
    const measured =
      clearance.clearanceM === null
        ? `more than ${formatQuantity(clearance.upToM, 'm')}`
        : formatQuantity(clearance.clearanceM, 'm');
    const where = value === null || clearance.onFirstM === null ? '' : ` at ${at(value)}, ${point(clearance.onFirstM)}`;
    lines.push(`  clearance ${clearance.bodies.join('–')}: ${measured}${where}`);
  }
  lines.push(...detailLines(sweep.audit).filter((line) => !line.startsWith('  clearance')));
  return `${lines.join('\n')}\n`;
}

function violationLine({ bodies, volumeM3, depthM, pointM }: AuditReport['violations'][number]): string {
  return `  ✗ ${bodies.join('–')}: ${formatQuantity(volumeM3, 'm³')}, ${formatQuantity(depthM, 'm')} deep at ${point(pointM)}`;
}

function detailLines(report: AuditReport): string[] {
  return [
    ...report.clearances.map(({ bodies, clearanceM, upToM, onFirstM }) => {
      const measured =
        clearanceM === null ? `more than ${formatQuantity(upToM, 'm')}` : formatQuantity(clearanceM, 'm');
      return `  clearance ${bodies.join('–')}: ${measured}${onFirstM === null ? '' : ` at ${point(onFirstM)}`}`;
    }),
    ...report.notAudited.map(
      ({ bodies, reason, isPartly }) =>
        `  ${isPartly ? 'partly audited' : 'not audited'}: ${bodies.join('–')} (${reason})`,
    ),
    ...report.repairs.map(
      ({ body, part, filledLoopCount, largestPerimeterM }) =>
        `  closed for the audit: ${part} of ${body}, ${counted(filledLoopCount, 'gap')} of up to ${formatQuantity(largestPerimeterM, 'm')} around`,
    ),
    ...report.exclusions.map(({ bodies, reason }) => `  excluded: ${bodies.join('–')} (${reason})`),
  ];
}
