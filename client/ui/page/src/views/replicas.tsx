// Autoscalers of workloads: how many replicas they would set, and why.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { shownOf } from '../format/words.ts';
import { useKeys } from '../keys.ts';
import { Figures } from '../parts/figures.tsx';
import { SearchTools, Select } from '../parts/search.tsx';
import { Empty, Failed, Loader, useApi } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { replicaColumns } from '../replicas/columns.tsx';
import { Detail } from '../replicas/detail.tsx';
import { filterReplicaRows, makeReplicaRow, sortReplicaRows, type ReplicaQuery, type ReplicaRow } from '../replicas/rows.ts';
import { formatHash, navigate, param, route, setParams } from '../route.ts';
import { refreshCount } from '../refresh.ts';
import type { Replicas as Data } from '../types_replicas.ts';

export function Replicas(): JSX.Element {
  const loaded = useApi<Data>('/api/replicas', refreshCount.value);
  return <Loader what="the autoscalers" loaded={loaded}>{(data) => <Loaded data={data} />}</Loader>;
}

function Loaded({ data }: { data: Data }): JSX.Element {
  const rows = useMemo(() => (data.items ?? []).map(makeReplicaRow), [data]);
  const name = param('name');
  if (rows.length === 0) return <Empty isView title="There are no autoscalers"><p>The input does not have a HorizontalPodAutoscaler.</p></Empty>;
  if (name) return <One rows={rows} id={`${param('namespace')}/${name}`} />;
  return rows.length === 1 ? <div class="stack replicas"><Detail row={rows[0]!} /></div> : <All rows={rows} />;
}

// The table as the user left it, with its filters.
let listHash = formatHash('replicas');

function One({ rows, id }: { rows: readonly ReplicaRow[]; id: string }): JSX.Element {
  const row = rows.find((one) => one.key === id);
  useKeys({ Escape: () => navigate(listHash) });
  return (
    <div class="stack replicas">
      <p class="back"><a href={listHash}>← Autoscalers</a> <kbd aria-hidden="true">Esc</kbd></p>
      {row ? <Detail key={row.key} row={row} /> : <Failed isView title="There is no such autoscaler" error="It is not in the input, or it was removed." />}
    </div>
  );
}

function readQuery(): ReplicaQuery {
  return { search: param('q'), move: param('move'), outcome: param('outcome'), limit: param('limit'), sort: param('sort') || 'name', isDescending: param('desc') === '1' };
}

function All({ rows }: { rows: readonly ReplicaRow[] }): JSX.Element {
  const query = readQuery();
  listHash = formatHash('replicas', route.value.params);
  const shown = useMemo(() => sortReplicaRows(filterReplicaRows(rows, query), query.sort, query.isDescending), [rows, route.value.params]);
  const columns = useMemo(() => replicaColumns(new Set(rows.map((row) => row.namespace)).size > 1, rows.some((row) => row.limits)), [rows]);
  const isFiltered = [query.search, query.move, query.outcome, query.limit].some(Boolean);
  const clear = (): void | false => (isFiltered ? setParams({ q: '', move: '', outcome: '', limit: '' }) : false);
  return (
    <div class="stack replicas">
      <h1 class="hidden-text">Replicas</h1>
      <Summary rows={rows} query={query} />
      <SearchTools label="Search autoscalers" placeholder="Search names, metrics, reasons" firstResult='table.data tbody a[tabindex="0"]' isFiltered={isFiltered} onClear={clear}
        shown={shownOf(shown.length, rows.length, 'autoscaler')}>
        <Select id="outcome" title="Outcome" choices={[...new Set(rows.map((row) => row.outcome))].sort()} />
        <Select id="limit" title="Limited by" choices={[...new Set(rows.flatMap((row) => row.limitedBy.split(', ')))].filter(Boolean).sort()} />
      </SearchTools>
      {shown.length === 0
        ? <Empty title="No autoscaler matches"><button type="button" onClick={clear}>Clear filters</button></Empty>
        : (
          <Table<ReplicaRow> id="replicas" caption="Autoscalers" columns={columns} rows={shown} rowKey={(row) => row.key}
            sort={{ id: query.sort, isDescending: query.isDescending }} onSort={(id) => sortBy(id, query)}
            rowHref={(row) => formatHash('replicas', [['namespace', row.namespace], ['name', row.name]])} />
        )}
    </div>
  );
}

function sortBy(id: string, query: ReplicaQuery): void {
  const startsDescending = id === 'current' || id === 'desired' || id === 'usage';
  const isDescending = id === query.sort ? !query.isDescending : startsDescending;
  setParams({ sort: id === 'name' ? '' : id, desc: isDescending ? '1' : '' });
}

function Summary({ rows, query }: { rows: readonly ReplicaRow[]; query: ReplicaQuery }): JSX.Element {
  const count = (test: (row: ReplicaRow) => boolean): string => rows.filter(test).length.toLocaleString('en-US');
  const filter = (label: string, move: string, note: string) => {
    const isChosen = query.move === move;
    return { label, value: count((row) => row.move === move), note, isChosen, href: formatHash('replicas', isChosen ? [] : [['move', move]]) };
  };
  return (
    <Figures label="Summary of the autoscalers" figures={[
      { label: 'Autoscalers', value: rows.length.toLocaleString('en-US'), href: formatHash('replicas') },
      { ...filter('▲ Up', 'up', 'more replicas'), tone: 'up' },
      { ...filter('▼ Down', 'down', 'fewer replicas'), tone: 'down' },
      filter('= Stay', 'stays', 'the number is correct'),
      { label: '‖ Limited', value: count((row) => row.limitedBy !== ''), note: 'not what the metric proposes', tone: 'hold' },
      { ...filter('✕ No decision', 'none', 'data is missing'), tone: 'error' },
    ]} />
  );
}
