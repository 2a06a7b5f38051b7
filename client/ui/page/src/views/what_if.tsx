// The view of an edited configuration, and of its effect on the fleet.

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Empty, Failed, Loading } from '../parts/states.tsx';
import { fleet } from '../state.ts';
import { answer, base, edit, isEdited, startAsking } from '../what_if/draft.ts';
import { Editor } from '../what_if/editor.tsx';
import { Export } from '../what_if/export.tsx';
import { Form } from '../what_if/form.tsx';
import { Moves, ResultFigures, RolloutPanel, SizesBeforeAfter } from '../what_if/result.tsx';

export function WhatIf(): JSX.Element {
  useEffect(startAsking, []);
  if (!fleet.value) return <Loading what="the configuration" />;
  if (!fleet.value.configuration?.yaml) return <Empty title="There is no ClusterSizingConfiguration"><p>Without a configuration there are no sizes to change.</p></Empty>;
  const { diff: response, error, isBusy, isOutdated } = answer.value;
  const diff = response?.diff;
  const rollout = response?.rollout ?? diff?.rollout;
  // What is below the first response appears with it, so that it does not move.
  return (
    <div class="stack what-if">
      <div class="title">
        <h1>What if</h1>
        <p class="muted">Edit the configuration: the fleet is decided again. Nothing is written to a cluster.</p>
        <button type="button" disabled={!isEdited.value} onClick={() => edit(base.value)}>Undo all edits</button>
      </div>
      <div class={`result${isBusy ? ' busy' : ''}`} aria-busy={isBusy}><ResultFigures fleet={fleet.value} /></div>
      {error !== undefined && <Failed title="Could not decide" error={error} />}
      <div class="columns editors"><Form /><Editor /></div>
      {diff && isOutdated && <p class="banner neutral">Below is the result of the last configuration without errors.</p>}
      {diff && <div class="columns"><SizesBeforeAfter diff={diff} />{rollout && <RolloutPanel rollout={rollout} />}</div>}
      {diff && <Moves diff={diff} />}
      {(response || !isBusy) && <Export />}
    </div>
  );
}
