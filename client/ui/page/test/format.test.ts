import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitMarks, withVisibleMarks } from '../src/format/marks.ts';
import { formatChange, formatCpu, formatMemory, formatHeadroom, formatShare, parseQuantity, precise, readable } from '../src/format/quantity.ts';
import { formatAgo, formatClock, formatDuration, zoneText } from '../src/format/time.ts';
import { enumWords, linesOf, nameMachineSets, oneLine } from '../src/format/words.ts';

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
  assert.equal(formatMemory(1_174_275_820_239), '1.06Ti');
  assert.equal(formatMemory(2 ** 30 * 1000), '1000Gi');
  assert.equal(formatMemory(2 ** 32 - 1), '3.99Gi');
  assert.equal(formatMemory(-1.5 * 2 ** 30), '-1.5Gi');
  assert.equal(formatCpu(3.2), '3.2');
  assert.equal(formatCpu(0.65), '650m');
  assert.equal(formatCpu(0.007), '7m');
  assert.equal(formatCpu(0), '0');
  assert.equal(formatShare(0.454), '46 %');
  assert.equal(formatShare(0.45), '45 %');
  assert.equal(formatShare(1), '100 %');
  assert.equal(formatShare(1.001), '101 %');
  assert.equal(formatShare(17.31), '1700 %');
  assert.equal(formatChange(-48), '\u221248');
  assert.equal(formatChange(0.001), '');
  assert.equal(readable('memory', 'none'), 'none');
});

// The texts of HumanMemory(), HumanCpu() and ShowShortAmount() of the command.
test('rounds quantities down, as the command does', () => {
  const cases: ['memory' | 'cpu', string, string, string][] = [
    ['memory', '41.6Gi', '41.6Gi', '41.6Gi'], ['memory', '18897856102400m', '17.6Gi', '17.6Gi'], ['memory', '4283000000', '3.98Gi', '3.988Gi'],
    ['memory', '4080Mi', '3.98Gi', '3.984Gi'], ['memory', '1001.5Gi', '1001Gi', '1001.5Gi'], ['memory', '110Gi', '110Gi', '110Gi'], ['memory', '0', '0', '0'],
    ['cpu', '10108m', '10.1', '10.108'], ['cpu', '2108m', '2.1', '2.108'], ['cpu', '650m', '650m', '650m'], ['cpu', '999999u', '999m', '999.999m'], ['cpu', '8', '8', '8'],
  ];
  for (const [resource, quantity, short, long] of cases) {
    assert.equal(readable(resource, quantity), short, quantity);
    assert.equal(precise(resource, quantity), long, quantity);
  }
});

// The texts of ShowPercent() of the command.
test('rounds headroom down, as the command does', () => {
  const cases: [number, string][] = [[0.289, '+28 %'], [0.29, '+29 %'], [0, '+0 %'], [-0.001, '\u22121 %'], [-0.128, '\u221213 %'], [-3, '\u2212100 %'], [9.999, '+999 %'], [10, '>+999 %']];
  for (const [ratio, text] of cases) assert.equal(formatHeadroom(ratio), text, String(ratio));
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

test('a message has lines, or one line in a table', () => {
  assert.deepEqual(linesOf('a: wrong\nb: wrong\n'), ['a: wrong', 'b: wrong']);
  assert.deepEqual(linesOf(undefined), []);
  assert.equal(oneLine('a: wrong\nb: wrong'), 'a: wrong; b: wrong');
});

test('writes a clock time and a time zone', () => {
  assert.equal(formatClock(new Date(2026, 1, 3, 4, 5, 6).getTime()), '04:05');
  const cases: [number, string][] = [[0, 'UTC'], [330, 'UTC+05:30'], [-180, 'UTC\u221203:00']];
  for (const [offset, text] of cases) assert.equal(zoneText(offset), text);
});

test('a MachineSet has its name in place of its place in a request', () => {
  assert.equal(nameMachineSets('machineSets[1].metadata.name: wrong', ['a', 'b']), 'MachineSet b: metadata.name: wrong');
  assert.equal(nameMachineSets('machineSets[7].spec', ['a']), 'machineSets[7].spec');
});
