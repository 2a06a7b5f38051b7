// The parameters of the URL for the fleet table: search, filters, sort order, group. Pure.

import { compare, searchOf } from '../parts/order.ts';
import type { Row } from './row.ts';

export interface Query {
  search: string;
  move: string;
  outcome: string;
  // A size that a cluster has now or should have.
  size: string;
  driver: string;
  reason: string;
  sort: string;
  isDescending: boolean;
  group: string;
}

export const kFilters = ['move', 'outcome', 'size', 'driver', 'reason'] as const;

export function queryOf(params: ReadonlyMap<string, string>): Query {
  const get = (key: string): string => params.get(key) ?? '';
  return {
    search: get('q'), move: get('move'), outcome: get('outcome'), size: get('size'), driver: get('driver'), reason: get('reason'),
    sort: get('sort') || 'name', isDescending: get('desc') === '1', group: get('group'),
  };
}

// The move filter has a value for all clusters that would change.
const kChanges = new Set(['up', 'down', 'first']);

// All words of the search must be in the row.
export function filterRows(rows: readonly Row[], query: Query): Row[] {
  const isFound = searchOf(query.search);
  const { move, outcome, size, driver, reason } = query;
  return rows.filter((row) =>
    (!move || row.move === move || (move === 'changes' && kChanges.has(row.move))) &&
    (!outcome || row.outcome === outcome) &&
    (!size || row.now === size || row.recommended === size) &&
    (!driver || row.driver === driver) &&
    (!reason || row.reason === reason || row.blocked === reason) &&
    isFound(row.haystack));
}

type Key = (row: Row) => string | number;

// Sizes sort by their order in the configuration, moves and outcomes by how much they need attention.
const kMoveOrder = ['up', 'first', 'down', 'stays', 'none'];

export function sortKey(id: string, sizes: readonly string[]): Key {
  const order = new Map(sizes.map((size, index) => [size, index]));
  const rank = (size: string): number => (size ? order.get(size) ?? sizes.length : -1);
  switch (id) {
    case 'now': return (row) => rank(row.now);
    case 'recommended': return (row) => kMoveOrder.indexOf(row.move) * 1000 + rank(row.recommended);
    case 'driver': return (row) => row.driver;
    case 'memory': return (row) => row.memory.ratio ?? -1;
    case 'cpu': return (row) => row.cpu.ratio ?? -1;
    default: return (row) => row.key;
  }
}

export function groupKey(id: string): Key | undefined {
  if (id === 'size') return (row) => row.recommended || row.now;
  if (id === 'reason') return (row) => row.reason;
  return undefined;
}

// `rows` are sorted by name, and stay so within equal keys.
export function sortRows(rows: readonly Row[], query: Query, sizes: readonly string[]): Row[] {
  const group = groupKey(query.group);
  if (query.sort === 'name' && !query.isDescending && !group) return [...rows];
  const key = sortKey(query.sort, sizes);
  const rank = new Map(['', ...sizes].map((size, index) => [size, index]));
  const groupRank: Key | undefined = group && (query.group === 'size' ? (row) => rank.get(String(group(row))) ?? rank.size : group);
  const sign = query.isDescending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: key(row), group: groupRank?.(row) ?? '' }));
  keyed.sort((a, b) => compare(a.group, b.group) || sign * compare(a.key, b.key));
  return keyed.map((one) => one.row);
}

export interface Counts { total: number; up: number; down: number; first: number; held: number; bestEffort: number; none: number; failed: number; blocked: number }

export function countRows(rows: readonly Row[]): Counts {
  const counts: Counts = { total: rows.length, up: 0, down: 0, first: 0, held: 0, bestEffort: 0, none: 0, failed: 0, blocked: 0 };
  for (const row of rows) {
    if (row.move === 'up' || row.move === 'down' || row.move === 'first') {
      ++counts[row.move];
      if (row.blocked) ++counts.blocked;
    }
    if (row.outcome === 'held') ++counts.held;
    if (row.outcome === 'best effort') ++counts.bestEffort;
    if (row.outcome === 'no recommendation') ++counts.none;
    if (row.outcome === 'failed') ++counts.failed;
  }
  return counts;
}
