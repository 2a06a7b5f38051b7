// Shows the effect of the edited configuration on the fleet.

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { kShareUnit } from '../fleet/columns.tsx';
import { formatChange, formatNumber, parseQuantity, readable } from '../format/quantity.ts';
import { formatDuration } from '../format/time.ts';
import { counted, oneLine } from '../format/words.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Bar } from '../parts/bar.tsx';
import { Figures, type Figure } from '../parts/figures.tsx';
import { costFigure, movingText, nodeHoursFigure, paceText, restOf, rolloutFigure } from '../parts/plan_figures.ts';
import { Table, type Column } from '../parts/table.tsx';
import { Name, Text } from '../parts/text.tsx';
import { clusterHash } from '../route.ts';
import type { Diff, DiffItem, Fleet, Misfit, Rollout, SizeAssessment } from '../types.ts';
import { answer } from './answer.ts';
import { arePricesEdited, isEdited, prices } from './draft.ts';

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
    rollout: rollout ? { limit: rollout.limit, slidingWindowSeconds: rollout.slidingWindowSeconds } : undefined,
    cost: cost ? { ...cost, difference: 0 } : Object.keys(prices.value).length > 0 ? { after: 0 } : undefined,
  };
}

export function figuresOf(diff: Diff, rollout: Rollout | null | undefined, note: string): Figure[] {
  const moves = (diff.items ?? []).length - count(diff, 'outcome') - count(diff, 'failed');
  const isAllFailed = diff.failed !== undefined && diff.failed > 0 && diff.failed === (diff.sizes ?? []).reduce((sum, size) => sum + size.before, 0);
  const misfits = diff.bestEffort ?? [];
  return [
    isAllFailed
      ? { label: 'Clusters that move', value: '–', note: 'all decisions failed', tone: 'error' }
      : { label: 'Clusters that move', value: formatNumber(moves), note },
    { label: '▲ Up', value: formatNumber(count(diff, 'up')), tone: 'up', note: 'larger size' },
    { label: '▼ Down', value: formatNumber(count(diff, 'down')), tone: 'down', note: 'smaller size' },
    { label: '≠ Other outcome', value: formatNumber(count(diff, 'outcome')), note: 'same size' },
    { label: '! Best effort', value: formatNumber(misfits.length), tone: misfits.length > 0 ? 'error' : undefined, note: 'no size fits' },
    ...(diff.failed ? [{ label: '✕ Failed', value: formatNumber(diff.failed), tone: 'error' as const, note: 'no decision' }] : []),
    ...rolloutFigure(rollout),
    ...nodeHoursFigure((diff.sizes ?? []).map((size) => [size.nodeHoursPerDayBefore, size.nodeHoursPerDay]), 'before'),
    ...costFigure(diff.cost, 'before', arePricesEdited.value),
  ];
}

// Keeps the height of the figures.
const kNoNote = '\u00a0';

export function ResultFigures({ fleet }: { fleet: Fleet }): JSX.Element {
  const { diff: response, validation, isBusy, isOutdated, error } = answer.value;
  const diff = response?.diff;
  const note = isBusy ? 'deciding …' : isEdited.value ? 'with edits' : 'no edits yet';
  if (diff && !isOutdated) return <Figures label="Result" figures={figuresOf(diff, response.rollout ?? diff.rollout, note)} />;
  const errors = (validation?.findings ?? []).filter((finding) => finding.severity === 'SEVERITY_ERROR').length + (validation?.problems ?? []).length + (response?.problems ?? []).length;
  const expected = diff ?? noEffect(fleet);
  const [, ...others] = figuresOf(expected, response?.rollout ?? expected.rollout, note);
  if (response?.noDecision && !isOutdated && errors === 0) return <Figures label="Result" figures={[{ label: 'Clusters that move', value: '–', note: 'no decisions to compare with' }]} />;
  const isFailed = errors > 0 || (error !== undefined && !isBusy);
  const first: Figure = errors ? { label: 'Errors', value: `✕ ${formatNumber(errors)}`, tone: 'error', note: 'not decided' } : isFailed ? { label: 'Clusters that move', value: '–', note: 'could not decide', tone: 'error' } : { label: 'Clusters that move', value: '…', note };
  // The notes are about the figures of the last result.
  return <Figures label="Result" figures={[first, ...others.map((figure) => (isFailed ? { ...figure, value: '–', note: kNoNote } : { ...figure, value: '…' }))]} />;
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
  const left = restOf(rollout);
  const seconds = rollout.atLeastSeconds ?? 0;
  return (
    <section class="panel">
      <h2>Rollout</h2>
      <p>{!rollout.clusters ? (rollout.neverMoveReason ? `No cluster changes its size: ${rollout.neverMoveReason}.` : 'No cluster changes its size.') : <>{movingText(rollout)} {rollout.clusters === 1 ? 'moves' : 'move'}, {paceText(rollout)}: {seconds > 0 ? <b>at least {formatDuration(seconds)}</b> : 'this can happen at once'}.</>}</p>
      {left.length > 0 && <><p>With another size, but left out:</p><ul>{left.map(([number, words]) => <li>{counted(number, 'cluster')} {words}</li>)}</ul></>}
    </section>
  );
}

