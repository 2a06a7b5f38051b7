// What is planned: the requests of the edited configuration, and more nodes. The URL holds both.

import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { withVisibleMarks } from '../format/marks.ts';
import { Text } from '../parts/text.tsx';
import { formatHash, param, setParams } from '../route.ts';
import type { NodeUse } from '../types_capacity.ts';
import { isEdited } from '../what_if/draft.ts';
import { formatPlanned, parsePlanned, type PlannedNodes } from './capacity.ts';

// More options would make the list slow; the URL can have any node.
const kMostNodes = 500;

export function isWithEdits(): boolean {
  return param('with') === 'edits' && isEdited.value;
}

export function plannedNodes(): PlannedNodes[] {
  return parsePlanned(param('like'));
}

function setPlanned(planned: readonly PlannedNodes[]): void {
  setParams({ like: formatPlanned(planned) });
}

export function PlanForm({ nodes }: { nodes: readonly NodeUse[] }): JSX.Element {
  const planned = plannedNodes();
  const rest = nodes.filter((node) => !planned.some((one) => one.name === node.name)).slice(0, kMostNodes);
  const link = <a href={formatHash('whatIf')}>What if</a>;
  return (
    <section class="panel plan" aria-label="Plan">
      <h2>Plan</h2>
      <label class="check">
        <input type="checkbox" checked={isWithEdits()} disabled={!isEdited.value} onChange={(event) => setParams({ with: event.currentTarget.checked ? 'edits' : '' })} />
        Requests of the edited configuration
      </label>
      <p class="muted">{isEdited.value ? <>The effects that are edited in {link} replace the requests of the control planes.</> : <>Edit the effects of a size in {link} to see what other requests need.</>}</p>
      {planned.map((one) => (
        <PlannedRow planned={one} onCount={(count) => setPlanned(planned.map((other) => (other === one ? { ...one, count } : other)))} onRemove={() => setPlanned(planned.filter((other) => other !== one))} />
      ))}
      {rest.length > 0 && (
        <label class="select">
          <span>Add nodes like</span>
          <select value="" onChange={(event) => setPlanned([...planned, { name: event.currentTarget.value, count: 1 }])}>
            <option value="">none</option>
            {rest.map((node) => <option value={node.name}>{withVisibleMarks(node.zone ? `${node.name}, ${node.zone}` : node.name)}</option>)}
          </select>
        </label>
      )}
    </section>
  );
}

function PlannedRow({ planned, onCount, onRemove }: { planned: PlannedNodes; onCount(count: number): void; onRemove(): void }): JSX.Element {
  const id = useId();
  return (
    <p class="tools planned">
      <label for={id}>More nodes like <b><Text value={planned.name} /></b></label>
      <input id={id} type="number" min={1} max={5000} step={1} value={planned.count} onInput={(event) => { if (event.currentTarget.validity.valid && event.currentTarget.value) onCount(event.currentTarget.valueAsNumber); }} />
      <button type="button" class="remove" aria-label={`Remove the nodes like ${planned.name}`} title="Remove" onClick={onRemove}>×</button>
    </p>
  );
}
