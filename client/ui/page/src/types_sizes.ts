// The JSON of `cpsizer fit --requests -o json`, and the parts of a size that the views show.

import type { Noted } from './parts/states.tsx';

// The request of a resource by a container at a size. Usage is in bytes or cores; absent without samples.
export interface UsageRow {
  size: string;
  deploymentName: string;
  containerName: string;
  resource: string;
  present?: string;
  clusters: number;
  samples: number;
  oomKills?: number;
  p50?: number;
  p95?: number;
  max?: number;
  peak?: number;
  needed?: number;
  proposed?: string;
  reason?: string;
}

export interface LimitRow { size: string; present?: string; proposed?: string; reason?: string }

export interface Override { cluster: string; deploymentName: string; containerName: string; excess: number; command?: string }

export interface Outliers { size: string; clusters: number; allowed: number; isSizeWrong?: boolean; overrides: Override[] }

export interface FitRequests extends Noted {
  begin: string;
  end: string;
  clusters: number;
  quantile: number;
  headroom: number;
  requests: UsageRow[];
  kasGoMemLimits: LimitRow[];
  outliers: Outliers[];
  summary: string;
  // The configuration with the proposed values.
  proposal?: Record<string, unknown>;
}

// The JSON of `cpsizer effects -o json`: the requests of a new control plane of each size.
export interface SizeEffects {
  size: string;
  containers: { deployment: string; container: string; requests?: Record<string, { amount: string; from: string }> }[];
}

export interface Effects { baseline: string; sizes?: SizeEffects[] }

// A size of a configuration.
export interface Size {
  name: string;
  criteria?: { from?: number; to?: number };
  capacity?: { memory?: string; cpu?: string };
  effects?: { kasGoMemLimit?: string; resourceRequests?: ResourceRequest[]; [field: string]: unknown };
}

export interface ResourceRequest { deploymentName?: string; containerName?: string; memory?: string; cpu?: string }
