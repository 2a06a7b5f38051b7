// Search, filters and group of the fleet table.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { shownOf } from '../format/words.ts';
import { SearchTools, Select } from '../parts/search.tsx';
import { setParams } from '../route.ts';
import { kFilters, type Query } from './query.ts';
import type { Row } from './row.ts';

const kMoves = { changes: 'would change', up: '▲ up', down: '▼ down', first: '+ first size', stays: '= stays', none: '– no size' };

function choicesOf(values: Iterable<string>): string[] {
  return [...new Set(values)].filter(Boolean).sort();
}

export function Toolbar({ rows, shown, query, sizes }: { rows: readonly Row[]; shown: number; query: Query; sizes: readonly string[] }): JSX.Element {
  const choices = useMemo(() => ({
    outcome: choicesOf(rows.map((row) => row.outcome)),
    driver: choicesOf(rows.map((row) => row.driver)),
    reason: choicesOf(rows.flatMap((row) => [row.reason, row.blocked])),
  }), [rows]);
  const selects = useMemo(() => (
    <>
      <Select id="move" title="Move" choices={Object.keys(kMoves)} labels={kMoves} />
      <Select id="size" title="Size" choices={sizes} />
      <Select id="outcome" title="Outcome" choices={choices.outcome} />
      <Select id="driver" title="Driver" choices={choices.driver} />
      <Select id="reason" title="Reason" choices={choices.reason} />
      <Select id="group" title="Group by" any="none" choices={['size', 'reason']} />
    </>
  ), [choices, sizes]);
  return (
    <SearchTools label="Search clusters" placeholder="Search names, labels, reasons" firstResult='table.data tbody a[tabindex="0"]'
      shown={shownOf(shown, rows.length, 'cluster')} isFiltered={isFiltered(query)} onClear={() => clear(query)}>
      {selects}
    </SearchTools>
  );
}

function isFiltered(query: Query): boolean {
  return query.search !== '' || kFilters.some((filter) => query[filter] !== '');
}

export function clear(query: Query): void | false {
  if (!isFiltered(query)) return false;
  setParams({ q: '', ...Object.fromEntries(kFilters.map((filter) => [filter, ''])) });
  return undefined;
}
