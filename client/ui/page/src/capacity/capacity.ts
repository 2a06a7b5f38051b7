// The capacity of a management cluster: shares, and planned nodes. Pure.

import { formatCpu, formatMemory, formatNumber } from '../format/quantity.ts';
import { compare } from '../parts/order.ts';
import type { Amounts, Capacity, NodeUse, Use } from '../types_capacity.ts';

export type Amount = keyof Amounts;

export const kAmounts: readonly Amount[] = ['cpuMillis', 'memoryBytes', 'pods'];
export const kAmountNames: Record<Amount, string> = { cpuMillis: 'CPU', memoryBytes: 'Memory', pods: 'Pods' };

// From this share on, `cpsizer capacity` prints a warning.
export const kFullShare = 0.8;

export function amountText(amount: Amount, value: number): string {
  switch (amount) {
    case 'cpuMillis': return formatCpu(value / 1000);
    case 'memoryBytes': return formatMemory(value);
    default: return formatNumber(value);
  }
}

// The requested share; undefined if nothing is allocatable.
export function shareOf(use: Use, amount: Amount): number | undefined {
  return use.allocatable[amount] > 0 ? use.requested[amount] / use.allocatable[amount] : undefined;
}

export function zoneName(zone: string): string {
  return zone || 'no zone';
}

export interface Fullest { share: number; amount: Amount; zone: string }

// The resource of a zone with the largest share.
export function fullestOf(capacity: Capacity): Fullest | undefined {
  let fullest: Fullest | undefined;
  for (const use of capacity.zones) {
    for (const amount of kAmounts) {
      const share = shareOf(use, amount);
      if (share !== undefined && share > (fullest?.share ?? -1)) fullest = { share, amount, zone: use.zone };
    }
  }
  return fullest;
}

// `20`, or `20 → 12` if the plan changes it; `–` for a size without a template.
export function changeText(now: number | undefined, planned: number | undefined, isPlanned: boolean): string {
  const text = (value: number | undefined): string => (value === undefined ? '–' : formatNumber(value));
  return !isPlanned || now === planned ? text(isPlanned ? planned : now) : `${text(now)} → ${text(planned)}`;
}

// The namespace and the name of `NAMESPACE/NAME`.
export function splitName(full: string): { namespace: string; name: string } {
  const slash = full.indexOf('/');
  return { namespace: full.slice(0, Math.max(slash, 0)), name: full.slice(slash + 1) };
}

export interface PlannedNodes { name: string; count: number }

// Reads planned nodes from the URL: `node-a1=2,node-b1=1`.
export function parsePlanned(text: string): PlannedNodes[] {
  return text.split(',').filter(Boolean).map((one) => {
    const mark = one.lastIndexOf('=');
    const count = Number(one.slice(mark + 1));
    return { name: mark < 0 ? one : one.slice(0, mark), count: mark < 0 || !Number.isInteger(count) ? 1 : Math.max(1, count) };
  });
}

export function formatPlanned(planned: readonly PlannedNodes[]): string {
  return planned.map(({ name, count }) => `${name}=${count}`).join(',');
}

export function sortNodes(nodes: readonly NodeUse[], id: string, isDescending: boolean): NodeUse[] {
  const sign = isDescending ? -1 : 1;
  const key = (node: NodeUse): string | number => {
    if (id === 'zone') return node.zone;
    const amount = kAmounts.find((one) => one === id);
    return amount ? shareOf(node, amount) ?? -1 : node.name;
  };
  return [...nodes].sort((a, b) => sign * compare(key(a), key(b)) || compare(a.name, b.name));
}
