// The JSON of the charts in a report, which client/cli/history/page_*_chart.cc write. Pure.

import { formatNumber } from '../format/quantity.ts';
import type { Mark, PlotProps, Series } from '../parts/chart.tsx';

// Values of slots of time: a value, the number of slots in a row that have it, the next value, and so on. A number is
// null in a gap.
export type Runs<T = number | null> = (T | number)[];

// Times are in seconds since 1970; `step` is the width of a slot.
export interface TimeFrame { begin: number; end: number; step: number }

export interface FleetChart extends TimeFrame, Pick<PlotProps, 'unit' | 'height' | 'maximum' | 'isStacked'> {
  series: (Pick<Series, 'label' | 'dash' | 'style'> & { runs: Runs })[];
}

// The place of a mark is a slot, or the middle of it.
export interface SlotMark extends Omit<Mark, 'time'> { slot: number }
export interface Line extends Pick<Series, 'label' | 'dash' | 'style' | 'area' | 'values'> { marks?: SlotMark[] }

// The value of each slot.
export function valuesOf<T>(runs: Runs<T>): T[] {
  return runs.flatMap((value, index) => (index % 2 === 0 ? Array<T>(runs[index + 1] as number).fill(value as T) : []));
}

// A plot of lines with a value for each slot. The last value is there twice: at the begin and at the end of its slot.
export function plotOf({ begin, end, step }: TimeFrame, lines: readonly Line[], options: Omit<PlotProps, 'times' | 'series'>): PlotProps {
  const timeAt = (slot: number): number => Math.min(begin + slot * step, end);
  const series = lines.map((line): Series => ({
    ...line, isStepped: true, values: [...line.values, line.values.at(-1) ?? null], marks: line.marks?.map(({ slot, ...mark }) => ({ ...mark, time: timeAt(slot) })),
  }));
  return { ...options, series, isUtc: true, times: series[0]!.values.map((_value, slot) => timeAt(slot)) };
}

export function fleetPlot({ series, unit, height, maximum, isStacked, ...frame }: FleetChart): PlotProps {
  const lines = series.map(({ runs, ...line }) => ({ ...line, values: valuesOf<number | null>(runs) }));
  return plotOf(frame, lines, { unit, height, maximum, isStacked, format: formatNumber, steps: 'count' });
}
