// The profile of a size: what it requests, what was used, and what is proposed. Pure.

import { formatCpu, formatMemory } from '../format/quantity.ts';
import type { SizingConfiguration } from '../types.ts';
import type { Effects, FitRequests, Size, UsageRow } from '../types_sizes.ts';

export type Resource = 'memory' | 'cpu';

export function sizesOf(configuration: SizingConfiguration | null | undefined): Size[] {
  const sizes = (configuration?.spec as { sizes?: Size[] } | undefined)?.sizes;
  return Array.isArray(sizes) ? sizes.filter((size) => size?.name) : [];
}

// `0 to 10`, `from 101`; a size without criteria has no numbers of nodes.
export function nodesText({ criteria }: Size): string {
  if (!criteria) return '–';
  const from = criteria.from ?? 0;
  return criteria.to === undefined ? `from ${from}` : `${from} to ${criteria.to}`;
}

// Bytes or cores in the units that people read.
export function usageText(resource: Resource, amount: number | undefined): string {
  if (amount === undefined) return '–';
  return resource === 'memory' ? formatMemory(amount) : formatCpu(amount);
}

// A resource of a container: its request in the configuration, and its usage if there is a history.
export interface RequestLine {
  key: string;
  deployment: string;
  container: string;
  resource: Resource;
  // Absent if the size does not set it.
  request?: string;
  // What the release sets.
  release?: string;
  usage?: UsageRow;
}

const kResources: readonly Resource[] = ['memory', 'cpu'];

// The lines of a size: the requests that it sets, in their order, then the other containers with usage. The lines of
// the other containers of a release are `others`.
export function requestLines(size: Size, usage?: FitRequests, effects?: Effects): { lines: RequestLine[]; others: RequestLine[] } {
  const lines = new Map<string, RequestLine>();
  const add = (deployment: string, container: string, resource: Resource, more: Partial<RequestLine>): void => {
    const key = `${deployment}/${container}/${resource}`;
    lines.set(key, { key, deployment, container, resource, ...lines.get(key), ...more });
  };
  for (const one of size.effects?.resourceRequests ?? []) {
    for (const resource of kResources) {
      if (one[resource]) add(one.deploymentName ?? '', one.containerName ?? '', resource, { request: one[resource] });
    }
  }
  for (const row of usage?.requests ?? []) {
    if (row.size === size.name) add(row.deploymentName, row.containerName, row.resource as Resource, { usage: row });
  }
  const others: RequestLine[] = [];
  for (const { deployment, container, requests } of effects?.sizes?.find((one) => one.size === size.name)?.containers ?? []) {
    for (const resource of kResources) {
      const release = requests?.[resource];
      if (release === undefined || release.from === 'size') continue;
      const key = `${deployment}/${container}/${resource}`;
      if (lines.has(key)) add(deployment, container, resource, { release: release.amount });
      else others.push({ key, deployment, container, resource, release: release.amount });
    }
  }
  return { lines: [...lines.values()], others };
}

// The number of values that are proposed for a size.
export function changesOf(size: string, usage: FitRequests | undefined): number {
  const isProposed = (row: { size: string; proposed?: string }): boolean => row.size === size && row.proposed !== undefined;
  return (usage?.requests ?? []).filter(isProposed).length + (usage?.kasGoMemLimits ?? []).filter(isProposed).length;
}

// `kube-apiserver`, or `etcd/etcd-metrics` if the container is named otherwise than its deployment.
export function containerName(deployment: string, container: string): string {
  return deployment === container ? container : `${deployment}/${container}`;
}
