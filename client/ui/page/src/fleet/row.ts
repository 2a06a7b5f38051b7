// A row of the fleet table: what is shown, filtered and sorted. Pure.

import { enumWords, nameMachineSets, oneLine } from '../format/words.ts';
import { formatShare, parseQuantity, readable, type Resource } from '../format/quantity.ts';
import type { FleetItem, SizeAssessment } from '../types.ts';
import { keyOf } from './merge.ts';

export type Move = 'up' | 'down' | 'first' | 'stays' | 'none';
export type Outcome = 'recommended' | 'best effort' | 'held' | 'no recommendation' | 'failed';

export interface Demand {
  // In units that people read; empty if it is not known.
  text: string;
  value: number;
  // Demand divided by the effective capacity of the recommended size.
  ratio: number | undefined;
  // The exact values.
  title: string;
}

export interface Row {
  item: FleetItem;
  key: string;
  namespace: string;
  name: string;
  now: string;
  recommended: string;
  outcome: Outcome;
  move: Move;
  driver: string;
  memory: Demand;
  cpu: Demand;
  // One or two words: what the row is grouped and filtered by.
  reason: string;
  why: string;
  // The reason for which the cluster does not get the size, such as `paused`; empty if it gets the size.
  blocked: string;
  // The text that the search reads, in lower case.
  haystack: string;
}

function outcomeOf(item: FleetItem): Outcome {
  if (!item.response) return 'failed';
  return enumWords(item.response.outcome, 'SIZE_OUTCOME_') as Outcome;
}

// The direction of a change. A size that is not in the configuration counts as the largest, as the service counts it.
export function moveOf(now: string, recommended: string, order: ReadonlyMap<string, number>): Move {
  if (!recommended) return 'none';
  if (!now) return 'first';
  if (now === recommended) return 'stays';
  return (order.get(recommended) ?? Infinity) > (order.get(now) ?? Infinity) ? 'up' : 'down';
}

function demandOf(resource: Resource, assessment: SizeAssessment | undefined): Demand {
  const value = parseQuantity(assessment?.demand);
  if (value === undefined) return { text: '', value: -1, ratio: undefined, title: '' };
  const capacity = parseQuantity(assessment?.effectiveCapacity);
  const ratio = capacity && assessment?.inPlay ? value / capacity : undefined;
  const exact = `demand ${assessment!.demand}`;
  const title = capacity === undefined ? exact
    : `${readable(resource, assessment!.demand)} of ${readable(resource, assessment!.effectiveCapacity)}` +
      `${ratio === undefined ? '' : ` (${formatShare(ratio)})`}; ${exact}, effective capacity ${assessment!.effectiveCapacity}`;
  return { text: readable(resource, assessment!.demand), value, ratio, title };
}

function reasonOf(item: FleetItem, outcome: Outcome, driver: string): string {
  const response = item.response;
  if (!response) return 'decision failed';
  if (outcome === 'held') return enumWords(response.heldBy, 'SIZE_HOLD_RULE_').toUpperCase().replaceAll(' ', '_');
  if (outcome === 'no recommendation') return item.whyWithoutVpa ? 'no VPA' : enumWords(response.noRecommendationReason, 'SIZE_NO_RECOMMENDATION_REASON_').replace('vpa', 'VPA');
  if (outcome === 'best effort') return 'exceeds all sizes';
  return kDecides[driver] ?? '';
}

export function whyOf({ response, error, whyWithoutVpa }: FleetItem): string {
  return (response ? whyWithoutVpa ?? response.summary : error?.message) ?? '';
}

const kDrivers: Record<string, string> = { SIZE_DRIVER_MEMORY: 'memory', SIZE_DRIVER_CPU: 'CPU', SIZE_DRIVER_BOTH: 'both', SIZE_DRIVER_ORDER: 'order' };

const kDecides: Record<string, string> = { nodes: 'the number of nodes decides', memory: 'memory decides', CPU: 'CPU decides', both: 'memory and CPU decide', order: 'the order of sizes decides' };

function blockedOf({ notApplied, sizeOverride }: FleetItem): string {
  return notApplied === 'OVERRIDDEN' ? `override ${sizeOverride}` : (notApplied ?? '').toLowerCase().replaceAll('_', ' ');
}

export function nowOf(item: FleetItem): string {
  return item.sizeLabel ?? item.currentSize ?? '';
}

function makeRow(item: FleetItem, order: ReadonlyMap<string, number>, machineSets: readonly string[]): Row {
  const { response } = item;
  const outcome = outcomeOf(item);
  const now = nowOf(item);
  const recommended = response?.recommendedSize ?? '';
  const driver = item.by === 'nodes' && recommended ? 'nodes' : (kDrivers[response?.driver ?? ''] ?? '');
  const reason = reasonOf(item, outcome, driver);
  const why = nameMachineSets(oneLine(whyOf(item)), machineSets);
  const blocked = blockedOf(item);
  const move = moveOf(now, recommended, order);
  const labels = Object.entries(item.labels ?? {}).map(([key, value]) => `${key}=${value}`);
  const key = keyOf(item.cluster);
  return {
    item, key, namespace: item.cluster.namespace ?? '', name: item.cluster.name, now, recommended, outcome, move, driver,
    memory: demandOf('memory', response?.memory), cpu: demandOf('cpu', response?.cpu), reason, why, blocked,
    haystack: [key, now, recommended, outcome, reason, why, blocked, ...labels, ...(item.rules ?? [])].join(' ').toLowerCase(),
  };
}

// Makes rows, sorted by name. Keeps the rows of items that did not change.
export class RowCache {
  private rows = new WeakMap<FleetItem, Row>();
  private order = '';  // the names that rows depend on

  make(items: readonly FleetItem[], sizes: readonly string[], machineSets: readonly string[] = []): Row[] {
    const names = [...sizes, '', ...machineSets].join('\n');
    if (this.order !== names) {
      this.order = names;
      this.rows = new WeakMap();
    }
    const order = new Map(sizes.map((size, index) => [size, index]));
    const rows = items.map((item) => {
      const row = this.rows.get(item) ?? makeRow(item, order, machineSets);
      this.rows.set(item, row);
      return row;
    });
    return rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  }
}
