// The rows of the fleet, and those that its table shows.

import { computed } from '@preact/signals';
import { fleetParams } from '../route.ts';
import { fleet, machineSets } from '../state.ts';
import { filterRows, queryOf, sortRows } from './query.ts';
import { RowCache } from './row.ts';

const cache = new RowCache();

export const sizeNames = computed(() => (fleet.value?.sizes ?? []).map((size) => size.size).filter(Boolean));

// Sorted by name.
export const allRows = computed(() => cache.make(fleet.value?.items ?? [], sizeNames.value, machineSets.value));

// Also known if the fleet was not shown yet: then its URL has no filters.
export const shownRows = computed(() => {
  const query = queryOf(fleetParams.value);
  return sortRows(filterRows(allRows.value, query), query, sizeNames.value);
});
