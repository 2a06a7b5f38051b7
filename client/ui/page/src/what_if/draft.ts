// The edited configuration and the prices. They stay when the user leaves the view, and when the page is loaded again.

import { computed, effect, signal } from '@preact/signals';
import { fleet } from '../state.ts';
import type { Conflict } from './merge.ts';
import { mergedPrices, type PriceEdits, type Prices } from './prices.ts';
import { conflictsOf, hasChanged, rebase, takePresent } from './rebase.ts';
import { readForm, type Form } from './yaml_edit.ts';

const kStorageKey = 'cpsizer.whatIf';

// The edits are the difference of `text` to `origin`, the present configuration when the text was edited last.
interface Edits {
  text: string;
  origin: string;
  // The configuration before the changes of which the notice is.
  before?: string;
  dropped?: readonly string[];
}

interface Stored { edits?: Edits; prices: PriceEdits }

function load(): Stored {
  try {
    return { prices: {}, ...JSON.parse(sessionStorage.getItem(kStorageKey) ?? '{}') as Partial<Stored> };
  } catch {
    return { prices: {} };
  }
}

const stored = typeof sessionStorage === 'undefined' ? { prices: {} } : load();

// Undefined as long as the configuration is not edited.
const edits = signal<Edits | undefined>(stored.edits);
export const priceEdits = signal<PriceEdits>(stored.prices);

export const base = computed(() => fleet.value?.configuration?.yaml ?? '');

// The edits of the present configuration. `isOlder`: they cannot be applied to it, so the text is that of an earlier one.
const present = computed<{ text: string; dropped: readonly string[]; isOlder?: boolean }>(() => {
  const { text, origin } = edits.value ?? { text: base.value, origin: base.value };
  if (origin === base.value || base.value === '') return { text, dropped: [] };
  return rebase(origin, text, base.value) ?? { text, dropped: [], isOlder: true };
});

export const text = computed(() => present.value.text);
export const isEdited = computed(() => text.value !== base.value);
// The edited text; undefined as long as the configuration is not edited.
export const draft = computed(() => (edits.value === undefined ? undefined : text.value));
export const isOlder = computed(() => present.value.isOlder === true);

export interface ChangeNotice {
  isOlder: boolean;
  // Undefined while the text cannot be read.
  conflicts?: readonly Conflict[];
  dropped: readonly string[];
}

// Undefined if the configuration has not changed since the user began to edit it, or since the last notice was closed.
export const changeNotice = computed<ChangeNotice | undefined>(() => {
  if (edits.value === undefined || base.value === '') return undefined;
  if (isOlder.value) return { isOlder: true, dropped: [] };
  const { before, origin, dropped = [] } = edits.value;
  const start = before ?? origin;
  if (!hasChanged(start, base.value)) return undefined;
  return { isOlder: false, conflicts: conflictsOf(start, text.value, base.value), dropped: [...dropped, ...present.value.dropped] };
});

// The last text that the form could edit.
let lastForm: Form | undefined;

// If the form cannot edit the text, it shows the last one that it could edit, and the reason.
export const form = computed<Form>(() => {
  const present = readForm(text.value);
  if (present.reason === undefined) {
    lastForm = present;
    return present;
  }
  return { ...(lastForm ?? readForm(base.value)), problems: present.problems, reason: present.reason };
});

export const givenPrices = computed<Prices>(() => fleet.value?.prices ?? {});

// Sizes of the present and of the edited configuration.
const priceSizes = computed(() => new Set([
  ...(fleet.value?.sizes ?? []).map((size) => size.size),
  ...[...Array(form.value.sizes).keys()].map((index) => form.value.values.get(`spec.sizes[${index}].name`) ?? ''),
]));

// The prices with which all views calculate, as JSON: a text, so that nothing runs again while they stay the same.
const pricesJson = computed(() => JSON.stringify(mergedPrices(givenPrices.value, priceEdits.value, priceSizes.value)));
export const prices = computed(() => JSON.parse(pricesJson.value) as Prices);
export const arePricesEdited = computed(() => pricesJson.value !== JSON.stringify(givenPrices.value));

export function edit(next: string): void {
  edits.value = next === base.value ? undefined : { ...rebasedEdits(), text: next };
}

// The text has the changes of the present configuration from now on, if they could be applied.
function rebasedEdits(): Edits {
  const { origin, before, dropped = [] } = edits.value ?? { origin: base.value };
  if (isOlder.value) return { ...edits.value!, text: text.value };
  return { text: text.value, origin: base.value, before: before ?? (origin === base.value ? undefined : origin), dropped: [...dropped, ...present.value.dropped] };
}

// Closes the notice; the edits stay.
export function keepEdits(): void {
  setText(text.value);
}

// Takes the present values of the fields of the notice. Edits that cannot be applied are removed.
export function takeChanges(): void {
  const { origin, before } = edits.value!;
  const taken = isOlder.value ? base.value : takePresent(before ?? origin, text.value, base.value);
  setText(taken);
}

function setText(text: string): void {
  edits.value = text === base.value ? undefined : { text, origin: base.value };
}

// Keeps the edits for this tab. Returns a function that ends it.
export function startStoring(): () => void {
  return effect(() => {
    sessionStorage.setItem(kStorageKey, JSON.stringify({ edits: edits.value, prices: priceEdits.value } satisfies Stored));
  });
}
