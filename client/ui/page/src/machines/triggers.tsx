// The triggers of an autoscaler, and what each node contributes.

import type { JSX } from 'preact';
import { enumWords } from '../format/words.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Text } from '../parts/text.tsx';
import type { Machine, MachineTrigger } from '../types_plans.ts';
import { observedText, percentText, stateWords, triggerName } from './triggers.ts';

const kTones: Record<string, Tone> = {
  MACHINE_TRIGGER_STATE_MET: 'good', MACHINE_TRIGGER_STATE_NOT_MET: 'neutral', MACHINE_TRIGGER_STATE_UNKNOWN: 'hold',
  MACHINE_TRIGGER_STATE_IGNORED: 'warning', MACHINE_TRIGGER_STATE_ERROR: 'error',
  MACHINE_DIRECTION_STATE_MET: 'good', MACHINE_DIRECTION_STATE_NOT_MET: 'neutral', MACHINE_DIRECTION_STATE_UNDETERMINED: 'hold',
  MACHINE_DIRECTION_STATE_ERROR: 'error', MACHINE_DIRECTION_STATE_DISABLED: 'neutral',
};

export function Triggers({ machine }: { machine: Machine }): JSX.Element | null {
  const triggers = machine.triggers ?? [];
  if (triggers.length === 0) return null;
  return (
    <section class="panel">
      <h2>Triggers</h2>
      <ul class="inline">
        {(machine.directions ?? []).map((one) => (
          <li>
            {one.direction === 'MACHINE_DIRECTION_DOWN' ? 'To a smaller size' : 'To a larger size'}{one.triggerPolicy && `, ${one.triggerPolicy} of the triggers`}:{' '}
            <Badge tone={kTones[one.state ?? ''] ?? 'neutral'}>{enumWords(one.state, 'MACHINE_DIRECTION_STATE_')}</Badge>
          </li>
        ))}
      </ul>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="Triggers">
        <table class="plain broad">
          <thead>
            <tr>
              <th scope="col">Trigger</th><th scope="col">Type</th><th scope="col" class="num">Observed</th><th scope="col" class="num">Threshold</th>
              <th scope="col">Window</th><th scope="col">State</th><th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>{triggers.map((trigger) => <TriggerRow trigger={trigger} />)}</tbody>
        </table>
      </div>
      <Nodes triggers={triggers} />
    </section>
  );
}

function TriggerRow({ trigger }: { trigger: MachineTrigger }): JSX.Element {
  return (
    <tr>
      <th scope="row">{triggerName(trigger)}</th>
      <td><Text value={trigger.type} /></td>
      <td class="num"><Text value={observedText(trigger)} /></td>
      <td class="num"><Text value={`${trigger.comparison ?? ''} ${trigger.type === 'prometheus' ? trigger.threshold ?? '' : percentText(trigger.threshold)}`} /></td>
      <td>{trigger.window || '–'}</td>
      <td><Badge tone={kTones[trigger.state ?? ''] ?? 'neutral'}>{stateWords(trigger.state)}</Badge></td>
      <td><Text value={trigger.message} /></td>
    </tr>
  );
}

function Nodes({ triggers }: { triggers: readonly MachineTrigger[] }): JSX.Element | null {
  if (!triggers.some((trigger) => (trigger.nodes?.length ?? 0) > 0)) return null;
  return (
    <details>
      <summary>Show the nodes</summary>
      <div class="scroller" tabIndex={0} role="region" aria-label="Nodes of the triggers">
        <table class="plain broad">
          <thead><tr><th scope="col">Trigger</th><th scope="col">Node</th><th scope="col" class="num">Utilization</th><th scope="col" class="num">Samples</th><th scope="col">Window</th></tr></thead>
          <tbody>
            {triggers.flatMap((trigger) => (trigger.nodes ?? []).map((node) => (
              <tr>
                <th scope="row">{triggerName(trigger)}</th>
                <td><Text value={node.node} /></td>
                <td class="num">{percentText(node.utilization)}</td>
                <td class="num">{node.samplesUsed ?? 0} of {node.samplesRequired ?? 0}</td>
                <td>{node.full ? 'full' : 'not full'}</td>
              </tr>
            )))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
