import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitMarks, withVisibleMarks } from '../src/format/marks.ts';
import { formatChange, formatCpu, formatMemory, formatPercent, parseQuantity, readable } from '../src/format/quantity.ts';
import { formatAgo, formatDuration } from '../src/format/time.ts';
import { enumWords } from '../src/format/words.ts';

test('parses the quantities of Kubernetes', () => {
  const cases: [string, number | undefined][] = [
    ['0', 0], ['8', 8], ['3200m', 3.2], ['1.5Gi', 1.5 * 2 ** 30], ['65536k', 65_536_000], ['2e3', 2_000], ['1E', 1e18],
    ['.5', 0.5], ['-1', -1], ['18897856102400m', 18_897_856_102.4], ['', undefined], ['1 Gi', undefined], ['1gi', undefined],
    ['Gi', undefined], ['1e', undefined],
  ];
  for (const [text, value] of cases) assert.equal(parseQuantity(text), value, text);
  assert.equal(parseQuantity(undefined), undefined);
});

test('writes memory, CPU and percentages in units that people read', () => {
  assert.equal(formatMemory(18_897_856_102.4), '17.6Gi');
  assert.equal(formatMemory(0), '0');
  assert.equal(formatMemory(1_174_275_820_239), '1.07Ti');
  assert.equal(formatMemory(2 ** 30 * 1000), '0.98Ti');
  assert.equal(formatCpu(3.2), '3.2');
  assert.equal(formatCpu(0.007), '7m');
  assert.equal(formatCpu(0), '0');
  assert.equal(formatPercent(0.454), '45 %');
  assert.equal(formatPercent(17.31), '1700 %');
  assert.equal(formatChange(-48), '\u221248');
  assert.equal(formatChange(0.001), '');
  assert.equal(readable('memory', 'none'), 'none');
});

test('writes durations with their two largest units', () => {
  const cases: [number, string][] = [[0, '0 s'], [42, '42 s'], [180, '3 min'], [7_800, '2 h 10 min'], [349_200, '4 d 1 h'], [-5, '0 s']];
  for (const [seconds, text] of cases) assert.equal(formatDuration(seconds), text);
  assert.equal(formatAgo('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:03:42Z')), '3 min ago');
  assert.equal(formatAgo('never', 0), '');
});

test('makes invisible characters and direction marks visible', () => {
  assert.deepEqual(splitMarks('plain <script>'), [{ text: 'plain <script>', isMark: false }]);
  assert.equal(withVisibleMarks('a\u202Eb\u200B\n'), 'a<U+202E>b<U+200B><U+000A>');
  assert.equal(withVisibleMarks('\u{E0041}'), '<U+E0041>');
});

test('writes enum values as words', () => {
  assert.equal(enumWords('SIZE_OUTCOME_BEST_EFFORT', 'SIZE_OUTCOME_'), 'best effort');
  assert.equal(enumWords(undefined, 'SIZE_OUTCOME_'), '');
});
