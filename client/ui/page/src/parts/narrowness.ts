// How narrow the window is, for tables.

import { signal } from '@preact/signals';
import type { Narrowness } from './columns.ts';

// The breakpoints of styles/parts.css.
const kQueries = ['(max-width: 75rem)', '(max-width: 48rem)'];

const queries = typeof matchMedia === 'undefined' ? [] : kQueries.map((query) => matchMedia(query));
const measure = (): Narrowness => queries.filter((query) => query.matches).length as Narrowness;

export const narrowness = signal<Narrowness>(measure());

for (const query of queries) query.addEventListener('change', () => { narrowness.value = measure(); });
