// The tables of the sizes: all of them, and the profile of one.

import type { JSX } from 'preact';
import type { Row } from '../fleet/row.ts';
import { readable } from '../format/quantity.ts';
import { counted } from '../format/words.ts';
import { amountText } from '../capacity/capacity.ts';
import { Badge } from '../parts/badge.tsx';
import { CopyBlock } from '../parts/copy_button.tsx';
import { Table, type Column } from '../parts/table.tsx';
import { Name, Text } from '../parts/text.tsx';
import { clusterHash, formatHash, sizeHash } from '../route.ts';
import type { SizeCapacity } from '../types_capacity.ts';
import type { FitRequests, Outliers as OutliersData, Size } from '../types_sizes.ts';
import { containerName, nodesText, usageText, type RequestLine } from './profile.ts';

export interface SizeLine {
  size: Size;
  clusters: number;
  // Undefined without the Nodes of the management cluster.
  capacity?: SizeCapacity;
  // Undefined without usage.
  changes?: number;
}

const kColumns: readonly Column<SizeLine>[] = [
  { id: 'name', title: 'Size', class: 'text', width: 'var(--sizes-name)', cell: ({ size }) => <Text value={size.name} title /> },
  { id: 'nodes', title: 'Nodes', width: '7rem', help: 'The numbers of nodes of a cluster with this size', cell: ({ size }) => nodesText(size) },
  { id: 'clusters', title: 'Clusters', class: 'num', width: '5rem', help: 'Clusters that have this size now', cell: (line) => line.clusters },
  { id: 'memory', title: 'Memory', class: 'num wide', width: '6rem', help: 'Capacity for the kube-apiserver', cell: ({ size }) => readable('memory', size.capacity?.memory) || '–' },
  { id: 'cpu', title: 'CPU', class: 'num wide', width: '6rem', help: 'Capacity for the kube-apiserver', cell: ({ size }) => readable('cpu', size.capacity?.cpu) || '–' },
  { id: 'sumCpu', title: 'Requested CPU', class: 'num medium', width: '8rem', help: 'Of a whole control plane', cell: ({ capacity }) => (capacity?.requests ? amountText('cpuMillis', capacity.requests.cpuMillis) : '–') },
  { id: 'sumMemory', title: 'Requested memory', class: 'num medium', width: '9rem', help: 'Of a whole control plane', cell: ({ capacity }) => (capacity?.requests ? amountText('memoryBytes', capacity.requests.memoryBytes) : '–') },
  { id: 'more', title: 'More fit', class: 'num medium', width: '6rem', help: 'Further clusters that the management cluster has room for', cell: ({ capacity }) => capacity?.more ?? '–' },
  { id: 'changes', title: 'Proposed', class: 'num', width: '6.5rem', help: 'Changes of requests that the usage suggests', cell: ({ changes }) => (changes === undefined ? '–' : changes === 0 ? 'none' : counted(changes, 'change')) },
];

export function SizeTable({ lines, chosen }: { lines: readonly SizeLine[]; chosen: string }): JSX.Element {
  return (
    <Table<SizeLine> id="sizes" caption="Sizes of the configuration" columns={kColumns} rows={lines} rowKey={(line) => line.size.name}
      rowHref={(line) => sizeHash(line.size.name)} rowClass={(line) => (line.size.name === chosen ? 'chosen' : '')} />
  );
}

function Proposed({ line }: { line: RequestLine }): JSX.Element {
  const { usage } = line;
  if (usage?.proposed === undefined) return <span class="muted">{usage ? 'stays' : '–'}</span>;
  return <Badge tone="up" sign="→"><Text value={usage.proposed} /></Badge>;
}

// A request that the size does not set is that of the release.
function RequestCell({ line }: { line: RequestLine }): JSX.Element {
  if (line.request !== undefined) return <td class="num"><Text value={line.request} /></td>;
  return <td class="num muted">{line.release === undefined ? 'not set' : <><Text value={line.release} /> <small>release</small></>}</td>;
}

