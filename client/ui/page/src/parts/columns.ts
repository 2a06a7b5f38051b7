// The order of the columns in narrow windows. Pure.

export interface Placed { class?: string; width?: string }

// 0: all columns have space. 1: those of the class `wide` do not. 2: nor do those of the class `medium`.
export type Narrowness = 0 | 1 | 2;

const kTextWidth = '28rem';
const kNumberWidth = '7rem';

const isOf = (column: Placed, name: string): boolean => (column.class ?? '').split(' ').includes(name);

export interface Arranged<C> {
  columns: readonly C[];
  // The widths of the last columns, which are reached by scrolling.
  more: readonly string[];
  // The width of the first column, which stays: what the other columns that have space leave.
  first: string;
}

// Columns without space come last, and get a width, so that the others keep theirs.
export function arrange<C extends Placed>(columns: readonly C[], narrowness: Narrowness): Arranged<C> {
  const rank = (column: C): number => (narrowness >= 1 && isOf(column, 'wide') ? 2 : narrowness >= 2 && isOf(column, 'medium') ? 1 : 0);
  const last = [1, 2].flatMap((wanted) => columns.filter((column) => rank(column) === wanted))
    .map((column) => ({ ...column, width: column.width ?? (isOf(column, 'num') ? kNumberWidth : kTextWidth) }));
  const fitting = columns.filter((column) => rank(column) === 0);
  const others = fitting.slice(1).map((column) => column.width ?? '0px');
  return { columns: [...fitting, ...last], more: last.map((column) => column.width!), first: `calc(${['100%', ...others].join(' - ')})` };
}
