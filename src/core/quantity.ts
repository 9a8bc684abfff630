import { z } from 'zod';
import type { Vec3 } from './vector.js';

/** Suffix that a field of each unit must carry in its name: the unit is in the name, in JSON as in TypeScript. */
export const UNIT_SUFFIX = {
  m: 'M',
  'm/s': 'MPerS',
  'm/s²': 'MPerS2',
  'm²': 'M2',
  'm³': 'M3',
  s: 'S',
  Hz: 'Hz',
  kg: 'Kg',
  'kg/m³': 'KgPerM3',
  'kg·m²': 'KgM2',
  rad: 'Rad',
  'rad/s': 'RadPerS',
  'rad/s²': 'RadPerS2',
  N: 'N',
  N·s: 'NS',
  'N/m': 'NPerM',
  'N·s/m': 'NSPerM',
  N·m: 'Nm',
  'N·m/rad': 'NmPerRad',
  'N·m·s/rad': 'NmSPerRad',
  J: 'J',
  W: 'W',
} as const;

/** An SI unit that a record field may declare. Pure numbers say in words what they are (`gearRatio`, `toothCount`). */
export type Unit = keyof typeof UNIT_SUFFIX;

/** Unit of a signal or of a check's bound: an SI unit, or '1' for a pure number. */
export type SignalUnit = Unit | '1';

/** Every unit a signal can have, for schemas. */
export const SIGNAL_UNITS = ['1', ...(Object.keys(UNIT_SUFFIX) as Unit[])] as const;

/**
 * Schema of one finite number in the given unit. The unit travels as zod metadata into the JSON Schema, and a test
 * holds it against the suffix of the field's name.
 */
export const quantity = (unit: Unit) => z.number().meta({ unit });

/** Schema of three finite numbers, written as a JSON array; the frame is in the field's name or description. */
export const vector3 = () =>
  z.custom<Vec3>(isVec3, { error: 'must be three finite numbers [x, y, z]' }).meta({
    type: 'array',
    items: { type: 'number' },
    minItems: 3,
    maxItems: 3,
  });

/** Schema of three finite numbers of one unit. */
export const quantity3 = (unit: Unit) => vector3().meta({ unit });

function isVec3(value: unknown): value is Vec3 {
  return Array.isArray(value) && value.length === 3 && value.every((x) => typeof x === 'number' && Number.isFinite(x));
}
