// Which size of a configuration each edited size is, also after it was renamed. Pure.

import { nameOf, pairItems, sizesOf } from './merge.ts';
import { valueOf } from './rebase.ts';

// The names of the edited sizes, and for each its index in the configuration that the edits began from, or -1 if it is new.
export interface SizePairs { names: readonly string[]; pairs: readonly number[] }

// Undefined if the text cannot be read.
export function sizeNames(text: string): readonly string[] | undefined {
  const value = valueOf(text);
  return value === undefined ? undefined : sizesOf(value).map(nameOf);
}

// For each name its index in `last`, or -1 if it is new. An edit changes one place, so names before and after it stay, also
// if the edit makes two names equal for a moment.
export function pairNames(last: readonly string[], names: readonly string[]): number[] {
  const most = Math.min(last.length, names.length);
  let start = 0;
  while (start < most && last[start] === names[start]) ++start;
  let end = 0;
  while (end < most - start && last.at(-1 - end) === names.at(-1 - end)) ++end;
  const changed = pairItems(last.slice(start, last.length - end), names.slice(start, names.length - end));
  return names.map((_, place) => {
    if (place < start) return place;
    if (place >= names.length - end) return place + last.length - names.length;
    const index = changed[place - start]!;
    return index < 0 ? -1 : start + index;
  });
}

// Before the first edit.
export function unedited(origin: string): SizePairs {
  const names = sizeNames(origin) ?? [];
  return { names, pairs: [...names.keys()] };
}

// After an edit. Sizes are followed even if they exchange their names one by one.
export function pairsAfter(last: SizePairs, text: string, origin: string): SizePairs {
  const names = sizeNames(text);
  if (!names) return last;
  const pairs = pairNames(last.names, names).map((index) => last.pairs[index] ?? -1);
  if (!pairs.includes(-1)) return { names, pairs };
  // A size that is cut and pasted stays the same size.
  const originNames = sizeNames(origin) ?? [];
  names.forEach((name, place) => {
    const index = originNames.indexOf(name);
    if (pairs[place] === -1 && index >= 0 && !pairs.includes(index)) pairs[place] = index;
  });
  return { names, pairs };
}
