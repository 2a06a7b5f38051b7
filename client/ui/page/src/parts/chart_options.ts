// The options of uPlot for a chart.

import uPlot from 'uplot';
import { withVisibleMarks } from '../format/marks.ts';
import { formatTime, zoneAt } from '../format/time.ts';
import { stepsOf, timeLabels } from './axis.ts';
import type { PlotProps, Series } from './chart.tsx';
import { drawLabels, drawMarks } from './chart_draw.ts';
import { colour, colourName } from './colour.ts';
import { hatchCss, hatchPattern } from './hatch.ts';
import { stacked } from './stack.ts';

export const kHeight = 240;
const kDashes = [[], [6, 3], [2, 3], [10, 3, 2, 3]];
const kMarkers = ['solid', 'dashed', 'dotted', 'double'];
const kTimeReach = 30;  // the space for half of the last label of the time axis, such as 11:59:30, in pixels
const kAreaAlphas = { below: '1f', range: '5c' };  // hexadecimal

const styleOf = (series: Series, index: number): number => series.style ?? index;
const seriesColour = (series: Series, index: number): string => colour(colourName(styleOf(series, index)));
const hatchOf = (series: Series, index: number): CanvasPattern => hatchPattern(styleOf(series, index), seriesColour(series, index));

function markerOf(series: Series | undefined, index: number): string {
  if (series?.dash) return series.dash.length > 0 ? 'dotted' : 'solid';
  return kMarkers[index % kMarkers.length]!;
}

export function dataOf(props: PlotProps): uPlot.AlignedData {
  const values = props.series.map((series) => series.values);
  return [props.times, ...(props.isStacked ? stacked(values) : values)] as uPlot.AlignedData;
}

export function optionsOf(props: PlotProps, width: number): uPlot.Options {
  const format = props.format ?? String;
  const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 }, font: '12px system-ui' };
  const seconds = props.isDate === false;
  const named = { ...axis, labelFont: axis.font, labelSize: 20 };
  const incrs = stepsOf(props.steps);
  const isUtc = props.isUtc ?? false;
  return {
    width,
    height: props.height ?? kHeight,
    padding: [null, kTimeReach, null, null],
    ...(isUtc && { tzDate: (time: number) => uPlot.tzDate(new Date(time * 1000), 'UTC') }),
    scales: {
      x: { time: !seconds },
      y: { range: (_plot, low, high) => [Math.min(props.minimum ?? 0, low ?? 0), Math.max(high ?? 1, props.maximum ?? 0, (props.minimum ?? 0) + 1e-9) * 1.05] },
    },
    axes: [
      { ...named, size: seconds ? 34 : 50, label: seconds ? 'time since the start' : `time, ${zoneAt((props.times[0] ?? 0) * 1000, isUtc)}`, values: (_plot, values, _axis, _space, step) => (seconds ? values.map((value) => `${value} s`) : timeLabels(values, step, isUtc)) },
      { ...named, label: props.unit, ...(incrs && { incrs }), size: 64, values: (_plot, values) => values.map((value) => format(value)) },
    ],
    series: [
      { label: 'time', value: (_plot, value) => (value == null ? '' : seconds ? `${value} s` : formatTime(value * 1000, isUtc)) },
      ...props.series.map((series, index) => (props.isStacked ? areaOf(series, index, format) : lineOf(series, index, format, props.times.length))),
    ],
    legend: { markers: { width: 2, dash: (_plot, index) => markerOf(props.series[index - 1], index - 1) } },
    ...(props.isStacked ? stackOptions(props) : { bands: rangesOf(props) }),
    hooks: { draw: [(plot) => (props.isStacked ? drawLabels : drawMarks)(plot, props.series)] },
    cursor: { drag: { x: !props.sync, y: false }, ...(props.sync && { sync: { key: props.sync } }) },
  };
}

function lineOf(series: Series, index: number, format: (value: number) => string, count: number): uPlot.Series {
  return {
    label: withVisibleMarks(series.label),
    stroke: seriesColour(series, index),
    width: 1.5,
    fill: series.area === 'below' ? seriesColour(series, index) + kAreaAlphas.below : undefined,
    dash: series.dash ?? kDashes[index % kDashes.length],
    paths: series.isStepped ? uPlot.paths.stepped!({ align: 1 }) : undefined,
    points: { show: count < 2 },
    value: (_plot, value) => (value == null ? '' : format(value)),
  };
}

function rangesOf({ series }: PlotProps): uPlot.Band[] {
  return series.flatMap((one, index) => (one.area === 'range' ? [{ series: [index + 1, index] as [number, number], fill: seriesColour(one, index) + kAreaAlphas.range }] : []));
}

function areaOf(series: Series, index: number, format: (value: number) => string): uPlot.Series {
  return {
    label: withVisibleMarks(series.label),
    stroke: seriesColour(series, index),
    width: 1,
    fill: index === 0 ? () => hatchOf(series, 0) : undefined,
    paths: uPlot.paths.stepped!({ align: 1 }),
    points: { show: false },
    value: (_plot, _value, _series, place) => (place == null || series.values[place] == null ? '' : format(series.values[place]!)),
  };
}

// Areas differ by their hatching and their labels as well as by their colour.
function stackOptions({ series }: PlotProps): Partial<uPlot.Options> {
  return {
    bands: series.slice(1).map((one, index) => ({ series: [index + 2, index + 1] as [number, number], fill: () => hatchOf(one, index + 1) })),
    legend: { markers: { width: 1, fill: (_plot, index) => hatchCss(styleOf(series[index - 1]!, index - 1), seriesColour(series[index - 1]!, index - 1)) } },
  };
}