function Others({ others, release }: { others: readonly RequestLine[]; release: string }): JSX.Element | null {
  if (others.length === 0) return null;
  return (
    <details>
      <summary>{counted(others.length, 'request')} of the release that the size does not change</summary>
      <p class="muted"><Text value={release} />, with the components of all platforms.</p>
      <div class="scroller" tabIndex={0} role="region" aria-label="Requests of the release">
        <table class="plain">
          <thead><tr><th scope="col">Container</th><th scope="col">Resource</th><th scope="col" class="num">Request</th></tr></thead>
          <tbody>{others.map((line) => <tr key={line.key}><th scope="row"><Text value={containerName(line.deployment, line.container)} /></th><td>{line.resource === 'cpu' ? 'CPU' : 'memory'}</td><RequestCell line={line} /></tr>)}</tbody>
        </table>
      </div>
    </details>
  );
}

export function Requests({ lines, others, release, hasUsage }: { lines: readonly RequestLine[]; others: readonly RequestLine[]; release: string; hasUsage: boolean }): JSX.Element {
  return (
    <section class="panel">
      <h2>Requests of containers</h2>
      {lines.length === 0
        ? <p class="muted">The size sets no requests: containers have those of the release.</p>
        : (
          <div class="scroller tall" tabIndex={0} role="region" aria-label="Requests of containers">
            <table class="plain broad">
              <thead>
                <tr>
                  <th scope="col">Container</th><th scope="col">Resource</th><th scope="col" class="num">Request</th>
                  {hasUsage && (
                    <>
                      <th scope="col" class="num" title="Median of the usage">p50</th><th scope="col" class="num" title="95 % of the usage is below">p95</th><th scope="col" class="num">Max</th>
                      <th scope="col">Proposed</th><th scope="col">Why</th>
                    </>
                  )}
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.key}>
                    <th scope="row"><Text value={containerName(line.deployment, line.container)} /></th>
                    <td>{line.resource === 'cpu' ? 'CPU' : 'memory'}</td>
                    <RequestCell line={line} />
                    {hasUsage && (
                      <>
                        <td class="num">{usageText(line.resource, line.usage?.p50)}</td><td class="num">{usageText(line.resource, line.usage?.p95)}</td><td class="num">{usageText(line.resource, line.usage?.max)}</td>
                        <td><Proposed line={line} /></td>
                        <td><Text value={line.usage?.reason ?? 'no samples'} /></td>
                      </>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      <Others others={others} release={release} />
    </section>
  );
}

export function Outliers({ outliers }: { outliers: OutliersData | undefined }): JSX.Element | null {
  if (!outliers) return null;
  return (
    <section class="panel commands">
      <h2>{counted(outliers.clusters, 'cluster')} used more than the size requests</h2>
      {outliers.isSizeWrong && <p class="banner error">These are more than {outliers.allowed}, 1 % of the fleet: the requests of the size are wrong for its clusters.</p>}
      {outliers.overrides.map((one) => {
        const title = `${one.cluster}, ${containerName(one.deploymentName, one.containerName)}: ${Math.round(one.excess * 100)} % of the request`;
        return one.command ? <CopyBlock title={title} text={one.command} /> : <p><Text value={title} /></p>;
      })}
    </section>
  );
}

// The fleet has all of them.
const kMostClusters = 30;

export function SizeClusters({ name, rows }: { name: string; rows: readonly Row[] }): JSX.Element {
  return (
    <section class="panel">
      <h2>Clusters with this size</h2>
      {rows.length === 0
        ? <p class="muted">No cluster has it.</p>
        : (
          <>
            <ul class="inline">{rows.slice(0, kMostClusters).map((row) => <li key={row.key}><a href={clusterHash(row.namespace, row.name)}><Name namespace={row.namespace} name={row.name} /></a></li>)}</ul>
            <p><a href={formatHash('fleet', [['size', name]])}>{rows.length > kMostClusters ? `All ${rows.length} in the fleet` : 'Show them in the fleet'}</a></p>
          </>
        )}
    </section>
  );
}

export function UsageText({ usage }: { usage: FitRequests }): JSX.Element {
  return <p class="why"><Text value={usage.summary} /> <span class="muted">Needed is the quantile {usage.quantile} of the largest usage of each replica in each week, times {usage.headroom}.</span></p>;
}
