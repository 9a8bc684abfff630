/** Five boxes of unequal mass on top of each other: every interface carries the weight above it, and nothing moves. */
import {
  addBody,
  addShape,
  boxInertia,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import type { ValidationCase } from '../case.js';
import { addError, G, newErrors, steps } from '../rig.js';

const EDGE_M = 0.05;
const MASS_KG: readonly number[] = [1, 0.2, 3, 0.5, 2];
const HALF = [EDGE_M / 2, EDGE_M / 2, EDGE_M / 2] as const;
const above = (i: number): number => G * MASS_KG.slice(i).reduce((a, b) => a + b);

export const stack: ValidationCase = {
  name: 'unequal-stack',
  title: 'Stack of five boxes of unequal mass, 2 s',
  expected: [
    ...MASS_KG.map((_, i) => ({
      quantity: `interface ${i + 1}, largest error in the last 0.5 s`,
      unit: 'N',
      value: 0,
      tolerance: 1e-6 * above(i),
      basis: `weight above, ${above(i).toFixed(3)} N; 1e-6 relative in statics`,
    })),
    { quantity: 'largest displacement', unit: 'm', value: 0, tolerance: 1e-6, basis: 'starts in equilibrium' },
  ],
  async measure(lab) {
    const s = newBuilder();
    const floor = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, -0.01, 0]), isGround: true });
    addShape(s, floor, { kind: 'box', halfExtentsM: [0.2, 0.01, 0.2] });
    MASS_KG.forEach((massKg, i) => {
      const at = [0, EDGE_M * (i + 0.5), 0] as const;
      const box = addBody(s, { massKg, inertiaKgM2: boxInertia(massKg, EDGE_M, EDGE_M, EDGE_M), pose: poseAt(at) });
      addShape(s, box, { kind: 'box', halfExtentsM: HALF });
      s.contactPairs.push([box - 1, box]);
    });
    const engine = await lab.start(buildModel(s));
    const errors = MASS_KG.map(newErrors);
    let displacement = 0;
    steps(engine, 2000, (k) => {
      MASS_KG.forEach((_, i) => {
        const o = 7 * (floor + 1 + i);
        const dy = engine.pose[o + 1]! - EDGE_M * (i + 0.5);
        displacement = Math.max(displacement, Math.hypot(engine.pose[o]!, dy, engine.pose[o + 2]!));
        if (k > 1500) addError(errors[i]!, engine.contactForceN[3 * i + 1]! - above(i));
      });
    });
    engine.free();
    const values: Record<string, number> = { 'largest displacement': displacement };
    MASS_KG.forEach((_, i) => {
      values[`interface ${i + 1}, largest error in the last 0.5 s`] = errors[i]!.max;
    });
    return values;
  },
};
