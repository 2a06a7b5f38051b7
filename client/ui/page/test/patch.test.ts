import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import type { Value } from '../src/what_if/merge.ts';
import { patchOf, type Operation } from '../src/what_if/patch.ts';
import { pairsAfter, unedited } from '../src/what_if/size_pairs.ts';

type Sizes = Record<string, Value>[];

const kSizes: Sizes = [
  { name: 'small', criteria: { from: 0, to: 10 } }, { name: 'medium', criteria: { from: 11, to: 20 } }, { name: 'large', criteria: { from: 21 } },
];

const yamlOf = (sizes: Sizes, limit = 5): string => stringify({ spec: { concurrency: { limit }, sizes } });

// Applies a patch as RFC 6902 specifies it.
function applied(sizes: Sizes, operations: readonly Operation[]): Sizes {
  const document = { spec: { concurrency: { limit: 5 }, sizes: structuredClone(sizes) } };
  const placeOf = (path: string): [Record<string, Value> & Value[], string] => {
    const parts = path.slice(1).split('/');
    const last = parts.pop()!;
    return [parts.reduce((node: never, part) => node[part], document as never), last];
  };
  const remove = (path: string): Value => {
    const [parent, key] = placeOf(path);
    const value = parent[key as never];
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    return value as Value;
  };
  for (const { op, path, from, value } of operations) {
    const [parent, key] = placeOf(path);
    if (op === 'test') assert.deepEqual(parent[key as never], value);
    else if (op === 'remove') remove(path);
    else if (Array.isArray(parent) && op !== 'replace') parent.splice(Number(key), 0, op === 'move' ? remove(from!) : value!);
    else parent[key] = value!;
  }
  return document.spec.sizes;
}

function patchTo(after: Sizes): Operation[] {
  const [present, edited] = [yamlOf(kSizes), yamlOf(after)];
  return patchOf(present, edited, pairsAfter(unedited(present), edited, present).pairs)!;
}

const [small, medium, large] = kSizes as [Sizes[0], Sizes[0], Sizes[0]];
const extra = { name: 'extra', criteria: { from: 0, to: 1 } };

test('the patch makes the edited sizes, with values that are zero', () => {
  const cases: Sizes[] = [
    [large, medium, small], [small, extra, medium, large], [extra, large, small], [medium], [],
    [small, { ...medium, criteria: { from: 12, to: 20 }, capacity: { memory: '1Gi' } }, { name: 'large' }],
    [{ ...small, name: 'tiny' }, medium, { ...large, criteria: { from: 0 } }],
  ];
  for (const after of cases) assert.deepEqual(applied(kSizes, patchTo(after)), after, JSON.stringify(patchTo(after)));
});

test('the patch changes only what is edited', () => {
  const changes = (after: Sizes): unknown[] => patchTo(after).filter(({ op }) => op !== 'test').map(({ op, path, value }) => [op, path, value]);
  assert.deepEqual(changes([small, extra, medium, large]), [['add', '/spec/sizes/1', extra]]);
  assert.deepEqual(changes([small, { ...medium, name: 'mid' }, large]), [['replace', '/spec/sizes/1/name', 'mid']]);
  assert.deepEqual(changes(kSizes), []);
  assert.deepEqual(patchOf(yamlOf(kSizes), yamlOf(kSizes, 7), [0, 1, 2]), [{ op: 'replace', path: '/spec/concurrency/limit', value: 7 }]);
});

test('the patch fails if a size was added or removed', () => {
  const patch = patchTo([small, { ...medium, capacity: { memory: '1Gi' } }, large]);
  assert.throws(() => applied([extra, ...kSizes], patch), assert.AssertionError);
  assert.throws(() => applied([medium, large], patch));
});

test('without YAML that can be read there is no patch', () => {
  assert.equal(patchOf(yamlOf(kSizes), 'a: [', []), undefined);
  assert.equal(patchOf('', yamlOf(kSizes), []), undefined);
});
