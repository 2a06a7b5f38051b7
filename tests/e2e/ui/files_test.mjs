// The page of files: a change of a file is shown, and an error of a file keeps the data until it is repaired.

import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { axeViolations, kWaitMs, launchBrowser, withPage } from './lib/browser.mjs';
import { writeFleet } from './lib/fleets.mjs';
import { servePage, sourcePath } from './lib/program.mjs';

const kClusters = [{ name: 'shop', size: 'small', memory: '4Gi', cpu: '1' }, { name: 'bank', size: 'medium', memory: '30Gi', cpu: '2' }];

let browser;
before(async () => { browser = await launchBrowser(); });
after(() => browser.close());

// Runs `body(page, folder)` on the page of a folder with two clusters and an autoscaler.
async function withFolder({ args = [], ...options }, body) {
  const folder = writeFleet(kClusters);
  writeFileSync(join(folder.path, 'hpa.yaml'), readFileSync(sourcePath('deploy/examples/replicas/hpa.yaml')));
  const server = await servePage('-f', folder.path, ...args);
  try {
    await withPage(browser, server, { mayShift: true, ...options }, (page) => body(page, folder.path, server));
  } finally {
    assert.equal(await server.stop(), 0);
    folder.remove();
  }
}

// Replaces the file as editors do, so that it is never half written.
function replaceFile(path, text) {
  writeFileSync(`${path}.next`, text);
  renameSync(`${path}.next`, path);
}

function replaceText(path, from, to) {
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from));
  replaceFile(path, text.replaceAll(from, to));
}

// The lines of a size in the text of a configuration.
const linesOf = (text, size) => new RegExp(`^( *)- name: ${size}\\n(?:\\1  .*\\n)*`, 'm').exec(text)[0];

const row = (page, name) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

test('a file changes, and the row changes', { timeout: 4 * kWaitMs }, async () => {
  await withFolder({}, async (page, folder) => {
    await row(page, 'shop').getByText('4Gi').first().waitFor();
    await page.locator('header .read', { hasText: 'followed, read' }).waitFor();
    replaceText(join(folder, 'vpas.json'), '"4Gi"', '"50Gi"');
    await row(page, 'shop').getByText('50Gi').first().waitFor();
    await row(page, 'shop').getByText('large').first().waitFor();
  });
});

