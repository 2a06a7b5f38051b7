// The geometry of stacked areas. Pure.

export type Values = readonly (number | null)[];

// Adds each list of values to the sum of the lists before it: the upper edges of the areas.
export function stacked(lists: readonly Values[]): number[][] {
  let below: number[] = [];
  return lists.map((values) => {
    below = values.map((value, index) => (value ?? 0) + (below[index] ?? 0));
    return below;
  });
}

// The place for the label of an area: the middle of the `reach` values to both sides whose least value is the largest.
// Undefined if it is nowhere as wide as `least`.
export function widestAt(values: Values, least: number, reach: number): number | undefined {
  let best: number | undefined;
  let bestWidth = least;
  for (let index = reach; index < values.length - reach; ++index) {
    const width = Math.min(...values.slice(index - reach, index + reach + 1).map((value) => value ?? 0));
    if (width < bestWidth || (best !== undefined && width === bestWidth)) continue;
    best = index;
    bestWidth = width;
  }
  return best;
}
