import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedCaret } from '../src/what_if/caret.ts';
import { mergeValues, type Value } from '../src/what_if/merge.ts';
import { patchOf } from '../src/what_if/patch.ts';
import { conflictsOf, hasChanged, rebase, takePresent } from '../src/what_if/rebase.ts';
import { pairsAfter, unedited } from '../src/what_if/size_pairs.ts';
import { addSize, readForm, removeSize, setField } from '../src/what_if/yaml_edit.ts';

const kYaml = `kind: ClusterSizingConfiguration
spec:
  concurrency:
    limit: 5  # per window
  sizes:
    - name: small
      capacity:
        memory: 32Gi
        cpu: "8"
    - name: medium
      capacity:
        memory: 64Gi
        cpu: "16"
    # the largest
    - name: large
      capacity:
        memory: 128Gi
        cpu: "32"
`;

const set = (text: string, from: string, to: string): string => {
  assert.ok(text.includes(from), from);
  return text.replace(from, to);
};
const valuesOf = (text: string): Record<string, string> => Object.fromEntries(readForm(text).values);
const namesOf = (text: string): string[] => Object.entries(valuesOf(text)).filter(([path]) => path.endsWith('.name')).map(([, name]) => name);

test('an edit stays, and other fields get the new values', () => {
  const edited = set(kYaml, 'memory: 64Gi', 'memory: 70Gi');
  const present = set(set(kYaml, 'limit: 5', 'limit: 3'), 'cpu: "32"', 'cpu: "40"');
  const { text, dropped } = rebase(kYaml, edited, present)!;
  assert.equal(text, set(present, 'memory: 64Gi', 'memory: 70Gi').replace('3  #', '3 #'));
  assert.deepEqual(dropped, []);
  assert.deepEqual(conflictsOf(kYaml, text, present), []);
});

test('without edits of a value, the text is the new one', () => {
  const present = set(kYaml, 'limit: 5', 'limit: 3');
  assert.equal(rebase(kYaml, present, present)?.text, present);
});

test('other comments are not a change, and the edited text stays', () => {
  const present = set(kYaml, '# the largest', '# for few');
  const edited = set(kYaml, 'limit: 5', 'limit: 7');
  assert.equal(hasChanged(kYaml, present), false);
  assert.equal(rebase(kYaml, edited, present)?.text, edited);
});

test('a field that has changed on both sides keeps the edit, and is listed with both values', () => {
  const edited = set(set(kYaml, 'memory: 64Gi', 'memory: 70Gi'), 'limit: 5', 'limit: 7');
  const present = set(set(kYaml, 'memory: 64Gi', 'memory: 96Gi'), 'cpu: "8"', 'cpu: "10"');
  const { text } = rebase(kYaml, edited, present)!;
  assert.equal(valuesOf(text)['spec.sizes[1].capacity.memory'], '70Gi');
  assert.equal(valuesOf(text)['spec.sizes[0].capacity.cpu'], '10');
  assert.deepEqual(conflictsOf(kYaml, text, present), [{ path: 'spec.sizes[medium].capacity.memory', edited: '70Gi', present: '96Gi' }]);
  const taken = takePresent(kYaml, text, present)!.text;
  assert.deepEqual(valuesOf(taken), valuesOf(set(present, 'limit: 5', 'limit: 7')));
  assert.deepEqual(conflictsOf(kYaml, taken, present), []);
});

test('the same change on both sides is not a conflict', () => {
  const both = set(kYaml, 'memory: 64Gi', 'memory: 70Gi');
  assert.equal(rebase(kYaml, both, both)?.text, both);
  assert.deepEqual(conflictsOf(kYaml, both, both), []);
});

test('a value that is set back to the one before is an edit of the new configuration', () => {
  const present = set(kYaml, 'memory: 64Gi', 'memory: 96Gi');
  assert.deepEqual(conflictsOf(kYaml, kYaml, present), [{ path: 'spec.sizes[medium].capacity.memory', edited: '64Gi', present: '96Gi' }]);
});

test('sizes are known by their names: an edit moves with its size', () => {
  const edited = setField(kYaml, ['spec', 'sizes', 1, 'capacity', 'memory'], '70Gi', 'text');
  const present = removeSize(kYaml, 0);
  const { text } = rebase(kYaml, edited, present)!;
  assert.deepEqual(namesOf(text), ['medium', 'large']);
  assert.equal(valuesOf(text)['spec.sizes[0].capacity.memory'], '70Gi');
  assert.ok(text.includes('# the largest'));
});

test('sizes that each side adds and removes are added and removed', () => {
  const present = set(removeSize(kYaml, 0), '- name: large', '- name: tall\n      capacity:\n        memory: 90Gi\n    - name: large');
  const { text, dropped } = rebase(kYaml, addSize(kYaml), present)!;
  assert.deepEqual(namesOf(text), ['medium', 'tall', 'large', 'size4']);
  assert.deepEqual(dropped, []);
  assert.deepEqual(namesOf(rebase(kYaml, removeSize(kYaml, 1), addSize(kYaml))!.text), ['small', 'large', 'size4']);
});

