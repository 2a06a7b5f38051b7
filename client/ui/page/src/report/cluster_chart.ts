// The chart of a cluster in a report: its demand, the effective capacity of its size, transitions and states. Pure.

import { formatCpu, formatMemory, formatNumber } from '../format/quantity.ts';
import type { PlotProps } from '../parts/chart.tsx';
import { plotOf, valuesOf, type Line, type Runs, type SlotMark, type TimeFrame } from './chart_data.ts';

// A size of a configuration. The height of its strip is at most 1. A capacity is null if the resource does not take part in
// decisions; `nodes` are the most nodes of its criteria.
export interface Size { name: string; style: number; height: number; memory: number | null; cpu: number | null; nodes?: number }

// The words of a report: the names of the sides, and of the state `held`.
export interface Words { sides: string[]; held: string }
export const kWords: Words = { sides: [' before', ' after'], held: 'held' };

type Amount = number | null;
// Nodes are there if the history has them.
type Demand = [leastMemory: Amount, mostMemory: Amount, leastCpu: Amount, mostCpu: Amount, leastNodes?: Amount, mostNodes?: Amount];
// The places of the last, the lowest and the highest size in the sizes of the configuration, or -1; `states` has a bit for
// each of kStates.
type Slot = [last: number, lowest: number, highest: number, increases: number, decreases: number, states: number];

// The sides are the configurations: one, or before and after.
export interface ClusterChart extends TimeFrame { demand: Runs<Demand>; sides: Runs<Slot>[] }

// A part is from a slot to before another one.
export interface Part { begin: number; end: number; size?: Size }
export interface Strip { label: string; state?: string; parts: Part[] }

const kStates = ['short', 'no fit', 'held', 'absent'];
const kDemandStyle = 3;
const kResources = [
  { key: 'memory', unit: 'memory', least: 0, most: 1, height: 200, format: formatMemory, steps: 'bytes' },
  { key: 'cpu', unit: 'CPU', least: 2, most: 3, height: 170, format: formatCpu, steps: undefined },
  { key: 'nodes', unit: 'nodes', least: 4, most: 5, height: 170, format: formatNumber, steps: 'count' },
] as const;

const suffixOf = (side: number, count: number, words: Words): string => (count < 2 ? '' : words.sides[side]!);

// `capacityAt` is the capacity of a size by its place.
function capacityLine(slots: readonly Slot[], side: number, count: number, label: string, capacityAt: (place: number) => Amount): Line {
  const isBefore = side + 1 < count;
  const [up, down, both] = isBefore ? ['△', '▽', '◇'] : ['▲', '▼', '◆'];
  const marks = slots.flatMap(([last, lowest, highest, increases, decreases], slot): SlotMark[] => {
    const value = capacityAt(last);
    if (increases + decreases === 0 || value === null) return [];
    const sign = increases === 0 ? down! : decreases === 0 ? up! : both!;
    // With a single transition, the step of the line shows the sizes.
    if (increases + decreases === 1) return [{ slot, sign, value }];
    return [{ slot: slot + 0.5, sign, value, low: capacityAt(lowest) ?? value, high: capacityAt(highest) ?? value }];
  });
  return { label, style: isBefore ? 1 : 0, dash: isBefore ? [6, 4] : [], values: slots.map(([last]) => capacityAt(last)), marks };
}

// The plots of memory, CPU and nodes, if the cluster has any.
export function clusterPlots(chart: ClusterChart, sizes: readonly Size[][], sync: string, words = kWords): PlotProps[] {
  const demand = valuesOf<Demand>(chart.demand);
  return kResources.flatMap(({ key, unit, least, most, height, format, steps }) => {
    const hasValue = (line: Line): boolean => line.values.some((value) => value !== null);
    const isNodes = key === 'nodes';
    const capacities = chart.sides.map((runs, side) => {
      const label = `${isNodes ? 'most nodes of the size' : 'effective capacity'}${suffixOf(side, chart.sides.length, words)}`;
      return capacityLine(valuesOf<Slot>(runs), side, chart.sides.length, label, (place) => sizes[side]![place]?.[key] ?? null);
    });
    const shown = capacities.some(hasValue) ? capacities : [];
    const suffix = shown.length > 0 || isNodes ? '' : ', not a part of decisions';
    const noun = isNodes ? 'nodes' : 'demand';
    const line = { style: kDemandStyle, dash: [] };
    const lines: Line[] = [
      { ...line, label: `least ${noun}${suffix}`, values: demand.map((slot) => slot[least] ?? null), area: 'below' },
      { ...line, label: `most ${noun}${suffix}`, values: demand.map((slot) => slot[most] ?? null), area: 'range' },
      ...shown,
    ];
    return lines.some(hasValue) ? [plotOf(chart, lines, { unit, height, format, steps, sync })] : [];
  });
}

// The longest rows of slots with the same value.
function partsOf<T>(values: readonly T[]): (Part & { value: T })[] {
  const begins = values.flatMap((value, slot) => (slot === 0 || value !== values[slot - 1] ? [slot] : []));
  return begins.map((begin, index) => ({ begin, end: begins[index + 1] ?? values.length, value: values[begin]! }));
}

// One strip for each configuration, or one for both if they are equal: a size may have another capacity.
function sidesOf(label: string, parts: Part[][], words: Words, state?: string): Strip[] {
  const textOf = (of: Part[]): string => JSON.stringify(of.map(({ begin, end, size }) => [begin, end, size?.name]));
  if (textOf(parts[0]!) === textOf(parts.at(-1)!)) return [{ label, state, parts: parts[0]! }];
  return parts.map((of, side) => ({ label: label + suffixOf(side, parts.length, words), state, parts: of }));
}

// The sizes, and the states that occur.
export function clusterStrips({ sides }: ClusterChart, sizes: readonly Size[][], words = kWords): Strip[] {
  const slots = sides.map((runs) => valuesOf<Slot>(runs));
  const ofSizes = slots.map((of, side) => partsOf(of.map(([last]) => last)).flatMap(({ begin, end, value }) => (value < 0 ? [] : [{ begin, end, size: sizes[side]![value]! }])));
  const ofStates = kStates.flatMap((state, bit) => {
    const parts = slots.map((of) => partsOf(of.map((slot) => (slot[5] & (1 << bit)) !== 0)).flatMap(({ begin, end, value }) => (value ? [{ begin, end }] : [])));
    return parts.some((of) => of.length > 0) ? sidesOf(state === 'held' ? words.held : state, parts, words, `state-${state.replace(' ', '-')}`) : [];
  });
  return [...sidesOf('size', ofSizes, words), ...ofStates];
}

// The sizes in the strips, each once, the lowest first.
export function sizesOf(strips: readonly Strip[]): Size[] {
  const sizes = new Map(strips.flatMap(({ parts }) => parts).flatMap(({ size }) => (size ? [[size.name, size]] : [])));
  return [...sizes.values()].sort((a, b) => a.height - b.height);
}
