// A simulation of an autoscaler from a pasted series, and the replay of the history with another configuration.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { axeViolations, launchBrowser, withPage } from './lib/browser.mjs';
import { cpsizerJson, servePage, sourcePath } from './lib/program.mjs';

const kAutoscaler = 'deploy/examples/replicas/hpa.yaml';
const kSeries = 'deploy/examples/replicas/series.csv';

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launchBrowser(),
    servePage('-f', 'deploy/examples/fleet', '-f', kAutoscaler, '--history', 'deploy/examples/history/recommendations.csv')]);
});
after(async () => {
  await browser.close();
  assert.equal(await server.stop(), 0);
});

test('a pasted series shows the decisions of cpsizer replicas simulate', async () => {
  const { summary } = cpsizerJson('replicas', 'simulate', '-f', kAutoscaler, '--series', kSeries);
  await withPage(browser, server, { hash: '#/replicas', mayShift: true }, async (page) => {
    await page.getByText('web').first().click();
    await page.getByRole('textbox', { name: 'Series' }).fill(readFileSync(sourcePath(kSeries), 'utf8'));
    await page.getByRole('button', { name: 'Simulate' }).click();
    const decisions = page.getByRole('region', { name: 'Decisions of the simulation' });
    await decisions.waitFor();
    assert.ok(await decisions.getByRole('row').count() > 1);
    await page.locator('main').getByText(summary, { exact: false }).first().waitFor();
    assert.ok(await page.getByRole('img').count() >= 1, 'the chart has a text alternative');
    assert.deepEqual(await axeViolations(page), []);
  });
});

test('a series that cannot be read is reported', async () => {
  await withPage(browser, server, { hash: '#/replicas', mayShift: true, allowed: /status of 400/ }, async (page) => {
    await page.getByText('web').first().click();
    await page.getByRole('textbox', { name: 'Series' }).fill('time,cpu\n0s,<script>\n');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.locator('main').getByText('<script>').last().waitFor();
    await page.getByRole('alert').waitFor();
  });
});

test('the history has charts with text alternatives and the clusters with transitions', async () => {
  await withPage(browser, server, { hash: '#/history' }, async (page) => {
    await page.locator('main').getByText('checkout-prod').first().waitFor();
    assert.ok(await page.locator('main').getByRole('img').count() >= 1);
  });
});
