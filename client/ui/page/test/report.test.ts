import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTime, zoneAt } from '../src/format/time.ts';
import { timeLabels } from '../src/parts/axis.ts';
import { colourName } from '../src/parts/colour.ts';
import { fleetPlot, plotOf, valuesOf } from '../src/report/chart_data.ts';
import { clusterPlots, clusterStrips, sizesOf, type ClusterChart, type Size } from '../src/report/cluster_chart.ts';

test('runs are the values of slots', () => {
  assert.deepEqual(valuesOf([1.5, 2, null, 1, 3, 1]), [1.5, 1.5, null, 3]);
  assert.deepEqual(valuesOf<number[]>([[1, 2], 2]), [[1, 2], [1, 2]]);
  assert.deepEqual(valuesOf([]), []);
});

const frame = { begin: 100, end: 125, step: 10 };

test('the last slot of a plot ends at the end of the replay', () => {
  const marks = [{ slot: 1, sign: '▲', value: 4 }, { slot: 2.5, sign: '◆', value: 4, low: 1, high: 4 }];
  const plot = plotOf(frame, [{ label: 'a', values: [1, null, 4], marks }], { unit: 'memory' });
  assert.deepEqual(plot.times, [100, 110, 120, 125]);
  assert.deepEqual(plot.series[0]!.values, [1, null, 4, 4]);
  assert.deepEqual(plot.series[0]!.marks!.map(({ time, low }) => [time, low]), [[110, undefined], [125, 1]]);
  assert.deepEqual([plot.isUtc, plot.series[0]!.isStepped], [true, true]);
});

test('a chart of the fleet counts in whole steps', () => {
  const plot = fleetPlot({ ...frame, unit: 'clusters', isStacked: true, maximum: 3, series: [{ label: 'small', style: 0, runs: [1, 2, 3, 1] }] });
  assert.deepEqual([plot.steps, plot.isStacked, plot.maximum, plot.unit, plot.sync], ['count', true, 3, 'clusters', undefined]);
  assert.deepEqual(plot.series[0]!.values, [1, 1, 3, 3]);
});

const size = (name: string, style: number, memory: number | null, cpu: number | null = null): Size => ({ name, style, height: (style + 1) / 4, memory, cpu });
const before = [size('small', 0, 10), size('medium', 1, 20), size('large', 2, 40)];
const after = [...before.slice(0, 2), size('xlarge', 3, 80)];
const cluster: ClusterChart = {
  ...frame, end: 130,
  demand: [[5, 8, 1, 1], 1, [null, null, 1, 1], 1, [50, 50, 1, 1], 1],
  sides: [[[0, 0, 0, 0, 0, 0], 1, [1, 0, 2, 2, 1, 0], 1, [2, 2, 2, 1, 0, 3], 1], [[0, 0, 0, 0, 0, 0], 1, [-1, -1, -1, 0, 0, 8], 1, [2, 2, 2, 1, 0, 0], 1]],
};

test('the plot of a resource has the demand and the capacity with each configuration', () => {
  const [memory, cpu] = clusterPlots(cluster, [before, after], 'x');
  assert.deepEqual(memory!.series.map(({ label, values }) => [label, values]), [
    ['least demand', [5, null, 50, 50]], ['most demand', [8, null, 50, 50]],
    ['effective capacity before', [10, 20, 40, 40]], ['effective capacity after', [10, null, 80, 80]],
  ]);
  assert.deepEqual(memory!.series.map(({ area }) => area), ['below', 'range', undefined, undefined]);
  assert.deepEqual(cpu!.series.map(({ label }) => label), ['least demand, not a part of decisions', 'most demand, not a part of decisions']);
  assert.deepEqual([memory!.unit, memory!.steps, memory!.sync, cpu!.unit, cpu!.steps], ['memory', 'bytes', 'x', 'CPU', undefined]);
  assert.equal(memory!.format!(2 ** 30), '1Gi');
});

