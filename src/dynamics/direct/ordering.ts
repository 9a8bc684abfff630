/**
 * Order of elimination: reverse Cuthill–McKee on the graph whose nodes are elements (joints, couplings) and whose edges
 * join elements that share a movable body. Keeps the envelope of A = J·M⁻¹·Jᵀ narrow: a chain has the bandwidth of one
 * joint, whatever its length. Runs at the start and after a release, never in the step loop.
 *
 * @source E. Cuthill, J. McKee, Reducing the bandwidth of sparse symmetric matrices, ACM '69, 157–172; the reversal is
 *         A. George's (1971)
 */

/** Elements in their order of elimination, and the first element index of every connected group. */
export interface Ordering {
  readonly order: readonly number[];
  /** Group of each position in `order`, 0, 0, … 1, …: groups are contiguous. */
  readonly group: readonly number[];
}

/**
 * Returns the order for elements given by the movable bodies that each touches.
 *
 * @param bodiesOf list of body indices per element; elements without bodies form groups of their own
 */
export function orderElements(bodiesOf: readonly (readonly number[])[]): Ordering {
  const neighbors = neighborsOf(bodiesOf);
  const isSeen = new Uint8Array(bodiesOf.length);
  const order: number[] = [];
  const group: number[] = [];
  for (let g = 0; order.length < bodiesOf.length; g++) {
    const queue = [farthestStart(lowestDegree(neighbors, isSeen), neighbors)];
    isSeen[queue[0]!] = 1;
    for (let head = 0; head < queue.length; head++) {
      const element = queue[head]!;
      order.push(element);
      group.push(g);
      const next = neighbors[element]!.filter((n) => !isSeen[n]);
      next.sort((a, b) => neighbors[a]!.length - neighbors[b]!.length || a - b);
      for (const n of next) {
        isSeen[n] = 1;
        queue.push(n);
      }
    }
  }
  order.reverse();
  group.reverse();
  const last = group[0] ?? 0;
  return { order, group: group.map((g) => last - g) };
}

/** Neighbours of each element, ascending. */
function neighborsOf(bodiesOf: readonly (readonly number[])[]): number[][] {
  const elementsOf = new Map<number, number[]>();
  for (const [e, bodies] of bodiesOf.entries()) {
    for (const b of bodies) {
      const list = elementsOf.get(b);
      if (list) list.push(e);
      else elementsOf.set(b, [e]);
    }
  }
  return bodiesOf.map((bodies, e) => {
    const all = new Set<number>();
    for (const b of bodies) for (const other of elementsOf.get(b)!) if (other !== e) all.add(other);
    return [...all].sort((x, y) => x - y);
  });
}

function lowestDegree(neighbors: readonly (readonly number[])[], isSeen: Uint8Array): number {
  let best = -1;
  for (let e = 0; e < neighbors.length; e++) {
    if (!isSeen[e] && (best < 0 || neighbors[e]!.length < neighbors[best]!.length)) best = e;
  }
  return best;
}

/** An element at the far end of the graph from `start`: a pseudo-peripheral node, by two breadth-first passes. */
function farthestStart(start: number, neighbors: readonly (readonly number[])[]): number {
  let from = start;
  for (let pass = 0; pass < 2; pass++) {
    const seen = new Set([from]);
    let layer = [from];
    for (let next = layer; next.length > 0; ) {
      layer = next;
      next = [];
      for (const e of layer) {
        for (const n of neighbors[e]!) {
          if (seen.has(n)) continue;
          seen.add(n);
          next.push(n);
        }
      }
    }
    from = layer.reduce((a, b) => (neighbors[b]!.length < neighbors[a]!.length ? b : a));
  }
  return from;
}
