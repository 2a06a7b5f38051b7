import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterTimeText, durationChange, figureRows } from '../src/history/figures.ts';
import { filterHistoryRows, makeHistoryRow, sortHistoryRows } from '../src/history/rows.ts';
import { sizeLines, sizeNames, slotsOfStep, timesOf, transitionLines } from '../src/history/series.ts';
import { timeLabels } from '../src/parts/axis.ts';
import { describe } from '../src/parts/describe.ts';
import { stacked, widestAt } from '../src/parts/stack.ts';
import type { ClusterTotals, FleetFigures, Replay, ReplaySeries, SeriesSide } from '../src/types_history.ts';

const none = { clusters: 0, seconds: 0 };
const figures = (change: Partial<FleetFigures>): FleetFigures => ({
  transitions: 0, increases: 0, decreases: 0, transitionsPerDay: 0, transitionsPerWeek: 0, reversals: 0, flappingClusters: 0,
  shortOfMemory: none, shortOfCpu: none, short: none, bestEffort: none, withoutSize: none, absent: none, nodeHours: 0, ...change,
});
const held = (reason: string, seconds: number) => ({ outcome: 'SIZE_OUTCOME_HELD', reason, clusters: 1, seconds });

test('the figures of two configurations have their difference', () => {
  const replay: Replay = {
    begin: '', end: '',
    before: figures({ transitions: 66, shortOfMemory: { clusters: 1, seconds: 428_400 }, nodeHours: 7_726, withoutRecommendation: [held('VPA_AT_FLOOR', 60)], sizes: [{ name: 'small', clusterHours: 1, nodeHours: 5 }] }),
    after: figures({ transitions: 70, nodeHours: 7_726, withoutRecommendation: [held('VPA_OVERFLOW', 120)], sizes: [{ name: 'large', clusterHours: 1, nodeHours: 2 }] }),
  };
  const rows = new Map(figureRows(replay).map((row) => [[row.name, row.word].filter(Boolean).join(': '), [row.before, row.after, row.change]]));
  assert.deepEqual(rows.get('transitions'), ['66', '70', '+4']);
  assert.deepEqual(rows.get('short of memory'), ['1 cluster, 4 d 23 h', '–', '\u22124 d 23 h']);
  assert.deepEqual(rows.get('held: VPA_AT_FLOOR'), ['1 cluster, 1 min', '–', '\u22121 min']);
  assert.deepEqual(rows.get('held: VPA_OVERFLOW'), ['–', '1 cluster, 2 min', '+2 min']);
  assert.deepEqual(rows.get('node-hours of small'), ['5', '0', '\u22125']);
  assert.deepEqual(rows.get('node-hours of large'), ['0', '2', '+2']);
  assert.deepEqual(rows.get('node-hours'), ['7,726', '7,726', '']);
  assert.equal(rows.has('cost'), false);
});

test('without the price of a size whose node-hours differ, the change of the cost is unknown', () => {
  const replay: Replay = { begin: '', end: '', before: figures({ cost: 900 }), after: figures({ cost: 200 }), withoutPrice: ['large'] };
  const change = (difference: { cost?: number }): string | undefined => figureRows({ ...replay, difference }).find((row) => row.name === 'cost')?.change;
  assert.equal(change({}), 'unknown');
  assert.equal(change({ cost: -700 }), '\u2212700');
});

test('no time is an empty text', () => {
  assert.equal(clusterTimeText(none), '');
  assert.equal(clusterTimeText(undefined), '');
  assert.equal(durationChange(0), '');
  assert.equal(durationChange(3_600), '+1 h');
});

const totals = (change: Partial<ClusterTotals>): ClusterTotals => ({
  transitions: 0, reversals: 0, shortOfMemorySeconds: 0, shortOfCpuSeconds: 0, shortSeconds: 0, bestEffortSeconds: 0, withoutRecommendationSeconds: 0,
  secondsWithoutSize: 0, secondsAbsent: 0, ...change,
});

