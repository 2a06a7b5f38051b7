// The state that several views share: the session, the status of the server, and the fleet.

import { batch, computed, signal } from '@preact/signals';
import { ApiError, get, isAbort, messageOf, post } from './api.ts';
import { connect } from './events.ts';
import { tokenOf } from './route.ts';
import { mergeFleet } from './fleet/merge.ts';
import type { Fleet, FleetEvent, Status } from './types.ts';

export const status = signal<Status | undefined>(undefined);
export const fleet = signal<Fleet | undefined>(undefined);
export const machineSets = computed(() => fleet.value?.configuration?.machineSets ?? []);
// The error because of which the page has no data; undefined if there is none.
export const failure = signal<ApiError | undefined>(undefined);
// Since when the server of the page does not answer; undefined if it does.
export const lostSince = signal<Date | undefined>(undefined);

// Exchanges the token of the URL for a cookie, and removes the token from the URL.
async function openSession(): Promise<void> {
  const token = tokenOf(location.hash);
  if (token === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  await post('/api/session', { token });
}

let fleetRequests = 0;

// Only the newest of several requests sets the fleet. A new status is set together with it, so that banners and the first
// view appear at once.
async function fetchFleet(next?: Status, signal?: AbortSignal): Promise<void> {
  const request = ++fleetRequests;
  const data = await get<Fleet>('/api/fleet', signal);
  batch(() => {
    if (request === fleetRequests) fleet.value = data;
    if (next) status.value = next;
  });
}

let refreshing: AbortController | undefined;

// Reads the status, and the fleet if the page does not have its revision: events may have been missed. Ends the last
// refresh: a browser has few connections to a server, and a server that does not answer keeps each of them.
async function refresh(): Promise<void> {
  refreshing?.abort();
  const { signal } = (refreshing = new AbortController());
  try {
    const next = await get<Status>('/api/status', signal);
    if (fleet.value === undefined || fleet.value.revision !== next.revision) await fetchFleet(next, signal);
    else status.value = next;
    failure.value = undefined;
  } catch (error) {
    if (isAbort(error)) return;
    failure.value = error instanceof ApiError ? error : new ApiError(0, 'UNKNOWN', messageOf(error));
  }
}

function applyFleetEvent(event: FleetEvent): void {
  const next = fleet.value && mergeFleet(fleet.value, event);
  if (next) fleet.value = next;
  else fetchFleet().catch(() => undefined);  // the next event, or a reconnect, tries again
}

export async function start(): Promise<void> {
  try {
    await openSession();
  } catch (error) {
    failure.value = error instanceof ApiError ? error : new ApiError(0, 'UNKNOWN', messageOf(error));
    return;
  }
  await refresh();
  if (failure.value?.status === 401) return;
  connect({
    onOpen: () => {
      lostSince.value = undefined;
      void refresh();
    },
    onLost: (since) => {
      lostSince.value ??= since;
      void refresh();  // finds out whether the session has ended
    },
    onEvent: (name, data) => {
      if (name === 'status') status.value = data as Status;
      if (name === 'fleet') applyFleetEvent(data as FleetEvent);
    },
  });
}
