// Summary figures in a row.

import type { ComponentChildren, JSX } from 'preact';
import type { Tone } from './badge.tsx';

export interface Figure {
  label: string;
  value: ComponentChildren;
  note?: ComponentChildren;
  tone?: Tone;
  // Makes the figure a link, usually a filter.
  href?: string;
  isChosen?: boolean;
}

export function Figures({ figures, label }: { figures: readonly Figure[]; label: string }): JSX.Element {
  return (
    <dl class="figures" aria-label={label}>
      {figures.map((figure) => (
        <div class={`${figure.tone ?? ''}${figure.isChosen ? ' chosen' : ''}`}>
          <dt>{figure.label}</dt>
          <dd>
            {figure.href ? <a href={figure.href} aria-current={figure.isChosen ? 'true' : undefined}>{figure.value}</a> : <span>{figure.value}</span>}
            {figure.note && <small>{figure.note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
