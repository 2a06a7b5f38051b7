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
