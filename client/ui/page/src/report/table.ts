// Filters and sorts the table of clusters. The report is complete without it.

// The table has only these rows, because the layout of thousands of rows takes seconds. The style hides the other ones
// until this script runs.
const kMostRows = 200;

type Row = HTMLTableRowElement;

// The last cell of a row ends with the line break before the next row.
const textOf = (row: Row, place: number): string => row.cells[place]!.textContent.trim();
// A cell has one value, or the values of both sides.
const valuesOf = (row: Row, place: number): string[] => textOf(row, place).split(' / ');
const numbersOf = (row: Row, place: number): number[] => valuesOf(row, place).map(parseFloat).filter((number) => !Number.isNaN(number));

// The values that a column is sorted by.
const kKeys: Record<string, (row: Row, place: number, header: HTMLElement) => number | string> = {
  text: textOf,
  number: (row, place) => Math.max(0, ...numbersOf(row, place)),
  least: (row, place) => Math.min(Infinity, ...numbersOf(row, place)),
  size: (row, place, header) => {
    const order = JSON.parse(header.dataset.order!) as string[];
    return Math.max(...valuesOf(row, place).map((size) => order.indexOf(size)));
  },
};

// Returns the clusters that the choices of the filter accept.
function kindsOf(headers: readonly HTMLElement[]): Record<string, (row: Row) => boolean> {
  const column = new Map(headers.map((header, place) => [header.textContent, place]));
  const most = (row: Row, title: string): number => Math.max(0, ...numbersOf(row, column.get(title)!));
  return {
    short: (row) => most(row, 'short') > 0,
    'no-fit': (row) => most(row, 'no fit') > 0,
    held: (row) => most(row, 'held') > 0,
    'no-size': (row) => most(row, 'no size') > 0,
    over: (row) => most(row, 'over') > 0,
    moved: (row) => most(row, 'transitions') > 0,
    flapping: (row) => most(row, 'reversals') >= 3,
    differs: (row) => [...row.cells].some((cell, place) => place > 0 && cell.textContent.includes(' / ')),
  };
}

export function controlTable(): void {
  const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
  const table = byId<HTMLTableElement>('clusters');
  const name = byId<HTMLInputElement>('name');
  const which = byId<HTMLSelectElement>('which');
  const shown = byId('shown');
  const all = byId('all');
  const body = table.tBodies[0]!;
  const headers = [...table.tHead!.rows[0]!.cells];
  const rows = [...body.rows];
  const kinds = kindsOf(headers);
  let order = rows;

  const show = (): void => {
    const part = name.value.trim().toLowerCase();
    const found = order.filter((row) => textOf(row, 0).toLowerCase().includes(part) && (kinds[which.value]?.(row) ?? true));
    const visible = table.classList.contains('all') ? found : found.slice(0, kMostRows);
    body.replaceChildren(...visible);
    all.hidden = visible.length === found.length;
    shown.textContent = all.hidden ? `${found.length} of ${rows.length} shown` : `${found.length} of ${rows.length} found, ${visible.length} shown`;
  };

  // Sorts by a column: first the worst or largest values, then the other direction, then the order of the report.
  const sort = (header: HTMLElement, place: number): void => {
    const directions = ['text', 'least'].includes(header.dataset.sort!) ? ['ascending', 'descending'] : ['descending', 'ascending'];
    const next = directions[directions.indexOf(header.getAttribute('aria-sort') ?? '') + 1];
    for (const other of headers) other.removeAttribute('aria-sort');
    order = rows;
    if (next !== undefined) {
      header.setAttribute('aria-sort', next);
      const sign = next === 'ascending' ? 1 : -1;
      const keyed = rows.map((row) => [kKeys[header.dataset.sort!]!(row, place, header), row] as const);
      keyed.sort(([a], [b]) => (a < b ? -sign : a > b ? sign : 0));
      order = keyed.map(([, row]) => row);
    }
    show();
  };

  headers.forEach((header, place) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = header.textContent;
    button.addEventListener('click', () => sort(header, place));
    header.replaceChildren(button);
  });
  name.form!.addEventListener('submit', (event) => event.preventDefault());
  name.addEventListener('input', show);
  which.addEventListener('change', show);
  all.addEventListener('click', () => {
    table.classList.add('all');
    show();
    name.focus();
  });
  document.addEventListener('keydown', (event) => {
    const target = event.target as Element;
    if (event.key === '/' && !target.closest('input, select') && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      name.focus();
    } else if (event.key === 'Escape' && target === name) {
      name.value = '';
      show();
    }
  });
  show();
}
