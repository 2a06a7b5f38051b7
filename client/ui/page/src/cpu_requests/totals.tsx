// The totals of namespaces, and what nodes offer.

import type { JSX } from 'preact';
import { formatNumber, parseQuantity, readable } from '../format/quantity.ts';
import { Bar } from '../parts/bar.tsx';
import { Text } from '../parts/text.tsx';
import { formatHash } from '../route.ts';
import type { CpuRequests } from '../types_plans.ts';
import { requestText } from './rows.ts';

export function Namespaces({ data }: { data: CpuRequests }): JSX.Element | null {
  const namespaces = data.namespaces ?? [];
  if (namespaces.length === 0) return null;
  const total = parseQuantity(data.fit?.scaledRequest) ?? 0;
  return (
    <section class="panel">
      <h2>CPU requests of namespaces</h2>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="Requests of namespaces">
        <table class="plain">
          <thead><tr><th scope="col">Namespace</th><th scope="col" class="num">Pods</th><th scope="col" class="num">Default</th><th scope="col" class="usage">Scaled, % of all</th></tr></thead>
          <tbody>
            {namespaces.map((one) => {
              const scaled = parseQuantity(one.scaledRequest);
              return (
                <tr>
                  <th scope="row"><a href={formatHash('cpuRequests', [['namespace', one.namespace]])}><Text value={one.namespace} /></a></th>
                  <td class="num">{formatNumber(Number(one.pods ?? 0))}</td>
                  <td class="num">{requestText(parseQuantity(one.defaultRequest))}</td>
                  <td class="usage"><Bar value={requestText(scaled)} ratio={total > 0 && scaled !== undefined ? scaled / total : undefined} title={`${one.scaledRequest ?? ''} of ${requestText(total)}`} /></td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function Nodes({ data }: { data: CpuRequests }): JSX.Element | null {
  const nodes = data.nodes ?? [];
  if (nodes.length === 0) return null;
  return (
    <section class="panel">
      <h2>CPUs that nodes offer to pods</h2>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="Nodes">
        <table class="plain broad">
          <thead>
            <tr>
              <th scope="col">Node</th><th scope="col" class="num">Capacity</th><th scope="col" class="num">Reserved</th>
              <th scope="col" class="num">Over-subscribed</th><th scope="col" class="num">Offered</th><th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr>
                <th scope="row"><Text value={node.node} /></th>
                <td class="num">{readable('cpu', node.capacity)}</td>
                <td class="num" title="For the operating system, and for Kubernetes">{readable('cpu', node.systemReserved)} + {readable('cpu', node.kubeReserved)}</td>
                <td class="num">{readable('cpu', node.overSubscription)}</td>
                <td class="num"><b>{readable('cpu', node.allocatable)}</b></td>
                <td><Text value={node.arithmetic} /></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
