// The edited configuration, the prices, and the response of the server. They stay when the user leaves the view, and when
// the page is loaded again.

import { computed, effect, signal } from '@preact/signals';
import { isAbort, post } from '../api.ts';
import { fleet } from '../state.ts';
import type { DiffAnswer, Validation } from '../types.ts';
import { readForm, type Form } from './yaml_edit.ts';

const kStorageKey = 'cpsizer.whatIf';
const kEditDelayMs = 200;
const kFleetDelayMs = 2_000;

interface Stored { text?: string; prices: Record<string, string> }

function load(): Stored {
  try {
    return { prices: {}, ...JSON.parse(sessionStorage.getItem(kStorageKey) ?? '{}') as Partial<Stored> };
  } catch {
    return { prices: {} };
  }
}

const stored = typeof sessionStorage === 'undefined' ? { prices: {} } : load();

// Undefined as long as the configuration is not edited.
export const draft = signal<string | undefined>(stored.text);
export const prices = signal<Record<string, string>>(stored.prices);

export const base = computed(() => fleet.value?.configuration?.yaml ?? '');
export const text = computed(() => draft.value ?? base.value);
export const isEdited = computed(() => text.value !== base.value);
export const form = computed<Form>(() => readForm(text.value));

export function edit(next: string): void {
  draft.value = next === base.value ? undefined : next;
}

export interface Answer {
  isBusy: boolean;
  // The findings; undefined until the first response.
  validation?: Validation;
  // The effect of this configuration, or of the last one without errors if `isOutdated`.
  diff?: DiffAnswer;
  isOutdated?: boolean;
  error?: unknown;
}

export const answer = signal<Answer>({ isBusy: true });

// Prices that are numbers; the server reports no others.
export function validPrices(): Record<string, number> {
  return Object.fromEntries(Object.entries(prices.value)
    .map(([size, price]) => [size, Number(price)] as const)
    .filter(([size, price]) => prices.value[size]!.trim() !== '' && Number.isFinite(price) && price >= 0));
}

async function ask(yaml: string, priceOf: Record<string, number>, signal: AbortSignal): Promise<void> {
  answer.value = { ...answer.value, isBusy: true };
  try {
    const validation = await post<Validation>('/api/validate', { yaml }, signal);
    answer.value = { ...answer.value, validation, error: undefined };
    const isUsable = (validation.problems ?? []).length === 0 && !(validation.findings ?? []).some((finding) => finding.severity === 'SEVERITY_ERROR');
    answer.value = isUsable
      ? { isBusy: false, validation, diff: await post<DiffAnswer>('/api/diff', { yaml, prices: priceOf }, signal) }
      : { isBusy: false, validation, diff: answer.value.diff, isOutdated: true };
  } catch (error) {
    if (!isAbort(error)) answer.value = { ...answer.value, isBusy: false, error };
  }
}

// Asks the server after each edit, and when the fleet changes. Only one request at a time is sent: the server decides the
// whole fleet for each. Returns a function that ends it.
export function startAsking(): () => void {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    timer = undefined;
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted && !controller.signal.aborted) {
      isWanted = false;
      await ask(text.peek(), validPrices(), controller.signal);
    }
    isRunning = false;
  };
  const endEdits = effect(() => {
    text.value;
    prices.value;
    clearTimeout(timer);
    timer = setTimeout(run, kEditDelayMs);
  });
  const endFleet = effect(() => {
    fleet.value;
    timer ??= setTimeout(run, kFleetDelayMs);
  });
  const endStoring = effect(() => {
    sessionStorage.setItem(kStorageKey, JSON.stringify({ text: draft.value, prices: prices.value }));
  });
  return () => {
    for (const end of [endEdits, endFleet, endStoring]) end();
    clearTimeout(timer);
    controller.abort();
  };
}
