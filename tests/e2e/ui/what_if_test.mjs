// Edits of the configuration: the form and the YAML edit each other, and each edit is checked and decided.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchBrowser, withPage } from './lib/browser.mjs';
import { cpsizerJson, servePage, sourcePath } from './lib/program.mjs';

const kFile = 'deploy/examples/fleet/clustersizingconfiguration.yaml';
const kFraction = 'kubeAPIServerCPUFraction: "0.50"';

let browser;
let server;
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cpsizer-what-if-'));
  [browser, server] = await Promise.all([launchBrowser(), servePage('-f', 'deploy/examples/fleet')]);
});
after(async () => {
  rmSync(folder, { recursive: true });
  await browser.close();
  assert.equal(await server.stop(), 0);
});

const yamlOf = (page) => page.getByRole('textbox', { name: /YAML/ });
const present = readFileSync(sourcePath(kFile), 'utf8');

// The names of the clusters that `cpsizer diff` moves.
function movedBy(yaml) {
  const file = join(folder, 'with.yaml');
  writeFileSync(file, yaml);
  const { items } = cpsizerJson('diff', '-f', 'deploy/examples/fleet', '--with', file);
  return items.map(({ cluster }) => cluster.name);
}

const open = (body) => withPage(browser, server, { hash: '#/whatIf', mayShift: true }, async (page) => {
  await yamlOf(page).waitFor();
  await body(page);
});

test('an edit of the YAML shows the clusters that cpsizer diff moves', async () => {
  const yaml = present.replace('cpu: "16"', 'cpu: "24"').replace('"0.65"', '"0.50"');
  const moved = movedBy(yaml);
  assert.ok(moved.length > 0);
  await open(async (page) => {
    await yamlOf(page).fill(yaml);
    for (const name of moved) await page.locator('main').getByRole('row').filter({ hasText: name }).first().waitFor();
  });
});

test('clusters that no size fits are named', async () => {
  await open(async (page) => {
    await page.getByRole('heading', { name: 'Clusters that no size fits' }).waitFor();
    await page.locator('.misfits').getByRole('link', { name: 'ingest-eu' }).waitFor();
  });
});

test('an edit of the form changes the YAML, and an edit of the YAML changes the form', async () => {
  await open(async (page) => {
    const field = page.getByLabel('CPU fraction').first();
    await field.fill('0.45');
    await page.waitForFunction(() => [...document.querySelectorAll('textarea')].some(({ value }) => value.includes('0.45')));
    await yamlOf(page).fill(present.replace(kFraction, 'kubeAPIServerCPUFraction: "0.37"'));
    await page.waitForFunction((input) => input.value === '0.37', await field.elementHandle());
  });
});

test('findings are shown with their rule', async () => {
  await open(async (page) => {
    await yamlOf(page).fill(present.replace(kFraction, 'kubeAPIServerCPUFraction: "1.50"'));
    await page.locator('main').getByText('FRACTION').first().waitFor();
    await yamlOf(page).fill(present.replace('memory: 64Gi', 'memory: 16Gi'));
    await page.locator('main').getByText('EFFECTIVE_CAPACITY_NOT_INCREASING').first().waitFor();
  });
});

test('text that is not YAML is reported with its line, and the last decisions stay', async () => {
  await open(async (page) => {
    await yamlOf(page).fill(`${present}\n  : : [`);
    await page.locator('main').getByText(/line \d+, column \d+/).first().waitFor();
    await page.locator('main').getByText('a key is missing before this').waitFor();
    await yamlOf(page).fill('a: &a [*a]\n'.repeat(3));
    await yamlOf(page).fill('x'.repeat(100_000));
    await yamlOf(page).fill(present);
    await page.waitForFunction(() => !/line \d+/.test(document.querySelector('main').innerText));
  });
});

test('text that is not a configuration disables the form with the reason, and it keeps its values', async () => {
  await open(async (page) => {
    const field = page.getByRole('textbox', { name: 'CPU fraction', exact: true });
    for (const [text, reason] of [
      [`${present}\n  : : [`, 'cannot be read'], ['hello', 'is not a ClusterSizingConfiguration'],
      ['apiVersion: v1\nkind: ConfigMap\ndata:\n  a: b\n', 'is a ConfigMap'],
    ]) {
      await yamlOf(page).fill(text);
      await page.getByText('The form is disabled.').filter({ hasText: reason }).waitFor();
      assert.equal(await field.isDisabled(), true);
      assert.equal(await field.inputValue(), '0.50');
    }
    await yamlOf(page).fill(present);
    await page.getByText('The form is disabled.').waitFor({ state: 'detached' });
    assert.equal(await field.isDisabled(), false);
  });
});

