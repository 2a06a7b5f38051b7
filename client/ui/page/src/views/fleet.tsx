// All clusters: what would change, and why.

import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { fleetColumns } from '../fleet/columns.tsx';
import { countRows, groupKey, queryOf } from '../fleet/query.ts';
import type { Row } from '../fleet/row.ts';
import { allRows, shownRows, sizeNames } from '../fleet/shown.ts';
import { Sizes, Summary } from '../fleet/summary.tsx';
import { clear, Toolbar } from '../fleet/toolbar.tsx';
import { counted } from '../format/words.ts';
import { Empty, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Text } from '../parts/text.tsx';
import { clusterHash, formatHash, route, setParams } from '../route.ts';
import { fleet, status } from '../state.ts';
import type { Fleet as FleetData } from '../types.ts';
import { kViews } from '../views.ts';

export function Fleet(): JSX.Element {
  return fleet.value ? <Loaded data={fleet.value} /> : <Loading what="the fleet" />;
}

function Loaded({ data }: { data: FleetData }): JSX.Element {
  const query = queryOf(route.value.params);
  const [sizes, rows, shown] = [sizeNames.value, allRows.value, shownRows.value];
  const counts = useMemo(() => countRows(rows), [rows]);
  const hasNamespaces = useMemo(() => new Set(rows.map((row) => row.namespace)).size > 1, [rows]);
  const columns = useMemo(() => fleetColumns(hasNamespaces), [hasNamespaces]);
  const groupOf = useMemo(() => {
    const group = groupKey(query.group);
    return group && ((row: Row) => String(group(row)));
  }, [query.group]);
  const recent = useRecentlyChanged(data);
  const summary = useMemo(() => <Summary fleet={data} counts={counts} move={query.move} outcome={query.outcome} />, [data, counts, query.move, query.outcome]);
  const bars = useMemo(() => <Sizes sizes={data.sizes ?? []} blocked={counts.blocked} />, [data.sizes, counts]);
  if (rows.length === 0) return <NoClusters data={data} />;
  return (
    <div class="stack fleet">
      <h1 class="hidden-text">Fleet</h1>
      <Configuration data={data} />
      {summary}
      {bars}
      <Toolbar rows={rows} shown={shown.length} query={query} sizes={sizes} />
      {shown.length === 0
        ? <Empty title="No cluster matches"><button type="button" onClick={() => clear(query)}>Clear filters</button></Empty>
        : (
          <Table<Row> id="fleet" caption="Clusters of the fleet" columns={columns} rows={shown} rowKey={(row) => row.key}
            sort={{ id: query.sort, isDescending: query.isDescending }} onSort={(id) => sortBy(id, query.sort, query.isDescending)}
            rowHref={(row) => clusterHash(row.namespace, row.name)} rowClass={(row) => (recent.has(row.item) ? 'recent' : '')}
            groupOf={groupOf}
            groupTitle={(name, count) => <>{name ? <Text value={name} /> : 'no size'} <span class="muted">{counted(count, 'cluster')}</span></>} />
        )}
    </div>
  );
}

// The first click on a column with figures shows the largest first.
function sortBy(id: string, last: string, isDescending: boolean): void {
  const startsDescending = id === 'memory' || id === 'cpu';
  const next = id === last ? !isDescending : startsDescending;
  setParams({ sort: id === 'name' ? '' : id, desc: next ? '1' : '' });
}

// The items of the last event that changed the fleet.
function useRecentlyChanged(data: FleetData): ReadonlySet<unknown> {
  const ref = useRef<{ data: FleetData; all: ReadonlySet<unknown>; recent: ReadonlySet<unknown> } | undefined>(undefined);
  if (ref.current?.data !== data) {
    const all = new Set<unknown>(data.items);
    const last = ref.current;
    const isEvent = last !== undefined && data.items.some((item) => last.all.has(item));
    ref.current = { data, all, recent: isEvent ? new Set(data.items.filter((item) => !last.all.has(item))) : new Set() };
  }
  return ref.current!.recent;
}

// Errors of the configuration come first: without it, no decision is right.
function Configuration({ data }: { data: FleetData }): JSX.Element | null {
  const findings = data.configuration?.findings ?? [];
  const errors = findings.filter((finding) => finding.severity === 'SEVERITY_ERROR').length;
  const warnings = findings.filter((finding) => finding.severity === 'SEVERITY_WARNING').length;
  if (!data.noDecision && errors + warnings === 0) return null;
  const text = [errors && counted(errors, 'error'), warnings && counted(warnings, 'warning')].filter(Boolean).join(' and ');
  return (
    <p class={`banner ${errors || data.noDecision ? 'error' : 'warning'}`}>
      {data.noDecision && <><strong>No size can be decided:</strong> <Text value={data.noDecision} />. </>}
      {text && <>The configuration has {text}. </>}
      {data.configuration && <a href={formatHash('whatIf')}>{text ? `Show ${errors + warnings === 1 ? 'it' : 'them'}` : 'Correct it'}</a>}
    </p>
  );
}

const kOfClusters = new Set(['fleet', 'whatIf', 'reference']);

// The views that have data without a cluster.
function Others(): JSX.Element | null {
  const others = kViews.filter(({ name }) => status.value?.views.includes(name) && !kOfClusters.has(name));
  if (others.length === 0) return null;
  return <p>The input has data for {others.map(({ name, title }, index) => <>{index > 0 && ', '}<a href={formatHash(name)}>{title}</a></>)}.</p>;
}

function NoClusters({ data }: { data: FleetData }): JSX.Element {
  return (
    <div class="stack">
      {data.configuration && <Configuration data={data} />}
      <Empty isView title={data.allLeftOut ? 'No hosted cluster is selected' : 'There are no hosted clusters'}>
        <Others />
        {data.allLeftOut
          ? <p><Text value={data.allLeftOut} />, and start <code>cpsizer ui</code> again.</p>
          : <p>The input does not have a HostedCluster. With files, add the output of <code>kubectl get hostedclusters,verticalpodautoscalers -A -o yaml</code>.</p>}
      </Empty>
    </div>
  );
}
