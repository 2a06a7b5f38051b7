// Applies edits of a value to a newer one, with the value that the edits began from. Pure.

export type Value = undefined | null | string | number | boolean | readonly Value[] | { readonly [field: string]: Value };
export type Members = { readonly [field: string]: Value };

// A field that is edited, and has also changed. A value is undefined where the field was removed.
export interface Conflict { path: string; edited: Value; present: Value }

export interface Merged {
  value: Value;
  conflicts: Conflict[];
  // The paths of items with edits that were removed from the present value: they stay removed.
  dropped: string[];
  // For each size of the value its index in the present value, or -1 if it is new.
  pairs: readonly number[];
}

export interface MergeOptions {
  // The edited value already has the changes of the present one: all differences between them are edits.
  isCurrent?: boolean;
  // Which value a field in conflict gets.
  winner?: 'edited' | 'present';
  // For each size of the edited value its index in the origin, or in the present value if `isCurrent`; -1 if it is new.
  // Without it, sizes are paired by their names.
  pairs?: readonly number[];
}

type State = MergeOptions & Pick<Merged, 'conflicts' | 'dropped'> & { mergedPairs?: number[] };

const kSizesPath = 'spec.sizes';

export function isMembers(value: Value): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isEqual(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (!isMembers(a) || !isMembers(b)) return false;
  const fields = Object.keys(a);
  return fields.length === Object.keys(b).length && fields.every((field) => Object.hasOwn(b, field) && isEqual(a[field], b[field]));
}

// Fields that are not edited get the present value.
export function mergeValues(origin: Value, edited: Value, present: Value, options: MergeOptions = {}): Merged {
  const state: State = { ...options, conflicts: [], dropped: [] };
  const value = merge(origin, edited, present, '', state);
  return { value, conflicts: state.conflicts, dropped: state.dropped, pairs: state.mergedPairs ?? pairsOfUnmerged(origin, value, present, options) };
}

// Without a merge, the sizes are those of one side.
function pairsOfUnmerged(origin: Value, value: Value, present: Value, { isCurrent, pairs }: MergeOptions): readonly number[] {
  const [from, sizes, now] = [origin, value, present].map(sizesOf) as [Value[], Value[], Value[]];
  if (pairs?.length === sizes.length && (isCurrent || isEqual(from, now))) return pairs;
  return pairItems(now, sizes);
}

export function sizesOf(value: Value): readonly Value[] {
  const spec = isMembers(value) ? value.spec : undefined;
  const sizes = isMembers(spec) ? spec.sizes : undefined;
  return Array.isArray(sizes) ? sizes : [];
}

function merge(origin: Value, edited: Value, present: Value, path: string, state: State): Value {
  if (isEqual(present, origin) || isEqual(edited, present)) return edited;
  if (!state.isCurrent && isEqual(edited, origin)) return present;
  const known = [origin, edited, present].filter((value) => value !== undefined);
  if (known.every(isMembers)) return mergeMembers(origin as Members, edited as Members, present as Members, path, state);
  if (known.every(Array.isArray)) {
    const merged = mergeLists((origin ?? []) as Value[], (edited ?? []) as Value[], (present ?? []) as Value[], path, state);
    return present === undefined && merged.length === 0 ? undefined : merged;
  }
  return conflict(edited, present, path, state);
}

function conflict(edited: Value, present: Value, path: string, state: State): Value {
  state.conflicts.push({ path, edited, present });
  return state.winner === 'present' ? present : edited;
}

function memberOf(members: Members | undefined, field: string): Value {
  return members && Object.hasOwn(members, field) ? members[field] : undefined;
}

// An object that a side does not have is one without fields.
function mergeMembers(origin: Members | undefined, edited: Members | undefined, present: Members | undefined, path: string, state: State): Value {
  const fields = new Set([...Object.keys(present ?? {}), ...Object.keys(edited ?? {})]);
  const merged = [...fields]
    .map((field): [string, Value] => [field, merge(memberOf(origin, field), memberOf(edited, field), memberOf(present, field), path ? `${path}.${field}` : field, state)])
    .filter(([, value]) => value !== undefined);
  return merged.length === 0 && !(edited && present) ? undefined : Object.fromEntries(merged);
}

