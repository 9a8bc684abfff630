import type { Scene } from '../scene/index.js';
import type { TemplateBindingRecord } from './binding-schema.js';
import type { BoundOperation } from './operations.js';
import { driveSignals, pairForce, STANDARD, STILL } from './standard-signals.js';
import type { TemplatePhase, TemplateRecord, TemplateTrial } from './template-schema.js';

type CheckRecord = Readonly<Record<string, unknown>> & { readonly id: string; readonly kind: string };

const ONE_DEGREE_RAD = Math.PI / 180;
/** Largest distance of what a joint holds together, at any step. */
const SEPARATION_M = 2e-4;
const ENERGY_FLOOR_J = 1e-3;
/** Share of the commanded progress that the input must cover. */
const COVERED = 0.95;
const BACK_RUN_RAD = 5 * ONE_DEGREE_RAD;
/** Recorded efforts are means over a step: rounding of a cap that is reached exactly. */
const CAP_ROUNDING = 1 + 1e-9;

/**
 * Returns the checks that every trial of every template has beside its own: what settles, holds together, stays inside,
 * is driven as commanded, makes no energy, leaves no range, and touches where it is said to carry.
 */
export function commonChecks(
  trial: TemplateTrial,
  template: TemplateRecord,
  scene: Scene,
  operations: readonly BoundOperation[],
  binding: TemplateBindingRecord,
): CheckRecord[] {
  const moves = scene.bodies.some((body) => !body.isGround && !body.isEnvironment);
  const staysInside = scene.bodies.some((body) => !body.isGround);
  return [
    ...(moves ? settleChecks(trial) : []),
    atMost('joints', STANDARD.separation, SEPARATION_M, 'm'),
    ...(staysInside ? [atMost('inside', STANDARD.outside, 0, 'm')] : []),
    {
      ...atMost('energy', STANDARD.gain, ENERGY_FLOOR_J, 'J'),
      baseline: { toS: 1e-3 },
    },
    { id: 'models', kind: 'events', code: 'range_left', op: '<=', bound: 0, unit: '1' },
    ...operations.flatMap((bound) => driveChecks(trial, bound)),
    ...contactProofs(trial, template, binding),
    ...mustMoveChecks(template, binding),
  ];
}

const atMost = (id: string, signal: string, bound: number, unit: string): CheckRecord => ({
  id,
  kind: 'statistic',
  signal,
  statistic: 'max',
  op: '<=',
  bound,
  unit,
});

function settleChecks({ settlePhase }: TemplateTrial): CheckRecord[] {
  if (settlePhase === null) return [];
  const atEnd = (id: string, signal: string, bound: number, unit: string): CheckRecord => ({
    ...atMost(id, signal, bound, unit),
    statistic: 'final',
    window: { phase: settlePhase },
  });
  return [
    atEnd('settle/travel', STANDARD.speed, STILL.speedMPerS, 'm/s'),
    atEnd('settle/turning', STANDARD.turning, STILL.turningRadPerS, 'rad/s'),
  ];
}

/** The cap is kept, and servos cover what they are told to. */
function driveChecks(trial: TemplateTrial, bound: BoundOperation): CheckRecord[] {
  const { operation, turns, cap } = bound;
  const effort = driveSignals.effort(operation.name);
  const kept: CheckRecord = {
    ...atMost(`drive/${operation.name}-cap`, effort, cap * CAP_ROUNDING, turns ? 'N·m' : 'N'),
    statistic: 'max-abs',
  };
  if (!operation.mustFollow || (operation.drive !== 'speed' && operation.drive !== 'position')) return [kept];
  return [kept, ...followChecks(trial, bound)];
}

/** What a servo was last told, phase after phase. */
interface Commanded {
  speed: number;
  isOn: boolean;
  mayStall: boolean;
}

function followChecks(trial: TemplateTrial, bound: BoundOperation): CheckRecord[] {
  const last: Commanded = { speed: 0, isOn: false, mayStall: false };
  return trial.phases.flatMap((phase) => {
    const point = phase.set.find(({ operation }) => operation === bound.operation.name);
    const before = last.isOn ? last.speed : 0;
    if (point !== undefined) {
      last.isOn = point.isOff !== true;
      last.speed = last.isOn ? (Number(point.speed ?? 0) * bound.speedFactor) / bound.armM : 0;
      last.mayStall = point.mayStall === true;
    }
    if (!last.isOn || last.mayStall || phase.until !== undefined) return [];
    if (bound.operation.drive === 'position') {
      return point === undefined ? [] : [follow(phase, bound, { target: Number(point.to) / bound.armM })];
    }
    if (last.speed === 0) return [];
    const rampS = point === undefined ? 0 : Math.min(Number(point.rampS ?? 0.2), Number(phase.durationS));
    const progress = last.speed * Number(phase.durationS) - ((last.speed - before) * rampS) / 2;
    const checks = [follow(phase, bound, { commanded: progress })];
    return bound.turns ? [...checks, noBackRun(phase, bound, last.speed)] : checks;
  });
}

function follow(
  phase: TemplatePhase,
  { operation, turns, cap }: BoundOperation,
  goal: Record<string, number>,
): CheckRecord {
  return {
    id: `drive/${operation.name}-follows[${phase.id}]`,
    kind: 'actual-input',
    signal: driveSignals.coordinate(operation.name),
    effort: driveSignals.effort(operation.name),
    cap,
    ...goal,
    goalUnit: turns ? 'rad' : 'm',
    op: '>=',
    bound: COVERED,
    unit: '1',
    window: { phase: phase.id },
  };
}

function noBackRun(phase: TemplatePhase, { operation }: BoundOperation, speed: number): CheckRecord {
  return {
    id: `drive/${operation.name}-no-back-run[${phase.id}]`,
    kind: 'back-run',
    signal: driveSignals.coordinate(operation.name),
    direction: speed > 0 ? 'increasing' : 'decreasing',
    op: '<=',
    bound: BACK_RUN_RAD,
    unit: 'rad',
    window: { phase: phase.id },
  };
}

/** Every pair that works by contact touches with more than its least force while it is said to carry. */
function contactProofs(trial: TemplateTrial, template: TemplateRecord, binding: TemplateBindingRecord): CheckRecord[] {
  return template.noSubstitute.flatMap((pair) => {
    if (pair.kind !== 'contact' || binding.pairs[pair.name] === undefined) return [];
    const here = pair.carries.filter((place) => place.trial === trial.id);
    const windows = pair.carries.length === 0 ? [{}] : here.map(({ trial: _, ...window }) => window);
    return windows.map((window, i) => ({
      id: `contact-proof/${pair.name}${windows.length > 1 ? `[${i + 1}]` : ''}`,
      kind: 'statistic',
      signal: pairForce(pair.name),
      statistic: 'max',
      op: '>',
      bound: pair.leastForceN,
      unit: 'N',
      window,
    }));
  });
}

/** A signal that never changes by more than rounding is bound to the wrong body. */
function mustMoveChecks(template: TemplateRecord, binding: TemplateBindingRecord): CheckRecord[] {
  return template.observations
    .filter(({ name, mustMove }) => mustMove && binding.observations[name] !== undefined)
    .map(({ name, unit }) => ({
      id: `observed/${name}`,
      kind: 'statistic',
      signal: name,
      statistic: 'range',
      op: '>',
      bound: 1e-9,
      unit,
      isEvidence: true,
    }));
}
