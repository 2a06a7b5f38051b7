// The JSON of `cpsizer capacity -o json`.

import type { Noted } from './parts/states.tsx';

// CPU in millicores, memory in bytes.
export interface Amounts { cpuMillis: number; memoryBytes: number; pods: number }

// Of nodes: what pods may request, and what they request.
export interface Use { allocatable: Amounts; requested: Amounts }

// An empty zone: nodes without a zone.
export interface ZoneUse extends Use { zone: string; nodes: number }

export interface NodeUse extends Use { name: string; zone: string }

export interface LargestPod { name: string; requests: Amounts; nodes: number; nodesWithRoom: number; roomiestNode?: string }

// Without a template, only the first two fields.
export interface SizeCapacity {
  size: string;
  clusters: number;
  // `NAMESPACE/NAME` of a cluster.
  template?: string;
  availabilityPolicy?: string;
  requests?: Amounts;
  onOwnNodes?: string[];
  more?: number;
  bound?: number;
  limit?: string;
}

export interface Loss {
  // `node NAME` or `zone NAME`.
  lossOf: string;
  movedPods: number;
  podsWithoutRoom: number;
  podsWithoutOtherZone: number;
  // By the name of a size.
  more: Record<string, number>;
}

export interface Capacity extends Noted {
  zones: ZoneUse[];
  total: Use & { nodes: number };
  nodes: NodeUse[];
  pendingPods: number;
  largestPod?: LargestPod;
  sizes: SizeCapacity[];
  // Pods that a rollout starts before it ends others, of the cluster with the most. `more` leaves room for them.
  surge?: { cluster: string; requests: Amounts; podsWithoutRoom: number };
  losses: Loss[];
}
