// Each view on the example files: it shows data, in light and dark, at 1280 px, at 400 px, and at a zoom of 200 %.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { axeViolations, cutTexts, launchBrowser, overflowingElements, withPage } from './lib/browser.mjs';
import { servePage, sourcePath } from './lib/program.mjs';
import { getJson } from './lib/requests.mjs';

// The files that a browser loads for the page, and those that a report of `cpsizer replay` contains.
const kMostKiB = { page: 128, report: 32 };
// The machines and the CPU requests are of two clusters with nodes of the same names, so they need separate servers. The fleet and the capacity have a
// configuration each.
const kServers = {
  fleet: ['-f', 'deploy/examples/fleet', '-f', 'deploy/examples/replicas/hpa.yaml', '-f', 'deploy/examples/replicas/deployment.yaml',
    '-f', 'deploy/examples/machine', '-f', 'deploy/examples/cluster-autoscaler', '--history', 'deploy/examples/history/recommendations.csv'],
  cpu: ['-f', 'deploy/examples/cpu-requests'],
  capacity: ['-f', 'deploy/examples/capacity'],
};
// Each view with a text that it has only with its data.
const kViews = {
  fleet: {
    fleet: 'checkout-prod',
    'cluster?namespace=clusters&name=checkout-prod': 'cpu 10.108 exceeds medium',
    'cluster?namespace=clusters&name=legacy-batch': 'there is no VPA',
    'cluster?namespace=clusters&name=metrics-dev': 'VPA_OVERFLOW',
    whatIf: 'Clusters per size',
    sizes: 'Requests of containers',
    replicas: 'hpa',
    history: 'checkout-prod',
    machines: 'm6i.xlarge',
    clusterAutoscaler: 'workers-a',
    'reference?q=EFFECTIVE_CAPACITY_NOT_INCREASING': 'EFFECTIVE_CAPACITY_NOT_INCREASING',
  },
  cpu: { cpuRequests: 'openshift-apiserver' },
  capacity: { capacity: 'room for openshift-apiserver', 'capacity?like=node-a1%3D2': 'With the plan', sizes: 'room for openshift-apiserver' },
};
const kWindows = [
  { name: '1280 px, light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: '1280 px, dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: '400 px, light', viewport: { width: 400, height: 800 }, colorScheme: 'light' },
  { name: '200 % zoom, dark', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, colorScheme: 'dark' },
];

// All texts are whole in windows of these widths. Around 990 px, the navigation gets a line of its own.
const kWidths = [1280, 1024, 990, 768];

let browser;
const servers = {};
before(async () => {
  browser = await launchBrowser();
  for (const [name, args] of Object.entries(kServers)) servers[name] = await servePage(...args);
});
after(async () => {
  await browser.close();
  for (const server of Object.values(servers)) assert.equal(await server.stop(), 0);
});

const nextFrames = (page) => page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
const viewOf = (hash) => hash.split('?')[0];

for (const [name, views] of Object.entries(kViews)) {
  test(`all views of ${name} have data`, async () => {
    const { views: served } = await getJson(servers[name], '/api/status');
    for (const hash of Object.keys(views)) assert.ok(viewOf(hash) === 'cluster' || served.includes(viewOf(hash)), `${hash} of ${served}`);
  });

  for (const [hash, text] of Object.entries(views)) {
    for (const { name: size, ...options } of kWindows) {
      test(`${hash}, ${size}`, async () => {
        await withPage(browser, servers[name], { ...options, hash: `#/${hash}` }, async (page) => {
          await page.locator(`main.view-${viewOf(hash)}`).getByText(text).first().waitFor({ state: 'attached' });
          await page.locator('main .spinner').waitFor({ state: 'detached' });
          assert.equal(await page.getByRole('alert').count(), 0);
          assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
          assert.deepEqual(await axeViolations(page), []);
          assert.deepEqual(await overflowingElements(page), []);
        });
      });
    }
  }
}

for (const [name, views] of Object.entries(kViews)) {
  for (const [hash, text] of Object.entries(views)) {
    test(`no text of ${hash} is cut`, async () => {
      await withPage(browser, servers[name], { mayShift: true, hash: `#/${hash}` }, async (page) => {
        await page.locator(`main.view-${viewOf(hash)}`).getByText(text).first().waitFor({ state: 'attached' });
        await page.locator('main .spinner').waitFor({ state: 'detached' });
        for (const width of kWidths) {
          for (const colorScheme of ['light', 'dark']) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 800 });
            await nextFrames(page);
            assert.deepEqual(await cutTexts(page), [], `${width} px, ${colorScheme}`);
          }
        }
      });
    });
  }
}

