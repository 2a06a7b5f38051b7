// screenshots.mjs FOLDER: writes the images of the page for README.md and docs/ui.md, from the examples.
// The clock, the locale and the size of the window are fixed; commit the images only after a visible change.

import { statSync } from 'node:fs';
import { launchBrowser, openPage } from './lib/browser.mjs';
import { writeProfile } from './lib/fleets.mjs';
import { servePage } from './lib/program.mjs';

const kTime = new Date('2026-03-01T08:00:00Z');
const kMostBytes = 150 * 1024;
const profile = writeProfile();
const kFleet = ['-f', 'deploy/examples/fleet'];
const kPictures = [
  { name: 'fleet', hash: '', height: 630 },
  { name: 'cluster', hash: '#/cluster?namespace=clusters&name=checkout-prod', height: 650 },
  { name: 'what-if', hash: '#/whatIf', height: 650, prepare: prepareWhatIf },
  { name: 'sizes', hash: '#/sizes', height: 750, args: [...profile.objects, '--usage-history', profile.usage] },
  { name: 'capacity', hash: '#/capacity?like=node-a1%3D2', height: 900, args: ['-f', 'deploy/examples/capacity'] },
];

// Smaller fractions, with which some clusters move.
async function prepareWhatIf(page) {
  await page.getByRole('textbox', { name: 'Memory fraction', exact: true }).fill('0.60');
  await page.getByRole('textbox', { name: 'CPU fraction', exact: true }).fill('0.25');
  await page.evaluate(() => document.activeElement.blur());
  await page.getByText('no edits yet').waitFor({ state: 'detached' });
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
}

const [folder] = process.argv.slice(2);
const browser = await launchBrowser();
for (const { name, hash, height, prepare, args = kFleet } of kPictures) {
  const server = await servePage(...args);
  for (const colorScheme of ['light', 'dark']) {
    const page = await openPage(browser, server, hash, {
      viewport: { width: 1280, height }, colorScheme, reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC', time: kTime,
    });
    await page.locator('main :is(h2, table)').first().waitFor();
    await page.locator('main .spinner').waitFor({ state: 'detached' });
    await prepare?.(page);
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      const source = document.querySelector('header .source');
      source.textContent = source.textContent.replace(/^\/tmp.*/, 'sizes.yaml, clusters.json, nodes.yaml, pods.yaml');
      const read = document.querySelector('header .read');
      read.textContent = read.textContent.replace(/\d+:\d+/, '08:00');
    });
    await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
    const path = `${folder}/ui-${name}-${colorScheme}.png`;
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    await page.context().close();
    const { size } = statSync(path);
    console.log(`${path}: ${size} bytes`);
    if (size > kMostBytes) throw new Error(`${path} has more than ${kMostBytes} bytes`);
  }
  await server.stop();
}
await browser.close();
profile.remove();
