/** Length units that a source may declare. */
export const LENGTH_UNITS = ['m', 'cm', 'mm', 'um', 'in', 'ft'] as const;

/** Length unit of a CAD file that has none of its own. */
export type LengthUnit = (typeof LENGTH_UNITS)[number];

/** Meters per unit as a fraction, so that decimal units convert with one correctly rounded division. */
const METERS_PER_UNIT: Readonly<Record<LengthUnit, readonly [number, number]>> = {
  m: [1, 1],
  cm: [1, 100],
  mm: [1, 1000],
  um: [1, 1e6],
  in: [0.0254, 1],
  ft: [0.3048, 1],
};

/**
 * Converts lengths to meters, in place.
 *
 * @param lengths  lengths in `unit`; overwritten with meters
 * @returns        the same array
 */
export function convertToMeters(lengths: Float64Array, unit: LengthUnit): Float64Array {
  const [numerator, denominator] = METERS_PER_UNIT[unit];
  for (let i = 0; i < lengths.length; i++) lengths[i] = (lengths[i]! * numerator) / denominator;
  return lengths;
}

/** Meters in one `unit`. */
export function metersPer(unit: LengthUnit): number {
  const [numerator, denominator] = METERS_PER_UNIT[unit];
  return numerator / denominator;
}
