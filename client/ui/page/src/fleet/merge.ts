// Applies a `fleet` event to the fleet that the page has. Pure.

import type { ClusterReference, Fleet, FleetEvent } from '../types.ts';

export function keyOf(cluster: ClusterReference): string {
  return `${cluster.namespace ?? ''}/${cluster.name}`;
}

// Returns the new fleet, or undefined if the page does not have the previous revision and must read the fleet again.
export function mergeFleet(fleet: Fleet, event: FleetEvent): Fleet | undefined {
  if (event.revision === fleet.revision) return fleet;
  if (event.previousRevision !== fleet.revision) return undefined;
  const changed = new Map((event.items ?? []).map((item) => [keyOf(item.cluster), item]));
  const removed = new Set((event.removed ?? []).map(keyOf));
  const items = [];
  for (const item of fleet.items) {
    const key = keyOf(item.cluster);
    if (removed.has(key)) continue;
    items.push(changed.get(key) ?? item);
    changed.delete(key);
  }
  items.push(...changed.values());
  return {
    ...fleet,
    items,
    revision: event.revision,
    sizes: event.sizes ?? fleet.sizes,
    cost: event.cost === undefined ? fleet.cost : event.cost,
    rollout: event.rollout === undefined ? fleet.rollout : event.rollout,
  };
}
