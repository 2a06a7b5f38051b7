// Names and texts of a cluster are text, never markup, and do not break the layout.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchBrowser, overflowingElements, withPage } from './lib/browser.mjs';
import { writeFleet } from './lib/fleets.mjs';
import { servePage } from './lib/program.mjs';

const kMarkup = '<script>window.hasRun = 1</script>';
const kImage = '"><img src=x onerror="window.hasRun = 2">';
const kLong = 'x'.repeat(253);
// U+202E shows the text after it from right to left, so the end of this name would be `exe.png`.
const kReversed = 'a\u202Egnp.exe';
const kNames = [kMarkup, kImage, kLong, kReversed, 'zero\u200Bwidth', '\u0007bell', "'; alert(1); '", '../../etc/passwd', '%00%2e%2e', 'été-日本-🙂', '__proto__', 'constructor'];

let browser;
let fleet;
let server;
before(async () => {
  fleet = writeFleet(kNames.map((name, index) => ({
    name, size: index % 2 ? kMarkup : 'small', memory: '20Gi', cpu: '2', labels: { [kImage]: kMarkup }, message: `${kImage}\u202E${kLong}`,
  })));
  [browser, server] = await Promise.all([launchBrowser(), servePage('-f', fleet.path)]);
});
after(async () => {
  await browser.close();
  assert.equal(await server.stop(), 0);
  fleet.remove();
});

// No script ran, no markup of a name became an element, and nothing is wider than the window.
async function check(page) {
  const found = await page.evaluate(() => ({
    hasRun: window.hasRun ?? 0,
    scripts: document.querySelectorAll('script:not([src])').length,
    images: document.querySelectorAll('img').length,
    marks: /[\u202A-\u202E\u2066-\u2069\u200B\u0000-\u0008]/.test(document.body.innerText),
  }));
  assert.deepEqual(found, { hasRun: 0, scripts: 0, images: 0, marks: false });
  assert.deepEqual(await overflowingElements(page), []);
}

for (const width of [1280, 400]) {
  test(`the fleet shows each name as text, ${width} px`, async () => {
    await withPage(browser, server, { viewport: { width, height: 800 } }, async (page) => {
      await page.getByRole('link', { name: kMarkup }).waitFor();
      assert.equal(await page.locator('tbody tr[data-key]').count(), kNames.length);
      await check(page);
    });
  });

  test(`each cluster opens, ${width} px`, async () => {
    await withPage(browser, server, { viewport: { width, height: 800 } }, async (page) => {
      const rows = page.locator('tbody tr[data-key]');
      await rows.first().waitFor();
      for (let index = 0; index < kNames.length; ++index) {
        await rows.nth(index).getByRole('link').first().click();
        await page.locator('main.view-cluster h1').waitFor();
        await page.getByText('RecommendationProvided').first().waitFor();
        await check(page);
        await page.goBack();
        await rows.first().waitFor();
      }
    });
  });
}

test('a search and a URL with markup are text', async () => {
  await withPage(browser, server, { allowed: /status of 404/ }, async (page) => {
    await page.getByRole('searchbox').click();
    await page.keyboard.type(kImage);
    await check(page);
    for (const hash of [`#/cluster?namespace=${encodeURIComponent(kMarkup)}&name=${encodeURIComponent(kImage)}`, `#/${encodeURIComponent(kMarkup)}`, `#/fleet?sort=${encodeURIComponent(kImage)}&group=__proto__&filter=constructor`]) {
      await page.evaluate((to) => { location.hash = to; }, hash);
      await page.waitForFunction(() => document.querySelector('main h1, main h2, main table'));
      await check(page);
    }
  });
});
