/** Link lengths of a planar four-bar [m]: ground d, crank a, coupler b, rocker c. */
export interface FourBar {
  readonly groundM: number;
  readonly crankM: number;
  readonly couplerM: number;
  readonly rockerM: number;
}

/** Where the links stand at one crank angle. Angles [rad] counter-clockwise from the line O1→O2; points [m] from O1. */
export interface FourBarPosition {
  readonly couplerRad: number;
  readonly rockerRad: number;
  readonly crankPinM: readonly [number, number];
  readonly rockerPinM: readonly [number, number];
}

/**
 * Returns the position of the open branch (rocker pin above the line from the crank pin to O2), or null where the loop
 * cannot close at this crank angle.
 *
 *   A = a·(cos θ, sin θ)      f = |O2 − A|      cos γ = (f² + c² − b²)/(2·f·c)
 *   rocker angle = angle(A − O2) − γ      B = O2 + c·(cos, sin)(rocker angle)
 *
 * @param links    link lengths [m], all > 0
 * @param crankRad crank angle θ [rad]
 */
export function closeFourBar(links: FourBar, crankRad: number): FourBarPosition | null {
  const { groundM: d, crankM: a, couplerM: b, rockerM: c } = links;
  const ax = a * Math.cos(crankRad);
  const ay = a * Math.sin(crankRad);
  const f = Math.hypot(d - ax, ay);
  const cosGamma = (f * f + c * c - b * b) / (2 * f * c);
  if (!(Math.abs(cosGamma) <= 1)) return null;
  const rockerRad = Math.atan2(ay, ax - d) - Math.acos(cosGamma);
  const bx = d + c * Math.cos(rockerRad);
  const by = c * Math.sin(rockerRad);
  return {
    couplerRad: Math.atan2(by - ay, bx - ax),
    rockerRad: normalizeAngle(rockerRad),
    crankPinM: [ax, ay],
    rockerPinM: [bx, by],
  };
}

/** The angle in (−π, π] [rad]. */
function normalizeAngle(angleRad: number): number {
  return angleRad - 2 * Math.PI * Math.ceil(angleRad / (2 * Math.PI) - 0.5);
}
