// Applies the edits of a configuration in YAML to a newer configuration. Pure.

import { isScalar, isSeq, type Document } from 'yaml';
import { isEqual, mergeValues, pairItems, type Conflict, type Value } from './merge.ts';
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
  } else if (isObject(old) && isObject(value)) {
    for (const field of Object.keys(old)) if (value[field] === undefined) document.deleteIn([...path, field]);
    for (const [field, member] of Object.entries(value)) setValue(document, [...path, field], old[field], member);
  } else if (isScalar(node) && typeof value !== 'object') {
    node.value = value;
  } else {
    document.setIn(path, document.createNode(value));
  }
}

function isObject(value: Value): value is { readonly [field: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Rebased {
  text: string;
  // Paths of items whose edits have no effect, because the items were removed.
  dropped: string[];
}

// Returns `present` with the edits that made `edited` of `origin`. Undefined if a text cannot be read.
export function rebase(origin: string, edited: string, present: string): Rebased | undefined {
  const [from, mine, now] = [read(origin), read(edited), read(present)];
  if (!from || !mine || !now) return undefined;
  if (isEqual(from.value, now.value)) return { text: edited, dropped: [] };
  const { value, dropped } = mergeValues(from.value, mine.value, now.value);
  return { text: withValue(present, value), dropped };
}

// True if a field has another value. Comments and the format are not fields.
export function hasChanged(origin: string, present: string): boolean {
  return origin !== present && !isEqual(read(origin)?.value, read(present)?.value);
}

// Returns the fields that have changed since `origin`, and that are edited. `edited` has the other changes of `present`.
// Undefined if a text cannot be read.
export function conflictsOf(origin: string, edited: string, present: string): Conflict[] | undefined {
  const [from, mine, now] = [read(origin), read(edited), read(present)];
  if (!from || !mine || !now) return undefined;
  return mergeValues(from.value, mine.value, now.value, { isCurrent: true }).conflicts;
}

// Returns `edited` with the present values of all fields of conflictsOf().
export function takePresent(origin: string, edited: string, present: string): string {
  const [from, mine, now] = [read(origin), read(edited), read(present)];
  if (!from || !mine || !now) return edited;
  return withValue(edited, mergeValues(from.value, mine.value, now.value, { isCurrent: true, winner: 'present' }).value);
}
