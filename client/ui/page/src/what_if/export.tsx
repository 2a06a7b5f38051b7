// Ways to take the edited configuration out of the page.

import type { JSX } from 'preact';
import { CopyBlock, CopyButton } from '../parts/copy_button.tsx';
import { answer } from './answer.ts';
import { base, isOlder, sizePairs, text } from './draft.ts';
import { patchOf } from './patch.ts';

function download(): void {
  const url = URL.createObjectURL(new Blob([text.value], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'new.yaml';
  link.click();
  URL.revokeObjectURL(url);
}

export function Export(): JSX.Element {
  const { diff: last, isOutdated } = answer.value;
  // A patch and a command are of the text above, not of an earlier one.
  const diff = isOutdated || isOlder.value ? undefined : last;
  const patch = diff && patchOf(base.value, text.value, sizePairs.value);
  return (
    <section class="panel export">
      <h2>Export</h2>
      <p class="tools"><CopyButton text={text.value} label="Copy YAML" /><button type="button" onClick={download}>Download YAML</button></p>
      {isOlder.value && <p class="muted">The command and the patch are shown when the edits are applied to the new configuration.</p>}
      {isOutdated && !isOlder.value && <p class="muted">The command and the patch are shown when the configuration has no errors.</p>}
      {diff?.command && <CopyBlock title="The same result in a terminal, with the downloaded file" text={diff.command} />}
      {patch && patch.length > 0 && <CopyBlock title="JSON patch, for kubectl patch --type=json" text={JSON.stringify(patch, null, 2)} />}
    </section>
  );
}
