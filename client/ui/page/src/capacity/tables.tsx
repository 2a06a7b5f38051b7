// The tables of the capacity. `now` is the capacity without the plan; equal to `shown` if nothing is planned.

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatShare } from '../format/quantity.ts';
import { counted } from '../format/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Bar } from '../parts/bar.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { Name, Text } from '../parts/text.tsx';
import { clusterHash, formatHash, sizeHash } from '../route.ts';
import type { Capacity, Loss, NodeUse, SizeCapacity, Use } from '../types_capacity.ts';
import { amountText, changeText, kAmountNames, kAmounts, kFullShare, shareOf, sortNodes, splitName, zoneName, type Amount } from './capacity.ts';

export interface Sides { now: Capacity; shown: Capacity }

function UseBar({ use, amount }: { use: Use; amount: Amount }): JSX.Element {
  const requested = amountText(amount, use.requested[amount]);
  return <Bar value={requested} ratio={shareOf(use, amount)} title={`${requested} requested of ${amountText(amount, use.allocatable[amount])} allocatable`} />;
}

// With the share before, if the plan changes it, and a sign from the share of a warning on.
function UseCell({ use, before, amount }: { use: Use; before: Use | undefined; amount: Amount }): JSX.Element {
  const [share = 0, was] = [shareOf(use, amount), before && shareOf(before, amount)];
  return (
    <td class="usage">
      <UseBar use={use} amount={amount} />
      <small class="muted">of {amountText(amount, use.allocatable[amount])}{was !== undefined && formatShare(was) !== formatShare(share) && `, now ${formatShare(was)}`} {share >= kFullShare && <Badge tone="warning">nearly full</Badge>}</small>
    </td>
  );
}

