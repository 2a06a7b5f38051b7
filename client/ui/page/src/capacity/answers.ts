// Reads the capacity, and the capacity with what is planned.

import { useEffect, useState } from 'preact/hooks';
import { isAbort, post } from '../api.ts';
import { useApi, type Loaded } from '../parts/states.tsx';
import { refreshCount } from '../refresh.ts';
import { status } from '../state.ts';
import type { Capacity } from '../types_capacity.ts';

const kDelayMs = 300;  // while the user types

// A cluster is not read again in each period: it can have very many pods.
export function useCapacity(isWanted = true): Loaded<Capacity> {
  return useApi<Capacity>(isWanted ? '/api/capacity' : undefined, status.value?.isLive ? 0 : refreshCount.value);
}

export interface Planned { data?: Capacity; error?: unknown; isBusy: boolean }

// `yaml` is a second configuration, `nodesLike` has the values of --nodes-like. Without both, there is nothing to read.
// `present` is the capacity without them: the plan is read again when it changes.
export function usePlanned(yaml: string | undefined, nodesLike: string, present: Capacity | undefined): Planned {
  const isWanted = (yaml !== undefined || nodesLike !== '') && present !== undefined;
  const [state, setState] = useState<Planned>({ isBusy: isWanted });
  useEffect(() => {
    if (!isWanted) return setState({ isBusy: false });
    setState((last) => ({ ...last, isBusy: true }));
    const controller = new AbortController();
    const run = async (): Promise<void> => {
      try {
        const data = await post<Capacity>('/api/capacity', { yaml, nodesLike: nodesLike.split(',').filter(Boolean) }, controller.signal);
        setState({ data, isBusy: false });
      } catch (error) {
        if (!isAbort(error)) setState({ error, isBusy: false });
      }
    };
    const timer = setTimeout(() => void run(), state.data ? kDelayMs : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [yaml, nodesLike, present]);
  // The effect has not run yet.
  const isFirst = state.data === undefined && state.error === undefined;
  return isWanted ? (isFirst ? { isBusy: true } : state) : { isBusy: false };
}
