// Ways to take the edited configuration out of the page.

import type { JSX } from 'preact';
import { CopyBlock, CopyButton } from '../parts/copy_button.tsx';
import { fleet } from '../state.ts';
import { answer } from './answer.ts';
import { base, isOlder, isEdited, text } from './draft.ts';

function download(): void {
  const url = URL.createObjectURL(new Blob([text.value], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'new.yaml';
  link.click();
  URL.revokeObjectURL(url);
}

export function Export(): JSX.Element {
  const { diff: last, isOutdated, base: asked } = answer.value;
  // A patch and a command are of the text above, not of an earlier one.
  const diff = isOutdated || isOlder.value ? undefined : last;
  // The server may have compared with a configuration that the page does not have yet: the patch would revert its changes.
  const isCurrent = asked === base.value && (diff?.revision ?? 0) <= (fleet.value?.revision ?? 0);
  const patch = !isCurrent || diff?.patch === undefined || diff.patch === null ? '' : typeof diff.patch === 'string' ? diff.patch : JSON.stringify(diff.patch, null, 2);
  return (
    <section class="panel export">
      <h2>Export</h2>
      <p class="tools"><CopyButton text={text.value} label="Copy YAML" /><button type="button" onClick={download}>Download YAML</button></p>
      {isOlder.value && <p class="muted">The command and the patch are shown when the edits are applied to the new configuration.</p>}
      {isOutdated && !isOlder.value && <p class="muted">The command and the patch are shown when the configuration has no errors.</p>}
      {diff?.command && <CopyBlock title="The same result in a terminal, with the downloaded file" text={diff.command} />}
      {isEdited.value && patch && <CopyBlock title="JSON patch, for kubectl patch --type=json" text={patch} />}
    </section>
  );
}
