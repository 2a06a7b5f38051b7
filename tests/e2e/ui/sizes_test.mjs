// The profile of sizes: questions answered from the page alone, the keyboard, and errors.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { axeViolations, cutTexts, launchBrowser, overflowingElements, withPage } from './lib/browser.mjs';
import { writeProfile } from './lib/fleets.mjs';
import { cpsizerJson, servePage } from './lib/program.mjs';
import { answer, figure } from './lib/questions.mjs';

let browser;
let profile;
let server;
before(async () => {
  browser = await launchBrowser();
  profile = writeProfile();
  server = await servePage(...profile.objects, '--usage-history', profile.usage);
});
after(async () => {
  await browser.close();
  assert.equal(await server.stop(), 0);
  profile.remove();
});

const kRequests = 'Requests of containers';
const requestRow = (page, ...texts) => texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('region', { name: kRequests }).getByRole('row'));

test('what does a control plane of a size request, and which clusters have the size', async (t) => {
  const { sizes } = cpsizerJson('capacity', ...profile.objects);
  assert.equal(sizes[0].requests.pods, 9);
  await answer(t, browser, profile.objects, 1, async (page, use) => {
    await use(page.getByRole('link', { name: 'Sizes' }));
    await page.getByRole('heading', { name: 'Size small' }).waitFor();
    await figure(page, 'Control plane, CPU').getByText(String(sizes[0].requests.cpuMillis / 1000), { exact: true }).waitFor();
    await figure(page, 'Control plane, CPU').getByText('9 pods, as blue').waitFor();
    await figure(page, 'Nodes').getByText('0 to 10').waitFor();
    await requestRow(page, 'etcd', 'memory').getByText('1Gi').waitFor();
    for (const name of ['blue', 'dev', 's1', 's5']) await page.locator('main').getByRole('link', { name: `clusters/${name}` }).waitFor();
  });
});

test('which requests should the sizes have, why, and do they fit', async (t) => {
  const { requests, proposal } = cpsizerJson('fit', '--requests', ...profile.objects, '--history', profile.usage);
  const file = `${profile.usage}.proposal.yaml`;
  writeFileSync(file, JSON.stringify(proposal));
  const [now, then] = [[], ['--with', file]].map((flags) => cpsizerJson('capacity', ...profile.objects, ...flags).sizes[0].more);
  assert.notEqual(now, then);
  await answer(t, browser, [...profile.objects, '--usage-history', profile.usage], 1, async (page, use) => {
    await use(page.getByRole('link', { name: 'Sizes' }));
    for (const row of requests.filter(({ size, proposed }) => size === 'small' && proposed)) {
      const shown = requestRow(page, row.containerName, row.resource === 'cpu' ? 'CPU' : 'memory');
      await shown.getByText(row.proposed).waitFor();
      await shown.getByText(row.reason).waitFor();
    }
    await figure(page, 'More fit').getByText(`${now} → ${then}`).waitFor();
    await figure(page, 'GOMEMLIMIT').getByText('1GiB → 2246MiB').waitFor();
  });
});

test('the proposal goes into What if and into the capacity, with its comments', async (t) => {
  await answer(t, browser, [...profile.objects, '--usage-history', profile.usage], 4, async (page, use) => {
    await use(page.getByRole('link', { name: 'Sizes' }));
    await use(page.getByRole('button', { name: 'Edit the proposal in What if' }));
    const yaml = await page.getByRole('textbox', { name: /YAML/ }).inputValue();
    assert.match(yaml, /small # up to 10 nodes/);
    assert.match(yaml, /kasGoMemLimit: 2246MiB/);
    assert.match(yaml, /memory: "?2496Mi/);
    await use(page.getByRole('link', { name: 'Capacity', exact: true }));
    await use(page.getByRole('checkbox', { name: 'Requests of the edited configuration' }), 'check');
    await page.getByText('With the plan').waitFor();
  });
});

test('by keyboard: the view, and each size', async () => {
  await withPage(browser, server, { mayShift: true }, async (page) => {
    await page.locator('main table.data').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { name: 'Size small' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Size medium' }).waitFor();
    assert.match(page.url(), /size=medium/);
    await page.goBack();
    await page.getByRole('heading', { name: 'Size small' }).waitFor();
  });
});

test('without usage and nodes, the requests are those of the size and of the release', async () => {
  const plain = await servePage('-f', 'deploy/examples/nodes');
  await withPage(browser, plain, { hash: '#/sizes', mayShift: true }, async (page) => {
    await page.getByText('Start cpsizer ui with --usage-history').waitFor();
    await page.getByText(/requests of the release/).first().waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.equal(await page.getByRole('columnheader', { name: 'p95' }).count(), 0);
    assert.deepEqual(await axeViolations(page), []);
  });
  assert.equal(await plain.stop(), 0);
});

test('usage that cannot be read is an error, and the other parts stay', async () => {
  const folder = writeProfile();
  const broken = await servePage(...folder.objects, '--usage-history', folder.usage);
  writeFileSync(folder.usage, 'no columns\n');
  await withPage(browser, broken, { hash: '#/sizes', allowed: /status of 400/, mayShift: true }, async (page) => {
    await page.getByRole('alert').getByText('The usage could not be read.').waitFor();
    await figure(page, 'Control plane, CPU').getByText('9 pods').waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });
  assert.equal(await broken.stop(), 0);
  folder.remove();
});

test('a size of the URL that is gone is replaced, and the view fits into narrow windows', async () => {
  for (const width of [400, 768, 1280]) {
    await withPage(browser, server, { hash: '#/sizes?size=gone', viewport: { width, height: 800 }, mayShift: true }, async (page) => {
      await page.getByRole('heading', { name: 'Size small' }).waitFor();
      assert.deepEqual(await overflowingElements(page), []);
      if (width >= 768) assert.deepEqual(await cutTexts(page), [], `${width} px`);
      assert.deepEqual(await axeViolations(page), []);
      await page.emulateMedia({ media: 'print' });
      assert.deepEqual(await overflowingElements(page), []);
    });
  }
});