test('no text of a comparison with an edited configuration is cut', async () => {
  await withPage(browser, servers.fleet, { mayShift: true, hash: '#/whatIf' }, async (page) => {
    await page.getByRole('textbox', { name: 'Memory fraction', exact: true }).fill('0.45');
    await page.getByText('with edits').waitFor();
    for (const [link, text] of [['What if', 'Clusters per size'], ['History', 'Clusters per size, edited configuration']]) {
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: link }).click();
      await page.getByText(text).first().waitFor();
      for (const width of kWidths) {
        await page.setViewportSize({ width, height: 800 });
        await nextFrames(page);
        assert.deepEqual(await cutTexts(page), [], `${link}, ${width} px`);
      }
    }
  });
});

test('all views fit into the navigation, and the labels of short times into a chart', async () => {
  const all = await servePage(...kServers.fleet, ...kServers.cpu, '--from', '2026-02-01T11:55:00Z', '--to', '2026-02-01T12:00:00Z', '--step', '10s');
  await withPage(browser, all, { mayShift: true, hash: '#/history' }, async (page) => {
    await page.getByText('Transitions').first().waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'Views' }).getByRole('link').count(), 10);
    for (const width of kWidths) {
      await page.setViewportSize({ width, height: 800 });
      await nextFrames(page);
      assert.deepEqual(await cutTexts(page), [], `${width} px`);
    }
  });
  assert.equal(await all.stop(), 0);
});

// A text that is cut in its column is shown whole while its row is the active one, and nothing moves.
for (const [name, hash, column] of [['fleet', 'fleet', 'Why'], ['cpu', 'cpuRequests', 'Workload']]) {
  test(`the active row of ${hash} shows its texts whole`, async () => {
    await withPage(browser, servers[name], { hash: `#/${hash}` }, async (page) => {
      await page.locator('table.data tbody tr[data-key]').first().waitFor();
      const stateOf = (row) => row.evaluate((one, title) => {
        const place = [...one.closest('table').querySelectorAll('thead th')].findIndex((header) => header.textContent.startsWith(title));
        const { width, height } = one.getBoundingClientRect();
        const cell = one.cells[place];
        const text = cell.firstElementChild;
        const right = text.getBoundingClientRect().right;
        return { isCut: [cell, text].some((box) => getComputedStyle(box).overflowX === 'hidden' && box.scrollWidth > box.clientWidth + 1) || right > cell.getBoundingClientRect().right + 1, size: [width, height] };
      }, column);
      const rows = await page.locator('table.data tbody tr[data-key]').all();
      const before = await Promise.all(rows.map(stateOf));
      assert.ok(before.some(({ isCut }) => isCut), 'the test needs a text that is cut');
      for (const [index, row] of rows.slice(0, 20).entries()) {
        await page.keyboard.press('j');
        await page.locator(`table.data tbody tr.active[aria-rowindex="${index + 2}"]`).waitFor();
        assert.deepEqual(await stateOf(row), { isCut: false, size: before[index].size }, await row.innerText());
      }
    });
  });
}

test('the help has the whole source', async () => {
  await withPage(browser, servers.fleet, {}, async (page) => {
    await page.locator('table.data').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('deploy/examples/cluster-autoscaler').waitFor();
    assert.deepEqual(await cutTexts(page), []);
  });
});

// The titles of the columns that are not displayed, or that cannot be scrolled to.
function hiddenColumns(page) {
  return page.evaluate(() => [...document.querySelectorAll('table.data thead th')].filter((header) => {
    const { width, right } = header.getBoundingClientRect();
    const area = header.closest('.table');
    const isReached = matchMedia('print').matches || ['auto', 'scroll'].includes(getComputedStyle(area).overflowX) ? area.scrollWidth + area.getBoundingClientRect().left : innerWidth;
    return width === 0 || right > isReached + 1;
  }).map((header) => header.textContent));
}

for (const [hash, count] of [['fleet', 7], ['history', 8]]) {
  for (const { name, ...options } of kWindows) {
    test(`all columns of ${hash} can be reached, ${name}`, async () => {
      await withPage(browser, servers.fleet, { ...options, mayShift: true, hash: `#/${hash}` }, async (page) => {
        await page.locator(`main.view-${hash} table.data`).getByText('checkout-prod').first().waitFor();
        assert.equal(await page.locator('table.data thead th').count(), count);
        assert.deepEqual(await hiddenColumns(page), []);
        const area = page.getByRole('region', { name: await page.locator('table.data caption').innerText() });
        if (options.viewport.width < 1200) {
          await area.focus();
          await page.keyboard.press('ArrowRight');
          await page.waitForFunction(() => document.querySelector('.table').scrollLeft > 0);
          // The name and its title stay.
          const [title, name, edge] = await page.evaluate(() => {
            const box = (selector) => document.querySelector(selector).getBoundingClientRect();
            return [box('table.data thead th'), box('table.data tbody tr[data-key] th'), box('.table')].map(({ left, bottom, top }) => ({ left, bottom, top }));
          });
          assert.deepEqual([title.left, name.left], [edge.left, edge.left]);
          assert.ok(title.bottom <= name.top + 1, 'the title does not cover the first row');
        }
        await page.emulateMedia({ media: 'print' });
        assert.deepEqual(await hiddenColumns(page), []);
        assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('table.data td')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)), []);
      });
    });
  }
}

