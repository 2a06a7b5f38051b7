// One entry of the reference.

import type { JSX } from 'preact';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Text } from '../parts/text.tsx';
import { formatHash } from '../route.ts';
import { splitCode, type Entry } from './entries.ts';

const kSeverities: Record<string, Tone> = { error: 'error', warning: 'warning', note: 'neutral' };

function Prose({ text }: { text: string }): JSX.Element {
  return <>{splitCode(text).map((piece) => (piece.isCode ? <code><Text value={piece.text} /></code> : <Text value={piece.text} />))}</>;
}

export function EntryItem({ entry }: { entry: Entry }): JSX.Element {
  return (
    <li>
      <p class="head">
        <a class="rule" href={formatHash('reference', [['q', entry.id]])}><Text value={entry.id} /></a>{' '}
        {entry.kind === 'rule' ? <Badge tone={kSeverities[entry.about] ?? 'neutral'}>{entry.about}</Badge> : <span class="muted"><Text value={entry.about} /></span>}
      </p>
      <div class="text">
        <p><Prose text={entry.meaning} /></p>
        {entry.why && <p class="muted"><Prose text={entry.why} /></p>}
        {entry.remedy && <p><Prose text={entry.remedy} /></p>}
        {(entry.wrong || entry.right) && (
          <dl class="examples">
            {entry.wrong && <div class="wrong"><dt><span aria-hidden="true">✕ </span>wrong</dt><dd><pre>{entry.wrong}</pre></dd></div>}
            {entry.right && <div class="right"><dt><span aria-hidden="true">✓ </span>right</dt><dd><pre>{entry.right}</pre></dd></div>}
          </dl>
        )}
        {entry.seen && <p class="muted">Seen in: <Prose text={entry.seen} /></p>}
      </div>
    </li>
  );
}
