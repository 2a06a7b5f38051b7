// The lines of a table: rows, and a title before each group of rows. Pure.

export interface Line<Row> { row?: Row; group: string; count: number }

export interface Range { first: number; last: number }

// `rows` must be sorted by their group.
export function linesOf<Row>(rows: readonly Row[], groupOf?: (row: Row) => string): Line<Row>[] {
  const lines: Line<Row>[] = [];
  let title: Line<Row> | undefined;
  for (const row of rows) {
    const group = groupOf?.(row) ?? '';
    if (groupOf && title?.group !== group) {
      title = { group, count: 0 };
      lines.push(title);
    }
    if (title) ++title.count;
    lines.push({ row, group, count: 0 });
  }
  return lines;
}

// The lines that are shown if the window starts `top` pixels below the first line. Multiples of `overscan`, so that the
// table is not rendered again for each pixel.
export function rangeOf(top: number, height: number, rowHeight: number, count: number, overscan: number): Range {
  const first = Math.floor(top / rowHeight / overscan) * overscan - overscan;
  const last = Math.ceil((top + height) / rowHeight / overscan) * overscan + overscan;
  return { first: Math.max(0, Math.min(first, count)), last: Math.max(0, Math.min(last, count)) };
}
