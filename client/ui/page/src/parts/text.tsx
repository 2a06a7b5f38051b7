// Text from a cluster: isolated from the direction of its surroundings, with invisible characters made visible.

import type { JSX } from 'preact';
import { splitMarks, withVisibleMarks } from '../format/marks.ts';

export function Text({ value, title }: { value: string | undefined; title?: boolean }): JSX.Element {
  const text = value ?? '';
  return (
    <bdi title={title ? withVisibleMarks(text) : undefined}>
      {splitMarks(text).map((piece) => (piece.isMark ? <span class="mark">{piece.text}</span> : piece.text))}
    </bdi>
  );
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
