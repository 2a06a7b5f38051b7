// Moves through the rows of a table with the keyboard: arrow keys, j and k, PageUp and PageDown, Home and End; Enter opens.

import { useKeys, type KeyMap } from '../keys.ts';
import type { Line } from './table_lines.ts';

const kDefaultRowHeight = 32;
// The row with the focus shows its texts whole, over the rows below.
const kLinesOfRow = 5;

// Keys that move through the table belong to another element if that has the focus.
function isOutside(target: EventTarget | null): boolean {
  return target instanceof Element && target !== document.body && target.closest('.table') === null && target.closest('dialog, summary, pre, [role]') !== null;
}

function rowHeightOf(body: HTMLElement): number {
  return body.querySelector('tr:not(.spacer)')?.getBoundingClientRect().height || kDefaultRowHeight;
}

// The lower edge of the header, which covers rows that are scrolled out of the window.
function headerBottom(body: HTMLElement): number {
  return Math.max(0, body.parentElement?.querySelector('thead')?.getBoundingClientRect().bottom ?? 0);
}

function firstVisible(body: HTMLElement): number {
  return Math.max(0, Math.ceil((headerBottom(body) - body.getBoundingClientRect().top) / rowHeightOf(body) - 0.1));
}

// Scrolls so that the line is in the window.
function reveal(body: HTMLElement, index: number): void {
  const height = rowHeightOf(body);
  const top = body.getBoundingClientRect().top + index * height;
  const smallest = headerBottom(body) + 4;
  if (top < smallest) scrollBy(0, top - smallest);
  else if (top + kLinesOfRow * height > innerHeight) scrollBy(0, top + kLinesOfRow * height - innerHeight);
}

// The row is in the document only after the table is rendered for the new scroll position.
function focusRow(body: HTMLElement, key: string): void {
  const focus = (): boolean => {
    const link = body.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"] a`);
    link?.focus({ preventScroll: true });
    return link !== null;
  };
  if (!focus()) requestAnimationFrame(() => requestAnimationFrame(focus));
}

export interface RowKeys<Row> {
  body: { current: HTMLElement | null };
  lines: readonly Line<Row>[];
  keyOf(row: Row): string;
  hrefOf?(row: Row): string;
  // The index of the active row, or -1.
  present: number;
  setActive(key: string): void;
}

export function useRowKeys<Row>({ body, lines, present, keyOf, hrefOf, setActive }: RowKeys<Row>): void {
  const go = (target: number, direction: 1 | -1): void | false => {
    let index = Math.max(0, Math.min(lines.length - 1, target));
    while (lines[index] && lines[index]!.row === undefined) index += direction;
    const row = lines[index]?.row;
    if (row === undefined || !body.current) return false;
    setActive(keyOf(row));
    reveal(body.current, index);
    focusRow(body.current, keyOf(row));
    return undefined;
  };
  const inTable = (action: () => void | false) => (event: KeyboardEvent): void | false => (isOutside(event.target) || !body.current ? false : action());
  const step = (by: 1 | -1): KeyMap[string] => inTable(() => go(present < 0 ? firstVisible(body.current!) : present + by, by));
  // Without an active row, the browser scrolls.
  const page = (by: 1 | -1): KeyMap[string] => inTable(() => {
    if (present < 0) return false;
    return go(present + by * Math.max(1, Math.floor(innerHeight / rowHeightOf(body.current!)) - 4), by);
  });
  useKeys({
    j: step(1), k: step(-1), ArrowDown: step(1), ArrowUp: step(-1), PageDown: page(1), PageUp: page(-1),
    Home: inTable(() => go(0, 1)),
    End: inTable(() => go(lines.length - 1, -1)),
    Enter: (event) => {
      const row = lines[present]?.row;
      if (row === undefined || !hrefOf || (event.target as Element | null)?.closest?.('a, button, summary')) return false;
      location.hash = hrefOf(row);
      return undefined;
    },
  });
}
