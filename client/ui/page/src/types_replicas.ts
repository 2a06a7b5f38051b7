// The JSON of `cpsizer replicas -o json` and `cpsizer replicas simulate -o json`.

import type { ClusterReference, Condition, Finding } from './types.ts';

export interface ReplicasPods { ready?: number; unready?: number; missing?: number; ignored?: number; extraneous?: number }

export interface ReplicasProposal {
  name: string;
  replicas?: number;
  wins?: boolean;
  error?: string;
  pods?: ReplicasPods;
  usage?: string;
  target?: string;
  ratio?: number;
  correctedRatio?: number;
  keptReason?: string;
  arithmetic?: string;
  flips?: { growsAt?: string; shrinksAt?: string };
}

export interface ReplicasStep { kind: string; before?: number; after?: number; message?: string }

export interface RecommendReplicasResponse {
  desiredReplicas?: number;
  outcome?: string;
  currentReplicas?: number;
  summary?: string;
  metrics?: ReplicasProposal[];
  steps?: ReplicasStep[];
  status?: { lastScaleTime?: string; conditions?: Condition[] };
  events?: { type?: string; reason?: string; message?: string }[];
  error?: string;
  findings?: Finding[];
}

export interface ReplicasItem {
  autoscaler: ClusterReference;
  // The limits of the autoscaler.
  minReplicas?: number;
  maxReplicas?: number;
  response?: RecommendReplicasResponse;
  error?: { code?: number | string; message?: string };
}

export interface Replicas { items?: ReplicasItem[] }

export interface SimulatedRow {
  // As in the series: RFC 3339, seconds, or a duration such as `1m30s`.
  time: string;
  measured?: Record<string, string>;
  values?: Record<string, string>;
  pods: number;
  readyPods: number;
  proposal?: number;
  desiredReplicas: number;
  outcome?: string;
  steps?: ReplicasStep[];
  summary?: string;
}

export interface Simulation {
  rows: SimulatedRow[];
  // Such as why the simulation ended before its last row.
  notes?: string[];
  changes?: number;
  turns?: number;
  longestLag?: string;
  longestLagSince?: string;
  summary?: string;
}