test('a file is broken and repaired: the banner comes and goes, and the data stays', { timeout: 8 * kWaitMs }, async () => {
  await withFolder({}, async (page, folder) => {
    await row(page, 'shop').waitFor();
    const path = join(folder, 'clusters.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, text.length / 2));
    const banner = page.locator('.banner', { hasText: 'The files could not be read since' });
    await banner.getByText(`${path}:1:`).waitFor();
    assert.ok(await row(page, 'shop').isVisible(), 'the last data stays');
    await page.locator('header .mode', { hasText: 'stale' }).waitFor();
    writeFileSync(path, text);
    await banner.waitFor({ state: 'detached' });
    assert.ok(await row(page, 'bank').isVisible());
    await page.locator('header .mode', { hasText: 'files' }).waitFor();
  });
});

test('a view with its own objects shows a change of a file', { timeout: 4 * kWaitMs }, async () => {
  await withFolder({ hash: '#/replicas' }, async (page, folder) => {
    await page.getByRole('heading', { level: 1, name: 'shop/web' }).waitFor();
    replaceText(join(folder, 'hpa.yaml'), 'name: web', 'name: portal');
    await page.getByRole('heading', { level: 1, name: 'shop/portal' }).waitFor();
    rmSync(join(folder, 'hpa.yaml'));
    await page.getByRole('link', { name: 'Replicas' }).waitFor({ state: 'detached' });
  });
});

const field = (page, name) => page.getByRole('textbox', { name, exact: true });
const notice = (page, text) => page.locator('.configuration-change', { hasText: text });
const isValue = (page, name, value) => field(page, name).evaluate((input, wanted) => new Promise((resolve) => {
  const check = () => (input.value === wanted ? resolve() : requestAnimationFrame(check));
  check();
}), value);

// Waits for the JSON patch that changes exactly these fields.
async function waitForPatch(page, fields) {
  const patch = page.locator('.export .copy-block', { hasText: 'JSON patch' }).locator('pre');
  await patch.waitFor();
  await patch.evaluate((pre, wanted) => new Promise((resolve) => {
    const paths = () => JSON.stringify(JSON.parse(document.body.contains(pre) ? pre.textContent : '[]').filter(({ op }) => op !== 'test').map(({ path, value }) => [path, value]).sort());
    const check = () => (paths() === wanted ? resolve() : requestAnimationFrame(check));
    check();
  }), JSON.stringify(Object.entries(fields).sort()));
}

test('the configuration changes under an edit: the edit stays, and the patch reverts nothing', { timeout: 8 * kWaitMs }, async () => {
  await withFolder({ hash: '#/whatIf' }, async (page, folder) => {
    const path = join(folder, 'configuration.yaml');
    await field(page, 'Memory of medium').fill('70Gi');
    await waitForPatch(page, { '/spec/sizes/1/capacity/memory': '70Gi' });
    replaceText(path, 'memory: 64Gi', 'memory: 96Gi');
    replaceText(path, 'limit: 5', 'limit: 3');
    await isValue(page, 'Transitions', '3');
    await notice(page, 'The configuration has changed.').getByRole('listitem').getByText('spec.sizes[medium].capacity.memory: 70Gi here, 96Gi in the new configuration').waitFor();
    await waitForPatch(page, { '/spec/sizes/1/capacity/memory': '70Gi' });
    await field(page, 'Delay, larger').fill('45s');
    await waitForPatch(page, { '/spec/sizes/1/capacity/memory': '70Gi', '/spec/transitionDelay/increase': '45s' });
    assert.deepEqual(await axeViolations(page), []);
    await page.reload();
    await page.getByRole('button', { name: 'Take the new values' }).click();
    await isValue(page, 'Memory of medium', '96Gi');
    await waitForPatch(page, { '/spec/transitionDelay/increase': '45s' });
    assert.equal(await page.locator('.configuration-change').innerText(), '');
  });
});

test('the configuration changes under a text that cannot be read: there is no patch until it can', { timeout: 8 * kWaitMs }, async () => {
  await withFolder({ hash: '#/whatIf' }, async (page, folder) => {
    const path = join(folder, 'configuration.yaml');
    const yaml = page.getByRole('textbox', { name: 'Configuration in YAML' });
    const edited = readFileSync(path, 'utf8').replace('memory: 64Gi', 'memory: 70Gi');
    await yaml.fill(`${edited}: [`);
    replaceText(path, 'limit: 5', 'limit: 3');
    await notice(page, 'the edits are not applied to it').waitFor();
    await page.getByText('The command and the patch are shown when the edits are applied').waitFor();
    assert.equal(await page.locator('.copy-block').count(), 0);
    await yaml.fill(edited);
    await notice(page, 'No field that is edited here has changed there.').waitFor();
    await isValue(page, 'Transitions', '3');
    await waitForPatch(page, { '/spec/sizes/1/capacity/memory': '70Gi' });
    await page.getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.locator('.configuration-change').innerText(), '');
    await yaml.evaluate((area) => { area.focus(); area.setSelectionRange(area.value.indexOf('70Gi'), area.value.indexOf('70Gi')); });
    replaceText(path, 'limit: 3', 'limit: 4');
    await isValue(page, 'Transitions', '4');
    assert.equal(await yaml.evaluate((area) => area.value.slice(area.selectionStart, area.selectionStart + 4)), '70Gi', 'the caret stays');
  });
});

