const TWO_PI = 2 * Math.PI;

/** An arc about an axis: counter-clockwise from `startRad` over `sweepRad` ≥ 0. */
export interface Arc {
  readonly startRad: number;
  readonly sweepRad: number;
}

/**
 * Angle covered by the union of arcs [rad], at most 2π. Gaps below 1e-9 rad count as covered.
 */
export function coveredAngle(arcs: readonly Arc[]): number {
  const pieces = arcs
    .map(({ startRad, sweepRad }) => ({ from: wrap(startRad), to: wrap(startRad) + Math.min(sweepRad, TWO_PI) }))
    .flatMap(({ from, to }) =>
      to > TWO_PI
        ? [
            { from, to: TWO_PI },
            { from: 0, to: to - TWO_PI },
          ]
        : [{ from, to }],
    )
    .sort((a, b) => a.from - b.from);
  let covered = 0;
  let reached = 0;
  for (const { from, to } of pieces) {
    if (to <= reached) continue;
    covered += to - (from - reached < 1e-9 ? reached : from);
    reached = to;
  }
  return TWO_PI - covered < 1e-9 ? TWO_PI : covered;
}

/** The shortest arc that holds three angles [rad]: what a triangle spans about an axis that it does not enclose. */
export function arcOf(angles: readonly [number, number, number]): Arc {
  const sorted = angles.map(wrap).sort((a, b) => a - b);
  const [a, b, c] = sorted as [number, number, number];
  const gaps = [b - a, c - b, a + TWO_PI - c];
  const widest = gaps.indexOf(Math.max(...gaps));
  const startRad = [b, c, a][widest]!;
  return { startRad, sweepRad: TWO_PI - gaps[widest]! };
}

function wrap(angle: number): number {
  const turned = angle % TWO_PI;
  return turned < 0 ? turned + TWO_PI : turned;
}
