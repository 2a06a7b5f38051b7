// The page of a live cluster: a change of an object is shown within seconds, and the page says when it is not current.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { kWaitMs, launchBrowser, withPage } from './lib/browser.mjs';
import { startCluster, whyNoCluster } from './lib/cluster.mjs';
import { servePage } from './lib/program.mjs';

const missing = whyNoCluster() || false;
// The page must show a change within 2 s, and a failure of the API server within 10 s. Slow machines get more time.
const kSlower = 5;

let browser;
let cluster;
let server;
before(async () => {
  browser = await launchBrowser();
  if (missing) return;
  cluster = await startCluster();
  server = await servePage(`--kubeconfig=${cluster.kubeconfig}`);
});
after(async () => {
  await browser.close();
  assert.equal(await server?.stop() ?? 0, 0);
  await cluster?.stop();
});

function setMemory(name, memory) {
  cluster.kubectl('patch', 'vpa', 'kube-apiserver', '-n', `clusters-${name}`, '--subresource=status', '--type=json', '-p', JSON.stringify([
    { op: 'test', path: '/status/recommendation/containerRecommendations/1/containerName', value: 'kube-apiserver' },
    { op: 'replace', path: '/status/recommendation/containerRecommendations/1/uncappedTarget/memory', value: memory },
  ]));
}

const row = (page, name) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

// Prints how long `wait` takes, and checks a bound.
async function timed(t, what, seconds, wait) {
  const start = performance.now();
  await wait();
  const took = (performance.now() - start) / 1000;
  t.diagnostic(`${what}: ${took.toFixed(2)} s (must be at most ${seconds} s)`);
  assert.ok(took < seconds * kSlower, `${what} took ${took} s`);
}

test('a VPA changes, and the row changes', { skip: missing, timeout: 4 * kWaitMs }, async (t) => {
  await withPage(browser, server, { mayShift: true }, async (page) => {
    const orders = row(page, 'orders-prod');
    await orders.getByText('34Gi').first().waitFor();
    setMemory('orders-prod', '50Gi');
    await timed(t, 'from the VPA to the row', 2, () => orders.getByText('large').first().waitFor());
    await orders.getByText('50Gi').first().waitFor();
    setMemory('orders-prod', '34Gi');
    await orders.getByText('34Gi').first().waitFor();
  });
});

test('the page names the API server and the context', { skip: missing, timeout: 4 * kWaitMs }, async () => {
  await withPage(browser, server, {}, async (page) => {
    const source = page.locator('header .source');
    await source.filter({ hasText: 'https://' }).filter({ hasText: 'context' }).waitFor();
  });
});

test('a cluster that is deleted leaves the table', { skip: missing, timeout: 4 * kWaitMs }, async () => {
  await withPage(browser, server, { mayShift: true }, async (page) => {
    await row(page, 'sandbox-new').waitFor();
    cluster.kubectl('delete', 'hostedcluster', 'sandbox-new', '-n', 'clusters', '--wait=false');
    await row(page, 'sandbox-new').waitFor({ state: 'detached' });
  });
});

test('the page says that the API server does not answer, and recovers', { skip: missing, timeout: 8 * kWaitMs }, async (t) => {
  await withPage(browser, server, { mayShift: true }, async (page) => {
    await row(page, 'orders-prod').waitFor();
    await cluster.interrupt();
    const banner = page.getByText('The cluster could not be read since');
    await timed(t, 'from the failure to the banner', 10, () => banner.waitFor());
    assert.ok(await row(page, 'orders-prod').isVisible(), 'the last data stays');
    setMemory('orders-prod', '51Gi');
    await cluster.resume();
    await timed(t, 'from the return of the API server to current data', 10, () => row(page, 'orders-prod').getByText('51Gi').first().waitFor());
    await banner.waitFor({ state: 'detached' });
    setMemory('orders-prod', '34Gi');
  });
});

test('the page says that cpsizer ui has ended', { timeout: 4 * kWaitMs }, async () => {
  const own = await servePage('-f', 'deploy/examples/fleet');
  await withPage(browser, own, { mayShift: true, allowed: /net::ERR_/ }, async (page) => {
    await page.getByText('orders-prod').first().waitFor();
    await own.stop();
    await page.getByText('The connection is lost.').waitFor();
  });
});

test('the page notices a server that is stopped, and recovers', { timeout: 8 * kWaitMs }, async (t) => {
  const own = await servePage('-f', 'deploy/examples/fleet');
  try {
    await withPage(browser, own, { mayShift: true, allowed: /net::ERR_/ }, async (page) => {
      await page.getByText('orders-prod').first().waitFor();
      const banner = page.getByText('The connection is lost.');
      own.signal('SIGSTOP');
      await timed(t, 'from the stop of the server to the banner', 10, () => banner.waitFor());
      own.signal('SIGCONT');
      await timed(t, 'from the return of the server to current data', 10, () => banner.waitFor({ state: 'detached' }));
      await page.getByText('orders-prod').first().waitFor();
    });
  } finally {
    own.signal('SIGCONT');
    assert.equal(await own.stop(), 0);
  }
});