// The texts by which people know an item, such as `name`, or `deploymentName` and `containerName`.
export function nameOf(item: Value): string {
  const names = isMembers(item) ? Object.entries(item).filter(([field, value]) => /name$/i.test(field) && typeof value === 'string').map(([, value]) => value) : [];
  return names.length > 0 ? names.join('/') : JSON.stringify(item);
}

// For each item its index in `origin`, or -1 if it is new. An item with another name between the same neighbours is renamed.
export function pairItems(origin: readonly Value[], items: readonly Value[]): number[] {
  const indexes = new Map<string, number[]>();
  origin.forEach((item, index) => indexes.set(nameOf(item), [...indexes.get(nameOf(item)) ?? [], index]));
  const pairs = items.map((item) => indexes.get(nameOf(item))?.shift() ?? -1);
  const paired = new Set(pairs);
  const rest = gapsOf(origin.map((_, index) => (paired.has(index) ? index : -1)));
  for (const [before, gap] of gapsOf(pairs)) {
    const renamed = rest.get(before) ?? [];
    if (renamed.length === gap.length) gap.forEach((place, index) => { pairs[place] = renamed[index]!; });
  }
  return pairs;
}

// The places without a pair, by the pair that they follow.
function gapsOf(pairs: readonly number[]): Map<number, number[]> {
  const gaps = new Map<number, number[]>();
  let before = -1;
  pairs.forEach((pair, place) => {
    if (pair >= 0) before = pair;
    else gaps.set(before, [...gaps.get(before) ?? [], place]);
  });
  return gaps;
}

// Items that are the same in two lists have the same id: their index in `origin`, or their name if they are new.
function idsOf(origin: readonly Value[], items: readonly Value[], pairs: readonly number[]): string[] {
  const ids = new Set<string>();
  pairs.forEach((pair, place) => {
    let id = origin[pair] !== undefined ? String(pair) : `new ${nameOf(items[place])}`;
    while (ids.has(id)) id += '+';
    ids.add(id);
  });
  return [...ids];
}

// Two new items with the same name are one.
function mergeLists(origin: readonly Value[], edited: readonly Value[], present: readonly Value[], path: string, state: State): Value[] {
  const pairs = path === kSizesPath && state.pairs?.length === edited.length ? state.pairs : undefined;
  const presentIds = idsOf(origin, present, pairItems(origin, present));
  const editedIds = state.isCurrent
    ? (pairs ?? pairItems(present, edited)).map((pair, place) => presentIds[pair] ?? `edited ${place}`)
    : idsOf(origin, edited, pairs ?? pairItems(origin, edited));
  const [ofEdited, ofPresent] = [new Map(editedIds.map((id, place) => [id, edited[place]])), new Map(presentIds.map((id, place) => [id, present[place]]))];
  const merged: Value[] = [];
  const mergedPairs: number[] = [];
  for (const id of orderOf(editedIds, presentIds)) {
    const [one, other] = [ofEdited.get(id), ofPresent.get(id)];
    const from = origin[Number(id)];
    const named = other === undefined ? from ?? one : one ?? other;
    const item = mergeItem(from, one, other, `${path}[${nameOf(named)}]`, state);
    if (item === undefined) continue;
    merged.push(item);
    mergedPairs.push(presentIds.indexOf(id));
  }
  if (path === kSizesPath) state.mergedPairs = mergedPairs;
  return merged;
}

// The order is that of the present value, unless only the edits have changed it.
function orderOf(edited: readonly string[], present: readonly string[]): string[] {
  const isMoved = (ids: readonly string[]): boolean => ids.map(Number).filter(Number.isInteger).some((id, index, all) => index > 0 && id < all[index - 1]!);
  const [first, second] = isMoved(edited) && !isMoved(present) ? [edited, present] : [present, edited];
  const order = [...first];
  second.forEach((id, index) => {
    if (!order.includes(id)) order.splice(order.indexOf(second[index - 1] ?? '') + 1, 0, id);
  });
  return order;
}

function mergeItem(origin: Value, edited: Value, present: Value, path: string, state: State): Value {
  if (edited !== undefined && present !== undefined) return merge(origin, edited, present, path, state);
  if (isEqual(present, origin)) return edited;
  if (state.isCurrent) return conflict(edited, present, path, state);
  if (isEqual(edited, origin)) return present;
  if (present !== undefined) return conflict(edited, present, path, state);
  // An item that comes back with its edits would revert the removal.
  state.dropped.push(path);
  return undefined;
}
