// The dialog with the keyboard shortcuts.

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { areShortcutsOn, setShortcuts } from './keys.ts';
import { Text } from './parts/text.tsx';
import { status } from './state.ts';
import type { View } from './views.ts';

export const isHelpOpen = signal(false);

const kKeys: [string[], string][] = [
  [['/'], 'Search'],
  [['j', '↓'], 'Next row, next cluster'],
  [['k', '↑'], 'Previous row, previous cluster'],
  [['Enter'], 'Open the row'],
  [['Esc'], 'Clear the search, leave it, close, or go back'],
  [['?'], 'Show this help'],
];

export function Help({ views }: { views: readonly View[] }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isHelpOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={() => { isHelpOpen.value = false; }}
      onClick={(event) => { if (event.target === dialog.current) isHelpOpen.value = false; }}>
      <div class="help-text">
        <h2 id="help-title">Keyboard shortcuts</h2>
        <dl class="keys">
          {kKeys.map(([keys, text]) => <Shortcut keys={keys} text={text} />)}
          {views.map((view) => <Shortcut keys={['g', view.key]} isSequence text={`Go to ${view.title}`} />)}
        </dl>
        <label class="check">
          <input type="checkbox" checked={areShortcutsOn.value} onChange={(event) => setShortcuts(event.currentTarget.checked)} />
          Use single keys as shortcuts
        </label>
        {status.value && <p class="muted source">Source: <Text value={status.value.source} /></p>}
        <p class="muted">cpsizer {status.value?.version} · this page never writes to a cluster</p>
        <button type="button" autofocus onClick={() => { isHelpOpen.value = false; }}>Close</button>
      </div>
    </dialog>
  );
}

function Shortcut({ keys, text, isSequence }: { keys: string[]; text: string; isSequence?: boolean }): JSX.Element {
  return (
    <div>
      <dt>{keys.map((key, index) => <>{index > 0 && (isSequence ? ' ' : ' or ')}<kbd>{key}</kbd></>)}</dt>
      <dd>{text}</dd>
    </div>
  );
}
