// The CPU requests of containers, one row for each. Pure.

import { formatCpu, parseQuantity } from '../format/quantity.ts';
import { enumWords } from '../format/words.ts';
import { compare, searchOf, type SortValue } from '../parts/order.ts';
import type { CpuRequests, ScaledRequest, ScaledWorkload } from '../types_plans.ts';

// Requests are small: below 10 cores in millicores, as manifests have them.
export function requestText(cores: number | undefined): string {
  if (cores === undefined) return '–';
  return cores < 10 ? `${Math.round(cores * 1000)}m` : formatCpu(cores);
}

export interface RequestRow {
  key: string;
  namespace: string;
  kind: string;
  workload: string;
  // Empty for the pod as a whole.
  container: string;
  isInit: boolean;
  pods: number;
  // In cores; undefined if it is not known.
  before: number | undefined;
  after: number | undefined;
  // The rule that decided.
  bound: string;
  arithmetic: string;
  haystack: string;
}

function makeRow(workload: ScaledWorkload, request: ScaledRequest, index: number): RequestRow {
  const namespace = workload.namespace ?? '';
  const kind = workload.kind ?? '';
  const container = request.name ?? '';
  const bound = enumWords(request.bound, 'CPU_REQUESTS_BOUND_');
  return {
    key: `${namespace}/${kind}/${workload.name}/${index}`, namespace, kind, workload: workload.name, container, isInit: request.init === true,
    pods: workload.pods ?? 0, before: parseQuantity(request.defaultRequest), after: parseQuantity(request.scaledRequest), bound,
    arithmetic: request.arithmetic ?? '', haystack: [`${namespace}/${workload.name}`, kind, container, bound].join(' ').toLowerCase(),
  };
}

export function requestRows(data: CpuRequests): RequestRow[] {
  return (data.workloads ?? []).flatMap((workload) =>
    [...(workload.podLevel ? [workload.podLevel] : []), ...(workload.containers ?? [])].map((request, index) => makeRow(workload, request, index)));
}

function sortKey(row: RequestRow, id: string): SortValue {
  switch (id) {
    case 'before': return row.before ?? -1;
    case 'after': return row.after ?? -1;
    case 'bound': return row.bound;
    default: return row.key;
  }
}

export function showRequests(rows: readonly RequestRow[], query: { search: string; namespace: string; bound: string; sort: string; isDescending: boolean }): RequestRow[] {
  const isFound = searchOf(query.search);
  const sign = query.isDescending ? -1 : 1;
  return rows
    .filter((row) => (!query.namespace || row.namespace === query.namespace) && (!query.bound || row.bound === query.bound) && isFound(row.haystack))
    .sort((a, b) => sign * compare(sortKey(a, query.sort), sortKey(b, query.sort)) || compare(a.key, b.key));
}
