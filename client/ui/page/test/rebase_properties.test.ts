import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { conflictsOf, rebase, takePresent } from '../src/what_if/rebase.ts';
import { readForm } from '../src/what_if/yaml_edit.ts';

interface Size { name: string; capacity: Record<string, string> }

const kRounds = 300;
const kFields = ['memory', 'cpu'];

// The same numbers in each run.
let state = 1;
function random(below: number): number {
  state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
  return (state >> 8) % below;
}

function initialSizes(): Size[] {
  return ['a', 'b', 'c', 'd'].slice(0, 1 + random(4)).map((name, index) => ({ name, capacity: { memory: `${index + 1}Gi`, cpu: `${index + 1}` } }));
}

// Changes a field, adds, removes, renames or moves a size. Each new name begins with `side`.
function changed(sizes: readonly Size[], side: string): Size[] {
  const next = structuredClone(sizes) as Size[];
  for (let count = random(4); count > 0; --count) {
    const [kind, place] = [random(5), random(Math.max(next.length, 1))];
    const size = next[place];
    if (kind === 0 || !size) next.splice(place, 0, { name: `${side}-added-${count}`, capacity: { memory: `${random(99)}Gi` } });
    else if (kind === 1) size.capacity[kFields[random(2)]!] = `${100 + random(99)}`;
    else if (kind === 2) next.splice(place, 1);
    else if (kind === 3) size.name = `${side}-renamed-${count}`;
    else next.splice(random(next.length), 0, ...next.splice(place, 1));
  }
  return next;
}

const yamlOf = (sizes: readonly Size[]): string => stringify({ kind: 'ClusterSizingConfiguration', spec: { sizes } });
const valuesOf = (text: string): object => Object.fromEntries(readForm(text).values);
const namesOf = (text: string): string[] => [...readForm(text).values].filter(([path]) => path.endsWith('.name')).map(([, name]) => name);

function fieldOf(text: string, name: string, field: string): string | undefined {
  const index = namesOf(text).indexOf(name);
  return readForm(text).values.get(`spec.sizes[${index}].capacity.${field}`);
}

test('random changes on both sides are merged without loss and without doubled sizes', () => {
  for (let round = 0; round < kRounds; ++round) {
    const sizes = initialSizes();
    const [origin, edited, present] = [yamlOf(sizes), yamlOf(changed(sizes, 'edited')), yamlOf(changed(sizes, 'present'))];
    const merged = rebase(origin, edited, present)!.text;
    const texts = [origin, edited, present, merged];
    const about = texts.join('\n---\n');
    assert.equal(new Set(namesOf(merged)).size, namesOf(merged).length, about);
    assert.deepEqual(valuesOf(rebase(present, merged, present)!.text), valuesOf(merged), about);
    for (const name of namesOf(origin).filter((size) => texts.every((text) => namesOf(text).includes(size)))) {
      for (const field of kFields) {
        const [from, mine, now, result] = texts.map((text) => fieldOf(text, name, field));
        assert.equal(result, mine === from ? now : mine, `${name}.${field}\n${about}`);
      }
    }
    const taken = takePresent(origin, merged, present)!.text;
    assert.deepEqual(conflictsOf(origin, taken, present), [], about);
    assert.equal(new Set(namesOf(taken)).size, namesOf(taken).length, about);
  }
});
