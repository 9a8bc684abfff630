import type { Issue } from '../core/errors.js';
import { BUILT_IN_MATERIALS, type MaterialRecord, type SceneRecord } from '../scene/index.js';
import type { TemplateRecord } from './template-schema.js';

type MaterialClass = 'plastic' | 'PA' | 'rubber' | 'wood' | 'steel' | 'soft-metal' | 'aluminium' | 'other';

const CLASS_OF: Readonly<Record<string, MaterialClass>> = {
  PLA: 'plastic',
  ABS: 'plastic',
  PETG: 'plastic',
  PA: 'PA',
  PTFE: 'PA',
  rubber: 'rubber',
  beech: 'wood',
  pine: 'wood',
  steel: 'steel',
  zinc: 'soft-metal',
  brass: 'soft-metal',
  aluminium: 'aluminium',
};

/** Class of a material by its name up to the first `-`: `PLA-40` is PLA at 40 % infill. */
const classOf = (material: string): MaterialClass => CLASS_OF[material.split('-')[0]!] ?? 'other';

const METALS: ReadonlySet<MaterialClass> = new Set(['steel', 'soft-metal', 'aluminium']);

/**
 * Coulomb coefficient of a pair of materials under the common rules, static = sliding. It is fixed: no candidate and no
 * binding chooses it. Printed PLA on PLA was found between 0.12 and 0.38; 0.30 is the upper middle.
 */
export function commonFriction(a: string, b: string): number {
  const classes: readonly MaterialClass[] = [classOf(a), classOf(b)];
  const has = (wanted: MaterialClass) => classes.includes(wanted);
  const other = (wanted: MaterialClass) => classes[classes[0] === wanted ? 1 : 0]!;
  if (has('rubber')) return 0.8;
  if (has('PA')) return 0.15;
  if (has('wood')) return other('wood') === 'wood' ? 0.4 : other('wood') === 'other' ? 0.3 : 0.35;
  if (has('plastic')) return METALS.has(other('plastic')) ? 0.25 : 0.3;
  if (has('steel')) return other('steel') === 'steel' || other('steel') === 'soft-metal' ? 0.2 : 0.3;
  return 0.3;
}

interface FrictionPair {
  readonly materials: readonly [string, string];
  readonly frictionCoefficient: number;
}

/**
 * Returns the friction of every pair of materials in a scene: what the template says of its own materials, else the common
 * table.
 *
 * @param factor for perturbed runs; 1 otherwise
 */
export function frictionPairs(template: TemplateRecord, materials: readonly string[], factor: number): FrictionPair[] {
  return materials.flatMap((a, i) =>
    materials.slice(i).map((b): FrictionPair => {
      const own = template.friction.find(({ materials: pair }) => matches(pair, a, b));
      return { materials: [a, b], frictionCoefficient: factor * (own?.frictionCoefficient ?? commonFriction(a, b)) };
    }),
  );
}

const matches = (pair: readonly string[], a: string, b: string): boolean => {
  const [p, q] = pair as [string, string];
  const fits = (name: string, wanted: string) => wanted === '*' || wanted === name;
  return (fits(a, p) && fits(b, q)) || (fits(a, q) && fits(b, p));
};

/** Materials that the parts and shapes of a scene name, each once. */
export function materialsOf(scene: SceneRecord): string[] {
  const named = [
    ...scene.bodies.flatMap(({ parts }) => parts.map(({ material }) => material)),
    ...scene.contact.shapes.map(({ material }) => material),
  ];
  return [...new Set(named.filter((material) => material !== undefined))];
}

/** What a candidate says of friction and materials that the common rules have fixed. */
export function materialIssues(template: TemplateRecord, scene: SceneRecord): Issue[] {
  const pairs = scene.frictionPairs.flatMap(({ materials, frictionCoefficient }, i): Issue[] => {
    const [a, b] = materials as [string, string];
    const [fixed] = frictionPairs(template, [...new Set([a, b])], 1).filter(({ materials: pair }) =>
      matches(pair, a, b),
    );
    if (fixed === undefined || fixed.frictionCoefficient === frictionCoefficient) return [];
    const message = `friction ${a}–${b} is fixed at ${fixed.frictionCoefficient}, got ${frictionCoefficient}`;
    return [
      {
        code: 'friction_fixed',
        path: ['scene', 'frictionPairs', i],
        message,
        fix: 'Leave the pair out: the template sets it.',
      },
    ];
  });
  const densities = scene.materials.flatMap((material: MaterialRecord, i): Issue[] => {
    const base = BUILT_IN_MATERIALS.find(({ name }) => name === material.name.split('-')[0]);
    if (base === undefined) return [];
    const share = material.densityKgPerM3 / base.densityKgPerM3;
    const isInfilled = material.name !== base.name;
    if (isInfilled ? share >= 0.2 - 1e-9 && share <= 1 + 1e-9 : Math.abs(share - 1) < 1e-9) return [];
    const message = `density of '${material.name}' is ${material.densityKgPerM3} kg/m³, ${base.name} has ${base.densityKgPerM3}`;
    const fix = `Use ${base.name} as it is, or name an infill '${base.name}-40' with 0.2 to 1.0 of its density.`;
    return [{ code: 'material_fixed', path: ['scene', 'materials', i], message, fix }];
  });
  return [...pairs, ...densities];
}
