import { z } from 'zod';
import type { Issue } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import type { SceneKinds } from './kinds.js';
import type { Named } from './names.js';
import { duplicates } from './scene-issues.js';
import { type BindingRecord, setPointCommon } from './schema.js';
import { issuesFromZod } from './zod-issues.js';

/** Issues of a binding beyond its shape: names, phases, set-points, drives, requirements. */
export function bindingIssues(binding: BindingRecord, kinds: SceneKinds): Issue[] {
  return [
    ...nameIssues(binding),
    ...setPointIssues(binding, kinds),
    ...driveIssues(binding, kinds),
    ...requirementIssues(binding),
  ];
}

function nameIssues(binding: BindingRecord): Issue[] {
  const issues = [
    ...duplicates(binding.drives as readonly Named[], 'drives'),
    ...duplicates(binding.signals as readonly Named[], 'signals'),
    ...duplicates(
      binding.requirements.map(({ id }) => ({ name: id })),
      'requirements',
    ),
    ...duplicates(
      binding.trials.map(({ id }) => ({ name: id })),
      'trials',
    ),
  ];
  for (const [t, trial] of binding.trials.entries()) {
    const inTrial = (more: readonly Issue[]) => more.map((issue) => ({ ...issue, path: ['trials', t, ...issue.path] }));
    issues.push(
      ...inTrial(
        duplicates(
          trial.phases.map(({ id }) => ({ name: id })),
          'phases',
        ),
      ),
    );
    issues.push(
      ...inTrial(
        duplicates(
          (trial.checks as readonly { id: string }[]).map(({ id }) => ({ name: id })),
          'checks',
        ),
      ),
    );
    issues.push(...inTrial(phaseIssues(binding, trial)));
  }
  return issues;
}

function phaseIssues(binding: BindingRecord, trial: BindingRecord['trials'][number]): Issue[] {
  if (typeof binding.scene === 'string') return [];
  const issues: Issue[] = [];
  const environment = new Set(binding.scene.bodies.filter((body) => body.isEnvironment).map((body) => body.name));
  const phases = trial.phases.map((phase) => phase.id);
  const mustBeEnvironment = (body: string, path: (string | number)[]) => {
    if (environment.has(body)) return;
    const fix = 'Only environment bodies may be placed or removed; mark it isEnvironment if it is not the mechanism.';
    issues.push({ code: 'not_environment', path, message: `'${body}' is not an environment body`, fix });
  };
  for (const [p, phase] of trial.phases.entries()) {
    const { stepS } = binding.settings;
    if (phase.durationS < stepS) {
      const message = `is shorter than one step of ${stepS} s`;
      const fix = 'Give the phase at least one step, or settings.stepS a smaller value.';
      issues.push({ code: 'out_of_range', path: ['phases', p, 'durationS'], message, fix });
    }
    for (const [k, { body }] of phase.place.entries()) mustBeEnvironment(body, ['phases', p, 'place', k, 'body']);
    for (const [k, body] of phase.remove.entries()) mustBeEnvironment(body, ['phases', p, 'remove', k]);
  }
  for (const [c, check] of trial.checks.entries()) {
    const window = (check as { window: { phase?: string; untilPhase?: string } }).window;
    for (const key of ['phase', 'untilPhase'] as const) {
      const phase = window[key];
      if (phase === undefined || phases.includes(phase)) continue;
      const fix = didYouMean(phase, phases, 'phases');
      const message = `'${phase}' is not a phase of this trial`;
      issues.push({ code: 'unknown_phase', path: ['checks', c, 'window', key], message, fix });
    }
  }
  return issues;
}

/** Holds every set-point against the kind of the drive that it names, and writes its defaults in. */
function setPointIssues(binding: BindingRecord, kinds: SceneKinds): Issue[] {
  const kindOf = new Map(binding.drives.map((drive) => [(drive as Named).name, (drive as { kind: string }).kind]));
  const issues: Issue[] = [];
  for (const [t, trial] of binding.trials.entries()) {
    for (const [p, phase] of trial.phases.entries()) {
      for (const [k, setPoint] of phase.set.entries()) {
        const kind = kinds.drives.find((candidate) => candidate.kind === kindOf.get(setPoint.drive));
        if (kind === undefined) continue;
        const isOff = setPoint.isOn === false;
        const fields = isOff ? kind.setPointFields.partial() : kind.setPointFields;
        const schema = z.strictObject({ ...setPointCommon().shape, ...fields.shape });
        const parsed = schema.safeParse(setPoint);
        const path = ['trials', t, 'phases', p, 'set', k];
        if (parsed.success) Object.assign(setPoint, parsed.data);
        else
          issues.push(
            ...issuesFromZod(parsed.error, schema, setPoint).map((issue) => ({
              ...issue,
              path: [...path, ...issue.path],
            })),
          );
      }
    }
  }
  return issues;
}

interface DriveShape extends Named {
  readonly kind: string;
  readonly on: { readonly joint?: string };
}

/** A drive needs a coordinate of its own motion: a torque on a slide has no meaning. */
function driveIssues(binding: BindingRecord, kinds: SceneKinds): Issue[] {
  if (typeof binding.scene === 'string') return [];
  const jointKindOf = new Map(
    (binding.scene.joints as readonly (Named & { kind: string })[]).map((j) => [j.name, j.kind]),
  );
  return (binding.drives as readonly DriveShape[]).flatMap(({ kind: driveKind, on }, i) => {
    const motion = kinds.drives.find(({ kind }) => kind === driveKind)?.motion;
    const joint = on.joint === undefined ? undefined : jointKindOf.get(on.joint);
    if (joint === undefined || motion === undefined) return [];
    const coordinates = kinds.joints.find(({ kind }) => kind === joint)?.coordinates ?? [];
    if (coordinates.some((coordinate) => coordinate.motion === motion)) return [];
    const fitting = kinds.drives.filter((d) => coordinates.some((c) => c.motion === d.motion)).map(({ kind }) => kind);
    const fix =
      fitting.length > 0
        ? `On a ${joint} joint use one of: ${fitting.join(', ')}.`
        : `A ${joint} joint has no coordinate; drive a body about or along an axis instead: {"body", "frame"}.`;
    const message = `a ${driveKind} acts on ${motion === 'angle' ? 'an angle' : 'a travel'}, which a ${joint} joint does not have`;
    return [{ code: 'wrong_motion', path: ['drives', i, 'on', 'joint'], message, fix }];
  });
}

/** A requirement that no check covers would pass unseen. */
function requirementIssues(binding: BindingRecord): Issue[] {
  const covered = new Set(
    binding.trials.flatMap(({ checks }) => (checks as readonly { requirement?: string }[]).map((c) => c.requirement)),
  );
  return binding.requirements.flatMap(({ id }, i) =>
    covered.has(id)
      ? []
      : [
          {
            code: 'uncovered_requirement',
            path: ['requirements', i],
            message: `no check covers requirement '${id}'`,
            fix: `Add a check with "requirement": "${id}", or leave the requirement out.`,
          },
        ],
  );
}
