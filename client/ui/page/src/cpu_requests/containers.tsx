// The requests of all containers, and the rule that decided each.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { shownOf } from '../format/words.ts';
import { Bar } from '../parts/bar.tsx';
import { SearchTools, Select } from '../parts/search.tsx';
import { Empty } from '../parts/states.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { Name, Text } from '../parts/text.tsx';
import { param, route, setParams } from '../route.ts';
import { requestText, showRequests, type RequestRow } from './rows.ts';

const kColumns: Column<RequestRow>[] = [
  { id: 'name', title: 'Workload', isSortable: true, class: 'text', width: 'var(--requests-name)', cell: (row) => <Name namespace={row.namespace} name={row.workload} /> },
  { id: 'kind', title: 'Kind', class: 'wide', width: '8rem', cell: (row) => <Text value={row.kind} /> },
  { id: 'container', title: 'Container', class: 'medium text', width: '14rem', cell: (row) => (row.container ? <span><Text value={row.container} title />{row.isInit && <span class="muted"> init</span>}</span> : <span class="muted">the pod</span>) },
  { id: 'pods', title: 'Pods', class: 'num wide', width: '4rem', cell: (row) => row.pods },
  { id: 'before', title: 'Default', isSortable: true, class: 'num', width: '5rem', help: 'The request in the manifest', cell: (row) => requestText(row.before) },
  {
    id: 'after', title: 'Scaled', unit: '% of default', isSortable: true, width: 'var(--requests-bar)', help: 'The request to set, and its share of the default',
    cell: (row) => <Bar value={requestText(row.after)} ratio={row.before && row.after !== undefined ? row.after / row.before : undefined} title={`${requestText(row.after)} of ${requestText(row.before)}`} />,
  },
  { id: 'bound', title: 'Decided by', isSortable: true, class: 'medium', width: '7rem', help: 'The rule that decided the request', cell: (row) => row.bound },
  { id: 'arithmetic', title: 'Why', class: 'wide text', cell: (row) => <Text value={row.arithmetic} title /> },
];

export function Containers({ rows }: { rows: readonly RequestRow[] }): JSX.Element {
  const query = { search: param('q'), namespace: param('namespace'), bound: param('bound'), sort: param('sort') || 'name', isDescending: param('desc') === '1' };
  const shown = useMemo(() => showRequests(rows, query), [rows, route.value.params]);
  const isFiltered = [query.search, query.namespace, query.bound].some(Boolean);
  const clear = (): void | false => (isFiltered ? setParams({ q: '', namespace: '', bound: '' }) : false);
  const sortBy = (id: string): void => {
    const isDescending = id === query.sort ? !query.isDescending : id === 'before' || id === 'after';
    setParams({ sort: id === 'name' ? '' : id, desc: isDescending ? '1' : '' });
  };
  return (
    <>
      <h2>Containers</h2>
      <SearchTools label="Search containers" placeholder="Search workloads and containers" firstResult="table.data tbody a" isFiltered={isFiltered} onClear={clear}
        shown={shownOf(shown.length, rows.length, 'request')}>
        <Select id="namespace" title="Namespace" choices={[...new Set(rows.map((row) => row.namespace))].sort()} />
        <Select id="bound" title="Decided by" choices={[...new Set(rows.map((row) => row.bound))].sort()} />
      </SearchTools>
      {shown.length === 0
        ? <Empty title="No request matches"><button type="button" onClick={clear}>Clear filters</button></Empty>
        : (
          <Table<RequestRow> id="cpuRequests" caption="CPU requests of containers" columns={kColumns} rows={shown} rowKey={(row) => row.key}
            sort={{ id: query.sort, isDescending: query.isDescending }} onSort={sortBy} />
        )}
    </>
  );
}
