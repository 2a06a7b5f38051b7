// The rows of a table that are near the window.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rangeOf, type Range } from './table_lines.ts';

const kVirtualFrom = 60;
const kOverscan = 8;
const kFirstRows = 40;

// All rows are printed.
let isPrinting = false;

// The lines that are near the window; all lines of a short table. Measures the height of a row, because the user may zoom
// text.
export function useRange(body: { current: HTMLTableSectionElement | null }, count: number): Range {
  const [range, setRange] = useState<Range>({ first: 0, last: kFirstRows });
  const ref = useRef({ count, rowHeight: 0 });
  ref.current.count = count;
  const update = useRef(() => {
    const element = body.current;
    if (!element) return;
    const row = element.querySelector<HTMLElement>('tr:not(.spacer)');
    if (row) ref.current.rowHeight = row.getBoundingClientRect().height;
    const total = ref.current.count;
    const next = total <= kVirtualFrom || isPrinting || ref.current.rowHeight === 0
      ? { first: 0, last: isPrinting || total <= kVirtualFrom ? total : kFirstRows }
      : rangeOf(-element.getBoundingClientRect().top, innerHeight, ref.current.rowHeight, total, kOverscan);
    setRange((last) => (last.first === next.first && last.last === next.last ? last : next));
  }).current;
  useLayoutEffect(update, [count]);
  useEffect(() => {
    const onPrint = (event: Event): void => {
      isPrinting = event.type === 'beforeprint';
      update();
    };
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    addEventListener('beforeprint', onPrint);
    addEventListener('afterprint', onPrint);
    return () => {
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
      removeEventListener('beforeprint', onPrint);
      removeEventListener('afterprint', onPrint);
    };
  }, []);
  return range;
}
