// Puts proposed requests into the text of a configuration. Comments and other values stay. Pure.

import type { FitRequests } from '../types_sizes.ts';
import { readForm, setField, type Path } from '../what_if/yaml_edit.ts';

type Values = ReadonlyMap<string, string>;

function sizeIndex(values: Values, sizes: number, name: string): number {
  return [...Array(sizes).keys()].find((index) => values.get(`spec.sizes[${index}].name`) === name) ?? -1;
}

// The place of a container in the requests of a size, or the place after the last one.
function requestIndex(values: Values, size: number, deployment: string, container: string): { index: number; isNew: boolean } {
  for (let index = 0; ; ++index) {
    const path = `spec.sizes[${size}].effects.resourceRequests[${index}]`;
    const [of, name] = [values.get(`${path}.deploymentName`), values.get(`${path}.containerName`)];
    if (of === undefined && name === undefined) return { index, isNew: true };
    if (of === deployment && name === container) return { index, isNew: false };
  }
}

// Returns `text` with the proposed values. A text that cannot be read, and a size that it does not have, stay.
export function withProposal(text: string, usage: FitRequests): string {
  let next = text;
  for (const row of usage.requests) {
    if (row.proposed === undefined) continue;
    const { values, sizes } = readForm(next);
    const size = sizeIndex(values, sizes, row.size);
    if (size < 0) continue;
    const { index, isNew } = requestIndex(values, size, row.deploymentName, row.containerName);
    const path: Path = ['spec', 'sizes', size, 'effects', 'resourceRequests', index];
    if (isNew) {
      next = setField(next, [...path, 'deploymentName'], row.deploymentName, 'text');
      next = setField(next, [...path, 'containerName'], row.containerName, 'text');
    }
    next = setField(next, [...path, row.resource], row.proposed, 'text');
  }
  for (const row of usage.kasGoMemLimits) {
    if (row.proposed === undefined) continue;
    const { values, sizes } = readForm(next);
    const size = sizeIndex(values, sizes, row.size);
    if (size >= 0) next = setField(next, ['spec', 'sizes', size, 'effects', 'kasGoMemLimit'], row.proposed, 'text');
  }
  return next;
}
