// Each view on the example files: it shows data, in light and dark, at 1280 px, at 400 px, and at a zoom of 200 %.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { axeViolations, launchBrowser, overflowingElements, withPage } from './lib/browser.mjs';
import { servePage, sourcePath } from './lib/program.mjs';
import { getJson } from './lib/requests.mjs';

const kMostKiB = 150;
// The machines and the CPU requests are of two clusters with nodes of the same names, so they need separate servers.
const kServers = {
  fleet: ['-f', 'deploy/examples/fleet', '-f', 'deploy/examples/replicas/hpa.yaml', '-f', 'deploy/examples/replicas/deployment.yaml',
    '-f', 'deploy/examples/machine', '-f', 'deploy/examples/cluster-autoscaler', '--history', 'deploy/examples/history/recommendations.csv'],
  cpu: ['-f', 'deploy/examples/cpu-requests'],
};
// Each view with a text that it has only with its data.
const kViews = {
  fleet: {
    fleet: 'checkout-prod',
    'cluster?namespace=clusters&name=checkout-prod': 'cpu 10.108 exceeds medium',
    'cluster?namespace=clusters&name=legacy-batch': 'there is no VPA',
    'cluster?namespace=clusters&name=metrics-dev': 'VPA_OVERFLOW',
    whatIf: 'Clusters per size',
    replicas: 'hpa',
    history: 'checkout-prod',
    machines: 'm6i.xlarge',
    clusterAutoscaler: 'workers-a',
    'reference?q=EFFECTIVE_CAPACITY_NOT_INCREASING': 'EFFECTIVE_CAPACITY_NOT_INCREASING',
  },
  cpu: { cpuRequests: 'openshift-apiserver' },
};
const kWindows = [
  { name: '1280 px, light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: '1280 px, dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: '400 px, light', viewport: { width: 400, height: 800 }, colorScheme: 'light' },
  { name: '200 % zoom, dark', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, colorScheme: 'dark' },
];

let browser;
const servers = {};
before(async () => {
  browser = await launchBrowser();
  for (const [name, args] of Object.entries(kServers)) servers[name] = await servePage(...args);
});
after(async () => {
  await browser.close();
  for (const server of Object.values(servers)) assert.equal(await server.stop(), 0);
});

const viewOf = (hash) => hash.split('?')[0];

for (const [name, views] of Object.entries(kViews)) {
  test(`all views of ${name} have data`, async () => {
    const { views: served } = await getJson(servers[name], '/api/status');
    for (const hash of Object.keys(views)) assert.ok(viewOf(hash) === 'cluster' || served.includes(viewOf(hash)), `${hash} of ${served}`);
  });

  for (const [hash, text] of Object.entries(views)) {
    for (const { name: size, ...options } of kWindows) {
      test(`${hash}, ${size}`, async () => {
        await withPage(browser, servers[name], { ...options, hash: `#/${hash}` }, async (page) => {
          await page.locator(`main.view-${viewOf(hash)}`).getByText(text).first().waitFor({ state: 'attached' });
          await page.locator('main .spinner').waitFor({ state: 'detached' });
          assert.equal(await page.getByRole('alert').count(), 0);
          assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
          assert.deepEqual(await axeViolations(page), []);
          assert.deepEqual(await overflowingElements(page), []);
        });
      });
    }
  }
}

test('a fleet without a cluster is not an error', async () => {
  const empty = await servePage('-f', 'deploy/examples/proposed-configuration.yaml');
  await withPage(browser, empty, {}, async (page) => {
    await page.locator('main h2, main h1').first().waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.deepEqual(await axeViolations(page), []);
  });
  assert.equal(await empty.stop(), 0);
});

test('an unknown view and an unknown cluster say so', async () => {
  await withPage(browser, servers.fleet, { hash: '#/none' }, async (page) => {
    await page.getByRole('heading', { name: 'There is no such view' }).waitFor();
  });
  await withPage(browser, servers.fleet, { hash: '#/cluster?namespace=clusters&name=none', allowed: /status of 404/ }, async (page) => {
    await page.getByRole('alert').waitFor();
  });
});

test('the page is small', (t) => {
  const folder = sourcePath('client/ui/page/dist/');
  const bytes = readdirSync(folder).map((file) => gzipSync(readFileSync(`${folder}${file}`)).length).reduce((a, b) => a + b, 0);
  t.diagnostic(`the files of the page: ${(bytes / 1024).toFixed(0)} KiB compressed (at most ${kMostKiB} KiB)`);
  assert.ok(bytes <= kMostKiB * 1024);
});
