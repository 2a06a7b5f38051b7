import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeFleet } from '../src/fleet/merge.ts';
import { neighboursOf } from '../src/fleet/neighbours.ts';
import { countRows, filterRows, queryOf, sortRows } from '../src/fleet/query.ts';
import { moveOf, RowCache, type Row } from '../src/fleet/row.ts';
import { linesOf, rangeOf } from '../src/parts/table_lines.ts';
import type { Fleet, FleetItem } from '../src/types.ts';

const fleet: Fleet = { revision: 4, items: [{ cluster: { namespace: 'n', name: 'a' } }, { cluster: { namespace: 'n', name: 'b' } }] };

test('an event changes, adds and removes rows', () => {
  const next = mergeFleet(fleet, {
    revision: 5, previousRevision: 4, removed: [{ namespace: 'n', name: 'a' }],
    items: [{ cluster: { namespace: 'n', name: 'b' }, currentSize: 'small' }, { cluster: { namespace: 'n', name: 'c' } }],
  });
  assert.deepEqual(next?.items.map((item) => `${item.cluster.name} ${item.currentSize ?? ''}`), ['b small', 'c ']);
  assert.equal(next?.revision, 5);
});

test('an event after a missed event needs the whole fleet', () => {
  assert.equal(mergeFleet(fleet, { revision: 7, previousRevision: 6 }), undefined);
  assert.equal(mergeFleet(fleet, { revision: 4, previousRevision: 3 }), fleet);
});

test('a table has a line for the title of each group', () => {
  const lines = linesOf(['a1', 'a2', 'b1'], (row) => row[0]!);
  assert.deepEqual(lines.map((line) => line.row ?? `${line.group}: ${line.count}`), ['a: 2', 'a1', 'a2', 'b: 1', 'b1']);
});

test('only the lines near the window are rendered', () => {
  assert.deepEqual(rangeOf(-100, 800, 32, 10_000, 10), { first: 0, last: 40 });
  assert.deepEqual(rangeOf(32_000, 800, 32, 10_000, 10), { first: 990, last: 1_040 });
  assert.deepEqual(rangeOf(1e9, 800, 32, 100, 10), { first: 100, last: 100 });
});

const kSizes = ['small', 'medium', 'large'];

const items: FleetItem[] = [
  {
    cluster: { namespace: 'n', name: 'b-cpu' }, eligible: true, currentSize: 'medium', labels: { tier: 'prod' },
    response: {
      recommendedSize: 'large', outcome: 'SIZE_OUTCOME_RECOMMENDED', driver: 'SIZE_DRIVER_CPU', changed: true, summary: 'large: cpu exceeds medium',
      memory: { inPlay: true, demand: '12337542418', effectiveCapacity: '96Gi' }, cpu: { inPlay: true, demand: '10108m', effectiveCapacity: '19200m' },
    },
  },
  {
    cluster: { namespace: 'n', name: 'a-held' }, eligible: true, currentSize: 'small', rules: ['VPA_OVERFLOW'],
    response: { outcome: 'SIZE_OUTCOME_HELD', heldBy: 'SIZE_HOLD_RULE_VPA_OVERFLOW', summary: 'held', memory: { inPlay: true, demand: '1Ti' } },
  },
  {
    cluster: { namespace: 'n', name: 'c-down' }, currentSize: 'large', notApplied: 'NOT_OPTED_IN',
    response: { recommendedSize: 'small', outcome: 'SIZE_OUTCOME_RECOMMENDED', driver: 'SIZE_DRIVER_BOTH', changed: true, memory: { inPlay: true, demand: '9Gi', effectiveCapacity: '17Gi' } },
  },
  { cluster: { namespace: 'n', name: 'd-failed' }, notApplied: 'NOT_OPTED_IN', error: { message: 'quantity is not valid' } },
  { cluster: { namespace: 'n', name: 'e-none' }, eligible: true, response: { outcome: 'SIZE_OUTCOME_NO_RECOMMENDATION', noRecommendationReason: 'SIZE_NO_RECOMMENDATION_REASON_VPA_RECOMMENDATION_MISSING' } },
];

test('a cluster without a VPA has this reason instead of the summary of the decision', () => {
  const [none] = items.slice(-1);
  const [row] = new RowCache().make([{ ...none!, whyWithoutVpa: 'there is no VPA' }], kSizes);
  assert.deepEqual([row!.reason, row!.why], ['no VPA', 'there is no VPA']);
});

test('now is the size of the label, and an override in force is named', () => {
  const item: FleetItem = { ...items[0]!, sizeLabel: 'large', sizeOverride: 'large', notApplied: 'OVERRIDDEN' };
  const rows = new RowCache().make([item, { ...item, cluster: { name: 'other' }, notApplied: 'OVERRIDE_UNKNOWN' }], kSizes);
  assert.deepEqual(rows.map((row) => [row.now, row.move, row.blocked]), [['large', 'stays', 'override unknown'], ['large', 'stays', 'override large']]);
});

