import { geometryError } from '../geometry-issue.js';

/** An involute toothing after ISO 21771, spur teeth. */
export interface GearSpec {
  /** Pitch diameter over tooth count [m] > 0. */
  readonly moduleM: number;
  readonly toothCount: number;
  /** Face width [m] > 0. */
  readonly widthM: number;
  /** 20° unless given [rad]. */
  readonly pressureAngleRad?: number;
  /** Profile shift in modules; 0 unless given. For an internal gear positive moves the teeth outwards. */
  readonly profileShift?: number;
  /** By how much every tooth is thinner at the pitch circle [m] ≥ 0; the backlash of a pair is the sum of both. */
  readonly thinningM?: number;
  /** Tooth height above and below the pitch circle in modules; 1 and 1.25 unless given. */
  readonly addendumFactor?: number;
  readonly dedendumFactor?: number;
  /** Rounding of the generating rack's tip in modules: the fillet of the roots; 0.2 unless given. Not used for internal teeth. */
  readonly rootRadiusFactor?: number;
  /** Corners per flank, on the involute; 16 unless given: chords 1.5 µm deep at module 2 mm. */
  readonly flankPointCount?: number;
  /**
   * Chords per fillet; 6 unless given: up to 10 µm of material too much at module 2 mm, where nothing touches. A fillet is
   * hollow, and every chord of it costs a convex piece.
   */
  readonly filletChordCount?: number;
}

/** A toothing with its circles worked out: angles in rad, lengths in m, `space` half the angle of a tooth space. */
export interface Toothing {
  readonly z: number;
  readonly m: number;
  readonly alpha: number;
  readonly x: number;
  readonly thinning: number;
  /** Pitch, base, tip and root circle. */
  readonly rp: number;
  readonly rb: number;
  readonly ra: number;
  readonly rf: number;
  readonly flankPointCount: number;
  readonly filletChordCount: number;
}

/** Points per arc are chosen so that arcs of gears are this true [m]. */
export const ARC_CHORD_M = 5e-6;

/** inv a = tan a − a. */
export const involute = (a: number): number => Math.tan(a) - a;

/** Pressure angle at a radius ≥ rb [rad]. */
export const pressureAngleAt = ({ rb }: Toothing, r: number): number => Math.acos(Math.min(1, rb / r));

/**
 * Checks a spec and works out its circles.
 *
 *   rp = m·z/2   rb = rp·cos α   external: ra = rp + m(ha + x), rf = rp − m(hf − x)   internal: the signs of ha and hf turn
 *
 * @throws GeometryError `bad_gear` where a number makes no gear
 */
export function toothingOf(spec: GearSpec, kind: 'external' | 'internal'): Toothing {
  const { moduleM: m, toothCount: z, widthM } = spec;
  const { pressureAngleRad: alpha = Math.PI / 9, profileShift: x = 0, thinningM: thinning = 0 } = spec;
  const { addendumFactor: ha = 1, dedendumFactor: hf = 1.25, flankPointCount = 16, filletChordCount = 6 } = spec;
  const rp = (m * z) / 2;
  const side = kind === 'external' ? 1 : -1;
  const toothing = {
    ...{ z, m, alpha, x, thinning, flankPointCount, filletChordCount },
    rp,
    rb: rp * Math.cos(alpha),
    ra: rp + side * m * ha + m * x,
    rf: rp - side * m * hf + m * x,
  };
  const isSound =
    m > 0 &&
    widthM > 0 &&
    Number.isInteger(z) &&
    z >= (kind === 'external' ? 4 : 12) &&
    alpha > 0.1 &&
    alpha < 0.8 &&
    thinning >= 0 &&
    flankPointCount >= 2 &&
    filletChordCount >= 1 &&
    Math.min(toothing.ra, toothing.rf) > 0;
  if (!isSound)
    throw badGear(`no ${kind} gear has module ${m} m, ${z} teeth, pressure angle ${alpha} rad, width ${widthM} m`);
  return toothing;
}

/** A typed error about a gear's numbers. */
export const badGear = (message: string) =>
  geometryError({
    code: 'bad_gear',
    message,
    fix: 'Lengths are metres, angles radians; more teeth, less addendum or another profile shift make a tooth possible.',
  });

/**
 * Distance of the axes at which two external gears mesh without backlash of their own [m].
 *
 *   inv α_w = inv α + 2 tan α·(x₁ + x₂)/(z₁ + z₂)      a = m(z₁ + z₂)/2 · cos α/cos α_w
 *
 * For an internal second gear, z₂ and x₂ count negative: a = m(z₂ − z₁)/2 · cos α/cos α_w with (x₂ − x₁)/(z₂ − z₁).
 *
 * @param isInternal  whether the second gear is internal
 * @throws            GeometryError `bad_gear` where modules or pressure angles differ
 */
export function gearCenterDistanceM(first: GearSpec, second: GearSpec, isInternal = false): number {
  const [p, q] = [toothingOf(first, 'external'), toothingOf(second, isInternal ? 'internal' : 'external')];
  if (Math.abs(p.m - q.m) > 1e-9 || Math.abs(p.alpha - q.alpha) > 1e-9)
    throw badGear('two gears mesh only with the same module and pressure angle');
  const sign = isInternal ? -1 : 1;
  const teeth = q.z + sign * p.z;
  const target = involute(p.alpha) + (2 * Math.tan(p.alpha) * (q.x + sign * p.x)) / teeth;
  return ((p.m * teeth) / 2) * (Math.cos(p.alpha) / Math.cos(inverseInvolute(target)));
}

/** The angle whose involute this is [rad], by Newton: inv′ = tan². */
export function inverseInvolute(value: number): number {
  let a = Math.cbrt(3 * Math.max(value, 1e-12));
  for (let i = 0; i < 30; i++) a -= (involute(a) - value) / Math.tan(a) ** 2;
  return a;
}
