// The questions of a newcomer, answered from the page alone with a few clicks. Each answer is compared with the command.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchBrowser } from './lib/browser.mjs';
import { cpsizerJson, sourcePath } from './lib/program.mjs';
import { answer as answerQuestion, figure } from './lib/questions.mjs';

const kFleet = 'deploy/examples/fleet';
const kConfiguration = `${kFleet}/clustersizingconfiguration.yaml`;
const present = readFileSync(sourcePath(kConfiguration), 'utf8');

let browser;
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cpsizer-questions-'));
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

// Like answerQuestion(), with the page of the files.
function answer(t, files, most, body) {
  return answerQuestion(t, browser, files.flatMap((file) => ['-f', file]), most, body);
}

const rowNames = (page) => page.locator('main table tbody tr[data-key] th').allInnerTexts();

test('which clusters would change, and why', async (t) => {
  const { items } = cpsizerJson('recommend', '-f', kFleet, '--changed');
  await answer(t, [kFleet], 1, async (page, use) => {
    await figure(page, 'Clusters').getByText(`${items.length} would change`).waitFor();
    await use(page.getByRole('combobox', { name: 'Move' }), 'selectOption', 'changes');
    await page.getByText(`${items.length} of`).first().waitFor();
    assert.deepEqual((await rowNames(page)).sort(), items.map(({ cluster }) => cluster.name).sort());
    for (const { cluster, response } of items) {
      const row = page.getByRole('row').filter({ hasText: cluster.name });
      assert.ok((await row.textContent()).includes(response.summary), cluster.name);
    }
  });
});

test('why is checkout-prod large', async (t) => {
  const { response } = cpsizerJson('recommend', '-f', kFleet).items.find(({ cluster }) => cluster.name === 'checkout-prod');
  await answer(t, [kFleet], 1, async (page, use) => {
    await use(page.getByRole('link', { name: 'checkout-prod' }));
    await page.getByRole('heading', { level: 1, name: /checkout-prod/ }).waitFor();
    await page.getByText(response.summary).first().waitFor();
    await page.getByText('short by 2.108').waitFor();
  });
});

test('what happens to the fleet at a CPU fraction of 0.5, and how long would that rollout take', async (t) => {
  // The fraction of each size, because the example has one for `small` and one for `large`.
  const with_half = write('half.yaml', present.replaceAll(/kubeAPIServerCPUFraction: "[.0-9]+"/g, 'kubeAPIServerCPUFraction: "0.50"'));
  const { items, rollout } = cpsizerJson('diff', '-f', kFleet, '--with', with_half);
  await answer(t, [kFleet], 3, async (page, use) => {
    await use(page.getByRole('link', { name: 'What if' }));
    await use(page.getByRole('textbox', { name: 'CPU fraction of small' }), 'fill', '0.50');
    await use(page.getByRole('textbox', { name: 'CPU fraction of large' }), 'fill', '0.50');
    const moved = items.filter(({ move }) => move !== 'outcome');
    const moves = figure(page, 'Clusters that move');
    await moves.getByText('no edits yet').waitFor({ state: 'detached' });
    await moves.filter({ hasText: new RegExp(`move\\s*${moved.length}\\D`) }).waitFor();
    for (const { cluster } of items) await page.locator('main table.data').getByText(cluster.name).first().waitFor();
    const text = await figure(page, 'Rollout').innerText();
    t.diagnostic(`${moved.length} clusters move; ${text.replace(/\s+/g, ' ')}; cpsizer diff: at least ${rollout?.atLeastSeconds ?? 0} s`);
    assert.match(text, new RegExp(`^${rollout?.clusters ?? 0} (of \\d+ )?clusters?, 5 per 10 min`, 'm'));
  });
});

test('how long would a rollout of many clusters take', async (t) => {
  const tight = write('tight.yaml', present.replace('limit: 5', 'limit: 1').replace('"0.65"', '"0.30"').replace('"0.50"', '"0.10"'));
  const { rollout } = cpsizerJson('diff', '-f', kFleet, '--with', tight);
  assert.ok(rollout.atLeastSeconds > 0);
  await answer(t, [kFleet], 2, async (page, use) => {
    await use(page.getByRole('link', { name: 'What if' }));
    await use(page.getByRole('textbox', { name: /YAML/ }), 'fill', readFileSync(tight, 'utf8'));
    const minutes = Math.floor(rollout.atLeastSeconds / 60) % 60;
    await figure(page, 'Rollout').getByText(new RegExp(`≥ .*${minutes || 'h'}`)).waitFor();
  });
});

test('which errors has the configuration', async (t) => {
  const wrong = write('wrong.yaml', present.replace('memory: 64Gi', 'memory: 64GB').replace('"0.65"', '"1.65"'));
  const files = ['hostedclusters', 'machinesets', 'verticalpodautoscalers'].map((name) => `${kFleet}/${name}.yaml`);
  const { items } = cpsizerJson('validate', '-f', wrong);
  const rules = items.flatMap(({ response }) => response.findings).filter(({ severity }) => severity === 'SEVERITY_ERROR').map(({ rule }) => rule);
  assert.ok(rules.length >= 2, rules.join());
  await answer(t, [...files, wrong], 1, async (page, use) => {
    await page.getByText(`The configuration has ${rules.length} errors`).waitFor();
    await use(page.getByRole('link', { name: /Show/ }));
    for (const rule of rules) await page.locator('ul.findings').getByText(rule).first().waitFor();
  });
});
