// A bar: how much of a capacity is used. Above 100 % it is full, hatched, and marked.

import type { JSX } from 'preact';
import { formatShare } from '../format/quantity.ts';

export interface BarProps {
  // Used divided by capacity; undefined if there is no capacity to compare with.
  ratio: number | undefined;
  // The value before the bar.
  value: string;
  // The exact values.
  title: string;
}

export function Bar({ ratio, value, title }: BarProps): JSX.Element {
  const isOver = ratio !== undefined && ratio > 1;
  return (
    <span class={`bar${isOver ? ' over' : ''}`} title={title}>
      <span class="value">{value}</span>
      {ratio !== undefined && (
        <>
          <span class="track" aria-hidden="true" style={{ backgroundSize: `${Math.min(ratio, 1) * 100}% 100%` }} />
          <span class="percent">{formatShare(ratio)}</span>
        </>
      )}
    </span>
  );
}
