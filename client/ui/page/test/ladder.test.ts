import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flipsOf, ladderOf } from '../src/cluster/ladder.ts';
import type { RecommendSizeResponse } from '../src/types.ts';

const response: RecommendSizeResponse = {
  memory: { inPlay: true, demand: '20Gi' },
  cpu: { inPlay: true, demand: '100' },
  flips: { memory: { growsAbove: '25Gi', shrinksAt: '10Gi' }, cpu: {} },
  sizes: [
    { name: 'small', memory: { capacity: '20Gi', fraction: '500m', effectiveCapacity: '10Gi', fits: false, shortfall: '10Gi' }, cpu: { capacity: '8', fraction: '500m', effectiveCapacity: '4' } },
    { name: 'large', memory: { capacity: '50Gi', fraction: '500m', effectiveCapacity: '25Gi', fits: true }, cpu: {} },
  ],
};

test('the bars and the demand have one scale', () => {
  const ladder = ladderOf('memory', response);
  const [small, large] = ladder.rungs;
  assert.ok(Math.abs(small!.length! / large!.length! - 10 / 25) < 1e-9);
  assert.ok(Math.abs(ladder.demandAt! / large!.length! - 20 / 25) < 1e-9);
  assert.ok(large!.length! <= 1);
  assert.equal(small!.calculation, '20Gi × 0.5');
  assert.equal(small!.shortfall, '10Gi');
  assert.equal(ladder.isBeyond, false);
});

test('a demand far above all sizes does not make their bars invisible', () => {
  const ladder = ladderOf('cpu', response);
  assert.equal(ladder.isBeyond, true);
  assert.ok(ladder.rungs[0]!.length! > 0.4);
  assert.ok(ladder.demandAt! <= 1);
  assert.equal(ladder.rungs[1]!.length, undefined);
});

test('a response without sizes has no bars', () => {
  assert.deepEqual(ladderOf('memory', {}), { rungs: [], demand: '', exactDemand: '', demandAt: undefined, isBeyond: false });
});

test('the demands at which the answer changes have their distance', () => {
  const [memory, cpu] = flipsOf(response);
  assert.deepEqual(memory?.grows, { at: '25Gi', exact: '25Gi', distance: '+25 %' });
  assert.deepEqual(memory?.shrinks, { at: '10Gi', exact: '10Gi', distance: '\u221250 %' });
  assert.equal(cpu?.grows, undefined);
  assert.equal(memory?.fits, undefined);
  assert.deepEqual(flipsOf({}), []);
});

test('a best effort has the demand that fits again', () => {
  const [memory] = flipsOf({ recommendedSize: 'large', memory: { demand: '120Gi', exceedsAllSizes: true, effectiveCapacity: '96Gi', shortfall: '24Gi' }, flips: { memory: {} } });
  assert.deepEqual(memory?.fits, { at: '96Gi', exact: '96Gi', distance: '\u221220 %' });
});
