// A short word with a sign and a colour. The sign and the word have the meaning; the colour only repeats it.

import type { ComponentChildren, JSX } from 'preact';

export type Tone = 'neutral' | 'up' | 'down' | 'good' | 'warning' | 'error' | 'hold';

const kSigns: Record<Tone, string> = { neutral: '·', up: '▲', down: '▼', good: '✓', warning: '!', error: '✕', hold: '‖' };

export function Badge(props: { tone: Tone; sign?: string; title?: string; children: ComponentChildren }): JSX.Element {
  return (
    <span class={`badge ${props.tone}`} title={props.title}>
      <span class="sign" aria-hidden="true">{props.sign ?? kSigns[props.tone]}</span>
      {props.children}
    </span>
  );
}
