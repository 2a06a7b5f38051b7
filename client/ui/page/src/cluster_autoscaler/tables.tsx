// The parts of a plan: arguments, MachineAutoscalers, annotations of MachineSets, objects.

import type { JSX } from 'preact';
import { enumWords } from '../format/words.ts';
import { prettyJson } from '../machines/triggers.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { CopyBlock, CopyButton } from '../parts/copy_button.tsx';
import { Name, Text } from '../parts/text.tsx';
import type { ClusterAutoscalerPlan, PlannedObject } from '../types_plans.ts';
import { actionOf, argumentParts, objectName, sourceText } from './plan.ts';

function ActionBadge({ action }: { action: string | undefined }): JSX.Element {
  const { word, tone, sign } = actionOf(action);
  return <Badge tone={tone} sign={sign}>{word}</Badge>;
}

export function Arguments({ plan }: { plan: ClusterAutoscalerPlan }): JSX.Element | null {
  const list = plan.arguments ?? [];
  if (list.length === 0) return null;
  return (
    <section class="panel">
      <div class="title"><h2>Arguments</h2><CopyButton text={list.map((one) => one.argument).join('\n')} label="Copy all" /></div>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="Arguments">
        <table class="plain broad">
          <thead><tr><th scope="col">Argument</th><th scope="col">Value</th><th scope="col">From</th></tr></thead>
          <tbody>
            {list.map((one) => {
              const { name, value } = argumentParts(one.argument);
              return <tr><th scope="row"><code><Text value={name} /></code></th><td><code><Text value={value} /></code></td><td>{one.source ? <code class="place"><Text value={one.source} /></code> : <span class="muted">always</span>}</td></tr>;
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const kOutcomes: Record<string, Tone> = { bounds: 'good', deleted: 'hold', invalid: 'error', 'target not found': 'error', 'target owned': 'warning', 'target unreadable': 'error' };

export function MachineAutoscalers({ plan }: { plan: ClusterAutoscalerPlan }): JSX.Element | null {
  const list = plan.machineAutoscalers ?? [];
  if (list.length === 0) return null;
  return (
    <section class="panel">
      <h2>MachineAutoscalers</h2>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="MachineAutoscalers">
        <table class="plain broad">
          <thead><tr><th scope="col">MachineAutoscaler</th><th scope="col">Outcome</th><th scope="col">Why</th></tr></thead>
          <tbody>
            {list.map((one) => {
              const outcome = enumWords(one.outcome, 'CLUSTER_AUTOSCALER_MACHINES_OUTCOME_');
              return <tr><th scope="row"><Name namespace={one.namespace} name={one.name} /></th><td><Badge tone={kOutcomes[outcome] ?? 'neutral'}>{outcome}</Badge></td><td><Text value={one.message} /></td></tr>;
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function Annotations({ plan }: { plan: ClusterAutoscalerPlan }): JSX.Element | null {
  const list = (plan.targets ?? []).flatMap((target) => (target.annotations ?? []).map((annotation) => ({ target, annotation })));
  if (list.length === 0) return null;
  return (
    <section class="panel">
      <h2>Annotations of MachineSets</h2>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="Annotations of MachineSets">
        <table class="plain broad">
          <thead><tr><th scope="col">MachineSet</th><th scope="col">Action</th><th scope="col">Annotation</th><th scope="col">Now</th><th scope="col">Planned</th><th scope="col">From</th></tr></thead>
          <tbody>
            {list.map(({ target, annotation }) => (
              <tr>
                <th scope="row"><Text value={target.name} /></th>
                <td><ActionBadge action={annotation.action} /></td>
                <td><code><Text value={annotation.key} /></code></td>
                <td>{annotation.current ? <code><Text value={annotation.current} /></code> : <span class="muted">–</span>}</td>
                <td>{annotation.value ? <code><Text value={annotation.value} /></code> : <span class="muted">–</span>}</td>
                <td><code class="place"><Text value={sourceText(annotation.source, plan)} /></code></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function Objects({ plan }: { plan: ClusterAutoscalerPlan }): JSX.Element | null {
  const objects = plan.objects ?? [];
  if (objects.length === 0) return null;
  return (
    <section class="panel objects">
      <h2>Objects</h2>
      {objects.map((object) => <ObjectItem object={object} />)}
    </section>
  );
}

function ObjectItem({ object }: { object: PlannedObject }): JSX.Element {
  const differences = object.differences ?? [];
  return (
    <details>
      <summary><ActionBadge action={object.action} /> <b><Text value={object.kind} /></b> <Text value={objectName(object)} /></summary>
      {differences.length > 0 && (
        <div class="scroller" tabIndex={0} role="region" aria-label={`Differences of ${object.kind ?? ''} ${object.name}`}>
          <table class="plain broad">
            <thead><tr><th scope="col">Field</th><th scope="col">Now</th><th scope="col">Planned</th><th scope="col">From</th></tr></thead>
            <tbody>
              {differences.map((one) => (
                <tr>
                  <th scope="row"><code><Text value={one.path} /></code></th>
                  <td>{one.current === undefined ? <span class="muted">absent</span> : <code><Text value={one.current} /></code>}</td>
                  <td>{one.planned === undefined ? <span class="muted">removed</span> : <code><Text value={one.planned} /></code>}</td>
                  <td><code class="place"><Text value={one.source} /></code></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {object.manifest && <CopyBlock text={prettyJson(object.manifest)} title="The whole object" />}
    </details>
  );
}
