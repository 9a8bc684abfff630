/** Link lengths [m] as the test knows them, independent of the simulation's own dimensions. */
export const WIPER = { d: 0.1, a: 0.0295, b: 0.096, c: 0.04 };

/**
 * Angles of coupler and rocker [rad] of a planar four-bar by Freudenstein's equation, open branch.
 *
 *   K1 = d/a   K2 = d/c   K3 = (a² − b² + c² + d²)/(2ac)
 *   A·t² + B·t + C = 0,  t = tan(ψ/2),  A = cos θ − K1 − K2·cos θ + K3,  B = −2·sin θ,  C = K1 − (K2 + 1)·cos θ + K3
 *
 * Source: F. Freudenstein (1955), Approximate synthesis of four-bar linkages, Trans. ASME 77, 853–861.
 * A different route from the one in sims/ (which intersects circles), so that one error cannot hide in both.
 */
export function freudenstein(theta: number, links = WIPER): { rocker: number; coupler: number } {
  const { d, a, b, c } = links;
  const K1 = d / a;
  const K2 = d / c;
  const K3 = (a * a - b * b + c * c + d * d) / (2 * a * c);
  const A = Math.cos(theta) - K1 - K2 * Math.cos(theta) + K3;
  const B = -2 * Math.sin(theta);
  const C = K1 - (K2 + 1) * Math.cos(theta) + K3;
  const rocker = 2 * Math.atan2(-B - Math.sqrt(B * B - 4 * A * C), 2 * A);
  const dx = d + c * Math.cos(rocker) - a * Math.cos(theta);
  const dy = c * Math.sin(rocker) - a * Math.sin(theta);
  return { rocker, coupler: Math.atan2(dy, dx) };
}
