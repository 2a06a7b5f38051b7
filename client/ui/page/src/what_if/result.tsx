// Shows the effect of the edited configuration on the fleet.

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatChange, formatNumber, parseQuantity, readable } from '../format/quantity.ts';
import { formatDuration } from '../format/time.ts';
import { counted } from '../format/words.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Bar } from '../parts/bar.tsx';
import { Figures, type Figure } from '../parts/figures.tsx';
import { costFigure, nodeHoursFigure, rolloutFigure } from '../parts/plan_figures.ts';
import { Table, type Column } from '../parts/table.tsx';
import { Name, Text } from '../parts/text.tsx';
import { clusterHash } from '../route.ts';
import type { Diff, DiffItem, Fleet, Rollout, SizeAssessment } from '../types.ts';
import { answer, isEdited, validPrices } from './draft.ts';

const kMoves: Record<string, { tone: Tone; sign: string; title: string }> = {
  up: { tone: 'up', sign: '▲', title: 'a larger size than with the present configuration' },
  down: { tone: 'down', sign: '▼', title: 'a smaller size than with the present configuration' },
  across: { tone: 'warning', sign: '↔', title: 'another size; no configuration has both sizes' },
  outcome: { tone: 'hold', sign: '≠', title: 'the same size, but another outcome of the decision' },
  failed: { tone: 'error', sign: '✕', title: 'the decision failed' },
};

function count(diff: Diff, move: string): number {
  return (diff.items ?? []).filter((item) => item.move === move).length;
}

// What no edits do: it holds the place of the figures until the first response.
function noEffect({ sizes, rollout, cost }: Fleet): Diff {
  return {
    sizes: (sizes ?? []).map(({ size, recommended, nodeHoursPerDay }) => ({ name: size, before: recommended, after: recommended, nodeHoursPerDayBefore: nodeHoursPerDay, nodeHoursPerDay })),
    rollout: rollout ? { ...rollout, clusters: 0, atLeastSeconds: 0 } : undefined,
    cost: cost ? { ...cost, difference: 0 } : Object.keys(validPrices()).length > 0 ? { after: 0 } : undefined,
  };
}

function figuresOf(diff: Diff, rollout: Rollout | null | undefined, note: string): Figure[] {
  const moves = (diff.items ?? []).length - count(diff, 'outcome') - count(diff, 'failed');
  return [
    { label: 'Clusters that move', value: formatNumber(moves), note },
    { label: '▲ Up', value: formatNumber(count(diff, 'up')), tone: 'up', note: 'larger size' },
    { label: '▼ Down', value: formatNumber(count(diff, 'down')), tone: 'down', note: 'smaller size' },
    { label: '≠ Other outcome', value: formatNumber(count(diff, 'outcome')), note: 'same size' },
    ...(diff.failed ? [{ label: '✕ Failed', value: formatNumber(diff.failed), tone: 'error' as const, note: 'no decision' }] : []),
    ...rolloutFigure(rollout),
    ...nodeHoursFigure((diff.sizes ?? []).map((size) => [size.nodeHoursPerDayBefore, size.nodeHoursPerDay]), 'before'),
    ...costFigure(diff.cost, 'before'),
  ];
}

export function ResultFigures({ fleet }: { fleet: Fleet }): JSX.Element {
  const { diff: response, validation, isBusy, isOutdated } = answer.value;
  const diff = response?.diff;
  const note = isBusy ? 'deciding …' : isEdited.value ? 'with edits' : 'no edits yet';
  if (diff && !isOutdated) return <Figures label="Result" figures={figuresOf(diff, response.rollout ?? diff.rollout, note)} />;
  const errors = (validation?.findings ?? []).filter((finding) => finding.severity === 'SEVERITY_ERROR').length + (validation?.problems ?? []).length + (response?.problems ?? []).length;
  const expected = diff ?? noEffect(fleet);
  const [, ...others] = figuresOf(expected, response?.rollout ?? expected.rollout, note);
  const first: Figure = errors ? { label: 'Errors', value: `✕ ${formatNumber(errors)}`, tone: 'error', note: 'not decided' } : { label: 'Clusters that move', value: '…', note };
  return <Figures label="Result" figures={[first, ...others.map((figure) => ({ ...figure, value: errors ? '–' : '…' }))]} />;
}

// Of one size: `480`, or `480 → 520` if it changes. A size that a configuration does not have has none.
function nodeHoursText(before: number | undefined, after: number | undefined): string {
  const text = (hours: number | undefined): string => (hours === undefined ? '–' : formatNumber(hours));
  return before === after ? text(after) : `${text(before)} → ${text(after)}`;
}

