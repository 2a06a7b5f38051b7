// The times at which data without events is read again.

import { computed } from '@preact/signals';
import { now } from './clock.ts';
import { status } from './state.ts';

// The period of the controller of autoscalers; also longer than the server may take to read a cluster.
const kPeriodMs = 15_000;

// Changes when the data of a view may have changed: in each period if a cluster is followed, and the page is visible; when
// the server has read files again, even if the fleet in them has not changed.
export const refreshCount = computed(() => {
  const { isLive, stale, revision, observedAt } = status.value ?? {};
  if (!isLive) return observedAt ? Date.parse(observedAt) : 0;
  return stale ? -(revision ?? 0) : Math.floor(now.value / kPeriodMs);
});
