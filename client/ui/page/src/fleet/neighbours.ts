// The clusters before and after a cluster in a table. Pure.

import { formatNumber } from '../format/quantity.ts';
import { clusterHash } from '../route.ts';
import type { Row } from './row.ts';

export interface Neighbours { place: string; previous?: string; next?: string }

// In the first of `tables` that has the row with `key`; undefined if none has it.
export function neighboursOf(key: string, ...tables: readonly (readonly Row[])[]): Neighbours | undefined {
  const hash = (row: Row | undefined): string | undefined => row && clusterHash(row.namespace, row.name);
  for (const rows of tables) {
    const index = rows.findIndex((row) => row.key === key);
    if (index >= 0) return { place: `${formatNumber(index + 1)} of ${formatNumber(rows.length)}`, previous: hash(rows[index - 1]), next: hash(rows[index + 1]) };
  }
  return undefined;
}
