// The JSON of `cpsizer machine -o json`, `cpsizer cpu-requests -o json` and `cpsizer autoscaler plan -o json`.

import type { Condition, Finding } from './types.ts';

export interface MachineSize { name: string; weight?: number; index?: number }

export interface MachineTrigger {
  direction?: string;
  index?: number;
  type?: string;
  state?: string;
  // In percent; the result of a query for the type `prometheus`.
  observed?: string;
  threshold?: string;
  comparison?: string;
  window?: string;
  nodes?: { node: string; utilization?: string; samplesUsed?: number; samplesRequired?: number; full?: boolean }[];
  message?: string;
}

// The samples of one resource of a node, in order of time. 64-bit numbers are texts.
export interface MachineSamples { endUnixNanos?: (string | number)[]; utilizations?: number[] }

export interface Machine {
  outcome?: string;
  reason?: string;
  summary?: string;
  current?: MachineSize;
  target?: MachineSize;
  patch?: string;
  triggers?: MachineTrigger[];
  directions?: { direction?: string; triggerPolicy?: string; state?: string }[];
  degraded?: { degraded?: boolean; reason?: string; message?: string };
  requeueAfter?: string;
  cooldownUntil?: string;
  nextStepTime?: string;
  samples?: { node: string; cpu?: MachineSamples; memory?: MachineSamples }[];
  lastScaleUpTime?: string;
  lastScaleDownTime?: string;
  findings?: Finding[];
}

export interface ScaledRequest {
  name?: string;
  init?: boolean;
  defaultRequest?: string;
  scaledRequest?: string;
  bound?: string;
  arithmetic?: string;
}

export interface ScaledWorkload {
  namespace?: string;
  kind?: string;
  name: string;
  pods?: number;
  defaultRequest?: string;
  scaledRequest?: string;
  podLevel?: ScaledRequest;
  containers?: ScaledRequest[];
}

export interface CpuNode {
  node: string;
  capacity?: string;
  systemReserved?: string;
  kubeReserved?: string;
  overSubscription?: string;
  reservation?: string;
  allocatable?: string;
  arithmetic?: string;
}

export interface CpuRequests {
  outcome?: string;
  summary?: string;
  controlPlaneCPULimit?: number;
  defaultControlPlaneCPUCount?: number;
  workloads?: ScaledWorkload[];
  namespaces?: { namespace?: string; pods?: string | number; defaultRequest?: string; scaledRequest?: string }[];
  fit?: { fits?: boolean; defaultRequest?: string; scaledRequest?: string; left?: string; shortfall?: string; defaultShortfall?: string };
  nodes?: CpuNode[];
  findings?: Finding[];
}

export interface PlannedArgument { argument: string; source?: string }

export interface PlannedAutoscaler {
  namespace?: string;
  name: string;
  outcome?: string;
  event?: string;
  message?: string;
}

export interface PlannedAnnotation { key: string; action?: string; value?: string; current?: string; source?: string }

export interface PlannedTarget { name: string; changed?: boolean; owner?: string; annotations?: PlannedAnnotation[] }

export interface PlannedObject {
  apiVersion?: string;
  kind?: string;
  namespace?: string;
  name: string;
  action?: string;
  manifest?: string;
  differences?: { path: string; planned?: string; current?: string; source?: string }[];
}

export interface ClusterAutoscalerPlan {
  outcome?: string;
  summary?: string;
  arguments?: PlannedArgument[];
  machineAutoscalers?: PlannedAutoscaler[];
  targets?: PlannedTarget[];
  objects?: PlannedObject[];
  operatorStatus?: { conditions?: Condition[]; version?: string };
  findings?: Finding[];
}
