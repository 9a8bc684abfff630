import type { CollisionReport } from '../collision/index.js';

const COLUMNS = ['pieces', 'missing µm', '%', 'outside µm', '%', 'blocked %', 's'];
const WIDTHS = [7, 11, 8, 11, 8, 10, 7];

const um = (lengthM: number): string => (lengthM * 1e6).toFixed(1);
const percent = (part: number, whole: number): string => (whole > 0 ? ((100 * part) / whole).toFixed(4) : '–');
const row = (cells: readonly string[]): string => cells.map((cell, i) => cell.padStart(WIDTHS[i]!)).join(' ');

/** How true contact shapes are to their solids, for people: one line per solid, lengths in µm, volumes in % of the solid's. */
export function renderCollisionTable(reports: readonly CollisionReport[]): string {
  const names = reports.map(({ index, part }) => `[${index}] ${part}`);
  const width = Math.max(5, ...names.map((name) => name.length));
  const lines = [`${'solid'.padEnd(width)} ${row(COLUMNS)}`];
  for (const [i, report] of reports.entries()) lines.push(`${names[i]!.padEnd(width)} ${reportLine(report)}`);
  const off = reports.filter(({ findings }) => findings.length > 0);
  for (const { index, part, findings } of off) lines.push(`! [${index}] ${part}: ${findings.join('; ')}`);
  return `${lines.join('\n')}\n`;
}

function reportLine(report: CollisionReport): string {
  if (report.pieceCount === 0) return 'no pieces';
  const { sourceM3, originCount } = report;
  const origins = Object.entries(originCount).map(([origin, count]) => `${count} ${origin}`);
  const cells = [
    String(report.pieceCount),
    um(report.missingDepthM),
    percent(report.missingM3, sourceM3),
    um(report.outsideDepthM),
    percent(report.outsideM3, sourceM3),
    (100 * report.blockedFraction).toFixed(4),
    report.wallS.toFixed(2),
  ];
  return `${row(cells)}  ${report.findings.length === 0 ? 'ok ' : 'OFF'} ${origins.join(', ')}`;
}
