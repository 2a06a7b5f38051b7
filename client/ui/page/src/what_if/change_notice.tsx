// Says that the configuration has changed while it is edited.

import type { JSX } from 'preact';
import { focusMain } from '../focus.ts';
import { formatNumber } from '../format/quantity.ts';
import { Text } from '../parts/text.tsx';
import { changeNotice, isEdited, keepEdits, takeChanges, type ChangeNotice } from './draft.ts';
import type { Value } from './merge.ts';

// More are in the YAML.
const kMostFields = 20;

function andFocus(action: () => void): () => void {
  return () => {
    action();
    focusMain();
  };
}

function valueText(value: Value): string {
  if (value === undefined) return 'removed';
  return typeof value === 'object' ? 'changed' : String(value);
}

export function ConfigurationChange(): JSX.Element {
  const notice = changeNotice.value;
  return <div role="status" class="configuration-change">{notice && (notice.isOlder ? <NotApplied /> : <Applied notice={notice} />)}</div>;
}

function NotApplied(): JSX.Element {
  return (
    <div class="banner warning">
      <p><strong>The configuration has changed, and the edits are not applied to it.</strong> The form must be able to read the YAML of both. Until then, the YAML below does not have the changes, and there is no patch.</p>
      <p class="tools"><button type="button" onClick={andFocus(takeChanges)}>Undo all edits and take the new configuration</button></p>
    </div>
  );
}

function appliedText(fields: number, dropped: number): string {
  if (fields > 0) return 'The edits are applied to the new one. These fields are edited here and have also changed there:';
  if (dropped > 0) return isEdited.value ? 'The other edits are applied to the new one.' : '';
  return isEdited.value ? 'The edits are applied to the new one. No field that is edited here has changed there.' : 'It has the edited values now.';
}

function Applied({ notice: { conflicts, dropped } }: { notice: ChangeNotice }): JSX.Element {
  const fields = conflicts ?? [];
  const rest = fields.length - kMostFields;
  return (
    <div class="banner warning">
      <p><strong>The configuration has changed.</strong> {appliedText(fields.length, dropped.length)}</p>
      {fields.length > 0 && (
        <ul tabIndex={0} aria-label="Fields that are edited here and have also changed">
          {fields.slice(0, kMostFields).map(({ path, edited, present }) => (
            <li><code><Text value={path} /></code>: <b><Text value={valueText(edited)} /></b> here, <b><Text value={valueText(present)} /></b> in the new configuration</li>
          ))}
          {rest > 0 && <li>and {formatNumber(rest)} more</li>}
        </ul>
      )}
      {dropped.length > 0 && <ul aria-label="Edits without effect">{dropped.map((path) => <li><code><Text value={path} /></code> was removed, so its edits are removed too</li>)}</ul>}
      <p class="tools">
        {fields.length > 0 && <button type="button" onClick={andFocus(takeChanges)}>Take the new values</button>}
        <button type="button" onClick={andFocus(keepEdits)}>{fields.length > 0 ? 'Keep the edited values' : 'Close'}</button>
      </p>
    </div>
  );
}
