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
    await page.locator('main').getByText(/line \d+/).first().waitFor();
    await yamlOf(page).fill('a: &a [*a]\n'.repeat(3));
    await yamlOf(page).fill('x'.repeat(100_000));
    await yamlOf(page).fill(present);
    await page.waitForFunction(() => !/line \d+/.test(document.querySelector('main').innerText));
  });
});
