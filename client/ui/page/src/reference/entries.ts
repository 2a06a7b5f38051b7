// The entries of the reference, and the search in them. Pure.

import { searchOf } from '../parts/order.ts';
import type { Reference } from '../types_reference.ts';

export type Kind = 'rule' | 'word' | 'field';

export interface Entry {
  kind: Kind;
  // The rule, the word, or the path of the field.
  id: string;
  // The severity of a rule, the group of a word, the type of a field.
  about: string;
  meaning: string;
  why: string;
  remedy: string;
  wrong: string;
  right: string;
  seen: string;
  haystack: string;
}

function entry(kind: Kind, id: string, parts: Partial<Entry>): Entry {
  const one = { about: '', meaning: '', why: '', remedy: '', wrong: '', right: '', seen: '', ...parts, kind, id };
  return { ...one, haystack: [id, one.about, one.meaning, one.why, one.remedy, one.seen].join(' ').toLowerCase() };
}

export function entriesOf(reference: Reference): Entry[] {
  return [
    ...(reference.rules ?? []).map((rule) => entry('rule', rule.id, { ...rule, about: rule.severity?.replace('SEVERITY_', '').toLowerCase() })),
    ...(reference.words ?? []).map((word) => entry('word', word.id, { ...word, about: word.group?.replaceAll('-', ' ') })),
    ...(reference.fields ?? []).map((field) => entry('field', field.path, { meaning: field.meaning, about: field.type })),
  ];
}

// The path of a finding without indexes, as fields have it: `spec.sizes[1].capacity` is `spec.sizes.capacity`.
function withoutIndexes(text: string): string {
  return text.replace(/\[\d+\]/g, '');
}

// The rank of a match: 0 the whole name, 1 the begin of the name, 2 a part of the name, 3 the text.
function rankOf(one: Entry, search: string): number {
  const id = one.id.toLowerCase();
  if (id === search) return 0;
  if (id.startsWith(search)) return 1;
  return id.includes(search) ? 2 : 3;
}

// All words of the search must be in the entry; the best matches are first. An exact name shows only that name.
export function findEntries(entries: readonly Entry[], text: string, kind: string, about: string): Entry[] {
  const search = withoutIndexes(text).trim().toLowerCase();
  const chosen = entries.filter((one) => (!kind || one.kind === kind) && (!about || one.about === about));
  if (!search) return chosen;
  const exact = chosen.filter((one) => one.id.toLowerCase() === search);
  if (exact.length > 0) return exact;
  const isFound = searchOf(search);
  return chosen
    .filter((one) => isFound(one.haystack))
    .map((one) => ({ one, rank: rankOf(one, search) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

export interface Piece { text: string; isCode: boolean }

// Texts mark code with backticks.
export function splitCode(text: string): Piece[] {
  const pieces = text.split('`');
  if (pieces.length % 2 === 0) return [{ text, isCode: false }];  // a backtick without its pair
  return pieces.map((piece, index) => ({ text: piece, isCode: index % 2 === 1 })).filter((piece) => piece.text);
}
