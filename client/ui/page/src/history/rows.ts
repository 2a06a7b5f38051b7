// The rows of the table of clusters in a replay. Pure.

import { compare, searchOf, type SortValue } from '../parts/order.ts';
import type { ClusterTotals, ReplayItem } from '../types_history.ts';

export interface HistoryRow {
  item: ReplayItem;
  key: string;
  namespace: string;
  name: string;
  // The totals with the configuration that is shown: the changed one if there is one.
  totals: ClusterTotals;
  // The totals to compare with; undefined without a second configuration.
  compared: ClusterTotals | undefined;
  haystack: string;
}

export function makeHistoryRow(item: ReplayItem): HistoryRow {
  const { namespace = '', name } = item.cluster;
  return {
    item, key: `${namespace}/${name}`, namespace, name, totals: item.after ?? item.before, compared: item.after && item.before,
    haystack: [namespace, '/', name, ' ', item.before.lastSize, ' ', item.after?.lastSize].join('').toLowerCase(),
  };
}

// The filters: clusters that were short, had no size that fits, were without a recommendation, or changed.
export const kShow: Record<string, (row: HistoryRow) => boolean> = {
  short: (row) => row.totals.shortSeconds > 0,
  'best effort': (row) => row.totals.bestEffortSeconds > 0,
  'without recommendation': (row) => row.totals.withoutRecommendationSeconds > 0,
  'with transitions': (row) => row.totals.transitions > 0,
  'with a difference': (row) => row.compared !== undefined && JSON.stringify(row.compared) !== JSON.stringify(row.totals),
};

export function filterHistoryRows(rows: readonly HistoryRow[], search: string, show: string): HistoryRow[] {
  const isFound = searchOf(search);
  return rows.filter((row) => (kShow[show]?.(row) ?? true) && isFound(row.haystack));
}

function sortKey(row: HistoryRow, id: string): SortValue {
  switch (id) {
    case 'transitions': return row.totals.transitions;
    case 'reversals': return row.totals.reversals;
    case 'short': return row.totals.shortSeconds;
    case 'bestEffort': return row.totals.bestEffortSeconds;
    case 'without': return row.totals.withoutRecommendationSeconds;
    case 'headroom': return row.totals.leastHeadroomRatio ?? Number.POSITIVE_INFINITY;
    default: return row.key;
  }
}

// Without a column the order of the server stays: the worst first.
export function sortHistoryRows(rows: readonly HistoryRow[], id: string, isDescending: boolean): HistoryRow[] {
  if (!id) return [...rows];
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => sign * compare(sortKey(a, id), sortKey(b, id)));
}