test('a size is removed and comes back: the notice says that its edits are gone, until it is closed', { timeout: 8 * kWaitMs }, async () => {
  await withFolder({ hash: '#/whatIf' }, async (page, folder) => {
    const path = join(folder, 'configuration.yaml');
    const text = readFileSync(path, 'utf8');
    await field(page, 'Memory of medium').fill('70Gi');
    replaceText(path, linesOf(text, 'medium'), '');
    const dropped = page.locator('.configuration-change').getByText('spec.sizes[medium] was removed, so its edits are removed too');
    await dropped.waitFor();
    await field(page, 'Transitions').fill('50');
    replaceFile(path, text);
    await isValue(page, 'Memory of medium', '64Gi');
    await dropped.waitFor();
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await dropped.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
    await waitForPatch(page, { '/spec/concurrency/limit': 50 });
  });
});

test('two sizes exchange their names, and one of them changes there: the patch has only the names', { timeout: 4 * kWaitMs }, async () => {
  await withFolder({ hash: '#/whatIf' }, async (page, folder) => {
    for (const [from, to] of [['small', 'tmp'], ['large', 'small'], ['tmp', 'large']]) await field(page, `Name of ${from}`).fill(to);
    replaceText(join(folder, 'configuration.yaml'), 'memory: 128Gi', 'memory: 160Gi');
    await isValue(page, 'Memory of small', '160Gi');
    await waitForPatch(page, { '/spec/sizes/0/name': 'large', '/spec/sizes/2/name': 'small' });
    await notice(page, 'No field that is edited here has changed there.').waitFor();
  });
});

test('a name that is typed passes that of another size: the focus and the size stay', { timeout: 4 * kWaitMs }, async () => {
  await withFolder({ hash: '#/whatIf' }, async (page) => {
    await field(page, 'Name of small').fill('');
    await page.keyboard.type('large2');
    await waitForPatch(page, { '/spec/sizes/0/name': 'large2' });
  });
});

test('a size is inserted before the one that is edited: the focus stays with the size', { timeout: 4 * kWaitMs }, async () => {
  await withFolder({ hash: '#/whatIf' }, async (page, folder) => {
    await field(page, 'Memory of medium').fill('70Gi');
    const path = join(folder, 'configuration.yaml');
    const small = linesOf(readFileSync(path, 'utf8'), 'small');
    replaceText(path, small, `${small.replace('small', 'tiny').replace(/from: \d+/, 'from: 0')}${small}`);
    await field(page, 'Memory of tiny').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type('B');
    await isValue(page, 'Memory of medium', '70GiB');
  });
});

test('a selection without a cluster names the flag', { timeout: 4 * kWaitMs }, async () => {
  await withFolder({ args: ['-n', 'nope'] }, async (page, folder, server) => {
    const error = '-n nope leaves out all 2 HostedClusters of the files; change -n';
    await page.getByRole('heading', { level: 1, name: 'No hosted cluster is selected' }).waitFor();
    await page.locator('main').getByText(error).waitFor();
    assert.ok(server.output.includes(`warning: ${error}`), server.output.join('\n'));
    assert.ok(server.output.some((line) => line.startsWith('serving 0 of 2 hosted clusters from ')), server.output.join('\n'));
  });
});

test('the page and standard error name the same place of an error', { timeout: 4 * kWaitMs }, async () => {
  const folder = writeFleet(kClusters);
  writeFileSync(join(folder.path, 'broken.yaml'), 'kind: HostedCluster\nmetadata: [a\n');
  const server = await servePage('-f', folder.path);
  await withPage(browser, server, { mayShift: true }, async (page) => {
    await page.getByText('The input has 1 problem').click();
    const [place, message] = [await page.locator('.banner li code').innerText(), await page.locator('.banner li').innerText()];
    assert.match(place, /broken\.yaml:\d+:\d+$/);
    assert.ok(server.output.includes(`error: ${place}: ${message.slice(place.length).trim()}`), `${message}\n${server.output.join('\n')}`);
  });
  assert.equal(await server.stop(), 0);
  folder.remove();
});
