import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrange, type Narrowness } from '../src/parts/columns.ts';

const columns = [
  { id: 'name' }, { id: 'now', class: 'medium', width: '6rem' }, { id: 'driver', class: 'wide', width: '5rem' }, { id: 'memory', width: '4rem' },
  { id: 'held', class: 'num wide' }, { id: 'why', class: 'wide' },
];

test('no column is left out: those without space come last', () => {
  const cases: [Narrowness, string, string[], string][] = [
    [0, 'name now driver memory held why', [], 'calc(100% - 6rem - 5rem - 4rem - 0px - 0px)'],
    [1, 'name now memory driver held why', ['5rem', '7rem', '28rem'], 'calc(100% - 6rem - 4rem)'],
    [2, 'name memory now driver held why', ['6rem', '5rem', '7rem', '28rem'], 'calc(100% - 4rem)'],
  ];
  for (const [narrowness, order, more, first] of cases) {
    const arranged = arrange(columns, narrowness);
    assert.equal(arranged.columns.map((column) => column.id).join(' '), order);
    assert.deepEqual(arranged.more, more);
    assert.equal(arranged.first, first);
  }
});
