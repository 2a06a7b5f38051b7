// The clusters of a replay: transitions, reversals, and time short.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatChange, formatNumber, formatHeadroom } from '../format/quantity.ts';
import { formatDuration } from '../format/time.ts';
import { shownOf } from '../format/words.ts';
import { SearchTools, Select } from '../parts/search.tsx';
import { Empty } from '../parts/states.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { Name, Text } from '../parts/text.tsx';
import { clusterHash, param, route, setParams } from '../route.ts';
import type { ClusterTotals, ReplayItem } from '../types_history.ts';
import { filterHistoryRows, kShow, makeHistoryRow, sortHistoryRows, type HistoryRow } from './rows.ts';

type Field = 'transitions' | 'reversals' | 'shortSeconds' | 'bestEffortSeconds' | 'withoutRecommendationSeconds';

// A figure, and its change if there are two configurations.
function Value({ row, field, isTime }: { row: HistoryRow; field: Field; isTime?: boolean }): JSX.Element {
  const value = row.totals[field];
  const change = row.compared && value - row.compared[field];
  const text = value === 0 ? '–' : isTime ? formatDuration(value) : formatNumber(value);
  if (!change) return <span class={value === 0 ? 'muted' : ''}>{text}</span>;
  const was = isTime ? formatDuration(row.compared![field]) : formatNumber(row.compared![field]);
  return <span title={`${was} with the present configuration`}>{text} <small class="muted">{isTime ? `now ${was}` : formatChange(change)}</small></span>;
}

function sizesText(totals: ClusterTotals): string {
  const { firstSize = '', lastSize = '' } = totals;
  return firstSize === lastSize ? lastSize : `${firstSize || 'no size'} → ${lastSize || 'no size'}`;
}

const kColumns: Column<HistoryRow>[] = [
  { id: 'name', title: 'Cluster', isSortable: true, cell: (row) => <Name namespace={row.namespace} name={row.name} /> },
  { id: 'sizes', title: 'Size, first → last', class: 'medium', width: '11rem', cell: (row) => <Text value={sizesText(row.totals)} title /> },
  { id: 'transitions', title: 'Transitions', isSortable: true, class: 'num', width: 'var(--history-count)', cell: (row) => <Value row={row} field="transitions" /> },
  { id: 'reversals', title: 'Reversals', isSortable: true, class: 'num medium', width: 'var(--history-count)', help: 'Changes that undo the last change within a day', cell: (row) => <Value row={row} field="reversals" /> },
  { id: 'short', title: 'Short', isSortable: true, class: 'num', width: 'var(--history-time)', help: 'Time in which the demand was above the effective capacity of the size', cell: (row) => <Value row={row} field="shortSeconds" isTime /> },
  { id: 'bestEffort', title: 'Best effort', isSortable: true, class: 'num wide', width: 'var(--history-time)', help: 'Time in which no size held the demand', cell: (row) => <Value row={row} field="bestEffortSeconds" isTime /> },
  { id: 'without', title: 'Held', isSortable: true, class: 'num wide', width: 'var(--history-time)', help: 'Time in which no size was recommended, so that the cluster kept its size', cell: (row) => <Value row={row} field="withoutRecommendationSeconds" isTime /> },
  {
    id: 'headroom', title: 'Least headroom', unit: '% of demand', isSortable: true, class: 'num medium', width: '11rem', help: 'The least capacity that was left, in percent of the demand; below 0 the cluster was short',
    cell: (row) => (row.totals.leastHeadroomRatio === undefined ? <span class="muted">–</span> : formatHeadroom(row.totals.leastHeadroomRatio)),
  },
];

export function Clusters({ items }: { items: readonly ReplayItem[] }): JSX.Element {
  const rows = useMemo(() => items.map(makeHistoryRow), [items]);
  const search = param('q');
  const show = param('show');
  const sort = param('sort');
  const isDescending = param('desc') === '1';
  const shown = useMemo(() => sortHistoryRows(filterHistoryRows(rows, search, show), sort, isDescending), [rows, route.value.params]);
  const isFiltered = search !== '' || show !== '';
  const clear = (): void | false => (isFiltered ? setParams({ q: '', show: '' }) : false);
  return (
    <>
      <h2>Clusters</h2>
      <SearchTools label="Search clusters" placeholder="Search names and sizes" firstResult='table.data tbody a[tabindex="0"]' isFiltered={isFiltered} onClear={clear}
        shown={shownOf(shown.length, rows.length, 'cluster')}>
        <Select id="show" title="Show" choices={Object.keys(kShow)} />
      </SearchTools>
      {shown.length === 0
        ? <Empty title="No cluster matches"><button type="button" onClick={clear}>Clear filters</button></Empty>
        : (
          <Table<HistoryRow> id="history" caption="Clusters of the replay, the worst first" columns={kColumns} rows={shown} rowKey={(row) => row.key}
            sort={{ id: sort, isDescending }} onSort={(id) => sortBy(id, sort, isDescending)} rowHref={(row) => clusterHash(row.namespace, row.name)} />
        )}
    </>
  );
}

// The first click on figures shows the largest first; headroom and names the smallest.
function sortBy(id: string, last: string, isDescending: boolean): void {
  const startsDescending = id !== 'name' && id !== 'headroom';
  setParams({ sort: id, desc: (id === last ? !isDescending : startsDescending) ? '1' : '' });
}
