// Applies the edits of a configuration in YAML to a newer configuration. Pure.

import { isScalar, isSeq, type Document } from 'yaml';
import { isEqual, isMembers, mergeValues, pairItems, type Conflict, type Merged, type MergeOptions, type Value } from './merge.ts';
import { parse, print } from './yaml_edit.ts';

interface Read { document: Document; value: Value }

// Undefined if the form cannot read the text.
function read(text: string): Read | undefined {
  const document = parse(text);
  if (document.errors.length > 0) return undefined;
  try {
    const value = withoutNulls(document.toJS({ maxAliasCount: 100 }) as Value);
    return typeof value === 'object' ? { document, value } : undefined;
  } catch {
    return undefined;
  }
}

// A field without a value is one that is not set.
function withoutNulls(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member != null).map(([field, member]) => [field, withoutNulls(member)]));
}

// The comments and the format stay where the values allow it.
function withValue(text: string, value: Value): string {
  const { document, value: old } = read(text)!;
  if (isEqual(old, value)) return text;
  try {
    setValue(document, [], old, value);
    const changed = print(document, text);
    if (isEqual(read(changed)?.value, value)) return changed;
  } catch {
    // For example an alias of something that was removed.
  }
  document.contents = document.createNode(value);
  return print(document, text);
}

function setValue(document: Document, path: readonly (string | number)[], old: Value, value: Value): void {
  if (isEqual(old, value)) return;
  const node = document.getIn(path, true);
  if (Array.isArray(old) && Array.isArray(value) && isSeq(node)) {
    const [pairs, nodes] = [pairItems(old, value), node.items];
    node.items = value.map((item, index) => nodes[pairs[index]!] ?? document.createNode(item));
    value.forEach((item, index) => setValue(document, [...path, index], nodes[pairs[index]!] ? old[pairs[index]!] : item, item));
  } else if (isMembers(old) && isMembers(value)) {
    for (const field of Object.keys(old)) if (value[field] === undefined) document.deleteIn([...path, field]);
    for (const [field, member] of Object.entries(value)) setValue(document, [...path, field], old[field], member);
  } else if (isScalar(node) && typeof value !== 'object') {
    node.value = value;
  } else {
    document.setIn(path, document.createNode(value));
  }
}

export interface Rebased {
  text: string;
  // Paths of items whose edits have no effect, because the items were removed.
  dropped: readonly string[];
  // For each size of `text` its index in the present configuration, or -1 if it is new.
  pairs: readonly number[];
}

// Functions with `pairs` have it for `edited`, as MergeOptions has it. They return undefined if a text cannot be read.

// Returns `present` with the edits that made `edited` of `origin`. Comments and the format are those of `edited` if it has
// other comments than `origin`.
export function rebase(origin: string, edited: string, present: string, pairs?: readonly number[]): Rebased | undefined {
  const [from, mine, now] = [read(origin), read(edited), read(present)];
  if (!from || !mine || !now) return undefined;
  const merged = mergeValues(from.value, mine.value, now.value, { pairs });
  const isUnchanged = isEqual(from.value, now.value);
  const text = isUnchanged ? edited : withValue(isEqual(commentsOf(origin), commentsOf(edited)) ? present : edited, merged.value);
  return { text, dropped: merged.dropped, pairs: merged.pairs };
}

function commentsOf(text: string): readonly string[] {
  return text.match(/(?<=^|\s)#.*$/gm) ?? [];
}

// True if a field has another value. Comments and the format are not fields.
export function hasChanged(origin: string, present: string): boolean {
  return origin !== present && !isEqual(read(origin)?.value, read(present)?.value);
}

// Returns the fields that have changed since `origin`, and that are edited. `edited` has the other changes of `present`.
export function conflictsOf(origin: string, edited: string, present: string, pairs?: readonly number[]): Conflict[] | undefined {
  return mergeCurrent(origin, edited, present, { pairs })?.conflicts;
}

// Returns `edited` with the present values of all fields of conflictsOf().
export function takePresent(origin: string, edited: string, present: string, pairs?: readonly number[]): Rebased | undefined {
  const merged = mergeCurrent(origin, edited, present, { pairs, winner: 'present' });
  return merged && { ...merged, text: withValue(edited, merged.value) };
}

function mergeCurrent(origin: string, edited: string, present: string, options: MergeOptions): Merged | undefined {
  const [from, mine, now] = [read(origin), read(edited), read(present)];
  return from && mine && now && mergeValues(from.value, mine.value, now.value, { ...options, isCurrent: true });
}

// Returns the values of a configuration.
export function valueOf(text: string): Value | undefined {
  return read(text)?.value;
}
