// Capacity of the management cluster: questions answered from the page alone, the plan, the keyboard, and errors.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { axeViolations, cutTexts, launchBrowser, overflowingElements, withPage } from './lib/browser.mjs';
import { cpsizerJson, servePage, sourcePath } from './lib/program.mjs';
import { answer, figure } from './lib/questions.mjs';

const kExample = ['-f', 'deploy/examples/capacity'];
const kLarger = 'deploy/examples/larger-requests.yaml';

let browser;
let server;
before(async () => {
  browser = await launchBrowser();
  server = await servePage(...kExample);
});
after(async () => {
  await browser.close();
  assert.equal(await server.stop(), 0);
});

const table = (page, name) => page.getByRole('region', { name }).getByRole('table');
const rowTexts = async (page, name) => (await table(page, name).locator('tbody tr').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
const kMore = 'How many more clusters fit';
const kLosses = 'When a node or a zone fails';

test('how many more clusters fit, and what is the first limit', async (t) => {
  const { sizes } = cpsizerJson('capacity', ...kExample);
  await answer(t, browser, kExample, 1, async (page, use) => {
    await use(page.getByRole('link', { name: 'Capacity', exact: true }));
    for (const { size, more, limit } of sizes.filter(({ more }) => more !== undefined)) {
      const row = table(page, kMore).getByRole('row').filter({ hasText: size });
      await row.getByText(String(more), { exact: true }).first().waitFor();
      await row.getByText(limit).waitFor();
    }
  });
});

test('what remains when a node or a zone fails', async (t) => {
  const { losses } = cpsizerJson('capacity', ...kExample);
  await answer(t, browser, kExample, 1, async (page, use) => {
    await use(page.getByRole('link', { name: 'Capacity', exact: true }));
    await table(page, kLosses).waitFor();
    assert.deepEqual(await rowTexts(page, kLosses), losses.map((loss) => [loss.lossOf, loss.movedPods, loss.podsWithoutRoom, loss.podsWithoutOtherZone, ...Object.values(loss.more)].join(' ')));
  });
});

test('do larger requests fit, and with which nodes', async (t) => {
  const larger = readFileSync(sourcePath(kLarger), 'utf8');
  const moreOf = (...flags) => cpsizerJson('capacity', ...kExample, ...flags).sizes[0].more;
  const [now, then, withNodes] = [moreOf(), moreOf('--with', kLarger), moreOf('--with', kLarger, '--nodes-like', 'node-a1=1')];
  assert.ok(then < now);
  await answer(t, browser, kExample, 6, async (page, use) => {
    await use(page.getByRole('link', { name: 'What if' }));
    await use(page.getByRole('textbox', { name: /YAML/ }), 'fill', larger);
    await use(page.getByRole('link', { name: 'Capacity', exact: true }));
    await use(page.getByRole('checkbox', { name: 'Requests of the edited configuration' }), 'check');
    await table(page, kMore).getByText(`${now} → ${then}`, { exact: true }).first().waitFor();
    await use(page.getByRole('combobox', { name: 'Add nodes like' }), 'selectOption', 'node-a1');
    await table(page, kMore).getByText(`${now} → ${withNodes}`, { exact: true }).first().waitFor();
    await figure(page, 'Nodes').getByText('7', { exact: true }).waitFor();
  });
});

test('the plan is in the URL, and its number is typed', async () => {
  await withPage(browser, server, { hash: '#/capacity', mayShift: true }, async (page) => {
    await page.getByRole('combobox', { name: 'Add nodes like' }).selectOption('node-b1');
    await page.getByRole('spinbutton', { name: 'More nodes like node-b1' }).fill('3');
    await figure(page, 'Nodes').getByText('9', { exact: true }).waitFor();
    assert.match(page.url(), /like=node-b1%3D3/);
    assert.deepEqual(await axeViolations(page), []);
    await page.reload();
    await figure(page, 'Nodes').getByText('9', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove the nodes like node-b1' }).click();
    await figure(page, 'Nodes').getByText('6', { exact: true }).waitFor();
  });
});

test('by keyboard: the view, the nodes, their order', async () => {
  await withPage(browser, server, { mayShift: true }, async (page) => {
    await page.locator('main table.data').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.locator('table[data-table=capacity]').waitFor();
    await page.keyboard.press('j');
    await page.locator('tr.active').getByText('node-a1').waitFor();
    await page.getByRole('button', { name: 'Node', exact: true }).press('Enter');
    await page.keyboard.press('j');
    await page.locator('tr.active').getByText('node-a2').waitFor();
  });
});

test('sizes link to their clusters', async () => {
  await withPage(browser, server, { hash: '#/capacity', mayShift: true }, async (page) => {
    await table(page, kMore).getByRole('link', { name: '2 clusters of small' }).click();
    await page.getByText('2 of 3 clusters').waitFor();
    await page.goBack();
    await table(page, kMore).getByRole('link', { name: 'clusters/blue' }).click();
    await page.getByRole('heading', { level: 1, name: 'clusters/blue' }).waitFor();
  });
});

test('a plan with a node that is gone is an error, and the capacity without it stays', async () => {
  await withPage(browser, server, { hash: '#/capacity?like=gone%3D1', allowed: /status of 400/, mayShift: true }, async (page) => {
    await page.getByRole('alert').getByText('there is no Node "gone"').waitFor();
    await figure(page, 'Nodes').getByText('6', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Remove the nodes like gone' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});

test('nodes that are given twice are an error, and a new attempt is offered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cpsizer-capacity-'));
  const copy = join(folder, 'nodes.yaml');
  writeFileSync(copy, readFileSync(sourcePath('deploy/examples/capacity/nodes.yaml')));
  const twice = await servePage(...kExample, '-f', copy);
  await withPage(browser, twice, { hash: '#/capacity', allowed: /status of 400/, mayShift: true }, async (page) => {
    await page.getByRole('alert').getByText('is there twice').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
  assert.equal(await twice.stop(), 0);
  rmSync(folder, { recursive: true });
});

test('a planned view fits into narrow windows', async () => {
  for (const width of [400, 640, 768, 1024]) {
    await withPage(browser, server, { hash: '#/capacity?like=node-a1%3D2,node-b1%3D1', viewport: { width, height: 800 }, mayShift: true }, async (page) => {
      await figure(page, 'Nodes').getByText('9', { exact: true }).waitFor();
      assert.deepEqual(await overflowingElements(page), []);
      if (width >= 768) assert.deepEqual(await cutTexts(page), [], `${width} px`);
    });
  }
});
