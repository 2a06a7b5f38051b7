// The cluster-autoscaler of an OpenShift cluster: its arguments, and what it bounds.

import type { JSX } from 'preact';
import { changesOf, machineSetNames } from '../cluster_autoscaler/plan.ts';
import { Annotations, Arguments, MachineAutoscalers, Objects } from '../cluster_autoscaler/tables.tsx';
import { counted, enumWords } from '../format/words.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Conditions } from '../parts/conditions.tsx';
import { Figures, type Figure } from '../parts/figures.tsx';
import { FindingsPanel } from '../parts/findings.tsx';
import { Loader, useApi } from '../parts/states.tsx';
import { Text } from '../parts/text.tsx';
import { refreshCount } from '../refresh.ts';
import type { ClusterAutoscalerPlan } from '../types_plans.ts';

export function ClusterAutoscaler(): JSX.Element {
  const loaded = useApi<ClusterAutoscalerPlan>('/api/cluster-autoscaler', refreshCount.value);
  return <Loader what="the cluster-autoscaler" loaded={loaded}>{(plan) => <Loaded plan={plan} />}</Loader>;
}

function Loaded({ plan }: { plan: ClusterAutoscalerPlan }): JSX.Element {
  return (
    <div class="stack cluster-autoscaler">
      <h1>Cluster autoscaler</h1>
      <Figures label="Summary of the plan" figures={figuresOf(plan)} />
      <p class="why"><Text value={plan.summary} /></p>
      <FindingsPanel findings={plan.findings} machineSets={machineSetNames(plan)} />
      <MachineAutoscalers plan={plan} />
      <Annotations plan={plan} />
      <Arguments plan={plan} />
      <Objects plan={plan} />
      <Conditions title="Conditions of the ClusterOperator" conditions={plan.operatorStatus?.conditions} />
    </div>
  );
}

const kOutcomes: Record<string, Tone> = { runs: 'good', absent: 'neutral', invalid: 'error' };

function figuresOf(plan: ClusterAutoscalerPlan): Figure[] {
  const outcome = enumWords(plan.outcome, 'CLUSTER_AUTOSCALER_PLAN_OUTCOME_');
  const changes = changesOf(plan);
  const bounding = (plan.machineAutoscalers ?? []).filter((one) => one.outcome?.endsWith('_BOUNDS')).length;
  const isKnown = (plan.objects ?? []).some((object) => object.action);
  return [
    { label: 'Cluster-autoscaler', value: <Badge tone={kOutcomes[outcome] ?? 'neutral'}>{outcome}</Badge>, note: counted(plan.arguments?.length ?? 0, 'argument') },
    { label: 'MachineAutoscalers', value: plan.machineAutoscalers?.length ?? 0, note: `${bounding} with a MachineSet to bound` },
    { label: 'MachineSets that change', value: changes.machineSets, note: counted(changes.annotations, 'annotation') },
    // Without an image there are no objects in the plan.
    ...(plan.objects?.length ? [{ label: 'Objects', value: plan.objects.length, note: isKnown ? `${changes.objects} would change` : 'the present state is not known' }] : []),
  ];
}
