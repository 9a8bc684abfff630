import { formatNumber, formatQuantity } from '../core/rendered-quantity.js';
import type { Scene } from '../scene/index.js';
import type { CheckVerdict, RequirementVerdict, Status, TrialVerdict, Verdict } from './verdict.js';

/** What a test is of beyond its scene and binding: the template that it carries out, and the candidate as delivered. */
export interface Identity {
  readonly candidate?: Verdict['candidate'];
  readonly template?: NonNullable<Verdict['template']>;
  /** Hashes beside those of candidate, binding and recordings; they replace those of the same name. */
  readonly hashes?: Readonly<Record<string, string>>;
  readonly modelModifications?: readonly string[];
  readonly prechecks?: NonNullable<Verdict['prechecks']>;
}

/** What the verdict says about how it came to be. */
export interface Provenance {
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly engine: Verdict['engine'];
  readonly identity?: Identity;
}

/** Puts the trials of one candidate together. All evidence belongs to one candidate hash. */
export function summarize(scene: Scene, trials: readonly TrialVerdict[], provenance: Provenance): Verdict {
  const status = worst(trials.map((trial) => trial.status));
  const {
    candidate = scene.candidate,
    template,
    hashes = {},
    modelModifications = [],
    prechecks,
  } = provenance.identity ?? {};
  return {
    schema: 'mechtrial/verdict@1',
    status,
    engine: provenance.engine,
    summary: summaryOf(status, trials),
    candidate,
    ...(template === undefined ? {} : { template }),
    ...(prechecks === undefined ? {} : { prechecks }),
    requirements: scene.binding.requirements.map(({ id, text }) => requirementVerdict(id, text, trials)),
    trials,
    parameters: scene.binding.parameters,
    modelModifications: [...modelModifications, ...scene.modelModifications],
    declarations: declarationsOf(scene),
    contactModels: scene.contactModels,
    provenance: {
      hashes: {
        candidate: candidate.hash,
        binding: scene.bindingHash,
        ...hashes,
        ...Object.fromEntries(trials.map(({ id, recordingHash }) => [`recording:${id}`, recordingHash])),
      },
      versions: provenance.versions,
      settings: provenance.settings,
    },
  };
}

/** FAIL before INCONCLUSIVE before PASS; nothing at all is INCONCLUSIVE. */
export function worst(statuses: readonly Status[]): Status {
  if (statuses.includes('FAIL')) return 'FAIL';
  return statuses.length === 0 || statuses.includes('INCONCLUSIVE') ? 'INCONCLUSIVE' : 'PASS';
}

function requirementVerdict(id: string, text: string, trials: readonly TrialVerdict[]): RequirementVerdict {
  const covering = trials.flatMap((trial) =>
    trial.checks.filter((check) => check.requirement === id).map((check) => ({ trial, check })),
  );
  const status = worst(covering.map(({ check, trial }) => (isTrusted(check, trial) ? check.status : 'INCONCLUSIVE')));
  return { id, text, status, checks: covering.map(({ trial, check }) => `${trial.id}/${check.id}`) };
}

/** A pass counts only where the trial was carried through and its numerics hold. */
const isTrusted = (check: CheckVerdict, trial: TrialVerdict): boolean =>
  check.status !== 'PASS' || (trial.execution === 'completed' && trial.quality.status === 'ok');

const SIGN: Record<string, string> = { '<=': '≤', '>=': '≥', '<': '<', '>': '>', '==': '=' };

/** How many findings the summary names, and how long one may be. */
const FINDING_COUNT = 5;
const FINDING_LENGTH = 200;

/** One line for people, worst first: what failed, what is open, or that everything passed. */
function summaryOf(status: Status, trials: readonly TrialVerdict[]): string {
  const findings = trials.flatMap((trial) => [
    ...trial.checks.filter((check) => check.status === 'FAIL').map(checkFinding),
    ...(trial.audit?.status === 'FAIL' ? trial.audit.violations : [])
      .filter((violation) => !violation.isExplainedBySolver)
      .map(
        ({ bodies, volumeM3, firstS }) =>
          `interference ${bodies.join('–')} ${formatQuantity(volumeM3, 'm³')} at ${formatNumber(firstS)} s`,
      ),
  ]);
  if (status === 'INCONCLUSIVE' || findings.length === 0) findings.push(...trials.flatMap(openFindings));
  if (status === 'PASS') {
    const count = trials.reduce((sum, trial) => sum + trial.checks.length, 0);
    return `${count} checks in ${trials.length} ${trials.length === 1 ? 'trial' : 'trials'} passed, no interference`;
  }
  const shown = findings.slice(0, FINDING_COUNT).map(clipped).join('; ');
  return findings.length > FINDING_COUNT ? `${shown}; ${findings.length - FINDING_COUNT} more` : shown;
}

const clipped = (text: string): string =>
  text.length <= FINDING_LENGTH ? text : `${text.slice(0, FINDING_LENGTH - 1)}…`;

function checkFinding({ id, measured, unit, op, bound, note }: CheckVerdict): string {
  if (measured === null) return `${id} ${note ?? 'not measured'}`;
  return `${id} ${formatQuantity(measured, unit)} of ${SIGN[op]} ${formatQuantity(bound, unit)}`;
}

function openFindings(trial: TrialVerdict): string[] {
  const findings = trial.checks
    .filter((check) => check.status === 'INCONCLUSIVE')
    .map((check) => `${check.id}: ${check.note ?? 'not measured'}`);
  if (trial.execution !== 'completed') findings.unshift(`${trial.id} ${trial.execution}`);
  if (trial.quality.status === 'bad') findings.push(...trial.quality.reasons);
  if (trial.audit === null) findings.push(`${trial.id} was not audited`);
  for (const open of trial.audit?.notAudited ?? [])
    findings.push(`not audited: ${open.bodies.join('–')} (${open.reason})`);
  for (const { bodies, depthM, firstS, isExplainedBySolver } of trial.audit?.violations ?? []) {
    const why = isExplainedBySolver ? "may be the solver's own" : 'came after the numerics went bad';
    findings.push(`overlap ${bodies.join('–')} ${formatQuantity(depthM, 'm')} at ${formatNumber(firstS)} s ${why}`);
  }
  return findings;
}

/** What a reader must know before believing a PASS. */
function declarationsOf(scene: Scene): string[] {
  const shaped = new Set(scene.shapes.map(({ body }) => body));
  const bare = scene.bodies.filter((body) => body.index > 0 && body.parts.length > 0 && !shaped.has(body.index));
  return [
    ...scene.excludedPairs.map(
      ({ a, b, reason }) => `${scene.bodies[a]!.name}–${scene.bodies[b]!.name} never collide: ${reason}`,
    ),
    ...(bare.length === 0
      ? []
      : [`no collision shape, so contact is only seen by the audit: ${bare.map(({ name }) => name).join(', ')}`]),
    ...scene.contactModels.flatMap(({ body, part, findings, acceptedBecause }) =>
      acceptedBecause === null
        ? []
        : [
            `contact shape of ${part} on ${body} is off its source: ${findings.join('; ')}; accepted: ${acceptedBecause}`,
          ],
    ),
    ...scene.warnings,
  ];
}
