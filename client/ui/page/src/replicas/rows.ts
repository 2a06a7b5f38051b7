// The rows of the table of autoscalers: what is shown, filtered and sorted. Pure.

import { enumWords } from '../format/words.ts';
import { compare, searchOf, type SortValue } from '../parts/order.ts';
import type { ReplicasItem, ReplicasProposal, ReplicasStep } from '../types_replicas.ts';

export type Move = 'up' | 'down' | 'stays' | 'none';

export interface ReplicaRow {
  item: ReplicasItem;
  key: string;
  namespace: string;
  name: string;
  current: number | undefined;
  desired: number | undefined;
  move: Move;
  // `rescale`, `keep`, `disabled`, `metrics failed`, `target unreadable`, `not decided`.
  outcome: string;
  // `1 to 10`; empty if the limits are not known.
  limits: string;
  // The metric that decides.
  winner: ReplicasProposal | undefined;
  // The limits that changed the proposal of the metric, such as `rate, max replicas`; empty if nothing did.
  limitedBy: string;
  why: string;
  // The text that the search reads, in lower case.
  haystack: string;
}

export function limitsText(item: ReplicasItem): string {
  if (item.maxReplicas === undefined) return '';
  return `${item.minReplicas ?? 1} to ${item.maxReplicas}`;
}

export function stepWords(steps: readonly ReplicasStep[] | undefined): string {
  return (steps ?? []).map((step) => enumWords(step.kind, 'REPLICAS_STEP_KIND_')).join(', ');
}

function moveOf(outcome: string, current: number | undefined, desired: number | undefined): Move {
  if (current === undefined || desired === undefined || (outcome !== 'rescale' && outcome !== 'keep')) return 'none';
  return desired > current ? 'up' : desired < current ? 'down' : 'stays';
}

export function makeReplicaRow(item: ReplicasItem): ReplicaRow {
  const { response } = item;
  const namespace = item.autoscaler.namespace ?? '';
  const { name } = item.autoscaler;
  const outcome = response ? enumWords(response.outcome, 'REPLICAS_OUTCOME_') : 'not decided';
  const current = response && (response.currentReplicas ?? 0);
  const desired = response && (response.desiredReplicas ?? 0);
  const winner = response?.metrics?.find((metric) => metric.wins);
  const limitedBy = stepWords(response?.steps);
  const why = response?.summary ?? item.error?.message ?? '';
  const key = `${namespace}/${name}`;
  return {
    item, key, namespace, name, current, desired, move: moveOf(outcome, current, desired), outcome, limits: limitsText(item), winner, limitedBy, why,
    haystack: [key, outcome, winner?.name, limitedBy, why].join(' ').toLowerCase(),
  };
}

export interface ReplicaQuery { search: string; move: string; outcome: string; limit: string; sort: string; isDescending: boolean }

export function filterReplicaRows(rows: readonly ReplicaRow[], query: ReplicaQuery): ReplicaRow[] {
  const isFound = searchOf(query.search);
  return rows.filter((row) =>
    (!query.move || row.move === query.move) &&
    (!query.outcome || row.outcome === query.outcome) &&
    (!query.limit || row.limitedBy.split(', ').includes(query.limit)) &&
    isFound(row.haystack));
}

// The ratio of a metric. The average over no replica has none: its ratio is the text NaN or Infinity.
export function ratioOf(metric: ReplicasProposal | undefined): number | undefined {
  return Number.isFinite(metric?.ratio) ? metric?.ratio : undefined;
}

function sortKey(row: ReplicaRow, id: string): SortValue {
  switch (id) {
    case 'current': return row.current ?? -1;
    case 'desired': return row.desired ?? -1;
    case 'usage': return ratioOf(row.winner) ?? -1;
    case 'metric': return row.winner?.name ?? '';
    case 'limited': return row.limitedBy;
    default: return row.key;
  }
}

// Rows with equal keys are sorted by name.
export function sortReplicaRows(rows: readonly ReplicaRow[], id: string, isDescending: boolean): ReplicaRow[] {
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => sign * compare(sortKey(a, id), sortKey(b, id)) || compare(a.key, b.key));
}
