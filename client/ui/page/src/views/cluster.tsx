// One cluster: the complete explanation of its size.

import type { JSX } from 'preact';
import { ApiError } from '../api.ts';
import { Flips, LadderPanel } from '../cluster/ladder.tsx';
import { Events, Sidecar, Vpa } from '../cluster/observed.tsx';
import { Recommended } from '../fleet/columns.tsx';
import { keyOf } from '../fleet/merge.ts';
import { neighboursOf } from '../fleet/neighbours.ts';
import { RowCache, whyOf, type Row } from '../fleet/row.ts';
import { allRows, shownRows } from '../fleet/shown.ts';
import { nameMachineSets } from '../format/words.ts';
import { useKeys } from '../keys.ts';
import { Badge } from '../parts/badge.tsx';
import { Time } from '../parts/conditions.tsx';
import { CopyBlock } from '../parts/copy_button.tsx';
import { Findings } from '../parts/findings.tsx';
import { Failed, Loader, useApi } from '../parts/states.tsx';
import { Lines, Name, Text } from '../parts/text.tsx';
import { backHash, fleetHash, formatHash, navigate, param, parseHash, replace, sizeHash } from '../route.ts';
import { fleet, machineSets } from '../state.ts';
import type { ClusterDetail } from '../types.ts';
import { kViews } from '../views.ts';
import { isEdited } from '../what_if/draft.ts';

export function Cluster(): JSX.Element {
  const namespace = param('namespace');
  const name = param('name');
  const loaded = useApi<ClusterDetail>(`/api/cluster?${new URLSearchParams({ namespace, name })}`, fleet.value?.revision);
  const neighbours = neighboursOf(keyOf({ namespace, name }), shownRows.value, allRows.value);
  const back = backHash(fleetHash());
  const go = (hash: string | undefined) => (): void | false => (hash === undefined ? false : replace(hash));
  useKeys({ Escape: () => navigate(back), j: go(neighbours?.next), k: go(neighbours?.previous) });
  return (
    <div class="stack cluster">
      <nav class="back" aria-label="Back">
        <a href={back}>← {kViews.find((view) => view.name === parseHash(back).view)?.title ?? 'Back'}</a> <kbd aria-hidden="true">Esc</kbd>
        {neighbours && (
          <span class="neighbours">
            {neighbours.previous ? <a href={neighbours.previous} title="Previous cluster of the table (k)">‹ previous</a> : <span class="muted">‹ previous</span>}
            <span class="muted">{neighbours.place}</span>
            {neighbours.next ? <a href={neighbours.next} title="Next cluster of the table (j)">next ›</a> : <span class="muted">next ›</span>}
          </span>
        )}
      </nav>
      <h1><Name namespace={namespace} name={name} /></h1>
      {loaded.error instanceof ApiError && loaded.error.status === 404
        ? <Failed title="There is no such cluster" error="It is not in the input, or it was removed." />
        : <Loader what="the cluster" loaded={loaded}>{(detail) => <Detail detail={detail} />}</Loader>}
    </div>
  );
}

function Detail({ detail }: { detail: ClusterDetail }): JSX.Element {
  const { item } = detail;
  const sizes = (item.response?.sizes ?? []).map((size) => size.name);
  const row = new RowCache().make([item], sizes, machineSets.value)[0]!;
  return (
    <>
      {isEdited.value && <p class="banner neutral">This is the decision with the present configuration, without your edits in <a href={formatHash('whatIf')}>What if</a>.</p>}
      <Answer row={row} />
      {item.response && (
        <div class="columns">
          <LadderPanel resource="memory" item={item} />
          <LadderPanel resource="cpu" item={item} />
        </div>
      )}
      <div class="columns">
        <Flips item={item} />
        {(item.response?.findings?.length ?? 0) > 0 && <section class="panel"><h2>Findings</h2><Findings findings={item.response!.findings!} machineSets={machineSets.value} /></section>}
      </div>
      <div class="columns">
        <Vpa vpa={detail.vpa} />
        <Sidecar sidecar={detail.sidecar} />
      </div>
      <Events events={detail.events ?? []} />
      {(detail.commands?.length ?? 0) > 0 && (
        <section class="panel commands"><h2>Commands</h2>{detail.commands!.map((command) => <CopyBlock title={command.title} text={command.command} />)}</section>
      )}
      <details class="panel">
        <summary>Request and response as JSON</summary>
        <CopyBlock title="Request of RecommendSize" text={JSON.stringify(detail.request, null, 2) ?? ''} />
        <CopyBlock title="Response" text={JSON.stringify(item.response ?? item.error, null, 2) ?? ''} />
      </details>
    </>
  );
}

function Answer({ row }: { row: Row }): JSX.Element {
  const { item } = row;
  const labels = Object.entries(item.labels ?? {});
  return (
    <section class="answer panel" aria-label="Decision">
      <p class="sizes-line">
        <span><small>now</small><b>{row.now ? <a href={sizeHash(row.now)}><Text value={row.now} /></a> : 'no size'}</b></span>
        <span class="arrow" aria-hidden="true">→</span>
        <span><small>recommended</small><Recommended row={row} /></span>
        {item.response?.wouldRecommend && <span><small>without the hold</small><b><Text value={item.response.wouldRecommend} /></b></span>}
        {row.driver && <span><small>driver</small><b>{row.driver === 'both' ? 'memory and CPU' : row.driver === 'nodes' ? `${item.nodeCount} nodes` : row.driver}</b></span>}
        {row.blocked && <span><small>not applied</small><Badge tone="hold" title={item.whyNotApplied}><Text value={row.blocked} /></Badge></span>}
        {item.pausedUntil && <span><small>paused until</small>{/^\d/.test(item.pausedUntil) ? <Time value={item.pausedUntil} /> : <Text value={item.pausedUntil} />}</span>}
      </p>
      <p class="why"><Lines value={nameMachineSets(whyOf(item), machineSets.value)} /></p>
      {labels.length > 0 && <p class="labels">{labels.map(([key, value]) => <code><Text value={`${key}=${value}`} /></code>)}</p>}
    </section>
  );
}
