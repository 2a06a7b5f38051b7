// The cost of the fleet with the prices that the user has edited in the what-if view.

import { useEffect, useState } from 'preact/hooks';
import { isAbort, post } from '../api.ts';
import type { Cost, Fleet } from '../types.ts';
import { arePricesEdited, prices } from '../what_if/draft.ts';

// Undefined until the server has answered.
export function useCost(fleet: Fleet): Cost | null | undefined {
  const isEdited = arePricesEdited.value;
  const priceOf = prices.value;
  const [cost, setCost] = useState<Cost | null | undefined>(undefined);
  useEffect(() => {
    if (!isEdited) return undefined;
    const controller = new AbortController();
    post<{ cost: Cost | null }>('/api/cost', { prices: priceOf }, controller.signal).then(
      (answer) => setCost(answer.cost),
      (error: unknown) => { if (!isAbort(error)) setCost(null); });
    return () => controller.abort();
  }, [isEdited, priceOf, fleet.revision]);
  return isEdited ? cost : fleet.cost;
}
