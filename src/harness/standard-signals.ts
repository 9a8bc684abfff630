import type { Scene } from '../scene/index.js';
import { sceneBounds } from '../scene/index.js';
import type { TemplateBindingRecord } from './binding-schema.js';
import type { BoundOperation } from './operations.js';
import type { TemplateRecord } from './template-schema.js';

type SignalRecord = Readonly<Record<string, unknown>> & { readonly name: string };

/** Names of the signals that every template has beside its observations. */
export const STANDARD = {
  separation: 'standard.separation',
  speed: 'standard.speed',
  turning: 'standard.turning',
  /** Largest of speed / 1 mm/s and turning / 1 °/s: STILL where it stays below 1. */
  unrest: 'standard.unrest',
  outside: 'standard.outside',
  kinetic: 'standard.kinetic',
  potential: 'standard.potential',
  elastic: 'standard.elastic',
  work: 'standard.work',
  gain: 'standard.energy-gain',
} as const;

/** Signals of an operation's drive: effort, work, and the coordinate that it acts on. */
export const driveSignals = {
  effort: (operation: string) => `drive.${operation}.effort`,
  work: (operation: string) => `drive.${operation}.work`,
  coordinate: (operation: string) => `drive.${operation}.coordinate`,
} as const;

/** Contact force of a pair that works by contact. */
export const pairForce = (pair: string): string => `pair.${pair}.force`;

/** Signals that a template may refer to beside its observations. */
export function providedSignals({ operations, noSubstitute }: TemplateRecord): string[] {
  return [
    ...Object.values(STANDARD),
    ...operations.flatMap(({ name }) => [
      driveSignals.effort(name),
      driveSignals.work(name),
      driveSignals.coordinate(name),
    ]),
    ...noSubstitute.filter(({ kind }) => kind === 'contact').map(({ name }) => pairForce(name)),
  ];
}

/** Slower than this, a body is still. */
export const STILL = { speedMPerS: 1e-3, turningRadPerS: Math.PI / 180 };

/** Share of the work put in, and energy beside it, that the energy balance may be off by. */
const ENERGY_SHARE = 0.01;

/**
 * Returns the records of the signals that the common rules look at.
 *
 *   energy gain = kinetic + potential + stored − work put in (a body that is placed is work) − 1 % of it
 */
export function standardSignals(
  scene: Scene,
  operations: readonly BoundOperation[],
  template: TemplateRecord,
  binding: TemplateBindingRecord,
): SignalRecord[] {
  const moving = scene.bodies.filter((body) => body.index > 0 && !body.isGround);
  const mechanism = moving.filter((body) => !body.isEnvironment).map(({ name }) => name);
  const energies = (['kinetic', 'potential', 'elastic', 'work'] as const).map((form) => ({
    kind: 'energy',
    name: STANDARD[form],
    form,
  }));
  const sum = `{${STANDARD.kinetic}} + {${STANDARD.potential}} + {${STANDARD.elastic}}`;
  const allowed = `{${STANDARD.work}} + ${ENERGY_SHARE} * abs({${STANDARD.work}})`;
  return [
    { kind: 'joint-separation', name: STANDARD.separation },
    ...(mechanism.length === 0
      ? []
      : [
          { kind: 'fastest-body', name: STANDARD.speed, bodies: mechanism, motion: 'travel' },
          { kind: 'fastest-body', name: STANDARD.turning, bodies: mechanism, motion: 'angle' },
          {
            kind: 'expression',
            name: STANDARD.unrest,
            formula: `max(per({${STANDARD.speed}}, ${STILL.speedMPerS}), per({${STANDARD.turning}}, ${STILL.turningRadPerS}))`,
            unit: '1',
          },
        ]),
    ...outsideSignal(scene, template),
    ...energies,
    { kind: 'expression', name: STANDARD.gain, formula: `${sum} - (${allowed})`, unit: 'J' },
    ...operations.flatMap((bound) => operationSignals(bound)),
    ...template.noSubstitute.flatMap((pair) => {
      const groups = binding.pairs[pair.name];
      if (pair.kind !== 'contact' || groups === undefined) return [];
      return [{ kind: 'contact-force', name: pairForce(pair.name), ...groups }];
    }),
  ];
}

/** The box around everything that can move or stands in the mechanism, grown on every side by half its diagonal. */
function outsideSignal(scene: Scene, template: TemplateRecord): SignalRecord[] {
  const inside = scene.bodies.filter((body) => body.isPresent && !(body.isEnvironment && body.isGround));
  const bounds = sceneBounds(inside);
  const mayLeave = new Set(template.trials.flatMap((trial) => trial.mayLeave));
  const bodies = scene.bodies
    .filter((body) => body.index > 0 && !body.isGround && !mayLeave.has(body.name))
    .map(({ name }) => name);
  if (bounds === null || bodies.length === 0) return [];
  const { minM, maxM } = bounds;
  const half = Math.hypot(maxM[0] - minM[0], maxM[1] - minM[1], maxM[2] - minM[2]) / 2;
  return [
    {
      kind: 'outside-box',
      name: STANDARD.outside,
      bodies,
      minM: minM.map((x) => x - half),
      maxM: maxM.map((x) => x + half),
    },
  ];
}

function operationSignals({ operation, binding, turns, sense }: BoundOperation): SignalRecord[] {
  const { name } = operation;
  const { on } = binding;
  const raw = `${driveSignals.coordinate(name)}.raw`;
  const coordinate =
    'joint' in on
      ? { kind: 'joint-coordinate', joint: on.joint, coordinate: turns ? 'angle' : 'travel' }
      : {
          kind: turns ? 'body-angle' : 'body-travel',
          body: on.body,
          reference: on.reference,
          originM: on.frame.originM,
          axis: operation.drive === 'weight' ? [0, 0, -1] : on.frame.axis,
        };
  const oriented: SignalRecord[] =
    sense === 1
      ? [{ ...coordinate, name: driveSignals.coordinate(name) }]
      : [
          { ...coordinate, name: raw },
          { kind: 'expression', name: driveSignals.coordinate(name), formula: `-{${raw}}`, unit: turns ? 'rad' : 'm' },
        ];
  return [
    { kind: 'drive-effort', name: driveSignals.effort(name), drive: name },
    { kind: 'drive-work', name: driveSignals.work(name), drive: name },
    ...oriented,
  ];
}
