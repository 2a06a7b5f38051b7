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

// Before the first edit.
export function unedited(origin: string): SizePairs {
  const names = sizeNames(origin) ?? [];
  return { names, pairs: [...names.keys()] };
}

// After an edit. An edit changes few names, so sizes can be followed even if they exchange their names one by one.
export function pairsAfter(last: SizePairs, text: string, origin: string): SizePairs {
  const names = sizeNames(text);
  if (!names) return last;
  const pairs = pairItems(last.names, names).map((index) => last.pairs[index] ?? -1);
  // A size that is cut and pasted stays the same size.
  const originNames = sizeNames(origin) ?? [];
  names.forEach((name, place) => {
    const index = originNames.indexOf(name);
    if (pairs[place] === -1 && index >= 0 && !pairs.includes(index)) pairs[place] = index;
  });
  return { names, pairs };
}