function DemandCell({ resource, assessment }: { resource: 'memory' | 'cpu'; assessment: SizeAssessment | undefined }): JSX.Element {
  const demand = parseQuantity(assessment?.demand);
  const capacity = parseQuantity(assessment?.effectiveCapacity);
  if (demand === undefined) return <span class="muted">–</span>;
  return <Bar value={readable(resource, assessment!.demand)} ratio={capacity && assessment!.inPlay ? demand / capacity : undefined} title={`demand ${assessment!.demand}, effective capacity ${assessment!.effectiveCapacity ?? 'unknown'}`} />;
}

// What the rows of the table are: `2 clusters that move, 1 with another outcome`.
export function titleOf(diff: Diff): string {
  const [outcome, failed] = [count(diff, 'outcome'), count(diff, 'failed')];
  const moves = (diff.items ?? []).length - outcome - failed;
  return [
    `${counted(moves, 'cluster')} ${moves === 1 ? 'that moves' : 'that move'}`,
    ...(outcome ? [`${formatNumber(outcome)} with another outcome`] : []),
    ...(failed ? [`${formatNumber(failed)} without a decision`] : []),
  ].join(', ');
}

const kSides: Record<string, string> = { before: 'with the present configuration', after: 'with the edited configuration', both: 'with both configurations' };

function whyOf(item: DiffItem): string {
  return item.error ? `${kSides[item.side ?? ''] ?? 'failed'}: ${oneLine(item.error.message)}` : oneLine(item.after?.summary);
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
  { id: 'memory', title: 'Memory', unit: kShareUnit, width: 'var(--fleet-bar)', help: 'Demand, and its share of the effective capacity of the new size', cell: (item) => <DemandCell resource="memory" assessment={item.after?.memory} /> },
  { id: 'cpu', title: 'CPU', unit: kShareUnit, width: 'var(--fleet-bar)', help: 'Demand, and its share of the effective capacity of the new size', cell: (item) => <DemandCell resource="cpu" assessment={item.after?.cpu} /> },
  { id: 'why', title: 'Why', class: 'wide text', cell: (item) => <Text value={whyOf(item)} title /> },
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
      <h2>{titleOf(diff)}</h2>
      <Table<DiffItem> id="moves" caption={`${titleOf(diff)}, with the edited configuration`} columns={kColumns} rows={rows} rowKey={keyOfItem}
        sort={sort} onSort={(id) => setSort({ id, isDescending: sort.id === id && !sort.isDescending })} rowHref={(item) => clusterHash(item.cluster.namespace, item.cluster.name)} />
    </section>
  );
}

// A page of names is enough to see which clusters they are.
const kMostMisfits = 100;

export function Misfits({ misfits }: { misfits: readonly Misfit[] }): JSX.Element | null {
  if (misfits.length === 0) return null;
  const rest = misfits.length - kMostMisfits;
  return (
    <section class="panel misfits">
      <h2>Clusters that no size fits</h2>
      <ul>
        {misfits.slice(0, kMostMisfits).map(({ cluster, summary }) => (
          <li><a href={clusterHash(cluster.namespace, cluster.name)}><Text value={cluster.namespace ? `${cluster.namespace}/${cluster.name}` : cluster.name} /></a>: <Text value={summary} /></li>
        ))}
        {rest > 0 && <li>and {formatNumber(rest)} more</li>}
      </ul>
    </section>
  );
}
