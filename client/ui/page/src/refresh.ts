// The times at which data without events is read again.

import { computed } from '@preact/signals';
import { now } from './clock.ts';
import { status } from './state.ts';

// The period of the controller of autoscalers; also longer than the server may take to read a cluster.
const kPeriodMs = 15_000;

// Changes when the data of a view may have changed: in each period if a cluster is followed, and the page is visible. An
// input of files is read again only if it changes.
export const refreshCount = computed(() => {
  const { isLive, stale, revision } = status.value ?? {};
  return isLive && !stale ? Math.floor(now.value / kPeriodMs) : -(revision ?? 0);
});
