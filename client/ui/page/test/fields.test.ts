import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inheritNote, kGlobalFields } from '../src/what_if/fields.ts';
import { readForm } from '../src/what_if/yaml_edit.ts';

const cpu = kGlobalFields.find((field) => field.label === 'CPU fraction')!;

function formOf(...fractions: string[]) {
  return readForm(['kind: ClusterSizingConfiguration', 'spec:', '  sizes:',
    ...fractions.flatMap((fraction, index) => [`  - name: s${index}`, `    capacity: {cpu: "8"${fraction && `, kubeAPIServerCPUFraction: "${fraction}"`}}`])].join('\n'));
}

test('a fraction for all sizes says which sizes have their own', () => {
  assert.equal(inheritNote(cpu, formOf('', '')), 'CPU fraction: for all sizes.');
  assert.equal(inheritNote(cpu, formOf('0.4', '')), 'CPU fraction: not for s0, which has its own.');
  assert.equal(inheritNote(cpu, formOf('0.4', '', '0.5')), 'CPU fraction: not for s0, s2, which have their own.');
  assert.equal(inheritNote(cpu, formOf('0.4', '0.5')), 'CPU fraction: no effect, because each size has its own.');
});

test('the form says why it cannot edit a text', () => {
  const cases: [string, RegExp | undefined][] = [
    ['kind: ClusterSizingConfiguration\nspec: {}', undefined], ['kind: ClusterSizingConfiguration', undefined],
    ['a: [', /cannot be read: see line \d/], ['hello', /has no fields/], ['', /has no fields/], ['- 1', /has no fields/],
    ['kind: ConfigMap\ndata: {}', /is a ConfigMap/], ['kind: Pod', /of the kind Pod/], ['spec: {}', /without a kind/],
    ['kind: ClusterSizingConfiguration\nspec: 5', /spec is not an object/],
  ];
  for (const [text, reason] of cases) {
    if (reason) assert.match(readForm(text).reason ?? '', reason, text);
    else assert.equal(readForm(text).reason, undefined, text);
  }
});
