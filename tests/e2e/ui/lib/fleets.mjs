// Writes files with fleets that the examples do not have.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourcePath } from './program.mjs';

const kSizes = ['small', 'medium', 'large'];
const kConfiguration = readFileSync(sourcePath('deploy/examples/fleet/clustersizingconfiguration.yaml'), 'utf8');

function hostedCluster({ namespace = 'clusters', name, size, labels, annotations }) {
  return {
    apiVersion: 'hypershift.openshift.io/v1beta1',
    kind: 'HostedCluster',
    metadata: {
      namespace, name,
      labels: { 'hypershift.openshift.io/hosted-cluster-size': size, ...labels },
      annotations: {
        'hypershift.openshift.io/topology': 'dedicated-request-serving-components',
        'hypershift.openshift.io/resource-based-cp-auto-scaling': 'true',
        'hypershift.openshift.io/recommended-cluster-size': size,
        'hypershift.openshift.io/cluster-scheduled': 'true',
        ...annotations,
      },
    },
    spec: { platform: { type: 'None' } },
  };
}

function vpa({ namespace = 'clusters', name, memory, cpu, message }) {
  return {
    apiVersion: 'autoscaling.k8s.io/v1',
    kind: 'VerticalPodAutoscaler',
    metadata: {
      namespace: `${namespace}-${name}`, name: 'kube-apiserver', creationTimestamp: '2026-01-04T08:00:00Z',
      annotations: { 'hypershift.openshift.io/cluster-namespace': namespace, 'hypershift.openshift.io/cluster-name': name },
    },
    spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'kube-apiserver' }, updatePolicy: { updateMode: 'Off' } },
    status: {
      conditions: [{ type: 'RecommendationProvided', status: 'True', lastTransitionTime: '2026-02-20T08:00:00Z', ...(message && { message }) }],
      recommendation: { containerRecommendations: [{ containerName: 'kube-apiserver', target: { cpu, memory }, uncappedTarget: { cpu, memory } }] },
    },
  };
}

// Returns `count` clusters with all sizes and demands, always the same.
export function manyClusters(count) {
  return Array.from({ length: count }, (_, index) => ({
    name: `cluster-${String(index).padStart(5, '0')}`,
    size: kSizes[index % 3],
    memory: `${1 + (index * 37) % 90}Gi`,
    cpu: `${100 + (index * 997) % 15_000}m`,
    labels: { region: ['asia', 'europe', 'america'][index % 3] },
  }));
}

// Writes a fleet to a temporary folder. Returns its path and a function that removes it.
export function writeFleet(clusters) {
  const path = mkdtempSync(join(tmpdir(), 'cpsizer-fleet-'));
  const write = (file, items) => writeFileSync(join(path, file), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  writeFileSync(join(path, 'configuration.yaml'), kConfiguration);
  write('clusters.json', clusters.map(hostedCluster));
  write('vpas.json', clusters.map(vpa));
  return { path, remove: () => rmSync(path, { recursive: true }) };
}

const kProfileSizes = `apiVersion: scheduling.hypershift.openshift.io/v1alpha1
kind: ClusterSizingConfiguration
metadata: {name: cluster}
spec:
  concurrency: {limit: 5, slidingWindow: 10m}
  sizes:
  - name: small # up to 10 nodes
    criteria: {from: 0, to: 10}
    effects:
      kasGoMemLimit: 1GiB
      resourceRequests:
      - {deploymentName: kube-apiserver, containerName: kube-apiserver, memory: "1Gi", cpu: 500m}
      - {deploymentName: etcd, containerName: etcd, memory: 1Gi, cpu: 100m}
  - name: medium
    criteria: {from: 11, to: 100}
    effects:
      resourceRequests:
      - {deploymentName: kube-apiserver, containerName: kube-apiserver, memory: 4Gi}
  - name: large
    criteria: {from: 101}
`;

// Writes the sizes and the clusters of the management cluster in deploy/examples/capacity, five more small clusters
// without pods, and the usage of 8 days: that of each kube-apiserver is 2Gi and 200m, that of each etcd 500Mi and 100m.
// Returns the flags of `cpsizer ui` and a function that removes the files.
export function writeProfile() {
  const path = mkdtempSync(join(tmpdir(), 'cpsizer-profile-'));
  const more = [1, 2, 3, 4, 5].map((number) => [`s${number}`, 'small']);
  const clusters = [['blue', 'small'], ['dev', 'small'], ['green', 'medium'], ...more].map(([name, size]) => hostedCluster({ name, size }));
  writeFileSync(join(path, 'sizes.yaml'), kProfileSizes);
  writeFileSync(join(path, 'clusters.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: clusters }));
  const rows = ['time,namespace,cluster,pod,container,memory,cpu,oom'];
  for (let day = 0; day <= 8; ++day) {
    for (const { metadata: { name } } of clusters) {
      const start = `${1_767_571_200 + day * 86_400},clusters,${name}`;
      rows.push(`${start},kube-apiserver-6bd9f7c8d4-x2x9z,kube-apiserver,2Gi,200m,`, `${start},etcd-0,etcd,500Mi,100m,`);
    }
  }
  const usage = join(path, 'usage.csv');
  writeFileSync(usage, `${rows.join('\n')}\n`);
  const objects = [join(path, 'sizes.yaml'), join(path, 'clusters.json'), 'deploy/examples/capacity/nodes.yaml', 'deploy/examples/capacity/pods.yaml'].flatMap((file) => ['-f', file]);
  return { objects, usage, remove: () => rmSync(path, { recursive: true }) };
}
