import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterReplicaRows, makeReplicaRow, ratioOf, sortReplicaRows, type ReplicaQuery } from '../src/replicas/rows.ts';
import { durationSeconds, formatOf, simulationLines } from '../src/replicas/series.ts';
import type { ReplicasItem } from '../src/types_replicas.ts';

const items: ReplicasItem[] = [
  {
    autoscaler: { namespace: 'shop', name: 'web' }, maxReplicas: 10,
    response: {
      outcome: 'REPLICAS_OUTCOME_RESCALE', currentReplicas: 4, desiredReplicas: 8, summary: '8 replicas instead of 4',
      metrics: [{ name: 'queue', error: 'no value' }, { name: 'cpu resource', wins: true, ratio: 2 }],
      steps: [{ kind: 'REPLICAS_STEP_KIND_RATE', before: 9, after: 8 }, { kind: 'REPLICAS_STEP_KIND_MAX_REPLICAS', before: 8, after: 8 }],
    },
  },
  { autoscaler: { namespace: 'shop', name: 'idle' }, response: { outcome: 'REPLICAS_OUTCOME_DISABLED' } },
  { autoscaler: { name: 'lost' }, error: { code: 5, message: 'it scales Deployment lost, and the files contain neither' } },
];
const rows = items.map(makeReplicaRow);
const query: ReplicaQuery = { search: '', move: '', outcome: '', limit: '', sort: 'name', isDescending: false };

test('a row has the decision, the metric that decides, and what limited it', () => {
  const [web, idle, lost] = rows;
  assert.deepEqual([web!.move, web!.limits, web!.winner?.name, web!.limitedBy], ['up', '1 to 10', 'cpu resource', 'rate, max replicas']);
  assert.deepEqual([idle!.move, idle!.outcome, idle!.current, idle!.limits], ['none', 'disabled', 0, '']);
  assert.deepEqual([lost!.outcome, lost!.current, lost!.why, lost!.key], ['not decided', undefined, 'it scales Deployment lost, and the files contain neither', '/lost']);
});

test('an average over no replica has no ratio', () => {
  assert.equal(ratioOf({ name: 'cpu resource', ratio: 2 }), 2);
  for (const ratio of ['NaN', 'Infinity']) assert.equal(ratioOf({ name: 'depth', ratio: ratio as unknown as number }), undefined);
  assert.equal(ratioOf(undefined), undefined);
});

test('autoscalers are found by each filter', () => {
  const names = (change: Partial<ReplicaQuery>): string[] => filterReplicaRows(rows, { ...query, ...change }).map((row) => row.name);
  assert.deepEqual(names({}), ['web', 'idle', 'lost']);
  assert.deepEqual(names({ search: 'CPU web' }), ['web']);
  assert.deepEqual(names({ move: 'none' }), ['idle', 'lost']);
  assert.deepEqual(names({ outcome: 'not decided' }), ['lost']);
  assert.deepEqual(names({ limit: 'max replicas' }), ['web']);
});

test('autoscalers with equal values are sorted by name', () => {
  assert.deepEqual(sortReplicaRows(rows, 'usage', true).map((row) => row.name), ['web', 'lost', 'idle']);
  assert.deepEqual(sortReplicaRows(rows, 'name', true).map((row) => row.name), ['web', 'idle', 'lost']);
});

test('reads the times of a series', () => {
  const cases: [string | undefined, number | undefined][] = [
    ['90', 90], ['0s', 0], ['1m30s', 90], ['1h0m1.5s', 3_601.5], ['250ms', 0.25], ['2026-03-01T12:00:00Z', undefined], ['1m 30s', undefined], ['', undefined], [undefined, undefined],
  ];
  for (const [text, seconds] of cases) assert.equal(durationSeconds(text), seconds, text);
});

test('a simulation has a line for each column that can be drawn', () => {
  const lines = simulationLines({
    rows: [
      { time: '0s', measured: { cpu: '100m', hits: '' }, pods: 4, readyPods: 4, proposal: 4, desiredReplicas: 4 },
      { time: '15s', measured: { memory: '60%' }, pods: 4, readyPods: 3, desiredReplicas: 5 },
    ],
  });
  assert.deepEqual(lines.times, [0, 15]);
  assert.equal(lines.isDate, false);
  assert.deepEqual(lines.replicas.map((line) => line.values), [[4, 5], [4, null], [4, 3]]);
  assert.deepEqual(lines.measured, [{ label: 'cpu', values: [0.1, null] }, { label: 'memory', values: [null, 60] }]);
});

test('a series with dates is drawn with dates', () => {
  const row = { pods: 1, readyPods: 1, desiredReplicas: 1 };
  const lines = simulationLines({ rows: [{ time: '2026-03-01T12:00:00Z', ...row }, { time: '2026-03-01T12:00:15Z', ...row }] });
  assert.equal(lines.isDate, true);
  assert.deepEqual(lines.times.map((time) => time - lines.times[0]!), [0, 15]);
});

test('measured values have the unit that all columns share', () => {
  const format = (measured: Record<string, string>): string => formatOf({ rows: [{ time: '0s', measured, pods: 1, readyPods: 1, desiredReplicas: 1 }] })(0.05);
  assert.equal(format({ cpu: '50m', 'total cpu': '1', 'cpu/app': '50m' }), '50m');
  assert.equal(format({ cpu: '60%' }), '0.05');
  assert.equal(format({ cpu: '50m', hits: '3' }), '0.05');
  assert.equal(format({ cpuload: '1' }), '0.05');
});
