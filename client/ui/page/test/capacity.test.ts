import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountText, changeText, formatPlanned, fullestOf, parsePlanned, shareOf, sortNodes, splitName } from '../src/capacity/capacity.ts';
import type { Amounts, Capacity, NodeUse } from '../src/types_capacity.ts';

const amounts = (cpuMillis: number, memoryBytes: number, pods = 0): Amounts => ({ cpuMillis, memoryBytes, pods });
const node = (name: string, zone: string, cpu: number): NodeUse => ({ name, zone, allocatable: amounts(1000, 2 ** 30, 10), requested: amounts(cpu, 2 ** 29, 1) });

test('amounts are in the units that people read', () => {
  assert.equal(amountText('cpuMillis', 12_700), '12.7');
  assert.equal(amountText('cpuMillis', 350), '350m');
  assert.equal(amountText('memoryBytes', 2 ** 33), '8Gi');
  assert.equal(amountText('pods', 1500), '1,500');
});

test('the fullest resource is that with the largest share, and a zone without capacity has none', () => {
  const zone = (name: string, cpu: number): Capacity['zones'][number] => ({ ...node('', name, cpu), zone: name, nodes: 1 });
  const capacity = { zones: [zone('a', 400), zone('b', 900), { ...zone('c', 5000), allocatable: amounts(0, 0) }] } as unknown as Capacity;
  assert.deepEqual(fullestOf(capacity), { share: 0.9, amount: 'cpuMillis', zone: 'b' });
  assert.equal(fullestOf({ zones: [] } as unknown as Capacity), undefined);
  assert.equal(shareOf({ allocatable: amounts(0, 0), requested: amounts(1, 1) }, 'pods'), undefined);
});

test('a change shows both numbers only with a plan that changes it', () => {
  assert.equal(changeText(20, 12, true), '20 → 12');
  assert.equal(changeText(20, 20, true), '20');
  assert.equal(changeText(20, undefined, true), '20 → –');
  assert.equal(changeText(undefined, undefined, false), '–');
  assert.equal(changeText(20, undefined, false), '20');
});

test('planned nodes are kept in the URL', () => {
  const planned = [{ name: 'node-a1', count: 2 }, { name: 'a=b', count: 1 }];
  assert.deepEqual(parsePlanned(formatPlanned(planned)), planned);
  assert.deepEqual(parsePlanned(''), []);
  assert.deepEqual(parsePlanned('node-a1,node-b1=0,node-c1=x'), [{ name: 'node-a1', count: 1 }, { name: 'node-b1', count: 1 }, { name: 'node-c1', count: 1 }]);
});

test('nodes are sorted by their share, then by name', () => {
  const nodes = [node('b', 'z', 500), node('a', 'y', 500), node('c', 'x', 700)];
  assert.deepEqual(sortNodes(nodes, 'cpuMillis', true).map((one) => one.name), ['c', 'a', 'b']);
  assert.deepEqual(sortNodes(nodes, 'zone', false).map((one) => one.name), ['c', 'a', 'b']);
  assert.deepEqual(sortNodes(nodes, 'name', true).map((one) => one.name), ['c', 'b', 'a']);
});

test('the name of a template is split at the first slash', () => {
  assert.deepEqual(splitName('clusters/blue'), { namespace: 'clusters', name: 'blue' });
  assert.deepEqual(splitName('blue'), { namespace: '', name: 'blue' });
});