export function Zones({ now, shown }: Sides): JSX.Element {
  const isPlanned = now !== shown;
  const row = (name: string, use: Use & { nodes: number }, before: (Use & { nodes: number }) | undefined): JSX.Element => (
    <tr>
      <th scope="row"><Text value={name} /></th>
      <td class="num">{changeText(before?.nodes, use.nodes, isPlanned)}</td>
      {kAmounts.map((amount) => <UseCell use={use} before={before} amount={amount} />)}
    </tr>
  );
  return (
    <section class="panel">
      <h2>Requested in each zone</h2>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="Requested in each zone">
        <table class="plain broad">
          <thead><tr><th scope="col">Zone</th><th scope="col" class="num">Nodes</th>{kAmounts.map((amount) => <th scope="col" class="usage">{kAmountNames[amount]}, % of allocatable</th>)}</tr></thead>
          <tbody>
            {shown.zones.map((use) => row(zoneName(use.zone), use, now.zones.find((one) => one.zone === use.zone)))}
            {shown.zones.length > 1 && row('all zones', shown.total, now.total)}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function LargestPodText({ capacity }: { capacity: Capacity }): JSX.Element | null {
  const pod = capacity.largestPod;
  if (!pod) return null;
  return (
    <p class="why">
      The largest pod is <b><Text value={pod.name} /></b> ({amountText('cpuMillis', pod.requests.cpuMillis)} CPU, {amountText('memoryBytes', pod.requests.memoryBytes)} memory):
      {' '}{counted(pod.nodes, 'node')} could hold it, {pod.nodesWithRoom} of them also with the present pods
      {pod.roomiestNode && <>; <b><Text value={pod.roomiestNode} /></b> has the most free memory</>}.
    </p>
  );
}

function SurgeText({ capacity: { surge } }: { capacity: Capacity }): JSX.Element | null {
  if (!surge) return null;
  return (
    <p class="muted">
      More leaves room for one rollout: that of <Text value={surge.cluster} /> starts {counted(surge.requests.pods, 'pod')} ({amountText('cpuMillis', surge.requests.cpuMillis)} CPU, {amountText('memoryBytes', surge.requests.memoryBytes)} memory) before it ends others.
      {surge.podsWithoutRoom > 0 && <> <Badge tone="warning">no room now for {surge.podsWithoutRoom}</Badge></>}
    </p>
  );
}

function SizeLine({ size, before, isPlanned }: { size: SizeCapacity; before: SizeCapacity | undefined; isPlanned: boolean }): JSX.Element {
  const template = size.template === undefined ? undefined : splitName(size.template);
  const amount = (one: Amount): string => (size.requests ? amountText(one, size.requests[one]) : '–');
  return (
    <tr>
      <th scope="row"><a href={sizeHash(size.size)}><Text value={size.size} /></a></th>
      <td class="num"><a href={formatHash('fleet', [['size', size.size]])} aria-label={`${size.clusters} clusters of ${size.size}`}>{size.clusters}</a></td>
      <td class="num"><b>{changeText(before?.more, size.more, isPlanned)}</b></td>
      <td class="num">{changeText(before?.bound, size.bound, isPlanned)}</td>
      <td>{size.template === undefined ? <span class="muted">no cluster with this size has pods</span> : <Text value={size.limit} />}</td>
      {kAmounts.map((one) => <td class="num">{amount(one)}</td>)}
      <td>{template ? <a href={clusterHash(template.namespace, template.name)}><Name {...template} /></a> : '–'}{size.onOwnNodes && <small class="muted">without {size.onOwnNodes.join(', ')}, on nodes of its own</small>}</td>
    </tr>
  );
}

export function Sizes({ now, shown }: Sides): JSX.Element | null {
  if (shown.sizes.length === 0) return null;
  return (
    <section class="panel">
      <h2>How many more clusters fit</h2>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="How many more clusters fit">
        <table class="plain broad">
          <thead>
            <tr>
              <th scope="col">Size</th><th scope="col" class="num">Clusters</th><th scope="col" class="num" title="Further control planes that a simulated placement finds room for">More</th>
              <th scope="col" class="num" title="No placement has room for more than these">Bound</th><th scope="col">First limit</th>
              {kAmounts.map((amount) => <th scope="col" class="num" title="Of one control plane">{kAmountNames[amount]}</th>)}<th scope="col">Template</th>
            </tr>
          </thead>
          <tbody>{shown.sizes.map((size) => <SizeLine size={size} before={now.sizes.find((one) => one.size === size.size)} isPlanned={now !== shown} />)}</tbody>
        </table>
      </div>
      <SurgeText capacity={shown} />
    </section>
  );
}

function LossLine({ loss, before, sizes, isPlanned }: { loss: Loss; before: Loss | undefined; sizes: readonly string[]; isPlanned: boolean }): JSX.Element {
  const change = (field: 'movedPods' | 'podsWithoutRoom' | 'podsWithoutOtherZone'): string => changeText(before ? before[field] : loss[field], loss[field], isPlanned);
  return (
    <tr>
      <th scope="row"><Text value={loss.lossOf} /></th>
      <td class="num">{change('movedPods')}</td>
      <td class="num">{loss.podsWithoutRoom > 0 ? <Badge tone="warning">{change('podsWithoutRoom')}</Badge> : change('podsWithoutRoom')}</td>
      <td class="num">{change('podsWithoutOtherZone')}</td>
      {sizes.map((size) => <td class="num">{changeText(before ? before.more[size] : loss.more[size], loss.more[size], isPlanned)}</td>)}
    </tr>
  );
}

export function Losses({ now, shown }: Sides): JSX.Element | null {
  if (shown.losses.length === 0) return null;
  const sizes = shown.sizes.filter((size) => size.more !== undefined).map((size) => size.size);
  return (
    <section class="panel">
      <h2>When a node or a zone fails</h2>
      <div class="scroller tall" tabIndex={0} role="region" aria-label="When a node or a zone fails">
        <table class="plain broad">
          <thead>
            <tr>
              <th scope="col">Loss of</th><th scope="col" class="num">Pods that move</th><th scope="col" class="num" title="Pods that no remaining node has room for">No room</th>
              <th scope="col" class="num" title="Pods that wait for their zone, because each other zone has a pod of the same component">No other zone</th>
              {sizes.map((size) => <th scope="col" class="num" title="Further clusters that fit after the loss">More <Text value={size} /></th>)}
            </tr>
          </thead>
          <tbody>{shown.losses.map((loss) => <LossLine loss={loss} before={now.losses.find((one) => one.lossOf === loss.lossOf)} sizes={sizes} isPlanned={now !== shown} />)}</tbody>
        </table>
      </div>
    </section>
  );
}

const kColumns: readonly Column<NodeUse>[] = [
  { id: 'name', title: 'Node', isSortable: true, class: 'text', width: 'var(--capacity-name)', cell: (node) => <Text value={node.name} title /> },
  { id: 'zone', title: 'Zone', isSortable: true, class: 'medium text', width: '12rem', cell: (node) => <Text value={zoneName(node.zone)} title /> },
  ...kAmounts.map((amount): Column<NodeUse> => ({
    id: amount, title: kAmountNames[amount], unit: '% of allocatable', isSortable: true, class: amount === 'pods' ? 'medium' : '', width: 'var(--capacity-bar)',
    cell: (node) => <UseBar use={node} amount={amount} />,
  })),
];

export function Nodes({ shown }: Sides): JSX.Element {
  const [sort, setSort] = useState({ id: 'memoryBytes', isDescending: true });
  const rows = useMemo(() => sortNodes(shown.nodes, sort.id, sort.isDescending), [shown, sort]);
  return (
    <>
      <h2>{counted(rows.length, 'node')}</h2>
      <Table<NodeUse> id="capacity" caption="Nodes of the management cluster" columns={kColumns} rows={rows} rowKey={(node) => node.name}
        sort={sort} onSort={(id) => setSort({ id, isDescending: sort.id === id ? !sort.isDescending : id !== 'name' && id !== 'zone' })} />
    </>
  );
}
