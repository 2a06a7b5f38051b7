// The edited configuration and the prices. They stay when the user leaves the view, and when the page is loaded again.

import { computed, effect, signal } from '@preact/signals';
import { fleet } from '../state.ts';
import type { Conflict } from './merge.ts';
import { mergedPrices, type PriceEdits, type Prices } from './prices.ts';
import { conflictsOf, hasChanged, rebase, takePresent, type Rebased } from './rebase.ts';
import { pairsAfter, sizeNames, unedited, type SizePairs } from './size_pairs.ts';
import { readForm, type Form } from './yaml_edit.ts';

const kStorageKey = 'cpsizer.whatIfEdits';

// The edits are the difference of `text` to `origin`, the present configuration when the text was edited last.
interface Edits {
  text: string;
  origin: string;
  // Which sizes of `origin` those of `text` are.
  sizes: SizePairs;
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
const present = computed<Rebased & { isOlder?: boolean }>(() => {
  const { text, origin, sizes } = edits.value ?? { text: base.value, origin: base.value, sizes: unedited(base.value) };
  if (origin === base.value || base.value === '') return { text, dropped: [], pairs: sizes.pairs };
  return rebase(origin, text, base.value, sizes.pairs) ?? { text, dropped: [], pairs: sizes.pairs, isOlder: true };
});

export const text = computed(() => present.value.text);
export const isEdited = computed(() => text.value !== base.value);
// The edited text; undefined as long as the configuration is not edited.
export const draft = computed(() => (edits.value === undefined ? undefined : text.value));
// For each size of the text its index in the present configuration, or -1 if it is new.
export const sizePairs = computed(() => present.value.pairs);
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
  const { before, origin } = edits.value;
  const start = before ?? origin;
  const dropped = [...edits.value.dropped ?? [], ...present.value.dropped];
  if (!hasChanged(start, base.value) && dropped.length === 0) return undefined;
  return { isOlder: false, conflicts: conflictsOf(start, text.value, base.value, sizePairs.value), dropped };
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

function sizesOf({ sizes, values }: Form): string[] {
  return [...Array(sizes).keys()].map((index) => values.get(`spec.sizes[${index}].name`) ?? '');
}

// The sizes of the present and of the edited configuration: `cpsizer diff` refuses the price of another size.
const priceSizes = computed(() => {
  const present = readForm(base.value);
  return new Set(present.reason === undefined ? [...sizesOf(present), ...sizesOf(form.value)] : [...Object.keys(givenPrices.value), ...sizesOf(form.value)]);
});

// The prices with which all views calculate, as JSON: a text, so that nothing runs again while they stay the same.
const pricesJson = computed(() => JSON.stringify(mergedPrices(givenPrices.value, priceEdits.value, priceSizes.value)));
export const prices = computed(() => JSON.parse(pricesJson.value) as Prices);
export const arePricesEdited = computed(() => pricesJson.value !== JSON.stringify(mergedPrices(givenPrices.value, {}, priceSizes.value)));

export function edit(next: string): void {
  if (next === base.value) {
    edits.value = undefined;
    return;
  }
  const now = rebasedEdits();
  edits.value = { ...now, text: next, sizes: pairsAfter(now.sizes, next, now.origin) };
}

// The text has the changes of the present configuration from now on, if they could be applied.
function rebasedEdits(): Edits {
  if (edits.value === undefined) return { text: base.value, origin: base.value, sizes: unedited(base.value) };
  if (isOlder.value || edits.value.origin === base.value) return edits.value;
  const { origin, before = origin, dropped = [] } = edits.value;
  return { ...editsOf(present.value), before, dropped: [...dropped, ...present.value.dropped] };
}

// The edits of the present configuration.
function editsOf({ text, pairs }: Rebased): Edits {
  return { text, origin: base.value, sizes: { names: sizeNames(text) ?? [], pairs } };
}

// Closes the notice; the edits stay.
export function keepEdits(): void {
  setEdits(present.value);
}

// Takes the present values of the fields of the notice. Edits that cannot be applied are removed.
export function takeChanges(): void {
  const { origin, before } = edits.value!;
  const taken = isOlder.value ? undefined : takePresent(before ?? origin, text.value, base.value, sizePairs.value);
  if (taken) setEdits(taken);
  else edits.value = undefined;
}

function setEdits(next: Rebased): void {
  edits.value = next.text === base.value ? undefined : editsOf(next);
}

// Keeps the edits for this tab. Returns a function that ends it.
export function startStoring(): () => void {
  return effect(() => {
    sessionStorage.setItem(kStorageKey, JSON.stringify({ edits: edits.value, prices: priceEdits.value } satisfies Stored));
  });
}
