// A chart of lines or of stacked areas over time, with its data as a table for people who do not see it.

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatTime, zoneAt } from '../format/time.ts';
import type { Steps } from './axis.ts';
import { kHeight } from './chart_options.ts';
import { describe } from './describe.ts';
import { mountPlot } from './plot.ts';
import { Text } from './text.tsx';

export interface Series {
  label: string;
  values: (number | null)[];
  // Keeps its value until the next time: sizes and replicas, which do not change gradually.
  isStepped?: boolean;
  // Lines differ by their dashes as well as by their colour.
  dash?: number[];
  // The number of its colour and hatching, in place of its position: for the same series in two charts.
  style?: number;
  // Fills the area below the line, or between it and the series before it.
  area?: 'below' | 'range';
  marks?: Mark[];
}

// A sign at a time and value, and a line from `low` to `high`, if there are any.
export interface Mark { time: number; sign: string; value: number; low?: number; high?: number }

export interface ChartProps extends PlotProps {
  title: string;
  // One sentence: what the chart shows.
  summary: string;
}

export interface PlotProps {
  // Seconds since 1970, ascending.
  times: number[];
  series: Series[];
  format?: (value: number) => string;
  // What the vertical axis counts, such as `clusters`, and the steps between its labels.
  unit: string;
  steps?: Steps;
  height?: number;
  // False if the times are seconds since the start, which have no date.
  isDate?: boolean;
  // Times are shown in UTC, and not in the time zone of the browser.
  isUtc?: boolean;
  minimum?: number;
  // The vertical axis ends at least here.
  maximum?: number;
  // Plots with the same text have one cursor. They cannot be zoomed.
  sync?: string;
  // Areas on top of each other, the first at the bottom.
  isStacked?: boolean;
}

const kLargestTable = 500;

export function Chart(props: ChartProps): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  // Before the first paint, so that what is below the chart does not move.
  useLayoutEffect(() => mountPlot(holder.current!, props), [props.times, props.series]);
  return (
    <figure class={`chart${props.isStacked ? ' stacked' : ''}`}>
      <figcaption><strong>{props.title}</strong> <span class="muted">{props.summary}</span></figcaption>
      <div ref={holder} class="plot" role="img" aria-label={`${props.title}, ${props.summary}, in ${props.unit}. ${describe(props.series, props.format ?? String)}`} style={{ minHeight: `${(props.height ?? kHeight) + 30}px` }} />
      <ChartTable {...props} />
    </figure>
  );
}

// Long series are thinned out.
function ChartTable({ title, times, series, format = String, isDate }: ChartProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const step = Math.max(1, Math.ceil(times.length / kLargestTable));
  return (
    <details onToggle={(event) => setOpen((event.target as HTMLDetailsElement).open)}>
      <summary>Show as a table</summary>
      {isOpen && (
        <div class="scroller" tabIndex={0} role="region" aria-label={`Data of ${title}`}>
          <table class="plain">
            <thead><tr><th scope="col">{isDate === false ? 'Time' : `Time, ${zoneAt((times[0] ?? 0) * 1000)}`}</th>{series.map((one) => <th scope="col" class="num"><Text value={one.label} /></th>)}</tr></thead>
            <tbody>
              {times.map((time, index) => (index % step !== 0 ? null : (
                <tr>
                  <th scope="row">{isDate === false ? `${time} s` : formatTime(time * 1000)}</th>
                  {series.map((one) => <td class="num">{one.values[index] == null ? '' : format(one.values[index]!)}</td>)}
                </tr>
              )))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
