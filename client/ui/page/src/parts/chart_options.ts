// The options of uPlot for a chart.

import uPlot from 'uplot';
import { withVisibleMarks } from '../format/marks.ts';
import { formatTime, zoneAt } from '../format/time.ts';
import { stepsOf, timeLabels } from './axis.ts';
import type { ChartProps, Series } from './chart.tsx';
import { hatchCss, hatchPattern } from './hatch.ts';
import { stacked, widestAt } from './stack.ts';

export const kHeight = 240;
const kColours = 6;
const kDashes = [[], [6, 3], [2, 3], [10, 3, 2, 3]];
const kMarkers = ['solid', 'dashed', 'dotted', 'double'];
const kLabelShare = 0.07;  // of the height: an area that is lower has no label in it
const kTimeReach = 30;  // the space for half of the last label of the time axis, such as 11:59:30, in pixels
const kLabelReach = 25;  // half of the width of a label, in pixels

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const styleOf = (series: Series, index: number): number => series.style ?? index;
const seriesColour = (series: Series, index: number): string => colour(`--series-${(styleOf(series, index) % kColours) + 1}`);
const hatchOf = (series: Series, index: number): CanvasPattern => hatchPattern(styleOf(series, index), seriesColour(series, index));

export function dataOf(props: ChartProps): uPlot.AlignedData {
  const values = props.series.map((series) => series.values);
  return [props.times, ...(props.isStacked ? stacked(values) : values)] as uPlot.AlignedData;
}

export function optionsOf(props: ChartProps, width: number): uPlot.Options {
  const format = props.format ?? String;
  const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 }, font: '12px system-ui' };
  const seconds = props.isDate === false;
  const named = { ...axis, labelFont: axis.font, labelSize: 20 };
  const incrs = stepsOf(props.steps);
  return {
    width,
    height: props.height ?? kHeight,
    padding: [null, kTimeReach, null, null],
    scales: {
      x: { time: !seconds },
      y: { range: (_plot, low, high) => [Math.min(props.minimum ?? 0, low ?? 0), Math.max(high ?? 1, (props.minimum ?? 0) + 1e-9) * 1.05] },
    },
    axes: [
      { ...named, size: seconds ? 34 : 50, label: seconds ? 'time since the start' : `time, ${zoneAt((props.times[0] ?? 0) * 1000)}`, values: (_plot, values, _axis, _space, step) => (seconds ? values.map((value) => `${value} s`) : timeLabels(values, step)) },
      { ...named, label: props.unit, ...(incrs && { incrs }), size: 64, values: (_plot, values) => values.map((value) => format(value)) },
    ],
    series: [
      { label: 'time', value: (_plot, value) => (value == null ? '' : seconds ? `${value} s` : formatTime(value * 1000)) },
      ...props.series.map((series, index) => (props.isStacked ? areaOf(series, index, format) : lineOf(series, index, format, props.times.length))),
    ],
    legend: { markers: { width: 2, dash: (_plot, index) => (props.series[index - 1]?.dash ? 'dotted' : kMarkers[(index - 1) % kMarkers.length]!) } },
    ...(props.isStacked ? stackOptions(props) : {}),
    cursor: { drag: { x: true, y: false } },
  };
}

function lineOf(series: Series, index: number, format: (value: number) => string, count: number): uPlot.Series {
  return {
    label: withVisibleMarks(series.label),
    stroke: seriesColour(series, index),
    width: 1.5,
    dash: series.dash ?? kDashes[index % kDashes.length],
    paths: series.isStepped ? uPlot.paths.stepped!({ align: 1 }) : undefined,
    points: { show: count < 2 },
    value: (_plot, value) => (value == null ? '' : format(value)),
  };
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
function stackOptions({ series }: ChartProps): Partial<uPlot.Options> {
  return {
    bands: series.slice(1).map((one, index) => ({ series: [index + 2, index + 1] as [number, number], fill: () => hatchOf(one, index + 1) })),
    legend: { markers: { width: 1, fill: (_plot, index) => hatchCss(styleOf(series[index - 1]!, index - 1), seriesColour(series[index - 1]!, index - 1)) } },
    hooks: { draw: [(plot) => drawLabels(plot, series)] },
  };
}

function drawLabels(plot: uPlot, series: readonly Series[]): void {
  const pen = plot.ctx;
  const least = ((plot.scales.y!.max ?? 1) - (plot.scales.y!.min ?? 0)) * kLabelShare;
  const reach = Math.floor((plot.data[0].length * kLabelReach) / plot.bbox.width * devicePixelRatio);
  pen.save();
  pen.font = `600 ${12 * devicePixelRatio}px system-ui`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  pen.lineWidth = 4 * devicePixelRatio;
  pen.strokeStyle = colour('--surface');
  pen.fillStyle = colour('--text');
  for (const [index, one] of series.entries()) {
    const label = withVisibleMarks(one.label);
    const place = widestAt(one.values, least, reach);
    if (place === undefined) continue;
    const middle = (plot.data[index + 1] as number[])[place]! - one.values[place]! / 2;
    const half = pen.measureText(label).width / 2;
    const x = Math.min(Math.max(plot.valToPos(plot.data[0][place]!, 'x', true), plot.bbox.left + half + 4), plot.bbox.left + plot.bbox.width - half - 4);
    const y = plot.valToPos(middle, 'y', true);
    pen.strokeText(label, x, y);
    pen.fillText(label, x, y);
  }
  pen.restore();
}
