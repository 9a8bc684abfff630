/**
 * What the quality gate of a trial would have said about a run of an engine, with the bounds that trials have by default.
 *
 *   joint separation ≤ 20 µm, penetration ≤ 50 µm, residual ≤ 1 µm,
 *   |kinetic + potential + elastic − start − work in + dissipated| ≤ 1 % of (|work in| + peak kinetic) + 10 µJ, no clamps
 */
import type { Engine } from '../src/dynamics/engine.js';
import { settingsRecord } from '../src/scene/index.js';

/** The worst of every figure over a run. */
export interface GateWatch {
  separationM: number;
  penetrationM: number;
  residualM: number;
  energyJ: number;
  peakKineticJ: number;
  workInJ: number;
  clampedCount: number;
}

const BOUNDS = settingsRecord().parse({});

/** Watches every step of an engine from here on. */
export function watchGate(engine: Engine): GateWatch {
  const watch: GateWatch = {
    separationM: 0,
    penetrationM: 0,
    residualM: 0,
    energyJ: 0,
    peakKineticJ: engine.energy.kineticJ,
    workInJ: 0,
    clampedCount: 0,
  };
  const { kineticJ, potentialJ, elasticJ = 0 } = engine.energy;
  const startJ = kineticJ + potentialJ + elasticJ;
  const step = engine.step.bind(engine);
  engine.step = () => {
    step();
    look(engine, watch, startJ);
  };
  return watch;
}

function look(engine: Engine, watch: GateWatch, startJ: number): void {
  const { kineticJ, potentialJ, elasticJ = 0, workInJ, dissipatedJ } = engine.energy;
  for (let j = 0; j < engine.jointSeparationM.length; j++) {
    if (engine.jointActive[j] === 1) watch.separationM = Math.max(watch.separationM, engine.jointSeparationM[j]!);
  }
  watch.penetrationM = Math.max(watch.penetrationM, engine.maxPenetrationM);
  watch.residualM = Math.max(watch.residualM, engine.residualM);
  watch.energyJ = Math.max(watch.energyJ, Math.abs(kineticJ + potentialJ + elasticJ - startJ - workInJ + dissipatedJ));
  watch.peakKineticJ = Math.max(watch.peakKineticJ, kineticJ);
  watch.workInJ = workInJ;
  watch.clampedCount = engine.clampedCount;
}

/** Why the gate would be shut after this run; empty where it stays open. */
export function gateReasons(watch: GateWatch): string[] {
  const allowedJ =
    BOUNDS.energyResidualFraction * (Math.abs(watch.workInJ) + watch.peakKineticJ) + BOUNDS.energyResidualJ;
  const reasons: string[] = [];
  if (!(watch.separationM <= BOUNDS.jointSeparationM)) reasons.push(`joint separation ${micro(watch.separationM)}`);
  if (!(watch.penetrationM <= BOUNDS.penetrationM)) reasons.push(`penetration ${micro(watch.penetrationM)}`);
  if (!(watch.residualM <= BOUNDS.solverResidualM)) reasons.push(`residual ${micro(watch.residualM)}`);
  if (!(watch.energyJ <= allowedJ)) {
    reasons.push(`energy balance off by ${(watch.energyJ / allowedJ).toPrecision(2)} times what is allowed`);
  }
  if (watch.clampedCount > 0) reasons.push('a speed was clamped');
  return reasons;
}

const micro = (x: number): string => `${(x * 1e6).toPrecision(2)} µm`;