test('a removed size stays removed with its edits', () => {
  const edited = set(kYaml, 'memory: 64Gi', 'memory: 70Gi');
  const present = removeSize(kYaml, 1);
  assert.deepEqual(rebase(kYaml, edited, present), { text: present, dropped: ['spec.sizes[medium]'], pairs: [0, 1] });
});

test('a size that is removed here and has changed is listed, and comes back with the new values', () => {
  const present = set(kYaml, 'memory: 64Gi', 'memory: 96Gi');
  const { text } = rebase(kYaml, removeSize(kYaml, 1), present)!;
  assert.deepEqual(namesOf(text), ['small', 'large']);
  const [conflict] = conflictsOf(kYaml, text, present)!;
  assert.deepEqual([conflict?.path, conflict?.edited], ['spec.sizes[medium]', undefined]);
  const taken = takePresent(kYaml, text, present)!.text;
  assert.deepEqual(valuesOf(taken), valuesOf(present));
});

test('a renamed size gets the new values of its other fields', () => {
  const edited = set(kYaml, 'name: medium', 'name: mid');
  const present = set(kYaml, 'memory: 64Gi', 'memory: 96Gi');
  const of = (text: string): unknown[] => [namesOf(text), valuesOf(text)['spec.sizes[1].capacity.memory']];
  assert.deepEqual(of(rebase(kYaml, edited, present)!.text), [['small', 'mid', 'large'], '96Gi']);
  assert.deepEqual(of(rebase(kYaml, present, edited)!.text), [['small', 'mid', 'large'], '96Gi']);
});

test('an order that one side changes stays', () => {
  const order = (...names: string[]): Value => names.map((name) => ({ name }));
  const merged = (...sides: string[]): string => (mergeValues(order('a', 'b', 'c'), ...sides.map((side) => order(...side)) as [Value, Value]).value as { name: string }[]).map(({ name }) => name).join('');
  assert.equal(merged('cab', 'abcd'), 'cdab');
  assert.equal(merged('abxc', 'bca'), 'bxca');
  assert.equal(merged('xabc', 'abcy'), 'xabcy');
});

test('a field that one side removes is removed, with an object that becomes empty', () => {
  assert.equal(valuesOf(rebase(kYaml, setField(kYaml, ['spec', 'concurrency', 'limit'], '', 'number'), set(kYaml, '128Gi', '256Gi'))!.text)['spec.concurrency.limit'], undefined);
  const removed = rebase(kYaml, set(kYaml, '128Gi', '256Gi'), setField(kYaml, ['spec', 'concurrency', 'limit'], '', 'number'))!.text;
  assert.ok(!removed.includes('concurrency'));
  assert.ok(removed.includes('256Gi'));
});

test('items without a name and values of other kinds are merged', () => {
  const requests = (one: string, other: string): Value => ({ resourceRequests: [{ deploymentName: 'kas', containerName: 'a', cpu: one }, { deploymentName: 'kas', containerName: 'b', cpu: other }] });
  assert.deepEqual(mergeValues(requests('1', '1'), requests('2', '1'), requests('1', '3')).value, requests('2', '3'));
  const { value, conflicts } = mergeValues({ a: { b: 1 } }, { a: 'x' }, { a: { b: 2 } });
  assert.deepEqual([value, conflicts], [{ a: 'x' }, [{ path: 'a', edited: 'x', present: { b: 2 } }]]);
  assert.deepEqual(mergeValues({}, JSON.parse('{"__proto__": {"x": 1}}'), { y: 1 }).value, JSON.parse('{"y": 1, "__proto__": {"x": 1}}'));
});

test('a text that cannot be read is not merged', () => {
  for (const texts of [['a: [', kYaml, kYaml], [kYaml, 'a: [', kYaml], [kYaml, kYaml, 'a: ['], [kYaml, 'text', kYaml]] as [string, string, string][]) {
    assert.equal(rebase(...texts), undefined);
    assert.equal(conflictsOf(...texts), undefined);
  }
});

test('aliases get the values that the merge has', () => {
  const aliased = 'spec:\n  sizes:\n  - &s {name: a, memory: &m 1Gi}\n  - {name: b, memory: *m}\n';
  const { text } = rebase(aliased, set(aliased, '*m', '2Gi'), set(aliased, '1Gi', '3Gi'))!;
  assert.deepEqual(valuesOf(text), { 'spec.sizes[0].name': 'a', 'spec.sizes[0].memory': '3Gi', 'spec.sizes[1].name': 'b', 'spec.sizes[1].memory': '2Gi' });
});

test('the caret stays in its line when the text changes elsewhere', () => {
  const at = (text: string): [string, number] => [text.replace('|', ''), text.indexOf('|')];
  for (const [before, after] of [['a|b\nc', 'a|b\nd'], ['x\nab|', 'x\ny\nab|'], ['x\na|b\nz', 'y\na|b\nw'], ['x\nabc|\nz', 'y\na|\nw']] as const) {
    const [text, caret] = at(before);
    const [next, expected] = at(after);
    assert.equal(movedCaret(text, next, caret), expected, before);
  }
});