for (const [name, views] of Object.entries(kViews)) {
  test(`all views of ${name} fit on paper`, async () => {
    for (const [hash, text] of Object.entries(views)) {
      // The width of A4 without margins.
      await withPage(browser, servers[name], { viewport: { width: 718, height: 1000 }, mayShift: true, hash: `#/${hash}` }, async (page) => {
        await page.locator(`main.view-${viewOf(hash)}`).getByText(text).first().waitFor({ state: 'attached' });
        await page.emulateMedia({ media: 'print' });
        assert.deepEqual(await overflowingElements(page), [], hash);
        const cut = await page.evaluate(() => [...document.querySelectorAll('.scroller, .table, .code')].filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).map((one) => one.outerHTML.slice(0, 120)));
        assert.deepEqual(cut, [], hash);
      });
    }
  });
}

test('an input of another view has no problem, and a link to the view', async () => {
  const replicas = await servePage('-f', 'deploy/examples/replicas/hpa.yaml', '-f', 'deploy/examples/replicas/busy.yaml');
  await withPage(browser, replicas, { mayShift: true }, async (page) => {
    await page.getByRole('heading', { level: 1, name: 'There are no hosted clusters' }).waitFor();
    assert.equal(await page.locator('.banner').count(), 0);
    await page.locator('main').getByRole('link', { name: 'Replicas' }).click();
    await page.getByRole('heading', { level: 1, name: 'shop/web' }).waitFor();
    assert.equal(await page.getByText('Last change').count(), 0);
  });
  assert.equal(await replicas.stop(), 0);
});

test('a view shows what its verb prints to standard error', async () => {
  const lost = await servePage('-f', 'deploy/examples/replicas/hpa.yaml');
  await withPage(browser, lost, { hash: '#/replicas' }, async (page) => {
    const notes = page.getByRole('list', { name: 'Notes' });
    await notes.getByText('note: the files contain no metrics').waitFor();
    const errors = page.getByRole('list', { name: 'Errors' });
    await errors.getByText('Error: deploy/examples/replicas/hpa.yaml:8:3: shop/web: it scales Deployment web').waitFor();
    assert.equal(await notes.getByText('shop/web').count(), 0);
    assert.ok((await errors.boundingBox()).y < (await notes.boundingBox()).y, 'errors come first');
    assert.deepEqual(await axeViolations(page), []);
  });
  assert.equal(await lost.stop(), 0);
});

test('all decisions that failed are not clusters that stay', async () => {
  const failed = await servePage('-f', 'deploy/examples/fleet/hostedclusters.yaml');
  await withPage(browser, failed, {}, async (page) => {
    await page.getByText('all decisions failed').waitFor();
    assert.equal(await page.getByText('all stay').count(), 0);
    assert.equal(await page.locator('.mark').count(), 0);
  });
  assert.equal(await failed.stop(), 0);
});

test('the page names its source, and when files were read', async () => {
  for (const { name, ...options } of kWindows) {
    await withPage(browser, servers.fleet, options, async (page) => {
      await page.getByText('deploy/examples/fleet').filter({ visible: true }).first().waitFor();
      await page.getByText(/read (at )?[-\d :]*\d\d:\d\d/).filter({ visible: true }).first().waitFor();
    });
  }
});

test('a fleet without a cluster is not an error', async () => {
  const empty = await servePage('-f', 'deploy/examples/proposed-configuration.yaml');
  await withPage(browser, empty, {}, async (page) => {
    await page.locator('main h1').first().waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.deepEqual(await axeViolations(page), []);
  });
  assert.equal(await empty.stop(), 0);
});

test('an unknown view and an unknown cluster say so', async () => {
  await withPage(browser, servers.fleet, { hash: '#/none' }, async (page) => {
    await page.getByRole('heading', { name: 'There is no such view' }).waitFor();
  });
  await withPage(browser, servers.fleet, { hash: '#/cluster?namespace=clusters&name=none', allowed: /status of 404/ }, async (page) => {
    await page.getByRole('alert').waitFor();
  });
});

test('the page and the script of reports are small', (t) => {
  const folder = sourcePath('client/ui/page/dist/');
  const bytes = { page: 0, report: 0 };
  for (const file of readdirSync(folder)) bytes[file.startsWith('report.') ? 'report' : 'page'] += gzipSync(readFileSync(`${folder}${file}`)).length;
  for (const [name, most] of Object.entries(kMostKiB)) {
    t.diagnostic(`the files of the ${name}: ${(bytes[name] / 1024).toFixed(0)} KiB compressed (at most ${most} KiB)`);
    assert.ok(bytes[name] <= most * 1024, name);
  }
});
