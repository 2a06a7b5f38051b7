// The triggers and samples of a machine autoscaler as people read them. Pure.

import { enumWords } from '../format/words.ts';
import type { Machine, MachineTrigger } from '../types_plans.ts';

// `scaleUp[0]`, as in the autoscaler.
export function triggerName(trigger: MachineTrigger): string {
  return `${trigger.direction === 'MACHINE_DIRECTION_DOWN' ? 'scaleDown' : 'scaleUp'}[${trigger.index ?? 0}]`;
}

// Utilizations have one decimal; results of queries stay as they are.
export function observedText(trigger: MachineTrigger): string {
  if (!trigger.observed) return '–';
  return trigger.type === 'prometheus' ? trigger.observed : percentText(trigger.observed);
}

export function percentText(value: string | number | undefined): string {
  if (value === undefined || value === '') return '–';
  const number = Number(value);
  return Number.isFinite(number) ? `${Number(number.toFixed(1))} %` : String(value);
}

export function stateWords(state: string | undefined): string {
  return enumWords(state, 'MACHINE_TRIGGER_STATE_');
}

export interface Line { label: string; values: (number | null)[]; dash?: number[] }

export interface Samples { times: number[]; lines: Line[] }

type Resource = 'cpu' | 'memory';

// The utilization of each node over time, and the thresholds of the triggers. Nodes are sampled at different times.
export function samplesOf(machine: Machine, resource: Resource): Samples {
  const byTime = (machine.samples ?? []).map((node) => {
    const samples = node[resource];
    const values = samples?.utilizations ?? [];
    return new Map((samples?.endUnixNanos ?? []).map((nanos, index) => [Math.round(Number(nanos) / 1e9), values[index] ?? null] as const));
  });
  const times = [...new Set(byTime.flatMap((values) => [...values.keys()]))].sort((a, b) => a - b);
  const nodes = (machine.samples ?? []).map((node, index) => ({ label: node.node, values: times.map((time) => byTime[index]!.get(time) ?? null) }));
  const thresholds = (machine.triggers ?? []).filter((trigger) => trigger.type === resource && Number.isFinite(Number(trigger.threshold)));
  return {
    times,
    lines: [
      ...nodes,
      ...thresholds.map((trigger) => ({ label: `${triggerName(trigger)} ${trigger.comparison ?? ''} ${trigger.threshold}`, values: times.map(() => Number(trigger.threshold)), dash: [1, 4] })),
    ],
  };
}

// A JSON Patch with indentation; the text itself if it is not JSON.
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
