// The columns of the fleet table.

import type { JSX } from 'preact';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Bar } from '../parts/bar.tsx';
import type { Column } from '../parts/table.tsx';
import { Name, Text } from '../parts/text.tsx';
import type { Demand, Move, Row } from './row.ts';

const kMoves: Record<Move, { tone: Tone; sign: string; title: string }> = {
  up: { tone: 'up', sign: '▲', title: 'would change to a larger size' },
  down: { tone: 'down', sign: '▼', title: 'would change to a smaller size' },
  first: { tone: 'up', sign: '+', title: 'does not have a size yet' },
  stays: { tone: 'neutral', sign: '=', title: 'keeps its size' },
  none: { tone: 'neutral', sign: '–', title: 'no recommendation' },
};

// The recommended size with the direction; or why there is none.
export function Recommended({ row }: { row: Row }): JSX.Element {
  if (row.outcome === 'failed') return <Badge tone="error">failed</Badge>;
  if (row.outcome === 'held') return <Badge tone="hold" title={`The recommendation is held (${row.reason}): the size stays`}>held</Badge>;
  if (!row.recommended) return <Badge tone="neutral" sign="–" title={row.reason}>none</Badge>;
  const { tone, sign, title } = kMoves[row.move];
  const isBestEffort = row.outcome === 'best effort';
  return (
    <>
      <Badge tone={tone} sign={sign} title={title}><Text value={row.recommended} /></Badge>
      {isBestEffort && <Badge tone="error" sign="!" title="Best effort: no size holds the demand">best effort</Badge>}
    </>
  );
}

function DemandBar({ demand }: { demand: Demand }): JSX.Element {
  if (!demand.text) return <span class="muted" title="The demand is not known">–</span>;
  return <Bar ratio={demand.ratio} value={demand.text} title={demand.title} />;
}

export const kShareUnit = '% of capacity';

export function fleetColumns(hasNamespaces: boolean): Column<Row>[] {
  return [
    { id: 'name', title: 'Cluster', isSortable: true, width: 'var(--fleet-name)', cell: (row) => <Name namespace={hasNamespaces ? row.namespace : undefined} name={row.name} /> },
    { id: 'now', title: 'Now', isSortable: true, class: 'medium', width: '6rem', help: 'The size that the cluster has', cell: (row) => (row.now ? <Text value={row.now} title /> : <span class="muted">–</span>) },
    {
      id: 'recommended', title: 'Recommended', isSortable: true, width: 'var(--fleet-size)', class: 'recommended',
      help: 'The size that the demand needs; ▲ larger than now, ▼ smaller, = the same',
      cell: (row) => (
        <>
          <Recommended row={row} />
          <small class="from muted">{row.now ? <>now <Text value={row.now} /></> : 'no size'}</small>
        </>
      ),
    },
    { id: 'driver', title: 'Driver', isSortable: true, class: 'wide', width: '5.6rem', help: 'The resource that requires the size, or the number of nodes', cell: (row) => row.driver || <span class="muted">–</span> },
    { id: 'memory', title: 'Memory', unit: kShareUnit, isSortable: true, width: 'var(--fleet-bar)', help: 'Demand, and its share of the effective capacity of the recommended size', cell: (row) => <DemandBar demand={row.memory} /> },
    { id: 'cpu', title: 'CPU', unit: kShareUnit, isSortable: true, width: 'var(--fleet-bar)', help: 'Demand, and its share of the effective capacity of the recommended size', cell: (row) => <DemandBar demand={row.cpu} /> },
    {
      id: 'why', title: 'Why', class: 'wide text',
      cell: (row) => (
        <span title={row.why}>
          {row.blocked && <><Badge tone="hold" sign="‖" title={row.item.whyNotApplied}><Text value={row.blocked} /></Badge>{' '}</>}
          <Text value={row.why} />
        </span>
      ),
    },
  ];
}
