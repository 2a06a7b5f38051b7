// The columns of the table of autoscalers.

import type { JSX } from 'preact';
import { formatNumber } from '../format/quantity.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Bar } from '../parts/bar.tsx';
import type { Column } from '../parts/table.tsx';
import { Name, Text } from '../parts/text.tsx';
import type { ReplicasProposal } from '../types_replicas.ts';
import { ratioOf, type Move, type ReplicaRow } from './rows.ts';

const kMoves: Record<Move, { tone: Tone; sign: string; title: string }> = {
  up: { tone: 'up', sign: '▲', title: 'more replicas' },
  down: { tone: 'down', sign: '▼', title: 'fewer replicas' },
  stays: { tone: 'neutral', sign: '=', title: 'the number stays' },
  none: { tone: 'error', sign: '✕', title: 'no decision' },
};

// The desired number with its direction; or why there is none.
export function Desired({ row }: { row: ReplicaRow }): JSX.Element {
  if (row.move === 'none') return <Badge tone={row.outcome === 'disabled' ? 'hold' : 'error'} title={row.why}>{row.outcome}</Badge>;
  const { tone, sign, title } = kMoves[row.move];
  return <Badge tone={tone} sign={sign} title={title}>{formatNumber(row.desired ?? 0)}</Badge>;
}

// Usage against the target of a metric.
export function UsageBar({ metric }: { metric: ReplicasProposal | undefined }): JSX.Element {
  if (!metric?.usage) return <span class="muted">–</span>;
  return <Bar ratio={ratioOf(metric)} value={metric.usage} title={`usage ${metric.usage}, target ${metric.target ?? 'unknown'}`} />;
}

export function replicaColumns(hasNamespaces: boolean, hasLimits: boolean): Column<ReplicaRow>[] {
  return [
    { id: 'name', title: 'Autoscaler', isSortable: true, width: 'var(--replicas-name)', cell: (row) => <Name namespace={hasNamespaces ? row.namespace : undefined} name={row.name} /> },
    { id: 'current', title: 'Now', isSortable: true, class: 'num', width: '4rem', help: 'Replicas that the target has', cell: (row) => row.current ?? '–' },
    { id: 'desired', title: 'Desired', isSortable: true, width: 'var(--replicas-desired)', help: '▲ more than now, ▼ fewer, = the same', cell: (row) => <Desired row={row} /> },
    ...(hasLimits ? [{ id: 'limits', title: 'Limits', class: 'medium', width: '5.5rem', help: 'minReplicas to maxReplicas', cell: (row: ReplicaRow) => row.limits || '–' }] : []),
    { id: 'metric', title: 'Deciding metric', isSortable: true, class: 'wide text', width: '13rem', cell: (row) => (row.winner ? <Text value={row.winner.name} title /> : <span class="muted">–</span>) },
    { id: 'usage', title: 'Usage', unit: '% of target', isSortable: true, width: 'var(--replicas-bar)', help: 'Usage of the deciding metric, and its share of the target', cell: (row) => <UsageBar metric={row.winner} /> },
    { id: 'limited', title: 'Limited by', isSortable: true, class: 'medium', width: '12rem', help: 'What changed the proposal of the metric', cell: (row) => (row.limitedBy ? <Badge tone="hold" title={row.limitedBy}>{row.limitedBy}</Badge> : <span class="muted">–</span>) },
    { id: 'why', title: 'Why', class: 'wide text', cell: (row) => <Text value={row.why} title /> },
  ];
}
