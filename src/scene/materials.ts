import type { MaterialRecord } from './schema.js';

const material = (name: string, densityKgPerM3: number, frictionCoefficient: number): MaterialRecord => ({
  name,
  densityKgPerM3,
  frictionCoefficient,
  restitutionCoefficient: 0,
});

/**
 * Materials that a scene can name without declaring them; a scene's own material of the same name replaces them.
 * Densities are handbook values; one Coulomb coefficient for static and sliding friction of the material on itself.
 */
export const BUILT_IN_MATERIALS: readonly MaterialRecord[] = [
  material('PLA', 1240, 0.3),
  material('ABS', 1050, 0.3),
  material('PETG', 1270, 0.3),
  material('PA', 1150, 0.15),
  material('acrylic', 1190, 0.3),
  material('beech', 700, 0.4),
  material('pine', 500, 0.4),
  material('rubber', 1150, 0.8),
  material('aluminium', 2700, 0.3),
  material('zinc', 6600, 0.2),
  material('brass', 8500, 0.2),
  material('steel', 7850, 0.2),
  material('glass', 2500, 0.3),
];
