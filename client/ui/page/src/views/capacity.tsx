// The capacity of the management cluster: what is requested, how many more clusters fit, and what a failure leaves.

import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { useCapacity, usePlanned } from '../capacity/answers.ts';
import { amountText, formatPlanned, fullestOf, kAmountNames, kFullShare, zoneName } from '../capacity/capacity.ts';
import { isWithEdits, plannedNodes, PlanForm } from '../capacity/plan_form.tsx';
import { LargestPodText, Losses, Nodes, Sizes, Zones } from '../capacity/tables.tsx';
import { formatNumber, formatShare } from '../format/quantity.ts';
import { counted } from '../format/words.ts';
import { Figures, type Figure } from '../parts/figures.tsx';
import { Loader, Loading, Notes } from '../parts/states.tsx';
import { Lines, Text } from '../parts/text.tsx';
import { status } from '../state.ts';
import type { Capacity as Data } from '../types_capacity.ts';
import { text } from '../what_if/draft.ts';

export function Capacity(): JSX.Element {
  const loaded = useCapacity();
  return (
    <Loader what="the capacity" loaded={loaded}>
      {(now) => <Loaded now={now} onRead={status.value?.isLive ? loaded.reload : undefined} />}
    </Loader>
  );
}

// `onRead`: only for a cluster, which is read when the view is opened.
function Loaded({ now, onRead }: { now: Data; onRead?: () => void }): JSX.Element {
  const planned = usePlanned(isWithEdits() ? text.value : undefined, formatPlanned(plannedNodes()), now);
  const wasShown = useRef(false);
  // The first view already has the plan of the URL.
  if (!wasShown.current && planned.isBusy) return <Loading what="the capacity with the plan" />;
  wasShown.current = true;
  const shown = planned.data ?? now;
  const notes = (planned.data?.notes ?? []).filter((note) => !now.notes?.includes(note));
  return (
    <div class="stack capacity">
      <div class="title">
        <h1>Capacity of the management cluster</h1>
        <p class="muted" role="status">{planned.isBusy ? 'Placing …' : planned.data ? 'With the plan; “now” is without it.' : ''}</p>
        {onRead && <button type="button" onClick={onRead}>Read the cluster again</button>}
      </div>
      <div class={planned.isBusy ? 'busy' : ''} aria-busy={planned.isBusy}><Figures label="Capacity" figures={figuresOf(shown)} /></div>
      <PlanForm nodes={now.nodes} />
      <Notes notes={notes} />
      {planned.error !== undefined && <p class="banner error" role="alert"><strong>The plan was not placed.</strong> <Lines value={messageOf(planned.error)} /></p>}
      <Sizes now={now} shown={shown} />
      <Zones now={now} shown={shown} />
      <LargestPodText capacity={shown} />
      <Losses now={now} shown={shown} />
      <Nodes now={now} shown={shown} />
    </div>
  );
}

function figuresOf(capacity: Data): Figure[] {
  const { total, zones, pendingPods, largestPod, losses } = capacity;
  const fullest = fullestOf(capacity);
  const worst = losses.reduce((most, loss) => Math.max(most, loss.podsWithoutRoom), 0);
  return [
    { label: 'Nodes', value: formatNumber(total.nodes), note: counted(zones.length, 'zone') },
    ...(fullest ? [{ label: 'Most requested', value: formatShare(fullest.share), tone: fullest.share >= kFullShare ? 'error' as const : undefined, note: <>{kAmountNames[fullest.amount]}, <Text value={zoneName(fullest.zone)} /></> }] : []),
    ...(largestPod ? [{ label: 'Largest pod', value: amountText('memoryBytes', largestPod.requests.memoryBytes), tone: largestPod.nodesWithRoom === 0 ? 'error' as const : undefined, note: `room on ${counted(largestPod.nodesWithRoom, 'node')}` }] : []),
    { label: 'Pods without a node', value: formatNumber(pendingPods), tone: pendingPods > 0 ? 'error' : undefined, note: pendingPods > 0 ? 'no node has room' : 'all have a node' },
    ...(losses.length > 0 ? [{ label: 'Without room after a loss', value: formatNumber(worst), tone: worst > 0 ? 'error' as const : undefined, note: 'pods, the worst loss' }] : []),
  ];
}