test('clusters show the edited configuration, and are compared with the present one', () => {
  const rows = [
    makeHistoryRow({ cluster: { namespace: 'n', name: 'a' }, before: totals({ shortSeconds: 5 }), after: totals({ lastSize: 'xlarge' }) }),
    makeHistoryRow({ cluster: { namespace: 'n', name: 'b' }, before: totals({}), after: totals({ transitions: 2 }) }),
    makeHistoryRow({ cluster: { name: 'c' }, before: totals({ shortSeconds: 9, leastHeadroomRatio: -0.1 }) }),
  ];
  const names = (search: string, show: string): string[] => filterHistoryRows(rows, search, show).map((row) => row.name);
  assert.deepEqual(names('', ''), ['a', 'b', 'c']);
  assert.deepEqual(names('', 'short'), ['c']);
  assert.deepEqual(names('', 'with a difference'), ['a', 'b']);
  assert.deepEqual(names('XL', ''), ['a']);
  assert.deepEqual(names('', 'unknown'), ['a', 'b', 'c']);
  assert.deepEqual(sortHistoryRows(rows, 'transitions', true).map((row) => row.name), ['b', 'a', 'c']);
  assert.deepEqual(sortHistoryRows(rows, 'headroom', false).map((row) => row.name), ['c', 'a', 'b']);
});

const side = (change: Partial<SeriesSide>): SeriesSide => ({ sizes: [], increases: [1, 0], decreases: [0, 2], ...change });

test('a size has one style in the charts of both configurations', () => {
  const series: ReplaySeries = {
    times: ['2026-02-01T00:00:00Z', '2026-02-01T01:00:00Z'], stepSeconds: 3_600,
    before: side({ sizes: [{ size: 'small', clusters: [1, 2] }, { size: 'large', clusters: [0, 1] }], absent: [0, 0] }),
    after: side({ sizes: [{ size: 'large', clusters: [1, 1] }, { size: 'huge', clusters: [1, 1] }], absent: [0, 0.5] }),
  };
  const names = sizeNames(series);
  const styles = (one: SeriesSide): [string, number | undefined][] => sizeLines(one, names).map((line) => [line.label, line.style]);
  assert.deepEqual(styles(series.before), [['small', 0], ['large', 1]]);
  assert.deepEqual(styles(series.after!), [['large', 1], ['huge', 2], ['absent', 5]]);
  assert.deepEqual(timesOf(series).map((time) => time - timesOf(series)[0]!), [0, 3_600]);
  assert.equal(slotsOfStep(series), 1);
  assert.deepEqual(transitionLines(series, 2).map((line) => line.values), [[3], [3]]);
  assert.deepEqual(transitionLines({ ...series, after: undefined }, 1).map((line) => line.values), [[1, 0], [0, 2]]);
});

test('a long history has few steps of transitions', () => {
  const times = Array.from({ length: 256 }, (_none, slot) => new Date(slot * 60_000).toISOString());
  const series: ReplaySeries = { times, stepSeconds: 60, before: side({ increases: times.map(() => 1), decreases: times.map(() => 0) }) };
  assert.equal(slotsOfStep(series), 5);
  assert.equal(timesOf(series, 5).length, 52);
  assert.deepEqual(transitionLines(series, 5)[0]!.values.slice(-2), [5, 1]);
});

test('areas are on top of each other', () => {
  assert.deepEqual(stacked([[1, 2], [null, 3], [4, 0]]), [[1, 2], [1, 5], [5, 5]]);
});

test('the label of an area is where the area is wide enough for it', () => {
  assert.equal(widestAt([1, null, 3, 3], 2, 0), 2);
  assert.equal(widestAt([9, 1, 3, 4, 3, 1], 2, 1), 3);
  assert.equal(widestAt([1, null], 2, 0), undefined);
  assert.equal(widestAt([5, 5], 2, 3), undefined);
});

test('a chart has a description in words', () => {
  const series = [{ label: 'small', values: [3, null, 6, 4] }, { label: 'large', values: [2, 2] }, { label: 'lost', values: [null] }];
  assert.equal(describe(series, String), 'small: 3 to 6, at the end 4; large: 2; lost: no data');
  assert.match(describe(Array.from({ length: 10 }, () => series[1]!), String), /and 2 more$/);
});

test('a time axis has the date where it changes', () => {
  const at = (day: number, hour: number, minute = 0, second = 0): number => new Date(2026, 1, day, hour, minute, second).getTime() / 1000;
  assert.deepEqual(timeLabels([at(1, 0), at(3, 0)], 2 * 86_400), ['02-01\n2026', '02-03']);
  assert.deepEqual(timeLabels([at(1, 18), at(2, 0), at(2, 6)], 21_600), ['18:00\n02-01', '00:00\n02-02', '06:00']);
  assert.deepEqual(timeLabels([at(1, 1, 0, 30)], 30), ['01:00:30\n02-01']);
});
