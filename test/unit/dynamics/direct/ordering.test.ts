import { expect, test } from 'vitest';
import { orderElements } from '../../../../src/dynamics/direct/ordering.js';

/** Largest distance, in the order, between two elements that share a body. */
function bandwidth(bodiesOf: number[][], order: readonly number[]): number {
  let wide = 0;
  for (let i = 0; i < order.length; i++) {
    for (let j = 0; j < i; j++) {
      if (bodiesOf[order[i]!]!.some((b) => bodiesOf[order[j]!]!.includes(b))) wide = Math.max(wide, i - j);
    }
  }
  return wide;
}

test('a chain named in random order becomes a band of one', () => {
  const links = [4, 0, 7, 2, 9, 1, 8, 3, 6, 5].map((i) => [i, i + 1].filter((b) => b > 0));
  const { order, group } = orderElements(links);
  expect([...order].sort((a, b) => a - b)).toEqual(links.map((_, i) => i));
  expect(bandwidth(links, order)).toBe(1);
  expect(new Set(group).size).toBe(1);
});

test('separate mechanisms are contiguous groups', () => {
  const { order, group } = orderElements([[1], [5], [1, 2], [5, 6], [9]]);
  expect(group).toEqual([...group].sort((a, b) => a - b));
  const groupOf = new Map(order.map((e, i) => [e, group[i]]));
  expect(groupOf.get(0)).toBe(groupOf.get(2));
  expect(groupOf.get(1)).toBe(groupOf.get(3));
  expect(new Set(group).size).toBe(3);
});
