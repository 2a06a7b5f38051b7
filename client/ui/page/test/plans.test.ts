import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionOf, argumentParts, changesOf, machineSetNames, sourceText } from '../src/cluster_autoscaler/plan.ts';
import { requestRows, requestText, showRequests } from '../src/cpu_requests/rows.ts';
import { observedText, percentText, prettyJson, samplesOf, triggerName } from '../src/machines/triggers.ts';
import { entriesOf, findEntries, splitCode } from '../src/reference/entries.ts';

test('a trigger has the name that the autoscaler gives it', () => {
  assert.equal(triggerName({ direction: 'MACHINE_DIRECTION_UP' }), 'scaleUp[0]');
  assert.equal(triggerName({ direction: 'MACHINE_DIRECTION_DOWN', index: 1 }), 'scaleDown[1]');
  assert.equal(observedText({ type: 'cpu', observed: '54.239909' }), '54.2 %');
  assert.equal(observedText({ type: 'prometheus', observed: '0.123456' }), '0.123456');
  assert.equal(observedText({ type: 'cpu' }), '–');
  assert.equal(percentText('many'), 'many');
});

test('nodes that are sampled at different times share one time axis', () => {
  const { times, lines } = samplesOf({
    samples: [
      { node: 'a', cpu: { endUnixNanos: ['2000000000', '4000000000'], utilizations: [50, 60] } },
      { node: 'b', cpu: { endUnixNanos: ['3000000000'], utilizations: [70] } },
      { node: 'c' },
    ],
    triggers: [{ direction: 'MACHINE_DIRECTION_UP', type: 'cpu', comparison: '>', threshold: '80' }, { type: 'memory', threshold: '10' }],
  }, 'cpu');
  assert.deepEqual(times, [2, 3, 4]);
  assert.deepEqual(lines.map((line) => [line.label, line.values]), [
    ['a', [50, null, 60]], ['b', [null, 70, null]], ['c', [null, null, null]], ['scaleUp[0] > 80', [80, 80, 80]],
  ]);
});

test('text that is not JSON stays as it is', () => {
  assert.equal(prettyJson('{"a":1}'), '{\n  "a": 1\n}');
  assert.equal(prettyJson('not json'), 'not json');
});

const requests = {
  workloads: [
    {
      namespace: 'openshift-etcd', kind: 'Pod', name: 'etcd', pods: 3,
      containers: [{ name: 'setup', init: true, defaultRequest: '5m', scaledRequest: '5m', bound: 'CPU_REQUESTS_BOUND_MINIMUM' }, { name: 'etcd', defaultRequest: '350m', scaledRequest: '116m', bound: 'CPU_REQUESTS_BOUND_SHARE' }],
    },
    { namespace: 'openshift-dns', kind: 'DaemonSet', name: 'dns', podLevel: { defaultRequest: '1', scaledRequest: '333m' } },
  ],
};

test('each request has a row, that of the pod as a whole too', () => {
  const rows = requestRows(requests);
  assert.deepEqual(rows.map((row) => `${row.workload}/${row.container} ${row.bound}`), ['etcd/setup minimum', 'etcd/etcd share', 'dns/ ']);
  const query = { search: '', namespace: '', bound: '', sort: 'name', isDescending: false };
  const shown = (change: Partial<typeof query>): string[] => showRequests(rows, { ...query, ...change }).map((row) => row.container || row.workload);
  assert.deepEqual(shown({}), ['dns', 'setup', 'etcd']);
  assert.deepEqual(shown({ sort: 'before', isDescending: true }), ['dns', 'etcd', 'setup']);
  assert.deepEqual(shown({ bound: 'share' }), ['etcd']);
  assert.deepEqual(shown({ search: 'dns' }), ['dns']);
  assert.equal(new Set(rows.map((row) => row.key)).size, 3);
});

test('requests are in millicores, large ones in cores', () => {
  assert.deepEqual([requestText(0.125), requestText(1.26), requestText(104), requestText(undefined)], ['125m', '1260m', '104', '–']);
});

