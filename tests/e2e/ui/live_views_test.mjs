// The views of a live cluster, without a browser: each answers with the output of its verb for the same cluster. Their
// objects are created while the page is served.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startCluster, whyNoCluster } from './lib/cluster.mjs';
import { cpsizerJsonAndNotes, servePage, sourcePath } from './lib/program.mjs';
import { cookieOf, send } from './lib/requests.mjs';

const missing = whyNoCluster() || false;
// ViewProbe::kInterval, and more for slow machines.
const kViewsMs = 120_000;

const kViews = [
  {
    name: 'replicas',
    path: '/api/replicas',
    verb: ['replicas', '-A'],
    // The verb prints no list for one autoscaler.
    printed: (json) => json.items[0].response,
    crds: [],
    objects: ['deploy/examples/replicas/deployment.yaml', 'deploy/examples/replicas/hpa.yaml'],
  },
  {
    name: 'machines',
    path: '/api/machines',
    verb: ['machine'],
    crds: ['deploy/crds/machines', 'tests/testing/crds/controlplanemachinesets.yaml'],
    objects: ['deploy/examples/machine/autoscaler.yaml', 'deploy/examples/machine/machines.yaml'],
  },
  {
    name: 'cpuRequests',
    path: '/api/cpu-requests',
    verb: ['cpu-requests'],
    crds: ['tests/testing/crds/openshift.yaml'],
    objects: ['deploy/examples/cpu-requests/infrastructure.yaml'],
    workloads: [['Deployment', 'openshift-apiserver', 'apiserver', '110m'], ['DaemonSet', 'openshift-dns', 'dns-default', '60m']],
  },
  {
    name: 'clusterAutoscaler',
    path: '/api/cluster-autoscaler',
    verb: ['autoscaler', 'plan'],
    crds: ['tests/testing/crds/clusterautoscalers.yaml', 'tests/testing/crds/machineautoscalers.yaml'],
    objects: ['deploy/examples/cluster-autoscaler/autoscaler.yaml', 'deploy/examples/cluster-autoscaler/machineset.yaml'],
  },
];
const kNamespaces = ['shop', 'openshift-apiserver', 'openshift-dns'];

// Programs do not keep Node running (lib/program.mjs), and there is no browser that does.
const alive = setInterval(() => undefined, 60_000);
let folder;
let cluster;
let server;
let cookie;
before(async () => {
  if (missing) return;
  folder = mkdtempSync(join(tmpdir(), 'cpsizer-views-'));
  cluster = await startCluster();
  server = await servePage(`--kubeconfig=${cluster.kubeconfig}`);
  cookie = await cookieOf(server);
});
after(async () => {
  assert.equal(await server?.stop() ?? 0, 0);
  await cluster?.stop();
  if (folder) rmSync(folder, { recursive: true });
  clearInterval(alive);
});

async function get(path) {
  const answer = await send(server.origin, { path, headers: { cookie } });
  return { code: answer.status, json: JSON.parse(answer.text) };
}

// The examples of workloads are shortened; the API server needs these fields.
function workloadYaml(kind, namespace, name, cpu) {
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind,
    metadata: { namespace, name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name, image: 'registry.example.com/app', resources: { requests: { cpu, memory: '50Mi' } } }] },
      },
    },
  });
}

// Creates the objects of a manifest with their status. It may have the resourceVersion of another cluster.
function apply(manifest) {
  const file = join(folder, 'objects.yaml');
  writeFileSync(file, manifest.replaceAll(/^ *resourceVersion: .*\n/gm, ''));
  cluster.kubectl('apply', '--server-side', '--validate=false', '-f', file);
  cluster.kubectl('apply', '--server-side', '--validate=false', '--subresource=status', '--force-conflicts', '-f', file);
}

// Reads the server-sent events until the status has all views.
async function waitForViews(names) {
  const end = performance.now() + kViewsMs;
  const response = await fetch(`${server.origin}/api/events`, { headers: { cookie }, signal: AbortSignal.timeout(kViewsMs) });
  const hasAll = async () => {
    const { views } = (await get('/api/status')).json;
    return names.every((name) => views.includes(name));
  };
  if (await hasAll()) return;
  for await (const chunk of response.body) {
    if (Buffer.from(chunk).includes('event: status') && await hasAll()) return;
    assert.ok(performance.now() < end);
  }
}

// The time of a decision is not the same in two processes.
function withoutTimes(json) {
  return JSON.parse(JSON.stringify(json).replaceAll(/\d{4}-\d\d-\d\dT[0-9:.]+(Z|[+-]\d\d:\d\d)/g, 'TIME'));
}

test('a view without objects is not listed', { skip: missing }, async () => {
  const { views } = (await get('/api/status')).json;
  assert.deepEqual(views, ['fleet', 'whatIf', 'sizes', 'capacity', 'reference']);
  const capacity = await get('/api/capacity');
  assert.equal(capacity.code, 400);
  assert.match(capacity.json.error.message, /there is no Node/);
  for (const view of kViews) assert.equal((await get(view.path)).code, 404, view.name);
});

test('views appear without a restart, and are the output of their verbs', { skip: missing, timeout: 3 * kViewsMs }, async (t) => {
  for (const name of kNamespaces) cluster.kubectl('create', 'namespace', name);
  for (const { crds } of kViews) {
    for (const path of crds) cluster.kubectl('apply', path.endsWith('.yaml') ? '-f' : '-k', sourcePath(path));
  }
  cluster.kubectl('wait', '--for=condition=established', 'crd', '--all', '--timeout=60s');
  for (const { objects, workloads } of kViews) {
    for (const path of objects) apply(readFileSync(sourcePath(path), 'utf8'));
    for (const workload of workloads ?? []) apply(workloadYaml(...workload));
  }
  const start = performance.now();
  await waitForViews(kViews.map((view) => view.name));
  t.diagnostic(`from the objects to their views: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  for (const view of kViews) {
    const answer = await get(view.path);
    assert.equal(answer.code, 200, `${view.name}: ${JSON.stringify(answer.json)}`);
    const { json, notes } = cpsizerJsonAndNotes(...view.verb, `--kubeconfig=${cluster.directKubeconfig}`);
    const { notes: shownNotes = [], ...shown } = answer.json;
    assert.deepEqual(withoutTimes(view.printed ? view.printed(shown) : shown), withoutTimes(json), view.name);
    assert.deepEqual(withoutTimes(shownNotes), withoutTimes(notes.filter((note) => !note.startsWith('note: skipped '))), view.name);
  }
});

test('the capacity is the output of its verb', { skip: missing }, async () => {
  apply(readFileSync(sourcePath('deploy/examples/capacity/nodes.yaml'), 'utf8'));
  const answer = await get('/api/capacity');
  assert.equal(answer.code, 200, JSON.stringify(answer.json));
  const { json, notes } = cpsizerJsonAndNotes('capacity', `--kubeconfig=${cluster.directKubeconfig}`);
  const { notes: shownNotes = [], ...shown } = answer.json;
  assert.deepEqual(shown, json);
  assert.deepEqual(shownNotes, notes.filter((note) => !note.startsWith('note: skipped ')));
});
