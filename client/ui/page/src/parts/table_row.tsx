// The rows of a table.

import { Component, type ComponentChildren, type JSX } from 'preact';
import type { Column } from './table.tsx';

export function GroupRow<Row>({ index, columns, title }: { index: number; columns: readonly Column<Row>[]; title: ComponentChildren }): JSX.Element {
  return (
    <tr class="group" aria-rowindex={index + 2}>
      <th scope="rowgroup">{title}</th>
      {columns.slice(1).map((column) => <td class={column.class} />)}
    </tr>
  );
}

export interface DataRowProps<Row> {
  id: string;
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  href?: string;
  class?: string;
  isActive: boolean;
  isTabStop: boolean;
  onActivate(key: string): void;
}

// Rendered only if a property changes: while the user scrolls or types, most rows stay as they are.
export class DataRow<Row> extends Component<DataRowProps<Row>> {
  override shouldComponentUpdate(next: DataRowProps<Row>): boolean {
    return (Object.keys(next) as (keyof DataRowProps<Row>)[]).some((name) => next[name] !== this.props[name]);
  }

  override render({ id, row, index, columns, href, isActive, isTabStop, onActivate, class: name }: DataRowProps<Row>): JSX.Element {
    const onClick = (event: MouseEvent): void => {
      onActivate(id);
      if (href && isPlainClick(event)) location.hash = href;
    };
    return (
      <tr class={`${name ?? ''}${isActive ? ' active' : ''}`} aria-rowindex={index + 2} data-key={id} onFocusIn={() => onActivate(id)} onClick={onClick}>
        {columns.map((column, position) => (position === 0
          ? <th scope="row" class={column.class}>{href ? <a href={href} tabIndex={isTabStop ? 0 : -1}>{column.cell(row)}</a> : column.cell(row)}</th>
          : <td class={column.class}>{column.cell(row)}</td>))}
      </tr>
    );
  }
}

// Not on a control of its own, and not the end of selecting text.
function isPlainClick(event: MouseEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  return (event.target as Element).closest('a, button') === null && !getSelection()?.toString();
}
