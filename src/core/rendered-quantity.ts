import type { SignalUnit } from './quantity.js';

/** How an SI unit is shown to people: in sentences and pages alone do millimetres and degrees appear, and only from here. */
export interface Shown {
  readonly factor: number;
  readonly unit: string;
}

const SHOWN: Partial<Record<SignalUnit, Shown>> = {
  m: { factor: 1e3, unit: 'mm' },
  'm/s': { factor: 1e3, unit: 'mm/s' },
  'm²': { factor: 1e6, unit: 'mm²' },
  'm³': { factor: 1e9, unit: 'mm³' },
  rad: { factor: 180 / Math.PI, unit: '°' },
  'rad/s': { factor: 180 / Math.PI, unit: '°/s' },
  '1': { factor: 1, unit: '' },
};

/** Four significant digits, without an exponent where people read it. */
export function formatNumber(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size < 1e-4 || size >= 1e6) return x.toExponential(2);
  return String(Number(x.toPrecision(4)));
}

/** The unit that people are shown, empty for a pure number, and what an SI value is multiplied with. */
export const shownUnit = (unit: SignalUnit): Shown => SHOWN[unit] ?? { factor: 1, unit };

/** Below this a length, an angle or a rate is the rounding of double precision, and shown as 0 [SI]. */
const ROUNDING = 1e-14;
const ROUNDED: ReadonlySet<string> = new Set(['m', 'rad', 'm/s', 'rad/s']);

/** A value with its unit, for people: 0.0021 m → "2.1 mm". */
export function formatQuantity(value: number, unit: SignalUnit): string {
  const { factor, unit: shown } = shownUnit(unit);
  const text = formatNumber(ROUNDED.has(unit) && Math.abs(value) < ROUNDING ? 0 : value * factor);
  if (shown === '') return text;
  return shown === '°' ? `${text}°` : `${text} ${shown}`;
}
