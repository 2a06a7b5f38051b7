// The fields of the form. Other fields stay in the YAML.

import { pathText, type Form, type Kind, type Path } from './yaml_edit.ts';

export interface Field {
  path: Path;
  label: string;
  kind: Kind;
  // Shown in an empty field: the default, or the field whose value applies.
  inherits?: string | Path;
  isFraction?: boolean;
  // The field of a size that applies instead, if the size has it.
  ofSize?: Path;
}

const kMemoryFraction = ['spec', 'resourceBasedAutoscaling', 'kubeAPIServerMemoryFraction'];
const kCpuFraction = ['spec', 'resourceBasedAutoscaling', 'kubeAPIServerCPUFraction'];

export const kGlobalFields: readonly Field[] = [
  { path: kMemoryFraction, label: 'Memory fraction', kind: 'text', inherits: '0.65', isFraction: true, ofSize: ['capacity', 'kubeAPIServerMemoryFraction'] },
  { path: kCpuFraction, label: 'CPU fraction', kind: 'text', inherits: '0.65', isFraction: true, ofSize: ['capacity', 'kubeAPIServerCPUFraction'] },
  { path: ['spec', 'concurrency', 'limit'], label: 'Transitions', kind: 'number', inherits: '5' },
  { path: ['spec', 'concurrency', 'slidingWindow'], label: 'per window', kind: 'text', inherits: '10m' },
  { path: ['spec', 'transitionDelay', 'increase'], label: 'Delay, larger', kind: 'text', inherits: '30s' },
  { path: ['spec', 'transitionDelay', 'decrease'], label: 'Delay, smaller', kind: 'text', inherits: '10m' },
];

// The fields of one size, without the path of the size.
export const kSizeFields: readonly Field[] = [
  { path: ['name'], label: 'Name', kind: 'text' },
  { path: ['capacity', 'memory'], label: 'Memory', kind: 'text' },
  { path: ['capacity', 'cpu'], label: 'CPU', kind: 'text' },
  { path: ['capacity', 'kubeAPIServerMemoryFraction'], label: 'Memory fraction', kind: 'text', inherits: kMemoryFraction, isFraction: true },
  { path: ['capacity', 'kubeAPIServerCPUFraction'], label: 'CPU fraction', kind: 'text', inherits: kCpuFraction, isFraction: true },
];

export const kMoreSizeFields: readonly Field[] = [
  { path: ['criteria', 'from'], label: 'Nodes from', kind: 'number', inherits: '0' },
  { path: ['criteria', 'to'], label: 'Nodes to', kind: 'number' },
  { path: ['effects', 'kasGoMemLimit'], label: 'GOMEMLIMIT', kind: 'text' },
  { path: ['effects', 'maximumRequestsInflight'], label: 'Requests in flight', kind: 'number' },
  { path: ['effects', 'maximumMutatingRequestsInflight'], label: 'Mutating', kind: 'number' },
  { path: ['management', 'placeholders'], label: 'Placeholders', kind: 'number', inherits: '0' },
];

const kMostNames = 5;

// For which sizes the value of a field applies that sizes can have too.
export function inheritNote({ label, ofSize }: Field, form: Form): string {
  const indexes = [...Array(form.sizes).keys()];
  const at = (index: number, path: Path): string | undefined => form.values.get(pathText(['spec', 'sizes', index, ...path]));
  const own = indexes.filter((index) => ofSize !== undefined && at(index, ofSize) !== undefined).map((index) => at(index, ['name']) ?? `size ${index + 1}`);
  if (own.length === 0) return `${label}: for all sizes.`;
  if (own.length === form.sizes) return `${label}: no effect, because each size has its own.`;
  const names = own.length <= kMostNames ? own.join(', ') : `${own.slice(0, kMostNames).join(', ')} and ${own.length - kMostNames} more`;
  return `${label}: not for ${names}, which ${own.length === 1 ? 'has its' : 'have their'} own.`;
}
