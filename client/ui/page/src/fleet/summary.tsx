// The summary figures of the fleet, and the clusters per size.

import type { JSX } from 'preact';
import { formatChange, formatNumber } from '../format/quantity.ts';
import { counted } from '../format/words.ts';
import { Figures, type Figure } from '../parts/figures.tsx';
import { costFigure, nodeHoursFigure, rolloutFigure } from '../parts/plan_figures.ts';
import { Text } from '../parts/text.tsx';
import { formatHash } from '../route.ts';
import type { Fleet, SizeCount } from '../types.ts';
import { arePricesEdited } from '../what_if/draft.ts';
import { useCost } from './cost.ts';
import type { Counts } from './query.ts';

// A figure that is a filter; it is removed by the second click.
function filterFigure(label: string, value: number, key: 'move' | 'outcome', filter: string, chosen: string, more: Partial<Figure> = {}): Figure {
  const isChosen = chosen === filter;
  return { label, value: value.toLocaleString('en-US'), href: formatHash('fleet', isChosen ? [] : [[key, filter]]), isChosen, ...more };
}

// How many clusters would change. Failed decisions do not count as clusters that stay.
function Effect({ counts }: { counts: Counts }): JSX.Element {
  const changes = counts.up + counts.down + counts.first;
  if (changes > 0) return <a href={formatHash('fleet', [['move', 'changes']])}>{formatNumber(changes)} would change</a>;
  if (counts.failed === 0) return <>all stay</>;
  return <a href={formatHash('fleet', [['outcome', 'failed']])}>{counts.failed === counts.total ? 'all decisions failed' : `${formatNumber(counts.failed)} failed, the others stay`}</a>;
}

// `move` and `outcome` are the filters of the query.
export function Summary({ fleet, counts, move, outcome }: { fleet: Fleet; counts: Counts; move: string; outcome: string }): JSX.Element {
  const sizes = fleet.sizes ?? [];
  const cost = useCost(fleet);
  const figures: Figure[] = [
    { label: 'Clusters', value: counts.total.toLocaleString('en-US'), note: <Effect counts={counts} />, href: formatHash('fleet') },
    filterFigure('▲ Up', counts.up, 'move', 'up', move, { tone: 'up', note: 'larger size' }),
    filterFigure('▼ Down', counts.down, 'move', 'down', move, { tone: 'down', note: 'smaller size' }),
    ...(counts.first ? [filterFigure('+ First size', counts.first, 'move', 'first', move, { note: 'no size yet' })] : []),
    filterFigure('‖ Held', counts.held, 'outcome', 'held', outcome, { tone: 'hold', note: 'VPA probably wrong' }),
    filterFigure('! Best effort', counts.bestEffort, 'outcome', 'best effort', outcome, { tone: 'error', note: 'no size fits' }),
    filterFigure('– None', counts.none, 'outcome', 'no recommendation', outcome, { note: 'no recommendation' }),
    ...(counts.failed ? [filterFigure('✕ Failed', counts.failed, 'outcome', 'failed', outcome, { tone: 'error', note: 'no decision' })] : []),
    ...nodeHoursFigure(sizes.map((size) => [size.nodeHoursPerDayNow, size.nodeHoursPerDay]), 'now'),
    ...rolloutFigure(fleet.rollout),
    ...(cost === undefined && arePricesEdited.value ? [{ label: 'Cost per month', value: '…', note: 'edited prices' }] : costFigure(cost, 'now', arePricesEdited.value)),
  ];
  return <Figures label="Summary of the fleet" figures={figures} />;
}

// One bar per size: clusters now and as recommended.
export function Sizes({ sizes, blocked }: { sizes: readonly SizeCount[]; blocked: number }): JSX.Element | null {
  if (sizes.length === 0) return null;
  const largest = Math.max(1, ...sizes.map((size) => Math.max(size.now, size.recommended)));
  return (
    <details class="panel sizes">
      <summary>
        <h2>Clusters per size</h2>
        <span class="line">{sizes.filter((size) => size.size).map((size) => <span><Text value={size.size} /> <b>{formatNumber(size.now)}</b>{size.now !== size.recommended && <> → <b>{formatNumber(size.recommended)}</b></>}</span>)}</span>
      </summary>
      <table class="plain">
        <thead><tr><th scope="col">Size</th><th scope="col" class="num">Now</th><th scope="col" class="num">After</th><th scope="col" class="num">Change</th><th scope="col" class="chart-cell">Now and recommended</th><th scope="col" class="num">Node-hours per day</th></tr></thead>
        <tbody>
          {sizes.map((size) => (
            <tr>
              <th scope="row">{size.size ? <a href={formatHash('fleet', [['size', size.size]])}><Text value={size.size} /></a> : <span class="muted">no size</span>}</th>
              <td class="num">{formatNumber(size.now)}</td>
              <td class="num">{formatNumber(size.recommended)}</td>
              <td class="num">{formatChange(size.recommended - size.now) || '–'}</td>
              <td class="chart-cell" aria-hidden="true">
                <span class="pair"><i class="now" style={{ width: `${size.now / largest * 100}%` }} /><i class="then" style={{ width: `${size.recommended / largest * 100}%` }} /></span>
              </td>
              <td class="num">{size.nodeHoursPerDay === undefined ? '–' : formatNumber(size.nodeHoursPerDay)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {blocked > 0 && <p class="muted">{counted(blocked, 'change')} will not happen: the cluster is not opted in, is paused, or has an override.</p>}
    </details>
  );
}
