import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash, parseHash, tokenOf } from '../src/route.ts';

test('reads what it writes', () => {
  const hash = formatHash('fleet', [['q', 'a&b=c #1'], ['size', ''], ['sort', undefined]]);
  assert.equal(hash, '#/fleet?q=a%26b%3Dc+%231');
  assert.deepEqual(parseHash(hash), { view: 'fleet', params: new Map([['q', 'a&b=c #1']]) });
});

test('an empty hash is the fleet', () => {
  for (const hash of ['', '#', '#/']) assert.equal(parseHash(hash).view, 'fleet');
});

test('finds the token of the URL', () => {
  assert.equal(tokenOf('#token=abc-_1'), 'abc-_1');
  assert.equal(tokenOf('#/fleet?q=1&token=a%2Bb'), 'a+b');
  assert.equal(tokenOf('#/fleet?mytoken=1'), undefined);
  assert.equal(tokenOf(''), undefined);
});
