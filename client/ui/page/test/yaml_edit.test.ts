import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSize, pathText, readForm, removeSize, setField, stepFraction } from '../src/what_if/yaml_edit.ts';

const kYaml = `# Three sizes.
spec:
  resourceBasedAutoscaling:
    kubeAPIServerCPUFraction: "0.50"   # of the machine
  sizes:
    # the smallest
    - name: small
      criteria: {from: 0,  to: 10}
      capacity:
        memory: 32Gi
        cpu: "8"
    - name: 'medium'
`;

test('reads the fields by their paths', () => {
  const form = readForm(kYaml);
  assert.equal(form.sizes, 2);
  assert.deepEqual(form.problems, []);
  assert.equal(form.values.get('spec.sizes[0].capacity.cpu'), '8');
  assert.equal(form.values.get('spec.sizes[0].criteria.to'), '10');
  assert.equal(pathText(['spec', 'sizes', 1, 'name']), 'spec.sizes[1].name');
});

test('reports where YAML is not valid', () => {
  const [problem] = readForm('spec:\n  sizes: [\n').problems;
  assert.equal(problem?.line, 3);
  assert.match(problem.message, /^the form cannot read the YAML from here; check/);
  assert.equal(setField('a: [', ['a'], '1', 'text'), 'a: [');
});

test('a changed value changes only its own characters', () => {
  assert.equal(setField(kYaml, ['spec', 'resourceBasedAutoscaling', 'kubeAPIServerCPUFraction'], '0.60', 'text'), kYaml.replace('"0.50"', '"0.60"'));
  assert.equal(setField(kYaml, ['spec', 'sizes', 0, 'criteria', 'to'], '12', 'number'), kYaml.replace('to: 10', 'to: 12'));
  assert.equal(setField(kYaml, ['spec', 'sizes', 1, 'name'], "o'x", 'text'), kYaml.replace("'medium'", "'o''x'"));
  assert.equal(setField(kYaml, ['spec', 'sizes', 0, 'capacity', 'memory'], '1: {', 'text'), kYaml.replace('32Gi', '"1: {"'));
});

test('a new field keeps comments, and quotes what YAML would read as a number', () => {
  const text = setField(kYaml, ['spec', 'sizes', 1, 'capacity', 'cpu'], '16', 'text');
  for (const comment of ['# Three sizes.', '# of the machine', '# the smallest']) assert.ok(text.includes(comment), comment);
  assert.match(text, /name: 'medium'\n {6}capacity:\n {8}cpu: "16"\n/);
  assert.match(setField(kYaml, ['spec', 'concurrency', 'limit'], '3', 'number'), /concurrency:\n {4}limit: 3\n/);
});

test('an empty value removes the field and a parent that becomes empty', () => {
  const text = setField(setField(kYaml, ['spec', 'sizes', 0, 'capacity', 'cpu'], '', 'text'), ['spec', 'sizes', 0, 'capacity', 'memory'], '', 'text');
  assert.ok(!text.includes('capacity'));
  assert.ok(text.includes('# the smallest'));
  assert.equal(setField(kYaml, ['spec', 'none'], '', 'text'), kYaml);
});

test('sizes are added and removed', () => {
  const text = addSize(kYaml);
  assert.equal(readForm(text).sizes, 3);
  assert.equal(readForm(text).values.get('spec.sizes[2].name'), 'size3');
  assert.equal(readForm(removeSize(text, 0)).values.get('spec.sizes[0].name'), 'medium');
  assert.equal(readForm(addSize('')).sizes, 1);
});

test('an added size has the range that follows the last one', () => {
  const { values } = readForm(addSize(addSize('spec: {sizes: [{name: small, criteria: {from: 101}}]}')));
  const of = (path: string): unknown => values.get(`spec.sizes[${path}`);
  assert.deepEqual([of('0].criteria.to'), of('1].criteria.from'), of('1].criteria.to'), of('2].criteria.from'), of('2].criteria.to')],
    ['202', '203', '406', '407', undefined]);
});

test('a parent without a value becomes a mapping', () => {
  assert.match(setField('spec:\n  sizes:\n  - name: a\n    capacity:\n', ['spec', 'sizes', 0, 'capacity', 'memory'], '1Gi', 'text'), /memory: 1Gi/);
  assert.match(setField('', ['spec', 'concurrency', 'limit'], '1', 'number'), /limit: 1/);
});

test('hostile YAML does not hang or throw', () => {
  let bomb = 'a0: &a0 [x, x]\n';
  for (let index = 1; index < 30; ++index) bomb += `a${index}: &a${index} [*a${index - 1}, *a${index - 1}]\n`;
  assert.equal(readForm(bomb).problems.length, 1);
  for (const text of ['[]', '"x"', '- 1', 'a: &x\n  b: *x', '%YAML 9', '\u0000', 'spec: {sizes: 3}']) {
    readForm(text);
    setField(text, ['spec', 'sizes', 0, 'name'], 'x', 'text');
    addSize(text);
  }
});

test('fractions step by hundredths', () => {
  assert.equal(stepFraction('0.50', 1), '0.51');
  assert.equal(stepFraction('0.29', 1), '0.30');
  assert.equal(stepFraction('1', 5), '1.00');
  assert.equal(stepFraction('0.01', -5), '0.01');
  assert.equal(stepFraction('x', 1), 'x');
});