test('a transition has a mark, and several in one slot have a line', () => {
  const marks = clusterPlots(cluster, [before, after], 'x')[0]!.series.map((series) => series.marks ?? []);
  assert.deepEqual(marks[2], [{ time: 115, sign: '◇', value: 20, low: 10, high: 40 }, { time: 120, sign: '△', value: 40 }]);
  assert.deepEqual(marks[3], [{ time: 120, sign: '▲', value: 80 }]);
  const down = clusterPlots({ ...cluster, sides: [[[0, 0, 0, 0, 1, 0], 3]] }, [before], 'x')[0]!.series[2]!;
  assert.deepEqual([down.label, down.dash, down.marks!.map(({ sign }) => sign).join('')], ['effective capacity', [], '▼▼▼']);
});

test('a resource without demand and capacity has no plot', () => {
  const plots = clusterPlots({ ...cluster, demand: [[5, 8, null, null], 3] }, [before, after], 'x');
  assert.deepEqual(plots.map(({ unit }) => unit), ['memory']);
});

test('strips show sizes and states with each configuration, and equal ones once', () => {
  const strips = clusterStrips(cluster, [before, after]);
  const texts = strips.map(({ label, state, parts }) => [label, state, parts.map((part) => `${part.begin}-${part.end} ${part.size?.name ?? ''}`.trim())]);
  assert.deepEqual(texts, [
    ['size before', undefined, ['0-1 small', '1-2 medium', '2-3 large']], ['size after', undefined, ['0-1 small', '2-3 xlarge']],
    ['short before', 'state-short', ['2-3']], ['short after', 'state-short', []],
    ['no fit before', 'state-no-fit', ['2-3']], ['no fit after', 'state-no-fit', []],
    ['absent before', 'state-absent', []], ['absent after', 'state-absent', ['1-2']],
  ]);
  const other = before.map((one) => ({ ...one, memory: 99 }));
  const same = clusterStrips({ ...cluster, sides: [cluster.sides[0]!, cluster.sides[0]!] }, [before, other]);
  assert.deepEqual(same.map(({ label }) => label), ['size', 'short', 'no fit']);
  assert.deepEqual(sizesOf(strips).map(({ name }) => name), ['small', 'medium', 'large', 'xlarge']);
});

test('the times of a report are in UTC', () => {
  const noon = Date.UTC(2026, 1, 3, 12, 0, 9);
  assert.equal(formatTime(noon, true), '2026-02-03 12:00:09');
  assert.equal(zoneAt(noon, true), 'UTC');
  assert.deepEqual(timeLabels([Date.UTC(2026, 1, 1) / 1000], 86_400, true), ['02-01\n2026']);
  assert.deepEqual(timeLabels([Date.UTC(2026, 1, 1, 6) / 1000], 3_600, true), ['06:00\n02-01']);
});

test('styles with the same hatching have different colours', () => {
  assert.equal(new Set(Array.from({ length: 6 }, (_none, round) => colourName(6 * round + 2))).size, 6);
});

test('a replay of numbers of nodes has its own plot and words', () => {
  const sizes = [{ ...size('small', 0, null), nodes: 10 }, size('large', 2, null)];
  const nodes: ClusterChart = {
    ...frame, end: 130,
    demand: [[null, null, null, null, 3, 9], 2, [null, null, null, null, 20, 20], 1],
    sides: [[[0, 0, 0, 0, 0, 4], 2, [1, 1, 1, 1, 0, 0], 1], [[0, 0, 0, 0, 0, 0], 3]],
  };
  const words = { sides: [' by nodes', ' by resources'], held: 'no size' };
  const [plot, ...others] = clusterPlots(nodes, [sizes, sizes], 'x', words);
  assert.deepEqual(others, []);
  assert.deepEqual(plot!.series.map(({ label, values }) => [label, values.slice(0, 3)]), [
    ['least nodes', [3, 3, 20]], ['most nodes', [9, 9, 20]],
    ['most nodes of the size by nodes', [10, 10, null]], ['most nodes of the size by resources', [10, 10, 10]],
  ]);
  assert.deepEqual([plot!.unit, plot!.steps], ['nodes', 'count']);
  const strips = clusterStrips(nodes, [sizes, sizes], words);
  assert.deepEqual(strips.map(({ label, state }) => [label, state]), [
    ['size by nodes', undefined], ['size by resources', undefined], ['no size by nodes', 'state-held'], ['no size by resources', 'state-held'],
  ]);
});
