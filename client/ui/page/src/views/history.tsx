// The sizes that the clusters would have had in the past, with the present and with an edited configuration.

import type { JSX } from 'preact';
import { Charts } from '../history/charts.tsx';
import { Clusters } from '../history/clusters.tsx';
import { useReplay, type ReplayState } from '../history/replay.ts';
import { AllFigures, ReplayFigures, ReplayRollout } from '../history/summary.tsx';
import { formatTime, zoneAt } from '../format/time.ts';
import { counted } from '../format/words.ts';
import { Empty, Failed, Loading } from '../parts/states.tsx';
import { messageOf } from '../api.ts';
import { Text } from '../parts/text.tsx';
import { formatHash } from '../route.ts';
import type { Replay } from '../types_history.ts';
import { draft } from '../what_if/draft.ts';

export function History(): JSX.Element {
  const state = useReplay();
  if (!state.data) return state.error === undefined ? <Loading what="the history" /> : <Failed isView title="Could not replay the history" error={state.error} onRetry={state.reload} />;
  return <Loaded replay={state.data} state={state} />;
}

function Loaded({ replay, state }: { replay: Replay; state: ReplayState }): JSX.Element {
  const items = replay.items ?? [];
  if (items.length === 0) return <Empty isView title="The history has no clusters"><p>No series of the history is of a cluster of the input.</p></Empty>;
  return (
    <div class="stack history" aria-busy={state.isBusy}>
      <div class="title">
        <h1>History</h1>
        <p class="muted">{formatTime(replay.begin)} to {formatTime(replay.end)} ({zoneAt(replay.begin)}), {counted(items.length, 'cluster')}{replay.samples && `, ${counted(replay.samples.used, 'sample')}`}</p>
        <p class="muted" role="status">{state.isBusy && 'Replaying …'}</p>
      </div>
      <Sides isCompared={replay.after !== undefined} />
      {state.error !== undefined && <p class="banner error" role="alert"><strong>The figures are not current.</strong> <Text value={messageOf(state.error)} /></p>}
      {replay.notes?.map((note) => <p class="muted"><Text value={`${note}.`} /></p>)}
      <ReplayFigures replay={replay} />
      <ReplayRollout replay={replay} />
      {replay.series && <Charts series={replay.series} />}
      <AllFigures replay={replay} />
      <Clusters items={items} />
    </div>
  );
}

// Which configurations are compared.
function Sides({ isCompared }: { isCompared: boolean }): JSX.Element {
  const link = <a href={formatHash('whatIf')}>What if</a>;
  if (isCompared) return <p>The figures are those of the configuration that is edited in {link}; “now” is the present configuration.</p>;
  if (draft.value !== undefined) return <p>The edited configuration of {link} is not replayed yet.</p>;
  return <p class="muted">Edit the configuration in {link} to compare both here.</p>;
}