test('the driver of a cluster that is sized by its nodes is their number', () => {
  const item: FleetItem = {
    cluster: { name: 'a' }, by: 'nodes', nodeCount: 45, sizeLabel: 'small',
    response: { recommendedSize: 'medium', outcome: 'SIZE_OUTCOME_RECOMMENDED', summary: 'medium: the cluster has 45 nodes' },
  };
  const [row] = new RowCache().make([item], kSizes);
  assert.deepEqual([row!.driver, row!.reason, row!.move], ['nodes', 'the number of nodes decides', 'up']);
});

function rows(): Row[] {
  return new RowCache().make(items, kSizes);
}

function found(params: Record<string, string>): string[] {
  const query = queryOf(new Map(Object.entries(params)));
  return sortRows(filterRows(rows(), query), query, kSizes).map((row) => row.name);
}

test('a row has the outcome, the move and the reason in words', () => {
  const texts = rows().map((row) => [row.name, row.outcome, row.move, row.reason, row.blocked].join(', '));
  assert.deepEqual(texts, [
    'a-held, held, none, VPA_OVERFLOW, ',
    'b-cpu, recommended, up, CPU decides, ',
    'c-down, recommended, down, memory and CPU decide, not opted in',
    'd-failed, failed, none, decision failed, not opted in',
    'e-none, no recommendation, none, VPA recommendation missing, ',
  ]);
});

test('a demand is compared with the effective capacity of the recommended size', () => {
  const row = rows()[1]!;
  assert.equal(row.memory.text, '11.4Gi');
  assert.equal(row.cpu.ratio, 10.108 / 19.2);
  assert.match(row.cpu.title, /10108m.*19200m/);
  assert.equal(rows()[0]!.memory.ratio, undefined);
});

test('the direction of a change follows the order of sizes', () => {
  const order = new Map(kSizes.map((size, index) => [size, index]));
  const cases: [string, string, string][] = [
    ['small', 'large', 'up'], ['large', 'small', 'down'], ['', 'small', 'first'], ['small', 'small', 'stays'], ['small', '', 'none'], ['gone', 'large', 'down'],
  ];
  for (const [now, recommended, move] of cases) assert.equal(moveOf(now, recommended, order), move, `${now} ${recommended}`);
});

test('rows of unchanged items are kept', () => {
  const cache = new RowCache();
  const before = cache.make(items, kSizes);
  const after = cache.make([...items.slice(1), { ...items[0]!, currentSize: 'small' }], kSizes);
  assert.equal(after.filter((row) => before.includes(row)).length, items.length - 1);
});

test('the search finds names, labels, rules and words of the reason', () => {
  assert.deepEqual(found({ q: 'B-CPU' }), ['b-cpu']);
  assert.deepEqual(found({ q: 'tier=prod large' }), ['b-cpu']);
  assert.deepEqual(found({ q: 'vpa_overflow' }), ['a-held']);
  assert.deepEqual(found({ q: 'nothing' }), []);
});

test('filters are combined', () => {
  assert.deepEqual(found({ move: 'changes' }), ['b-cpu', 'c-down']);
  assert.deepEqual(found({ move: 'changes', size: 'small' }), ['c-down']);
  assert.deepEqual(found({ outcome: 'failed' }), ['d-failed']);
  assert.deepEqual(found({ reason: 'not opted in' }), ['c-down', 'd-failed']);
});

test('sorts by sizes in their order, and keeps the names sorted', () => {
  assert.deepEqual(found({ sort: 'now' }), ['d-failed', 'e-none', 'a-held', 'b-cpu', 'c-down']);
  assert.deepEqual(found({ sort: 'memory', desc: '1' }).slice(0, 2), ['c-down', 'b-cpu']);
  assert.deepEqual(found({ group: 'size' }), ['d-failed', 'e-none', 'a-held', 'c-down', 'b-cpu']);
});

test('counts what would change', () => {
  assert.deepEqual(countRows(rows()), { total: 5, up: 1, down: 1, first: 0, held: 1, bestEffort: 0, none: 1, failed: 1, blocked: 1 });
});

test('the neighbours of a cluster are those of the table, or of the fleet if the table does not have it', () => {
  const rows = new RowCache().make(items, kSizes);
  const key = rows[1]!.key;
  assert.deepEqual(neighboursOf(key, [rows[1]!, rows[0]!], rows), { place: '1 of 2', previous: undefined, next: hashOf(rows[0]!) });
  assert.deepEqual(neighboursOf(key, [], rows)?.previous, hashOf(rows[0]!));
  assert.equal(neighboursOf('n/none', rows), undefined);
});

function hashOf(row: Row): string {
  return `#/cluster?namespace=${row.namespace}&name=${row.name}`;
}
