// The views, in the order of the navigation.

import type { ComponentType } from 'preact';
import { Capacity } from './views/capacity.tsx';
import { ClusterAutoscaler } from './views/cluster_autoscaler.tsx';
import { CpuRequests } from './views/cpu_requests.tsx';
import { Fleet } from './views/fleet.tsx';
import { History } from './views/history.tsx';
import { Machines } from './views/machines.tsx';
import { Reference } from './views/reference.tsx';
import { Replicas } from './views/replicas.tsx';
import { Sizes } from './views/sizes.tsx';
import { WhatIf } from './views/what_if.tsx';

interface ViewRow {
  // The name in `views` of the status.
  name: string;
  title: string;
  // The second key of the shortcut `g KEY`.
  key: string;
  component: ComponentType;
  // Where the data comes from, for a view without data.
  source: string;
}

export const kViews = [
  { name: 'fleet', title: 'Fleet', key: 'f', component: Fleet, source: '' },
  { name: 'whatIf', title: 'What if', key: 'w', component: WhatIf, source: 'There is no ClusterSizingConfiguration.' },
  { name: 'sizes', title: 'Sizes', key: 's', component: Sizes, source: 'There is no ClusterSizingConfiguration.' },
  { name: 'capacity', title: 'Capacity', key: 'p', component: Capacity, source: 'There are no Nodes of a management cluster.' },
  { name: 'replicas', title: 'Replicas', key: 'r', component: Replicas, source: 'There is no HorizontalPodAutoscaler.' },
  { name: 'history', title: 'History', key: 'h', component: History, source: 'Start cpsizer ui with --history or --prometheus-url.' },
  { name: 'machines', title: 'Machines', key: 'm', component: Machines, source: 'There is no autoscaler of control plane machines.' },
  { name: 'cpuRequests', title: 'CPU requests', key: 'c', component: CpuRequests, source: 'There are no control plane workloads.' },
  { name: 'clusterAutoscaler', title: 'Cluster autoscaler', key: 'a', component: ClusterAutoscaler, source: 'There is no ClusterAutoscaler.' },
  { name: 'reference', title: 'Reference', key: 'e', component: Reference, source: '' },
] as const satisfies readonly ViewRow[];

export type View = (typeof kViews)[number];
export type ViewName = View['name'];