export function SizesBeforeAfter({ diff }: { diff: Diff }): JSX.Element {
  const sizes = diff.sizes ?? [];
  const largest = Math.max(1, ...sizes.flatMap((size) => [size.before, size.after]));
  const hasHours = sizes.some((size) => size.nodeHoursPerDay !== undefined);
  return (
    <section class="panel">
      <h2>Clusters per size</h2>
      <table class="plain">
        <thead><tr><th scope="col">Size</th><th scope="col" class="num">Before</th><th scope="col" class="num">After</th><th scope="col" class="num">Change</th><th scope="col" class="chart-cell">Before and after</th>{hasHours && <th scope="col" class="num">Node-hours/day</th>}</tr></thead>
        <tbody>
          {sizes.map((size) => (
            <tr>
              <th scope="row">{size.name ? <Text value={size.name} title /> : <span class="muted">no size</span>}</th>
              <td class="num">{formatNumber(size.before)}</td>
              <td class="num">{formatNumber(size.after)}</td>
              <td class="num">{formatChange(size.after - size.before) || '–'}</td>
              <td class="chart-cell" aria-hidden="true"><span class="pair"><i class="now" style={{ width: `${size.before / largest * 100}%` }} /><i class="then" style={{ width: `${size.after / largest * 100}%` }} /></span></td>
              {hasHours && <td class="num">{nodeHoursText(size.nodeHoursPerDayBefore, size.nodeHoursPerDay)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

// Lists in words the clusters that the rollout leaves out.
export function RolloutPanel({ rollout }: { rollout: Rollout }): JSX.Element {
  const rest: [number | undefined, string][] = [
    [rollout.neverMove, 'never move'], [rollout.paused, 'are paused'], [rollout.overridden, 'have an override'], [rollout.notOptedIn, 'are not opted in'],
  ];
  const left = rest.filter(([number]) => number);
  const seconds = rollout.atLeastSeconds ?? 0;
  return (
    <section class="panel">
      <h2>Rollout</h2>
      <p>{!rollout.clusters ? 'No cluster changes its size.' : <>{counted(rollout.clusters ?? 0, 'cluster')} {rollout.clusters === 1 ? 'moves' : 'move'}, at most {rollout.limit ?? 5} in {formatDuration(rollout.slidingWindowSeconds ?? 600)}: {seconds > 0 ? <b>at least {formatDuration(seconds)}</b> : 'this can happen at once'}.</>}</p>
      {left.length > 0 && <ul>{left.map(([number, words]) => <li>{counted(number!, 'cluster')} {words}</li>)}</ul>}
    </section>
  );
}

function DemandCell({ resource, assessment }: { resource: 'memory' | 'cpu'; assessment: SizeAssessment | undefined }): JSX.Element {
  const demand = parseQuantity(assessment?.demand);
  const capacity = parseQuantity(assessment?.effectiveCapacity);
  if (demand === undefined) return <span class="muted">–</span>;
  return <Bar value={readable(resource, assessment!.demand)} ratio={capacity && assessment!.inPlay ? demand / capacity : undefined} title={`demand ${assessment!.demand}, effective capacity ${assessment!.effectiveCapacity ?? 'unknown'}`} />;
}

const kColumns: readonly Column<DiffItem>[] = [
  { id: 'name', title: 'Cluster', isSortable: true, width: 'var(--fleet-name)', cell: (item) => <Name namespace={item.cluster.namespace} name={item.cluster.name} /> },
  { id: 'before', title: 'Before', isSortable: true, class: 'medium', width: '7rem', cell: (item) => <Text value={item.before?.recommendedSize || item.currentSize || '–'} title /> },
  {
    id: 'after', title: 'After', isSortable: true, width: 'var(--fleet-size)',
    cell: (item) => {
      const move = kMoves[item.move ?? ''] ?? kMoves.failed!;
      return <Badge tone={move.tone} sign={move.sign} title={move.title}><Text value={item.after?.recommendedSize || item.currentSize || item.move} /></Badge>;
    },
  },
  { id: 'memory', title: 'Memory', width: 'var(--fleet-bar)', help: 'Demand, and its share of the effective capacity of the new size', cell: (item) => <DemandCell resource="memory" assessment={item.after?.memory} /> },
  { id: 'cpu', title: 'CPU', width: 'var(--fleet-bar)', help: 'Demand, and its share of the effective capacity of the new size', cell: (item) => <DemandCell resource="cpu" assessment={item.after?.cpu} /> },
  { id: 'why', title: 'Why', class: 'wide', cell: (item) => <span title={item.after?.summary}><Text value={item.after?.summary} /></span> },
];

function keyOfItem(item: DiffItem): string {
  return `${item.cluster.namespace ?? ''}/${item.cluster.name}`;
}

const kSortKeys: Record<string, (item: DiffItem) => string> = {
  name: keyOfItem,
  before: (item) => item.before?.recommendedSize ?? '',
  after: (item) => `${item.move ?? ''} ${item.after?.recommendedSize ?? ''}`,
};

export function Moves({ diff }: { diff: Diff }): JSX.Element {
  const [sort, setSort] = useState({ id: 'name', isDescending: false });
  const rows = useMemo(() => {
    const key = kSortKeys[sort.id]!;
    const sign = sort.isDescending ? -1 : 1;
    return [...diff.items ?? []].sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  }, [diff, sort]);
  if (rows.length === 0) return <p class="muted moves-none">No cluster would move.</p>;
  return (
    <section class="fleet">
      <h2>Clusters that move</h2>
      <Table<DiffItem> id="moves" caption="Clusters that move with the edited configuration" columns={kColumns} rows={rows} rowKey={keyOfItem}
        sort={sort} onSort={(id) => setSort({ id, isDescending: sort.id === id && !sort.isDescending })} rowHref={(item) => clusterHash(item.cluster.namespace, item.cluster.name)} />
    </section>
  );
}
