// The JSON of the API, with the field names of the proto messages. Fields with a default value are absent in proto JSON.

import type { ViewName } from './views.ts';

export interface ClusterReference { namespace?: string; name: string }

export interface Finding {
  rule: string;
  severity: string;
  path?: string;
  field?: string;
  value?: string;
  message?: string;
  remedy?: string;
  line?: number;
  column?: number;
}

// An input that cannot be read.
export interface Problem { file?: string; line?: number; column?: number; message: string }

export interface ApiErrorBody { code: string; message: string; details?: unknown }

export interface Status {
  version: string;
  source: string;
  isLive?: boolean;
  // The page changes with its source; false for files that can be read only once, such as a pipe.
  isFollowed?: boolean;
  revision?: number;
  observedAt?: string;
  stale?: { since: string; error: string } | null;
  // `usage`: there is a history of usage, which the view of the sizes shows.
  views: (ViewName | 'usage')[];
  problems?: Problem[];
  notes?: string[];
}

export interface SizeAssessment {
  inPlay?: boolean;
  notInPlayReason?: string;
  demand?: string;
  sizeAlone?: string;
  exceedsAllSizes?: boolean;
  capacity?: string;
  capacitySource?: string;
  fraction?: string;
  fractionSource?: string;
  effectiveCapacity?: string;
  headroom?: string;
  headroomRatio?: number;
  shortfall?: string;
}

export interface SizeResource {
  capacity?: string;
  capacitySource?: string;
  fraction?: string;
  fractionSource?: string;
  effectiveCapacity?: string;
  fits?: boolean;
  shortfall?: string;
}

export interface SizeRow { name: string; memory?: SizeResource; cpu?: SizeResource }

export interface ResourceFlips { growsAbove?: string; shrinksAt?: string }

export interface RecommendSizeResponse {
  recommendedSize?: string;
  outcome?: string;
  noRecommendationReason?: string;
  driver?: string;
  changed?: boolean;
  summary?: string;
  memory?: SizeAssessment;
  cpu?: SizeAssessment;
  flips?: { memory?: ResourceFlips; cpu?: ResourceFlips };
  sizes?: SizeRow[];
  findings?: Finding[];
  wouldRecommend?: string;
  heldBy?: string;
}

export interface FleetItem {
  cluster: ClusterReference;
  eligible?: boolean;
  // The size from which the decision starts: the recommended annotation or, without it, the label.
  currentSize?: string;
  // The size that the cluster has.
  sizeLabel?: string;
  // A word for what prevents the recommended size, such as PAUSED, and why.
  notApplied?: string;
  whyNotApplied?: string;
  // What sets the size: `override`, `resources`, `nodes`, or `-`.
  by?: string;
  nodeCount?: number;
  response?: RecommendSizeResponse;
  error?: { code?: number | string; message?: string };
  rules?: string[];
  labels?: Record<string, string>;
  sizeOverride?: string;
  pausedUntil?: string;
  // Why there is no recommendation; set if the cluster has no VPA that can be read.
  whyWithoutVpa?: string;
}

// The number of clusters with a size; an empty name means without a size.
export interface SizeCount {
  size: string;
  now: number;
  recommended: number;
  nodeHoursPerDay?: number;
  nodeHoursPerDayNow?: number;
}

export interface Configuration {
  name?: string;
  file?: string;
  yaml: string;
  clusterSizingConfiguration?: SizingConfiguration | null;
  findings?: Finding[];
  // The names of the MachineSets of a request, in its order.
  machineSets?: string[];
  // About fields that are not in `yaml`.
  leftOut?: Finding[];
}

export interface Rollout {
  clusters?: number;
  limit?: number;
  slidingWindowSeconds?: number;
  atLeastSeconds?: number;
  neverMove?: number;
  // Why scheduled clusters never change their size; empty if they can.
  neverMoveReason?: string;
  // Of those that move: clusters that do not wait for the limit.
  notScheduled?: number;
  paused?: number;
  overridden?: number;
  notOptedIn?: number;
}

// Per month.
export interface Cost { before?: number; after?: number; difference?: number; hoursPerMonth?: number; withoutPrice?: string[] }

export interface Fleet {
  revision?: number;
  // Null if there is none, or several.
  configuration?: Configuration | null;
  // Why no size can be decided; null if there is a configuration that decides.
  noDecision?: string | null;
  // Which flags leave out all hosted clusters of the input; null if a cluster is selected or if there is none.
  allLeftOut?: string | null;
  problems?: Problem[];
  sizes?: SizeCount[];
  // The values of --price.
  prices?: Record<string, number>;
  cost?: Cost | null;
  rollout?: Rollout | null;
  items: FleetItem[];
}

// A server-sent event: what changed since `previousRevision`.
export interface FleetEvent {
  revision: number;
  previousRevision: number;
  items?: FleetItem[];
  removed?: ClusterReference[];
  sizes?: SizeCount[];
  cost?: Cost | null;
  rollout?: Rollout | null;
}

export interface Condition {
  type: string;
  status?: string;
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

export interface ClusterDetail {
  item: FleetItem;
  request?: Record<string, unknown>;
  vpa?: { created?: string; status?: { conditions?: Condition[]; [field: string]: unknown }; problem?: string } | null;
  // Only of a live cluster: the annotations of the HostedCluster, and the conditions of the configuration.
  sidecar?: { annotations?: Record<string, string>; conditions?: Condition[] } | null;
  events?: ClusterEvent[];
  commands?: { title: string; command: string }[];
}

export interface ClusterEvent { type?: string; reason?: string; message?: string; time?: string; count?: number }

export interface SizingConfiguration {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string };
  spec?: Record<string, unknown>;
}

export interface Validation {
  clusterSizingConfiguration?: SizingConfiguration | null;
  findings?: Finding[];
  problems?: Problem[];
}

export interface DiffItem {
  cluster: ClusterReference;
  eligible?: boolean;
  currentSize?: string;
  move?: string;
  // Of a failed decision: with which configuration it failed, and why.
  side?: string;
  error?: { message?: string };
  before?: RecommendSizeResponse;
  after?: RecommendSizeResponse;
}

// A cluster that no size fits.
export interface Misfit { cluster: ClusterReference; summary?: string }

export interface Diff {
  items?: DiffItem[];
  sizes?: { name: string; before: number; after: number; nodeHoursPerDayBefore?: number; nodeHoursPerDay?: number }[];
  failed?: number;
  bestEffort?: Misfit[];
  rollout?: Rollout;
  cost?: Cost;
}

export interface DiffAnswer {
  findings?: Finding[];
  problems?: Problem[];
  diff?: Diff | null;
  rollout?: Rollout | null;
  command?: string | null;
  // Why a part of the result is missing.
  notes?: string[];
  // Why there is nothing to compare with; null if the present configuration decides.
  noDecision?: string | null;
}
