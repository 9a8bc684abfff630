import type { Issue } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import type { BoundOperation } from './operations.js';
import type { TemplateOperation, TemplateSetPoint } from './template-schema.js';

type Field = 'speed' | 'to' | 'effort';

/** What a set-point of each drive must say. */
const NEEDED: Readonly<Record<TemplateOperation['drive'], readonly Field[]>> = {
  speed: ['speed'],
  position: ['to', 'speed'],
  effort: ['effort'],
  brake: ['effort'],
  weight: ['effort'],
};

/** Seconds in which a hand lets go. */
export const LET_GO_S = 0.05;

/** Set-points of a phase that name no operation, or say what its drive does not take. */
export function setPointIssues(
  set: readonly TemplateSetPoint[],
  operations: readonly TemplateOperation[],
  path: readonly (string | number)[],
): Issue[] {
  return set.flatMap((setPoint, k): Issue[] => {
    const operation = operations.find(({ name }) => name === setPoint.operation);
    const at = [...path, k];
    if (operation === undefined) {
      const known = operations.map(({ name }) => name);
      const message = `'${setPoint.operation}' is not an operation of this template`;
      return [
        {
          code: 'unknown_operation',
          path: [...at, 'operation'],
          message,
          fix: didYouMean(setPoint.operation, known, 'operations'),
        },
      ];
    }
    const needed = setPoint.isOff === true ? [] : NEEDED[operation.drive];
    const given = (['speed', 'to', 'effort'] as const).filter((field) => setPoint[field] !== undefined);
    const isRight = needed.length === given.length && needed.every((field) => given.includes(field));
    if (isRight) return [];
    const wanted =
      setPoint.isOff === true ? 'nothing else when it is off' : needed.map((field) => `"${field}"`).join(' and ');
    const message = `a set-point of '${operation.name}' (${operation.drive}) takes ${wanted}, got ${given.join(', ') || 'nothing'}`;
    return [{ code: 'set_point_malformed', path: at, message, fix: `Give ${wanted}.` }];
  });
}

/**
 * Returns the set-point of the drive that carries out an operation; all formulas have been resolved.
 *
 * Along an arm r the operation's travel s, force F and speed v become the angle s/r, the torque F·r and v/r.
 */
export function driveSetPoint(setPoint: TemplateSetPoint, bound: BoundOperation): Record<string, unknown> {
  const { operation, turns, armM, sense, speedFactor } = bound;
  const drive = operation.name;
  if (setPoint.isOff === true) return { drive, isOn: false, letGoS: Number(setPoint.letGoS ?? LET_GO_S) };
  const ramp = setPoint.rampS === undefined ? null : Number(setPoint.rampS);
  const speed = (Number(setPoint.speed) * speedFactor) / armM;
  const effort = Number(setPoint.effort) * armM;
  switch (operation.drive) {
    case 'speed':
      return {
        drive,
        [turns ? 'speedRadPerS' : 'speedMPerS']: sense * speed,
        ...(ramp === null ? {} : { rampS: ramp }),
      };
    case 'position':
      return {
        drive,
        [turns ? 'angleRad' : 'travelM']: (sense * Number(setPoint.to)) / armM,
        [turns ? 'speedRadPerS' : 'speedMPerS']: Math.abs(speed),
        ...(ramp === null ? {} : { endRampS: ramp }),
      };
    case 'effort':
    case 'weight':
      return { drive, [turns ? 'torqueNm' : 'forceN']: sense * effort, ...(ramp === null ? {} : { rampS: ramp }) };
    case 'brake':
      return { drive, [turns ? 'torqueNm' : 'forceN']: effort, ...(ramp === null ? {} : { rampS: ramp }) };
  }
}
