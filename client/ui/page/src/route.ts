// The URL of the page: `#/VIEW?key=value`. It holds what is shown: view, search, filters, sort order and group.

import { batch, computed, signal } from '@preact/signals';

export interface Route { view: string; params: ReadonlyMap<string, string> }

// Reads the part of the URL after `#`. Pure.
export function parseHash(hash: string): Route {
  const text = hash.replace(/^#\/?/, '');
  const mark = text.indexOf('?');
  const params = new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1));
  return { view: (mark < 0 ? text : text.slice(0, mark)) || 'fleet', params: new Map(params) };
}

// The inverse of parseHash(). Empty values are left out.
export function formatHash(view: string, params: Iterable<readonly [string, string | undefined]> = []): string {
  const query = new URLSearchParams();
  for (const [key, value] of params) if (value) query.set(key, value);
  const text = query.toString();
  return `#/${view}${text ? `?${text}` : ''}`;
}

// The token in the hash of the URL that `cpsizer ui` prints: `#token=...`. Pure.
export function tokenOf(hash: string): string | undefined {
  const match = /(?:^#|[?&])token=([^&]+)/.exec(hash);
  return match?.[1] === undefined ? undefined : decodeURIComponent(match[1]);
}

export const route = signal<Route>({ view: 'fleet', params: new Map() });
// For what does not change with each key of a search.
export const viewName = computed(() => route.value.view);

// The search, filters and order with which the fleet was shown last.
export const fleetParams = signal<Route['params']>(new Map());

export function fleetHash(): string {
  return formatHash('fleet', fleetParams.value);
}

// The view from which the present one was opened; empty if the URL of the present one was opened.
let cameFrom = '';

// Where Escape goes in a view that shows one thing: where the user came from, or else `list`.
export function backHash(list: string): string {
  return cameFrom || list;
}

const read = (): void => {
  const next = parseHash(location.hash);
  batch(() => {
    if (next.view === 'fleet') fleetParams.value = next.params;
    route.value = next;
  });
};

export function startRouting(): void {
  addEventListener('hashchange', () => {
    // The URL of another start of the server, opened in the same tab.
    if (tokenOf(location.hash) !== undefined) return location.reload();
    const { view, params } = route.value;
    read();
    if (route.value.view !== view) cameFrom = formatHash(view, params);
  });
  read();
}

export function clusterHash(namespace: string | undefined, name: string): string {
  return formatHash('cluster', [['namespace', namespace], ['name', name]]);
}

export function sizeHash(name: string): string {
  return formatHash('sizes', [['size', name]]);
}

// Adds an entry to the history of the browser.
export function navigate(hash: string): void {
  location.hash = hash;
}

// Replaces the present entry of the history: to move among things of one kind.
export function replace(hash: string): void {
  history.replaceState(null, '', hash);
  read();
}

// Changes parameters of the present view, without an entry in the history: for search, filters and sort order.
export function setParams(changes: Record<string, string | undefined>): void {
  const { view, params } = route.value;
  const next = new Map<string, string | undefined>(params);
  for (const [key, value] of Object.entries(changes)) next.set(key, value);
  history.replaceState(history.state, '', formatHash(view, next));
  read();
}

export function param(key: string): string {
  return route.value.params.get(key) ?? '';
}
