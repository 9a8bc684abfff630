import { formatQuantity } from '../core/rendered-quantity.js';
import type { Verdict } from '../trial/index.js';

const SIGN: Readonly<Record<string, string>> = { '<=': '≤', '>=': '≥', '<': '<', '>': '>', '==': '=' };

/**
 * Findings as workflow commands of GitHub Actions, one per line: `::error` for what failed, `::warning` for what is open.
 *
 * @param file  the binding file that they belong to, or null
 */
export function renderAnnotations(verdict: Verdict, file: string | null): string {
  const lines = verdict.trials.flatMap((trial) => [
    ...trial.checks
      .filter(({ status }) => status !== 'PASS')
      .map(({ id, status, measured, unit, op, bound, note }) => {
        const limit = `${SIGN[op]} ${formatQuantity(bound, unit)}`;
        const value = measured === null ? `not measured (${limit})` : `${formatQuantity(measured, unit)} of ${limit}`;
        return annotation(status === 'FAIL', `${trial.id}/${id}`, `${value}${note === null ? '' : `: ${note}`}`, file);
      }),
    ...(trial.audit?.violations ?? []).map(({ bodies, depthM, firstS, isExplainedBySolver }) => {
      const what = `${bodies.join('–')} overlap by ${formatQuantity(depthM, 'm')} from ${firstS.toFixed(3)} s`;
      return annotation(!isExplainedBySolver, `${trial.id}/interference`, what, file);
    }),
    ...trial.quality.reasons.map((reason) => annotation(false, `${trial.id}/numerics`, reason, file)),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

function annotation(isError: boolean, title: string, message: string, file: string | null): string {
  const properties = [...(file === null ? [] : [`file=${property(file)}`]), `title=${property(title)}`].join(',');
  return `::${isError ? 'error' : 'warning'} ${properties}::${escaped(message)}`;
}

const escaped = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string): string => escaped(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
