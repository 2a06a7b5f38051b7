// The series of a replay as lines and areas of charts. Pure.

import type { ReplaySeries, SeriesSide } from '../types_history.ts';

export interface Line { label: string; values: number[]; style?: number }

// Seconds since 1970 at the begin of each slot, or of each group of slots.
export function timesOf(series: ReplaySeries, slots = 1): number[] {
  return series.times.filter((_time, index) => index % slots === 0).map((time) => Date.parse(time) / 1000);
}

// The sizes of both configurations, so that a size has one style in both charts.
export function sizeNames(series: ReplaySeries): string[] {
  return [...new Set([...series.before.sizes, ...(series.after?.sizes ?? [])].map((size) => size.size))];
}

// Clusters without a size and absent clusters have styles that sizes do not have.
const kRestStyles = [4, 5];

function sizeStyle(place: number): number {
  return place < kRestStyles[0]! ? place : place + kRestStyles.length;
}

// Sizes from the smallest, then clusters without a size and absent clusters, if there are any.
export function sizeLines(side: SeriesSide, names: readonly string[]): Line[] {
  const rest: [string, number[] | undefined][] = [['without a size', side.withoutSize], ['absent', side.absent]];
  return [
    ...side.sizes.map((size) => ({ label: size.size, values: size.clusters, style: sizeStyle(names.indexOf(size.size)) })),
    ...rest.flatMap(([label, values], index) => (values?.some((value) => value > 0) ? [{ label, values, style: kRestStyles[index] }] : [])),
  ];
}

const kMostSteps = 60;

// The number of slots that are added up, so that a chart of transitions can be read.
export function slotsOfStep(series: ReplaySeries): number {
  return Math.max(1, Math.ceil(series.before.increases.length / kMostSteps));
}

function grouped(values: readonly number[], size: number): number[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_none, step) => values.slice(step * size, (step + 1) * size).reduce((sum, value) => sum + value, 0));
}

export function transitionLines(series: ReplaySeries, size: number): Line[] {
  const { before, after } = series;
  const sum = (side: SeriesSide): number[] => grouped(side.increases.map((count, slot) => count + (side.decreases[slot] ?? 0)), size);
  if (after) return [{ label: 'edited configuration', values: sum(after) }, { label: 'present configuration', values: sum(before) }];
  return [{ label: 'to a larger size', values: grouped(before.increases, size) }, { label: 'to a smaller size', values: grouped(before.decreases, size) }];
}