test('an argument has a name and a value', () => {
  assert.deepEqual(argumentParts('--v=1'), { name: '--v', value: '1' });
  assert.deepEqual(argumentParts('--a=b=c'), { name: '--a', value: 'b=c' });
  assert.deepEqual(argumentParts('--logtostderr'), { name: '--logtostderr', value: '' });
});

test('counts what a plan changes', () => {
  const plan = {
    targets: [{ name: 'a', changed: true, annotations: [{ key: 'x', action: 'CLUSTER_AUTOSCALER_ANNOTATION_ACTION_SET' }, { key: 'y', action: 'CLUSTER_AUTOSCALER_ANNOTATION_ACTION_KEEP' }] }, { name: 'b' }],
    objects: [{ name: 'o', action: 'CLUSTER_AUTOSCALER_OBJECT_ACTION_UPDATE' }, { name: 'p', action: 'CLUSTER_AUTOSCALER_OBJECT_ACTION_KEEP' }, { name: 'q' }],
  };
  assert.deepEqual(changesOf(plan), { machineSets: 1, annotations: 1, objects: 1 });
  assert.equal(actionOf(undefined).word, 'planned');
  assert.equal(actionOf('CLUSTER_AUTOSCALER_OBJECT_ACTION_DELETE').word, 'delete');
});

const entries = entriesOf({
  rules: [{ id: 'NO_SIZES', severity: 'SEVERITY_ERROR', meaning: 'The configuration has no sizes.' }, { id: 'HELD_BY', meaning: 'about held' }],
  words: [{ id: 'held', group: 'output-word', meaning: 'The size stays.' }, { id: 'HELD', group: 'column' }],
  fields: [{ path: 'spec.sizes', type: 'list', meaning: 'The sizes' }, { path: 'spec.sizes.name', type: 'string' }],
});

test('the whole name of an entry shows only that name', () => {
  const find = (text: string, kind = '', about = ''): string[] => findEntries(entries, text, kind, about).map((entry) => entry.id);
  assert.deepEqual(find('held'), ['held', 'HELD']);
  assert.deepEqual(find('no_sizes'), ['NO_SIZES']);
  assert.deepEqual(find('spec.sizes[1].name'), ['spec.sizes.name']);
});

test('the best matches are first', () => {
  const find = (text: string, kind = '', about = ''): string[] => findEntries(entries, text, kind, about).map((entry) => entry.id);
  assert.deepEqual(find('sizes'), ['NO_SIZES', 'spec.sizes', 'spec.sizes.name']);
  assert.deepEqual(find('no sizes'), ['NO_SIZES']);
  assert.deepEqual(find('', 'rule'), ['NO_SIZES', 'HELD_BY']);
  assert.deepEqual(find('', '', 'error'), ['NO_SIZES']);
  assert.deepEqual(find('nothing'), []);
});

test('code in texts is between backticks', () => {
  assert.deepEqual(splitCode('Name it `cluster`.'), [{ text: 'Name it ', isCode: false }, { text: 'cluster', isCode: true }, { text: '.', isCode: false }]);
  assert.deepEqual(splitCode('a ` b'), [{ text: 'a ` b', isCode: false }]);
});

test('the source of an annotation has the name of its object', () => {
  const plan = {
    machineAutoscalers: [{ name: 'scaler' }],
    targets: [{ name: 'workers-a', annotations: [{ key: 'cpu', source: 'machineSets[3].metadata.annotations[vCPU]' }] }],
  } as Parameters<typeof machineSetNames>[0];
  assert.equal(machineSetNames(plan)[3], 'workers-a');
  assert.equal(sourceText('machineSets[3].metadata.annotations[vCPU]', plan), 'MachineSet workers-a: metadata.annotations[vCPU]');
  assert.equal(sourceText('machineAutoscalers[0].spec.minReplicas', plan), 'MachineAutoscaler scaler: spec.minReplicas');
  assert.equal(sourceText('machineSets[0].spec', plan), 'machineSets[0].spec');
  assert.equal(sourceText(undefined, plan), '');
});
