// The view of an edited configuration, and of its effect on the fleet.

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { focusMain } from '../focus.ts';
import { Findings } from '../parts/findings.tsx';
import { Empty, Loading, Notes } from '../parts/states.tsx';
import { Lines, Text } from '../parts/text.tsx';
import { fleet } from '../state.ts';
import { answer, startAsking } from '../what_if/answer.ts';
import { base, edit, isEdited } from '../what_if/draft.ts';
import { ConfigurationChange } from '../what_if/change_notice.tsx';
import { Editor } from '../what_if/editor.tsx';
import { Export } from '../what_if/export.tsx';
import { Form } from '../what_if/form.tsx';
import { Misfits, Moves, ResultFigures, RolloutPanel, SizesBeforeAfter } from '../what_if/result.tsx';

export function WhatIf(): JSX.Element {
  useEffect(startAsking, []);
  if (!fleet.value) return <Loading what="the configuration" />;
  const { configuration } = fleet.value;
  if (!configuration?.yaml) return <Empty isView title="There is no ClusterSizingConfiguration"><p>Without a configuration there are no sizes to change.</p></Empty>;
  const { diff: response, error, isBusy, isOutdated } = answer.value;
  const diff = response?.diff;
  const rollout = response?.rollout ?? diff?.rollout;
  // What is below the first response appears with it, so that it does not move.
  return (
    <div class="stack what-if">
      <div class="title">
        <h1>What if</h1>
        <p class="muted" role="status">{diff && isOutdated ? 'Sizes, rollout and clusters below are those of the last configuration without errors.' : 'Edit the configuration: the fleet is decided again. Nothing is written to a cluster.'}</p>
        <button type="button" disabled={!isEdited.value} onClick={() => { edit(base.value); focusMain(); }}>Undo all edits</button>
      </div>
      <ConfigurationChange />
      <div class={`result${isBusy ? ' busy' : ''}`} aria-busy={isBusy}><ResultFigures fleet={fleet.value} /></div>
      {(configuration.leftOut?.length ?? 0) > 0 && (
        <section class="panel"><h2>Errors of the present configuration</h2><p>The YAML does not have these fields.</p><Findings findings={configuration.leftOut!} /></section>
      )}
      {response?.noDecision && !isOutdated && <p class="banner neutral">There are no decisions to compare with: <Text value={response.noDecision} />. Export this configuration, and put it in the place of the present one.</p>}
      <Notes notes={response?.notes} />
      <div class="columns editors"><Form /><Editor /></div>
      {error !== undefined && <p class="banner error" role="alert"><strong>Could not decide.</strong> <Lines value={messageOf(error)} /></p>}
      {diff && <div class={`columns${isOutdated ? ' outdated' : ''}`}><SizesBeforeAfter diff={diff} />{rollout && <RolloutPanel rollout={rollout} />}</div>}
      {diff && <div class={isOutdated ? 'outdated' : ''}><Moves diff={diff} /><Misfits misfits={diff.bestEffort ?? []} /></div>}
      {(response || !isBusy) && <Export />}
    </div>
  );
}
