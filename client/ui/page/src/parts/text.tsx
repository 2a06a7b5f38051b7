// Text from a cluster: isolated from the direction of its surroundings, with invisible characters made visible.

import type { JSX } from 'preact';
import { splitMarks, withVisibleMarks } from '../format/marks.ts';
import { linesOf } from '../format/words.ts';

export function Text({ value, title }: { value: string | undefined; title?: boolean }): JSX.Element {
  const text = value ?? '';
  return (
    <bdi title={title ? withVisibleMarks(text) : undefined}>
      {splitMarks(text).map((piece) => (piece.isMark ? <span class="mark">{piece.text}</span> : piece.text))}
    </bdi>
  );
}

// A message of several lines, such as several errors of a configuration: each in its own line.
export function Lines({ value }: { value: string | undefined }): JSX.Element {
  const lines = linesOf(value);
  return lines.length <= 1 ? <Text value={lines[0]} /> : <span class="lines">{lines.map((line) => <span><Text value={line} /></span>)}</span>;
}

// The name of an object, in one line; the whole name is in the title.
export function Name({ namespace, name }: { namespace?: string; name: string }): JSX.Element {
  return (
    <span class="name" title={withVisibleMarks(namespace ? `${namespace}/${name}` : name)}>
      {namespace && <span class="namespace"><Text value={namespace} />/</span>}
      <Text value={name} />
    </span>
  );
}
