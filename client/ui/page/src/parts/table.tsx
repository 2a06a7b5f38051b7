// A table of any length. Of a long table, only the rows near the window are in the document.
//
// Rows have one height and one line. Arrow keys, j and k move the active row; Enter opens it.

import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { arrange } from './columns.ts';
import { narrowness } from './narrowness.ts';
import { useRowKeys } from './table_keys.ts';
import { linesOf } from './table_lines.ts';
import { useRange } from './table_range.ts';
import { DataRow, GroupRow } from './table_row.tsx';

export interface Column<Row> {
  id: string;
  title: string;
  // Explains the column, as the title of its header.
  help?: string;
  // Follows the title: what the values are parts of, such as `% of capacity`.
  unit?: string;
  // `num`: right-aligned figures. `text`: a text that may be cut; the active row shows it whole. `wide`: the last columns unless the window is wide, reached by scrolling; `medium`: the
  // same in narrow windows.
  class?: string;
  // A width in CSS; a column without one takes the rest.
  width?: string;
  isSortable?: boolean;
  cell(row: Row): ComponentChildren;
}

export interface Sort { id: string; isDescending: boolean }

export interface TableProps<Row> {
  // Names the table in the state that stays when the user leaves and comes back.
  id: string;
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  sort?: Sort;
  onSort?(id: string): void;
  // The hash that a row links to; its first cell must have the link, made with `rowLink`.
  rowHref?(row: Row): string;
  // Rows must be sorted by their group. A new function makes new lines, so keep it.
  groupOf?(row: Row): string;
  groupTitle?(group: string, count: number): ComponentChildren;
  rowClass?(row: Row): string;
}

interface Place { key: string; scrollY: number; hash: string }
const places = new Map<string, Place>();

export function Table<Row>(props: TableProps<Row>): JSX.Element {
  const { rows } = props;
  const { columns, more, first } = useMemo(() => arrange(props.columns, narrowness.value), [props.columns, narrowness.value]);
  const lines = useMemo(() => linesOf(rows, props.groupOf), [rows, props.groupOf]);
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(places.get(props.id)?.key ?? '');
  const range = useRange(body, lines.length);
  const present = useMemo(() => (active ? lines.findIndex((line) => line.row !== undefined && props.rowKey(line.row) === active) : -1), [lines, active]);
  useRowKeys({ body, lines, present, keyOf: props.rowKey, hrefOf: props.rowHref, setActive });
  useRestoredScroll(props.id, active);

  const shown = lines.slice(range.first, range.last);
  const activeKey = present < 0 ? undefined : active;
  const firstRow = lines.find((line) => line.row !== undefined)?.row;
  const tabKey = activeKey ?? (firstRow === undefined ? '' : props.rowKey(firstRow));
  const scrolls = more.length > 0;
  const table = (
    <table class="data" aria-rowcount={lines.length + 1} data-table={props.id} style={{ width: scrolls ? `calc(100% + ${more.join(' + ')})` : '' }}>
      <caption class="hidden-text">{props.caption}</caption>
      <colgroup>{columns.map((column) => <col class={column.class} style={{ width: column.width }} />)}</colgroup>
      <thead>
        <tr aria-rowindex={1}>{columns.map((column) => <Header column={column} sort={props.sort} onSort={props.onSort} />)}</tr>
      </thead>
      <tbody ref={body}>
        {range.first > 0 && <Spacer lines={range.first} />}
        {shown.map(({ row, group, count }, offset) => {
          const index = range.first + offset;
          if (row === undefined) return <GroupRow key={`group:${group}`} index={index} columns={columns} title={props.groupTitle?.(group, count) ?? group} />;
          const key = props.rowKey(row);
          // Elements stay with their row: elements that move to another place count as a layout shift.
          return (
            <DataRow<Row> key={key} id={key} row={row} index={index} columns={columns} href={props.rowHref?.(row)} class={props.rowClass?.(row)}
              isActive={key === activeKey} isTabStop={key === tabKey} onActivate={setActive} />
          );
        })}
        {range.last < lines.length && <Spacer lines={lines.length - range.last} />}
      </tbody>
    </table>
  );
  return (
    <>
      {scrolls && <p class="muted scroll-hint" aria-hidden="true">Scroll the table sideways for {columns.slice(-more.length).map((column) => column.title).join(', ')}.</p>}
      <div class={`table${scrolls ? ' scrolls' : ''}`} {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': props.caption, style: { scrollPaddingLeft: first } } : {})}>{table}</div>
    </>
  );
}

// Without a column span: a span over columns that a narrow window hides would add columns.
function Spacer({ lines }: { lines: number }): JSX.Element {
  return <tr class="spacer" aria-hidden="true"><td style={{ height: `calc(var(--row) * ${lines})` }} /></tr>;
}

function Header<Row>({ column, sort, onSort }: { column: Column<Row>; sort?: Sort; onSort?(id: string): void }): JSX.Element {
  const isSorted = sort?.id === column.id;
  const unit = column.unit && <span class="unit">, {column.unit}</span>;
  const order = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" class={column.class} aria-sort={order} title={column.help}>
      {column.isSortable && onSort
        ? (
          <button type="button" onClick={() => onSort(column.id)}>
            {column.title}{unit}<span class="order" aria-hidden="true">{isSorted ? (sort.isDescending ? '\u00a0↓' : '\u00a0↑') : ''}</span>
          </button>
        )
        : <>{column.title}{unit}</>}
    </th>
  );
}

// Keeps the active row and the scroll position for the way back to the same URL.
function useRestoredScroll(id: string, active: string): void {
  const ref = useRef(active);
  ref.current = active;
  useLayoutEffect(() => {
    const hash = location.hash;
    const place = places.get(id);
    if (place && place.hash === hash) scrollTo(0, place.scrollY);
    let last = scrollY;
    let lastHash = hash;
    const remember = (): void => {
      last = scrollY;
      lastHash = location.hash;
    };
    addEventListener('scroll', remember, { passive: true });
    return () => {
      removeEventListener('scroll', remember);
      places.set(id, { key: ref.current, scrollY: last, hash: lastHash });
    };
  }, [id]);
}