test('a size that is renamed there, next to one that is added here, is not a conflict and not doubled', () => {
  const tiny = '    - name: tiny\n      capacity:\n        memory: 16Gi\n';
  const edited = set(kYaml, '    - name: medium', `${tiny}    - name: medium`);
  const present = set(kYaml, 'name: medium', 'name: middle');
  const { text } = rebase(kYaml, edited, present)!;
  assert.deepEqual(namesOf(text), ['small', 'tiny', 'middle', 'large']);
  assert.deepEqual(conflictsOf(kYaml, text, present), []);
  assert.equal(takePresent(kYaml, text, present)!.text, text);
});

test('comments that are edited stay, with an edit of a value and without one', () => {
  const present = set(kYaml, 'limit: 5', 'limit: 3');
  const commented = set(kYaml, '# the largest', '# large');
  assert.equal(rebase(kYaml, commented, present)?.text.replace('3 #', '3  #'), set(present, '# the largest', '# large'));
  const { text } = rebase(kYaml, set(commented, 'memory: 64Gi', 'memory: 70Gi'), present)!;
  assert.match(text, /# large\n/);
  assert.deepEqual([valuesOf(text)['spec.concurrency.limit'], valuesOf(text)['spec.sizes[1].capacity.memory']], ['3', '70Gi']);
});

test('sizes that were all removed there are not an empty list', () => {
  const present = kYaml.slice(0, kYaml.indexOf('  sizes:'));
  const { text, dropped } = rebase(kYaml, set(kYaml, 'memory: 64Gi', 'memory: 70Gi'), present)!;
  assert.deepEqual([valuesOf(text), dropped], [valuesOf(present), ['spec.sizes[medium]']]);
  assert.equal(text, present);
});

// Edits one text after another, as the form does, and returns the last with its pairs.
function editedBy(...edits: ((text: string) => string)[]): { text: string; pairs: readonly number[] } {
  let [text, sizes] = [kYaml, unedited(kYaml)];
  for (const edit of edits) {
    text = edit(text);
    sizes = pairsAfter(sizes, text, kYaml);
  }
  return { text, pairs: sizes.pairs };
}
const rename = (index: number, name: string) => (text: string): string => setField(text, ['spec', 'sizes', index, 'name'], name, 'text');

test('sizes that exchange their names stay the same sizes', () => {
  const swapped = editedBy(rename(0, 'tmp'), rename(2, 'small'), rename(0, 'large'));
  assert.deepEqual(swapped.pairs, [0, 1, 2]);
  const present = set(kYaml, 'cpu: "32"', 'cpu: "40"');
  const { text, pairs } = rebase(kYaml, swapped.text, present, swapped.pairs)!;
  assert.deepEqual([namesOf(text), valuesOf(text)['spec.sizes[2].capacity.cpu'], pairs], [['large', 'medium', 'small'], '40', [0, 1, 2]]);
  assert.deepEqual(conflictsOf(kYaml, text, present, pairs), []);
  const changes = patchOf(present, text, pairs)!.filter(({ op }) => op !== 'test');
  assert.deepEqual(changes.map(({ path, value }) => [path, value]), [['/spec/sizes/0/name', 'large'], ['/spec/sizes/2/name', 'small']]);
});

test('a size keeps its place while its new name is that of another size for a moment', () => {
  assert.deepEqual(editedBy(rename(0, 'large'), rename(0, 'large2')).pairs, [0, 1, 2]);
  assert.deepEqual(editedBy(rename(2, 'small'), rename(0, 'tiny')).pairs, [0, 1, 2]);
});

test('a size that is added there with the new name of another size here does not take its place', () => {
  const edited = editedBy(rename(1, 'mid'));
  const present = `${kYaml}    - name: mid\n      capacity:\n        memory: 200Gi\n`;
  const { text, pairs } = rebase(kYaml, edited.text, present, edited.pairs)!;
  assert.deepEqual([namesOf(text), pairs], [['small', 'mid', 'large', 'mid'], [0, 1, 2, 3]]);
  assert.deepEqual(conflictsOf(kYaml, text, present, pairs), []);
});

test('a size that is cut and pasted is the same size, and one with a name that is free again is new', () => {
  const block = /    - name: small\n(?: {6}.*\n)*/.exec(kYaml)![0];
  assert.deepEqual(editedBy((text) => text.replace(block, ''), (text) => text + block).pairs, [1, 2, 0]);
  assert.deepEqual(editedBy(rename(1, 'mid'), (text) => `${text}    - name: medium\n`).pairs, [0, 1, 2, -1]);
  assert.deepEqual(editedBy((text) => `${text}: [`, (text) => text.slice(0, -3), rename(0, 's')).pairs, [0, 1, 2]);
});
