// The changes of a plan. Pure.

import { enumWords, nameMachineSets } from '../format/words.ts';
import type { Tone } from '../parts/badge.tsx';
import type { ClusterAutoscalerPlan, PlannedObject } from '../types_plans.ts';

export interface ArgumentParts { name: string; value: string }

// `--max-nodes-total=24` is the name `--max-nodes-total` with the value `24`.
export function argumentParts(argument: string): ArgumentParts {
  const mark = argument.indexOf('=');
  return mark < 0 ? { name: argument, value: '' } : { name: argument.slice(0, mark), value: argument.slice(mark + 1) };
}

export interface Action { word: string; tone: Tone; sign: string }

const kActions: Record<string, Omit<Action, 'word'>> = {
  keep: { tone: 'neutral', sign: '=' }, set: { tone: 'up', sign: '+' }, create: { tone: 'up', sign: '+' }, update: { tone: 'warning', sign: '~' },
  remove: { tone: 'down', sign: '−' }, delete: { tone: 'down', sign: '−' }, defer: { tone: 'hold', sign: '‖' },
};

// The action for an annotation or an object; `planned` if the present state is not known.
export function actionOf(action: string | undefined): Action {
  const word = enumWords(action, action?.includes('_ANNOTATION_') ? 'CLUSTER_AUTOSCALER_ANNOTATION_ACTION_' : 'CLUSTER_AUTOSCALER_OBJECT_ACTION_');
  if (!kActions[word]) return { word: 'planned', tone: 'neutral', sign: '·' };
  return { word, ...kActions[word] };
}

export function objectName(object: PlannedObject): string {
  return [object.namespace, object.name].filter(Boolean).join('/');
}

export interface Changes { machineSets: number; annotations: number; objects: number }

export function changesOf(plan: ClusterAutoscalerPlan): Changes {
  const words = (plan.targets ?? []).flatMap((target) => (target.annotations ?? []).map((one) => actionOf(one.action).word));
  return {
    machineSets: (plan.targets ?? []).filter((target) => target.changed).length,
    annotations: words.filter((word) => word !== 'keep').length,
    objects: (plan.objects ?? []).filter((object) => ['create', 'update', 'delete'].includes(actionOf(object.action).word)).length,
  };
}

// The names of the MachineSets by their place in the request, as far as annotations have it.
export function machineSetNames(plan: ClusterAutoscalerPlan): string[] {
  const names: string[] = [];
  for (const { name, annotations } of plan.targets ?? []) {
    for (const { source } of annotations ?? []) {
      const match = /^machineSets\[(\d+)\]/.exec(source ?? '');
      if (match) names[Number(match[1])] = name;
    }
  }
  return names;
}

// The field that a value is from, with names in place of places in the request.
export function sourceText(source: string | undefined, plan: ClusterAutoscalerPlan): string {
  const named = nameMachineSets(source ?? '', machineSetNames(plan));
  return named.replace(/^machineAutoscalers\[(\d+)\]\.?/, (path, index) => {
    const one = plan.machineAutoscalers?.[Number(index)];
    return one ? `MachineAutoscaler ${one.name}: ` : path;
  });
}
