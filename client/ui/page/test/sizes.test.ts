import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, containerName, nodesText, requestLines, sizesOf, usageText } from '../src/sizes/profile.ts';
import { withProposal } from '../src/sizes/proposal.ts';
import type { FitRequests, UsageRow } from '../src/types_sizes.ts';

const row = (size: string, container: string, resource: string, proposed?: string): UsageRow => ({
  size, deploymentName: container, containerName: container, resource, clusters: 6, samples: 48, p50: 2 ** 30, p95: 2 ** 31, max: 2 ** 31, proposed,
});
const usage = {
  requests: [row('small', 'kube-apiserver', 'memory', '2496Mi'), row('small', 'kube-apiserver', 'cpu'), row('small', 'etcd', 'memory', '600Mi'), row('large', 'etcd', 'cpu', '120m')],
  kasGoMemLimits: [{ size: 'small', present: '1GiB', proposed: '2246MiB' }, { size: 'large', reason: 'less' }],
} as unknown as FitRequests;

const kText = `spec:
  sizes:
  - name: small # up to 10 nodes
    effects:
      kasGoMemLimit: 1GiB
      resourceRequests:
      - deploymentName: kube-apiserver
        containerName: kube-apiserver
        memory: "1Gi" # measured in spring
  - name: large
`;

test('numbers of nodes are ranges in words', () => {
  assert.equal(nodesText({ name: 'a', criteria: { to: 10 } }), '0 to 10');
  assert.equal(nodesText({ name: 'a', criteria: { from: 11 } }), 'from 11');
  assert.equal(nodesText({ name: 'a' }), '–');
});

test('a configuration without sizes has none', () => {
  assert.deepEqual(sizesOf(null), []);
  assert.deepEqual(sizesOf({ spec: { sizes: 'many' } }), []);
  assert.deepEqual(sizesOf({ spec: { sizes: [{ name: 'a' }, {}] } }), [{ name: 'a' }]);
});

test('requests of the size come first, then containers that only have usage', () => {
  const requests = { cpu: { amount: '350m', from: 'baseline' }, memory: { amount: '1Gi', from: 'size' } };
  const effects = { baseline: 'a release', sizes: [{ size: 'small', containers: [{ deployment: 'kube-apiserver', container: 'kube-apiserver', requests }, { deployment: 'router', container: 'router', requests }] }] };
  const size = { name: 'small', effects: { resourceRequests: [{ deploymentName: 'kube-apiserver', containerName: 'kube-apiserver', memory: '1Gi' }] } };
  const { lines, others } = requestLines(size, usage, effects);
  assert.deepEqual(lines.map((line) => [line.container, line.resource, line.request, line.usage?.proposed]), [
    ['kube-apiserver', 'memory', '1Gi', '2496Mi'], ['kube-apiserver', 'cpu', undefined, undefined], ['etcd', 'memory', undefined, '600Mi'],
  ]);
  assert.deepEqual(lines.map((line) => line.release), [undefined, '350m', undefined]);
  assert.deepEqual(others.map((line) => [line.container, line.resource, line.release]), [['router', 'cpu', '350m']]);
  assert.deepEqual(requestLines({ name: 'none' }), { lines: [], others: [] });
});

test('changes are counted by size, limits too', () => {
  assert.equal(changesOf('small', usage), 3);
  assert.equal(changesOf('large', usage), 1);
  assert.equal(changesOf('small', undefined), 0);
});

test('usage is in the units that people read', () => {
  assert.equal(usageText('memory', 2 ** 31), '2Gi');
  assert.equal(usageText('cpu', 0.2), '200m');
  assert.equal(usageText('cpu', undefined), '–');
  assert.equal(containerName('etcd', 'etcd-metrics'), 'etcd/etcd-metrics');
  assert.equal(containerName('etcd', 'etcd'), 'etcd');
});

test('a proposal changes only its values, and keeps comments', () => {
  const next = withProposal(kText, usage);
  for (const line of ['small # up to 10 nodes', 'memory: "2496Mi" # measured in spring', 'kasGoMemLimit: 2246MiB']) assert.ok(next.includes(line), next);
  assert.match(next, /deploymentName: etcd\n\s+containerName: etcd\n\s+memory: 600Mi/);
  assert.match(next, /name: large\n\s+effects:\n\s+resourceRequests:\n\s+- deploymentName: etcd\n\s+containerName: etcd\n\s+cpu: 120m/);
  assert.equal(withProposal('a: [', usage), 'a: [');
  assert.equal(withProposal('spec: {sizes: []}', usage), 'spec: {sizes: []}');
});
