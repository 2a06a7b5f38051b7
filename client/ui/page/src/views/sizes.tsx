// The sizes: which clusters get each, what a control plane of it requests, what was used, and what is proposed.

import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { useCapacity, usePlanned } from '../capacity/answers.ts';
import { amountText, changeText, splitName } from '../capacity/capacity.ts';
import type { Row } from '../fleet/row.ts';
import { allRows } from '../fleet/shown.ts';
import { readable } from '../format/quantity.ts';
import { formatTime } from '../format/time.ts';
import { counted } from '../format/words.ts';
import { Figures, type Figure } from '../parts/figures.tsx';
import { Empty, Loading, Notes, useApi, type Loaded } from '../parts/states.tsx';
import { Lines, Text } from '../parts/text.tsx';
import { refreshCount } from '../refresh.ts';
import { clusterHash, formatHash, navigate, param } from '../route.ts';
import { changesOf, nodesText, requestLines, sizesOf } from '../sizes/profile.ts';
import { withProposal } from '../sizes/proposal.ts';
import { Outliers, Requests, SizeClusters, SizeTable, UsageText } from '../sizes/tables.tsx';
import { fleet, status } from '../state.ts';
import type { SizeCapacity } from '../types_capacity.ts';
import type { Effects, FitRequests, Size } from '../types_sizes.ts';
import { edit, text } from '../what_if/draft.ts';

export function Sizes(): JSX.Element {
  const views = status.value?.views ?? [];
  const hasUsage = views.includes('usage');
  const hasCapacity = views.includes('capacity');
  const isLive = status.value?.isLive;
  const usage = useApi<FitRequests>(hasUsage ? '/api/requests' : undefined, isLive ? 0 : refreshCount.value);
  const capacity = useCapacity(hasCapacity);
  const effects = useApi<Effects>(fleet.value?.noDecision === null ? '/api/effects' : undefined, fleet.value?.revision);
  const planned = usePlanned(useMemo(() => usage.data?.proposal && JSON.stringify(usage.data.proposal), [usage.data]), '', capacity.data);
  const sizes = useMemo(() => sizesOf(fleet.value?.configuration?.clusterSizingConfiguration), [fleet.value?.configuration]);
  const rowsOf = useMemo(() => rowsBySize(allRows.value), [allRows.value]);
  // What is below appears with all that is read, so that it does not move.
  if (!fleet.value || isWaiting(usage, hasUsage) || isWaiting(capacity, hasCapacity) || isWaiting(effects, fleet.value.noDecision === null) || (planned.isBusy && !planned.data)) return <Loading what="the sizes" />;
  if (sizes.length === 0) return <Empty isView title="The configuration has no sizes"><p><a href={formatHash('whatIf')}>What if</a> shows its errors.</p></Empty>;
  const capacityOf = (data: typeof capacity.data, name: string): SizeCapacity | undefined => data?.sizes.find((one) => one.size === name);
  const lines = sizes.map((size) => ({ size, clusters: rowsOf.get(size.name)?.length ?? 0, capacity: capacityOf(capacity.data, size.name), changes: usage.data && changesOf(size.name, usage.data) }));
  const chosen = (lines.find((line) => line.size.name === param('size')) ?? lines.find((line) => line.clusters > 0) ?? lines[0]!).size;
  return (
    <div class="stack sizes-view">
      <div class="title">
        <h1>Sizes</h1>
        {usage.data && <p class="muted">usage of {counted(usage.data.clusters, 'cluster')} from {formatTime(usage.data.begin)} to {formatTime(usage.data.end)}</p>}
        {usage.data?.proposal && <button type="button" onClick={() => { edit(withProposal(text.value, usage.data!)); navigate(formatHash('whatIf')); }}>Edit the proposal in What if</button>}
      </div>
      <Problem title="The usage could not be read." error={usage.error} />
      <Problem title="The capacity could not be read." error={capacity.error} />
      <Problem title="The effects could not be read." error={effects.error} />
      <Notes notes={usage.data?.notes} />
      {usage.data && <UsageText usage={usage.data} />}
      {!hasUsage && <p class="muted">Start cpsizer ui with --usage-history to compare requests with usage.</p>}
      <SizeTable lines={lines} chosen={chosen.name} />
      <h2>Size <Text value={chosen.name} /></h2>
      <Figures label="Profile of the size" figures={figuresOf(chosen, rowsOf.get(chosen.name)?.length ?? 0, capacityOf(capacity.data, chosen.name), capacityOf(planned.data, chosen.name), usage.data)} />
      <Requests {...requestLines(chosen, usage.data, effects.data)} release={effects.data?.baseline ?? ''} hasUsage={usage.data !== undefined} />
      <Outliers outliers={usage.data?.outliers.find((one) => one.size === chosen.name)} />
      <SizeClusters name={chosen.name} rows={rowsOf.get(chosen.name) ?? []} />
    </div>
  );
}

function rowsBySize(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.now);
    if (group) group.push(row);
    else groups.set(row.now, [row]);
  }
  return groups;
}

function isWaiting(loaded: Loaded<unknown>, isWanted: boolean): boolean {
  return isWanted && loaded.data === undefined && loaded.error === undefined;
}

function Problem({ title, error }: { title: string; error: unknown }): JSX.Element | null {
  return error === undefined ? null : <p class="banner error" role="alert"><strong>{title}</strong> <Lines value={messageOf(error)} /></p>;
}

function figuresOf(size: Size, clusters: number, capacity: SizeCapacity | undefined, planned: SizeCapacity | undefined, usage: FitRequests | undefined): Figure[] {
  const template = capacity?.template === undefined ? undefined : splitName(capacity.template);
  const sum = (amount: 'cpuMillis' | 'memoryBytes'): Figure['value'] => {
    const [now, then] = [capacity?.requests?.[amount], planned?.requests?.[amount]];
    if (now === undefined) return '–';
    return then === undefined || then === now ? amountText(amount, now) : `${amountText(amount, now)} → ${amountText(amount, then)}`;
  };
  const note = template ? <>{counted(capacity!.requests!.pods, 'pod')}, as <a href={clusterHash(template.namespace, template.name)}><Text value={template.name} /></a></> : 'no cluster has pods';
  const limit = usage?.kasGoMemLimits.find((row) => row.size === size.name);
  const present = size.effects?.kasGoMemLimit;
  return [
    { label: 'Nodes', value: nodesText(size), note: 'of a cluster' },
    { label: 'Capacity', value: size.capacity?.memory ? readable('memory', size.capacity.memory) : '–', note: size.capacity?.cpu ? `memory; ${readable('cpu', size.capacity.cpu)} CPU` : 'not in the configuration' },
    { label: 'Clusters', value: clusters, note: 'have it now', href: formatHash('fleet', [['size', size.name]]) },
    ...(capacity ? [
      { label: 'Control plane, CPU', value: sum('cpuMillis'), note },
      { label: 'Control plane, memory', value: sum('memoryBytes'), note: planned ? 'with the proposal after the arrow' : 'requested by all pods' },
      { label: 'More fit', value: changeText(capacity.more, planned?.more, planned !== undefined), note: capacity.limit && <Text value={planned?.limit ?? capacity.limit} />, href: formatHash('capacity') },
    ] : []),
    { label: 'GOMEMLIMIT', value: limit?.proposed ? `${present ?? 'none'} → ${limit.proposed}` : present ?? 'none', note: limit?.reason ?? 'of the kube-apiserver' },
  ];
}
