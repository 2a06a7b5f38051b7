import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf, titleOf } from '../src/what_if/result.tsx';

const item = (move: string) => ({ cluster: { name: move }, move });

test('the title of the table counts its rows', () => {
  assert.equal(titleOf({ items: [item('up'), item('down')] }), '2 clusters that move');
  assert.equal(titleOf({ items: [item('up'), item('outcome'), item('failed')] }), '1 cluster that moves, 1 with another outcome, 1 without a decision');
});

test('failed decisions are not clusters that stay', () => {
  const sizes = [{ name: 'small', before: 2, after: 2 }];
  const [failed] = figuresOf({ items: [item('failed'), item('failed')], sizes, failed: 2 }, null, 'with edits');
  assert.deepEqual([failed?.value, failed?.note], ['–', 'all decisions failed']);
  const [some] = figuresOf({ items: [item('failed'), item('up')], sizes, failed: 1 }, null, 'with edits');
  assert.deepEqual([some?.value, some?.note], ['1', 'with edits']);
});
