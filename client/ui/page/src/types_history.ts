// The JSON of `POST /api/replay`: that of `cpsizer replay -o json`, and series for the charts.

import type { ClusterReference } from './types.ts';

export interface ClusterTime { clusters: number; seconds: number }

// The past of the fleet with one configuration.
export interface FleetFigures {
  transitions: number;
  increases: number;
  decreases: number;
  transitionsPerDay: number;
  transitionsPerWeek: number;
  busiestDay?: { date: string; transitions: number };
  reversals: number;
  flappingClusters: number;
  shortOfMemory: ClusterTime;
  shortOfCpu: ClusterTime;
  short: ClusterTime;
  bestEffort: ClusterTime;
  withoutRecommendation?: (ClusterTime & { outcome: string; reason: string })[];
  withoutSize: ClusterTime;
  absent: ClusterTime;
  nodeHours: number;
  cost?: number;
  sizes?: { name: string; clusterHours: number; nodeHours: number; cost?: number }[];
}

// The past of one cluster with one configuration.
export interface ClusterTotals {
  firstSize?: string;
  lastSize?: string;
  transitions: number;
  reversals: number;
  shortOfMemorySeconds: number;
  shortOfCpuSeconds: number;
  shortSeconds: number;
  bestEffortSeconds: number;
  withoutRecommendationSeconds: number;
  leastHeadroomRatio?: number;
  secondsAtSizes?: Record<string, number>;
  secondsWithoutSize: number;
  secondsAbsent: number;
}

export interface ReplayItem { cluster: ClusterReference; before: ClusterTotals; after?: ClusterTotals }

// The fleet over time with one configuration; a value for each slot of time.
export interface SeriesSide {
  // The mean number of clusters with a size.
  sizes: { size: string; clusters: number[] }[];
  withoutSize?: number[];
  absent?: number[];
  increases: number[];
  decreases: number[];
}

export interface ReplaySeries {
  // The begin of each slot, RFC 3339.
  times: string[];
  stepSeconds: number;
  before: SeriesSide;
  after?: SeriesSide;
}

export interface Replay {
  begin: string;
  end: string;
  samples?: { used: number; ignored?: number; gaps?: number };
  before: FleetFigures;
  after?: FleetFigures;
  // `cost` is absent if the node-hours of a size without a price differ.
  difference?: { cost?: number };
  withoutPrice?: string[];
  // Sentences about the history and the configurations.
  notes?: string[];
  rollout?: { clusters: number; atLeastSeconds: number; neverMove: number; neverMoveReason?: string };
  items?: ReplayItem[];
  // Absent if the history has only one time.
  series?: ReplaySeries;
}
