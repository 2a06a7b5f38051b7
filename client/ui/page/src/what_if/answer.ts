// The response of the server to the edited configuration and the prices.

import { effect, signal } from '@preact/signals';
import { isAbort, post } from '../api.ts';
import { fleet } from '../state.ts';
import type { DiffAnswer, Validation } from '../types.ts';
import { prices, startStoring, text } from './draft.ts';
import type { Prices } from './prices.ts';

const kEditDelayMs = 200;
const kFleetDelayMs = 2_000;

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

async function ask(yaml: string, priceOf: Prices, signal: AbortSignal): Promise<void> {
  answer.value = { ...answer.value, isBusy: true };
  try {
    const validation = await post<Validation>('/api/validate', { yaml }, signal);
    answer.value = { ...answer.value, validation, error: undefined };
    const isUsable = (validation.problems ?? []).length === 0 && !(validation.findings ?? []).some((finding) => finding.severity === 'SEVERITY_ERROR');
    answer.value = isUsable
      ? { isBusy: false, validation, diff: await post<DiffAnswer>('/api/diff', { yaml, prices: priceOf }, signal) }
      : { isBusy: false, validation, diff: answer.value.diff, isOutdated: true };
  } catch (error) {
    if (!isAbort(error)) answer.value = { ...answer.value, isBusy: false, isOutdated: answer.value.diff !== undefined, error };
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
      await ask(text.peek(), prices.peek(), controller.signal);
    }
    isRunning = false;
  };
  const endEdits = effect(() => {
    text.value;
    prices.value;
    // The last answer is not of this text.
    answer.value = { ...answer.peek(), isBusy: true };
    clearTimeout(timer);
    timer = setTimeout(run, kEditDelayMs);
  });
  const endFleet = effect(() => {
    fleet.value;
    timer ??= setTimeout(run, kFleetDelayMs);
  });
  const endStoring = startStoring();
  return () => {
    for (const end of [endEdits, endFleet, endStoring]) end();
    clearTimeout(timer);
    controller.abort();
  };
}
