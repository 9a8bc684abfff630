// Friction that a template fixes for its own materials: a pair by name goes before one with '*', the common table comes last.
import { expect, test } from 'vitest';
import { frictionPairs } from '../../../src/harness/common-friction.js';
import { loadTemplate } from '../../../src/harness/template.js';
import { DRAWER } from './rig.js';

test('a template may fix the friction of its workpiece against any other material', () => {
  const { record } = loadTemplate({
    ...DRAWER,
    friction: [
      { materials: ['rubber', 'workpiece'], frictionCoefficient: 0.8 },
      { materials: ['*', 'workpiece'], frictionCoefficient: 0.4 },
    ],
  });
  const found = frictionPairs(record, ['rubber', 'workpiece', 'PLA', 'steel'], 1);
  const of = (a: string, b: string) =>
    found.find(({ materials: [p, q] }) => (p === a && q === b) || (p === b && q === a))?.frictionCoefficient;
  expect(of('rubber', 'workpiece')).toBe(0.8);
  expect(of('PLA', 'workpiece')).toBe(0.4);
  expect(of('steel', 'workpiece')).toBe(0.4);
  expect(of('PLA', 'steel')).toBe(0.25);
});
