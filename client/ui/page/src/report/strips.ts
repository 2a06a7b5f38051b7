// The strips below the plots of a cluster: its sizes, and its states.

import { withVisibleMarks } from '../format/marks.ts';
import { colourName } from '../parts/colour.ts';
import type { TimeFrame } from './chart_data.ts';
import { sizesOf, type Part, type Strip } from './cluster_chart.ts';

// A strip has the name of a size in a part of at least this share of the time.
const kNamedShare = 0.14;

function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

const fill = (style: number): string => `var(${colourName(style)})`;

function partOf({ begin, end, size }: Part, state: string | undefined, slots: number): HTMLElement {
  const width = (Math.min(end, slots) - begin) / slots;
  const bar = element('span', `bar ${state ?? ''}`);
  const part = element('span', 'part', bar);
  part.style.left = `${(100 * begin) / slots}%`;
  part.style.width = `${100 * width}%`;
  bar.style.height = `${100 * (size?.height ?? 1)}%`;
  if (!size) return part;
  bar.style.background = fill(size.style);
  part.title = withVisibleMarks(size.name);
  if (width >= kNamedShare) part.append(element('span', 'name', part.title));
  return part;
}

export function stripElements({ begin, end, step }: TimeFrame, strips: readonly Strip[]): HTMLElement[] {
  const slots = (end - begin) / step;
  const rows = strips.map(({ label, state, parts }) => element('div', 'strip', element('span', 'label', label), element('div', 'track', ...parts.map((part) => partOf(part, state, slots)))));
  const sizes = sizesOf(strips).map(({ name, style }) => {
    const key = element('span', 'key');
    key.style.background = fill(style);
    return element('li', '', key, withVisibleMarks(name));
  });
  return [...rows, element('ul', 'legend', ...sizes)];
}