test('the figures of an answer with errors have no notes of the last one', async () => {
  await open(async (page) => {
    await page.getByText('no edits yet').waitFor();
    await yamlOf(page).fill(present.replace('memory: 64Gi', 'memory: 64GB'));
    await page.getByText('not decided').waitFor();
    const notes = await page.locator('.result dl.figures small').allInnerTexts();
    assert.deepEqual(notes.map((note) => note.trim()).filter(Boolean), ['not decided']);
    await page.getByText('The command and the patch are shown when the configuration has no errors.').waitFor();
    assert.equal(await page.getByText('cpsizer diff').count(), 0);
  });
});

test('the figures are marked as outdated from the edit on', async () => {
  await open(async (page) => {
    await page.locator('.result[aria-busy=false]').waitFor();
    const field = page.getByRole('textbox', { name: 'CPU fraction', exact: true });
    const isBusy = await field.evaluate((input) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '0.25');
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      return new Promise((resolve) => { setTimeout(() => resolve(document.querySelector('.result').getAttribute('aria-busy')), 0); });
    });
    assert.equal(isBusy, 'true');
    await page.locator('.result[aria-busy=false]').waitFor();
  });
});

test('the default fraction says which sizes have their own', async () => {
  await open(async (page) => {
    await page.getByText('CPU fraction: not for small, large, which have their own.').waitFor();
  });
});

test('all views and the command use the given prices and the edited one', async () => {
  const given = { small: 0.42, medium: 0.84, large: 1.68 };
  const flags = Object.entries(given).flatMap(([size, price]) => ['--price', `${size}=${price}`]);
  const own = await servePage('-f', 'deploy/examples/fleet', '--history', 'deploy/examples/history/recommendations.csv', ...flags);
  const costOf = (page, label) => page.locator('dl.figures > div').filter({ hasText: label }).locator('dd > *').first();
  try {
    await withPage(browser, own, { hash: '#/whatIf', mayShift: true }, async (page) => {
      for (const [size, price] of Object.entries(given)) assert.equal(await page.getByRole('textbox', { name: `Price per hour of one node of ${size}` }).inputValue(), String(price));
      await costOf(page, 'Cost per month').waitFor();
      const before = await costOf(page, 'Cost per month').innerText();
      await page.getByRole('textbox', { name: 'Price per hour of one node of medium' }).fill('2');
      await page.getByText('--price=large=1.68 --price=medium=2 --price=small=0.42').waitFor();
      const edited = await costOf(page, 'Cost per month').innerText();
      assert.notEqual(edited, before);
      await page.getByRole('link', { name: 'Fleet', exact: true }).click();
      await page.getByText('edited prices').waitFor();
      // The present configuration is not edited, so its cost is the same as in What if.
      await page.waitForFunction((cost) => [...document.querySelectorAll('dl.figures dd > *')].some((one) => one.textContent === cost), edited);
      await page.getByRole('link', { name: 'History' }).click();
      const { before: { cost } } = cpsizerJson('replay', '-f', 'deploy/examples/fleet', '--history', 'deploy/examples/history/recommendations.csv',
        '--price', 'small=0.42', '--price', 'medium=2', '--price', 'large=1.68');
      await page.locator('dl.figures > div').filter({ hasText: 'Cost, edited prices' }).getByText(Math.round(cost).toLocaleString('en-US')).waitFor();
    });
  } finally {
    assert.equal(await own.stop(), 0);
  }
});

test('a configuration with an unknown field is shown with its findings, and can be corrected', async () => {
  const file = join(folder, 'configuration.yaml');
  writeFileSync(file, present.replace('kubeAPIServerMemoryFraction: "0.65"', 'kubeApiServerMemoryFraction: "0.65"'));
  const broken = await servePage('-f', file, '-f', 'deploy/examples/fleet/hostedclusters.yaml', '-f', 'deploy/examples/fleet/verticalpodautoscalers.yaml');
  await withPage(browser, broken, { mayShift: true }, async (page) => {
    await page.getByText('No size can be decided').waitFor();
    await page.getByRole('link', { name: 'Show it' }).click();
    await page.locator('main').getByText('FIELD_UNKNOWN').first().waitFor();
    assert.match(await yamlOf(page).inputValue(), /kubeApiServerMemoryFraction:/);
    await yamlOf(page).fill(present);
    await page.getByText('There are no decisions to compare with').waitFor();
    assert.equal(await page.getByRole('region', { name: 'YAML' }).getByText('FIELD_UNKNOWN').count(), 0);
  });
  assert.equal(await broken.stop(), 0);
});
