// Observed objects of a cluster: its VPA, the annotations that the sidecar wrote, events.

import type { JSX } from 'preact';
import { readable } from '../format/quantity.ts';
import { Badge } from '../parts/badge.tsx';
import { ConditionTable, Time } from '../parts/conditions.tsx';
import { Text } from '../parts/text.tsx';
import type { ClusterDetail, ClusterEvent } from '../types.ts';

interface Resources { memory?: string; cpu?: string }
interface Container { containerName?: string; target?: Resources; uncappedTarget?: Resources; lowerBound?: Resources; upperBound?: Resources }

export function Vpa({ vpa }: { vpa: ClusterDetail['vpa'] }): JSX.Element {
  const status = vpa?.status;
  const containers = (status?.recommendation as { containerRecommendations?: Container[] } | undefined)?.containerRecommendations ?? [];
  return (
    <section class="panel">
      <h2>VerticalPodAutoscaler {vpa?.created && <small class="muted">created <Time value={vpa.created} /></small>}</h2>
      {!vpa && <p class="muted">There is no VerticalPodAutoscaler of this cluster.</p>}
      {vpa?.problem && <p><Badge tone="error">problem</Badge> <Text value={vpa.problem} /></p>}
      {(status?.conditions?.length ?? 0) > 0 && <ConditionTable conditions={status!.conditions!} />}
      {containers.length > 0 && (
        <div class="scroller" tabIndex={0} role="region" aria-label="Recommendations of the VerticalPodAutoscaler">
          <table class="plain">
            <thead><tr><th scope="col">Container</th><th scope="col" class="num">Memory, target</th><th scope="col" class="num">uncapped</th><th scope="col" class="num">CPU, target</th><th scope="col" class="num">uncapped</th></tr></thead>
            <tbody>
              {containers.map((container) => (
                <tr class={container.containerName === 'kube-apiserver' ? 'used' : 'muted'}>
                  <th scope="row"><Text value={container.containerName} /></th>
                  <Quantity resource="memory" value={container.target?.memory} /><Quantity resource="memory" value={container.uncappedTarget?.memory} />
                  <Quantity resource="cpu" value={container.target?.cpu} /><Quantity resource="cpu" value={container.uncappedTarget?.cpu} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Quantity({ resource, value }: { resource: 'memory' | 'cpu'; value: string | undefined }): JSX.Element {
  return <td class="num" title={value}>{readable(resource, value) || '–'}</td>;
}

// Times are shown with their age.
function Value({ value }: { value: string }): JSX.Element {
  return <><Text value={value} />{/^\d{4}-\d\d-\d\dT/.test(value) && <> <small class="muted"><Time value={value} /></small></>}</>;
}

export function Sidecar({ sidecar }: { sidecar: ClusterDetail['sidecar'] }): JSX.Element {
  const annotations = Object.entries(sidecar?.annotations ?? {});
  const conditions = sidecar?.conditions ?? [];
  return (
    <section class="panel">
      <h2>What the sidecar wrote</h2>
      {!sidecar && <p class="muted">This is only known of a live cluster.</p>}
      {sidecar && annotations.length === 0 && <p class="muted">The HostedCluster does not have a recommended size from the sidecar.</p>}
      {annotations.length > 0 && <dl class="annotations">{annotations.map(([key, value]) => <div><dt><Text value={key} /></dt><dd><Value value={value} /></dd></div>)}</dl>}
      {conditions.length > 0 && <><h3>Conditions of the configuration</h3><ConditionTable conditions={conditions} /></>}
    </section>
  );
}

export function Events({ events }: { events: readonly ClusterEvent[] }): JSX.Element | null {
  if (events.length === 0) return null;
  return (
    <section class="panel">
      <h2>Events</h2>
      <table class="plain">
        <thead><tr><th scope="col">Age</th><th scope="col">Reason</th><th scope="col">Message</th></tr></thead>
        <tbody>
          {events.map((event) => (
            <tr>
              <td><Time value={event.time} />{(event.count ?? 1) > 1 && <small class="muted"> × {event.count}</small>}</td>
              <td><Badge tone={event.type === 'Warning' ? 'warning' : 'neutral'}><Text value={event.reason} /></Badge></td>
              <td><Text value={event.message} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
