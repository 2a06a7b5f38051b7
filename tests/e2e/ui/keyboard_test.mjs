// The page without a mouse.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchBrowser, withPage } from './lib/browser.mjs';
import { servePage } from './lib/program.mjs';

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([launchBrowser(), servePage('-f', 'deploy/examples/fleet')]);
});
after(async () => {
  await browser.close();
  assert.equal(await server.stop(), 0);
});

const focused = (page) => page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.id || document.activeElement?.tagName);
const view = (page, name) => page.locator(`main.view-${name}`).waitFor();

test('search, open a cluster, and go back', async () => {
  await withPage(browser, server, {}, async (page) => {
    await page.getByRole('link', { name: 'checkout-prod' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('check');
    await page.getByRole('link', { name: 'orders-prod' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');  // from the search to the first row
    await page.keyboard.press('Enter');
    await view(page, 'cluster');
    await page.getByRole('heading', { level: 1, name: /checkout-prod/ }).waitFor();
    await page.keyboard.press('Escape');
    await view(page, 'fleet');
  });
});

test('Escape goes back to the view that opened the cluster', async () => {
  await withPage(browser, server, { hash: '#/whatIf' }, async (page) => {
    await page.getByRole('textbox', { name: 'CPU fraction', exact: true }).waitFor();
    await page.evaluate(() => { location.hash = '#/cluster?namespace=clusters&name=checkout-prod'; });
    await page.getByRole('link', { name: '← What if' }).waitFor();
    await page.keyboard.press('Escape');
    await view(page, 'whatIf');
  });
});

test('the arrow keys move through the table', async () => {
  await withPage(browser, server, {}, async (page) => {
    await page.getByRole('link', { name: 'checkout-prod' }).waitFor();
    const names = await page.locator('tbody tr[data-key] a:first-of-type').allTextContents();
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), names[0]);
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), names[2]);
    await page.keyboard.press('k');
    assert.equal(await focused(page), names[1]);
    await page.keyboard.press('End');
    assert.equal(await focused(page), names.at(-1));
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: new RegExp(names[0]) }).waitFor();
  });
});

test('keys move through the table from a link of the navigation, and a field keeps its keys', async () => {
  await withPage(browser, server, {}, async (page) => {
    await page.getByRole('link', { name: 'checkout-prod' }).waitFor();
    const [first, second] = await page.locator('tbody tr[data-key] a:first-of-type').allTextContents();
    const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Reference' });
    await link.focus();
    await page.keyboard.press('j');
    assert.equal(await focused(page), first);
    await link.focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), second);
    const search = page.getByRole('searchbox');
    await search.focus();
    await page.keyboard.type('jk');
    assert.equal(await search.inputValue(), 'jk');
  });
});

test('keys go to each view, and help lists them', async () => {
  await withPage(browser, server, {}, async (page) => {
    await page.getByRole('link', { name: 'checkout-prod' }).waitFor();
    for (const [key, name] of [['w', 'whatIf'], ['e', 'reference'], ['f', 'fleet']]) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await view(page, name);
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Go to What if').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

// Tab reaches each control, the focus is visible, and no element traps it.
for (const name of ['fleet', 'whatIf', 'reference', 'cluster?namespace=clusters&name=checkout-prod']) {
  test(`Tab goes through ${name.split('?')[0]} with a visible focus`, async () => {
    await withPage(browser, server, { hash: `#/${name}` }, async (page) => {
      await page.locator(`main.view-${name.split('?')[0]} :is(h1, h2, table)`).first().waitFor();
      await page.locator('main .spinner').waitFor({ state: 'detached' });
      const seen = new Set();
      for (let step = 0; step < 60; ++step) {
        await page.keyboard.press('Tab');
        const state = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const hasRing = (one) => getComputedStyle(one).outlineStyle !== 'none' && parseFloat(getComputedStyle(one).outlineWidth) > 0;
          // The frame of an editor has the ring of the text in it.
          const isVisible = hasRing(element) || [...document.querySelectorAll('main *:focus-within')].some(hasRing);
          return { isVisible, html: element.outerHTML.slice(0, 120) };
        });
        if (state === null) break;
        assert.ok(state.isVisible, `the focus is not visible: ${state.html}`);
        seen.add(state.html);
      }
      assert.ok(seen.size >= 5, [...seen].join('\n'));
    });
  });
}

test('Escape closes the help, and not the view under it', async () => {
  await withPage(browser, server, { hash: '#/fleet?move=up', mayShift: true }, async (page) => {
    await page.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog');
    await help.waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    assert.match(page.url(), /#\/fleet\?move=up$/);
  });
});
