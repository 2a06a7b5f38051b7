// Replays the history with the present configuration and, if it is edited in the what-if view, with the edited one.

import { useEffect, useState } from 'preact/hooks';
import { isAbort, post } from '../api.ts';
import { fleet } from '../state.ts';
import type { Replay } from '../types_history.ts';
import { draft, prices } from '../what_if/draft.ts';

const kDelayMs = 300;  // while the user types

export interface ReplayState { data?: Replay; error?: unknown; isBusy: boolean; reload(): void }

// The last data stays until the next data arrives.
export function useReplay(): ReplayState {
  const yaml = draft.value;
  const priceOf = prices.value;
  const present = fleet.value?.configuration?.yaml;
  const [state, setState] = useState<{ data?: Replay; error?: unknown; isBusy: boolean }>({ isBusy: true });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const run = async (): Promise<void> => {
      setState((last) => ({ ...last, isBusy: true }));
      try {
        const data = await post<Replay>('/api/replay', { yaml, prices: priceOf }, controller.signal);
        setState({ data, isBusy: false });
      } catch (error) {
        if (!isAbort(error)) setState((last) => ({ ...last, error, isBusy: false }));
      }
    };
    const timer = setTimeout(() => void run(), state.data ? kDelayMs : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [yaml, priceOf, present, attempt]);
  return { ...state, reload: () => setAttempt(attempt + 1) };
}
