// The present time, for texts such as "42 s ago". It advances each second while the page is visible.

import { signal } from '@preact/signals';

export const now = signal(Date.now());

const kStepMs = 1_000;

if (typeof document !== 'undefined') {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, kStepMs);
}
