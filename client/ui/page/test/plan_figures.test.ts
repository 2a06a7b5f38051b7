import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costFigure, nodeHoursFigure, rolloutFigure } from '../src/parts/plan_figures.ts';

test('a rollout takes time, or can happen at once', () => {
  const cases: [object | null, unknown][] = [
    [null, undefined], [{}, '–'], [{ clusters: 3 }, 'at once'], [{ clusters: 30, limit: 5, slidingWindowSeconds: 600, atLeastSeconds: 3000 }, '≥ 50 min'],
  ];
  for (const [rollout, value] of cases) assert.equal(rolloutFigure(rollout)[0]?.value, value);
  assert.equal(rolloutFigure({ clusters: 3 })[0]?.note, '3 clusters, 5 per 10 min');
  assert.equal(rolloutFigure({ clusters: 3, notOptedIn: 1, paused: 2 })[0]?.note, '3 of 6 clusters, 5 per 10 min; 2 paused, 1 not opted in');
  const neverMoveReason = "spec.concurrency is absent, so the operator's limit is 0";
  assert.equal(rolloutFigure({ clusters: 0, limit: 0, neverMove: 2, neverMoveReason })[0]?.note, `0 of 2 clusters, scheduled clusters never move: ${neverMoveReason}; 2 never moving`);
});

test('a cost has the change, and the sizes without a price', () => {
  assert.deepEqual(costFigure(null, 'now'), []);
  assert.equal(costFigure({ before: 14_016, after: 17_228, difference: 3_212 }, 'now')[0]?.note, '+3,212 vs now');
  assert.equal(costFigure({ before: 5, after: 5, difference: 0, withoutPrice: ['xl'] }, 'before')[0]?.note, 'as before; no price for xl');
  assert.equal(costFigure({ after: 5, withoutPrice: ['m', 'l'] }, 'before', true)[0]?.note, 'no price for m, l; edited prices');
});

test('node-hours are the sum of all sizes that have them', () => {
  assert.deepEqual(nodeHoursFigure([[undefined, undefined]], 'now'), []);
  const [figure] = nodeHoursFigure([[48, 96], [undefined, undefined], [192, 48]], 'now');
  assert.equal(figure?.value, '144');
  assert.equal(figure?.note, '\u221296 vs now');
});
