import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergedPrices, parsePrice, priceText } from '../src/what_if/prices.ts';

const given = { small: 0.42, medium: 0.84 };
const sizes = new Set(['small', 'medium', 'large']);

test('an edited price changes only its own size', () => {
  assert.deepEqual(mergedPrices(given, {}, sizes), given);
  assert.deepEqual(mergedPrices(given, { medium: '1' }, sizes), { small: 0.42, medium: 1 });
  assert.deepEqual(mergedPrices(given, { large: '1.68' }, sizes), { ...given, large: 1.68 });
  assert.deepEqual(mergedPrices(given, { small: '' }, sizes), { medium: 0.84 });
  assert.deepEqual(mergedPrices(given, { small: 'x' }, sizes), { medium: 0.84 });
  assert.deepEqual(mergedPrices(given, { smal: '1' }, sizes), given);
  assert.deepEqual(mergedPrices(given, { medium: '1', large: '2' }, new Set(['small', 'mid'])), { small: 0.42 });
});

test('a field starts with the given price', () => {
  assert.equal(priceText('small', given, {}), '0.42');
  assert.equal(priceText('small', given, { small: '' }), '');
  assert.equal(priceText('large', given, {}), '');
});

test('a price is a number from 0 to a million', () => {
  assert.equal(parsePrice('0'), 0);
  assert.equal(parsePrice(' 1.5 '), 1.5);
  for (const text of ['', ' ', '-1', 'NaN', '1e9', '1,5']) assert.equal(parsePrice(text), undefined, text);
});
