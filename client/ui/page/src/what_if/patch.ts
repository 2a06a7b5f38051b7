// The RFC 6902 patch between two configurations. Pure.

import { isEqual, isMembers, pairItems, sizesOf, type Value } from './merge.ts';
import { valueOf } from './rebase.ts';

export interface Operation { op: 'add' | 'move' | 'remove' | 'replace' | 'test'; path: string; from?: string; value?: Value }

const kSizesPath = '/spec/sizes';

// Returns the patch of the spec, or undefined if a text cannot be read. `pairs`: for each edited size its index in the
// present configuration, or -1 if it is new. A patch names sizes by their index, so it first tests their names: if a size
// was added or removed, the patch fails instead of changing another size.
export function patchOf(present: string, edited: string, pairs: readonly number[]): Operation[] | undefined {
  const [before, after] = [valueOf(present), valueOf(edited)];
  if (!isMembers(before) || !isMembers(after)) return undefined;
  const operations: Operation[] = [];
  change(before.spec, after.spec, '/spec', pairs, operations);
  if (!operations.some(({ path }) => path.startsWith(`${kSizesPath}/`))) return operations;
  const tests = sizesOf(before).flatMap((size, index): Operation[] => (
    isMembers(size) && typeof size.name === 'string' ? [{ op: 'test', path: `${kSizesPath}/${index}/name`, value: size.name }] : []));
  return [...tests, ...operations];
}

function change(before: Value, after: Value, path: string, pairs: readonly number[], operations: Operation[]): void {
  if (isEqual(before, after)) return;
  if (after === undefined) operations.push({ op: 'remove', path });
  else if (before === undefined) operations.push({ op: 'add', path, value: after });
  else if (isMembers(before) && isMembers(after)) {
    for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
      change(before[field], after[field], `${path}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`, pairs, operations);
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    changeList(before as Value[], after as Value[], path, pairs, operations);
  } else {
    operations.push({ op: 'replace', path, value: after });
  }
}

// Removes items, adds and moves items to their places, and then changes the items that stay.
function changeList(before: readonly Value[], after: readonly Value[], path: string, sizePairs: readonly number[], operations: Operation[]): void {
  const pairs = path === kSizesPath && sizePairs.length === after.length ? sizePairs : pairItems(before, after);
  const order = [...before.keys()].filter((index) => pairs.includes(index));
  for (const index of [...before.keys()].reverse()) {
    if (!pairs.includes(index)) operations.push({ op: 'remove', path: `${path}/${index}` });
  }
  pairs.forEach((pair, place) => {
    if (pair < 0) {
      operations.push({ op: 'add', path: `${path}/${place}`, value: after[place] });
      order.splice(place, 0, pair);
    } else if (order[place] !== pair) {
      const from = order.indexOf(pair);
      operations.push({ op: 'move', from: `${path}/${from}`, path: `${path}/${place}` });
      order.splice(place, 0, ...order.splice(from, 1));
    }
  });
  pairs.forEach((pair, place) => {
    if (pair >= 0) change(before[pair], after[place], `${path}/${place}`, sizePairs, operations);
  });
}
