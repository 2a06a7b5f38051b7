// The page of 10,000 clusters. Times are printed; they must only stay below ten times their goals, because machines and
// their load differ. Memory does not depend on the machine.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { kWaitMs, launchBrowser, withPage } from './lib/browser.mjs';
import { manyClusters, writeFleet } from './lib/fleets.mjs';
import { programPath, servePage } from './lib/program.mjs';

const kClusters = 10_000;
const kSlower = 10;
const kMiB = 2 ** 20;

let browser;
let fleet;
let server;
before(async () => {
  fleet = writeFleet(manyClusters(kClusters));
  [browser, server] = await Promise.all([launchBrowser(), servePage('-f', fleet.path)]);
});
after(async () => {
  await browser?.close();
  assert.equal(await server?.stop(), 0);
  fleet.remove();
});

function check(t, what, value, goal, unit) {
  t.diagnostic(`${what}: ${value.toFixed(0)} ${unit} (goal ${goal} ${unit})`);
  assert.ok(value <= goal * (unit === 'MiB' ? 1 : kSlower), `${what}: ${value} ${unit}`);
}

// The most memory that `cpsizer recommend` uses for the same files, in MiB. The last sample before the end may be too
// small, which only makes the test stricter.
async function memoryOfCommand() {
  const child = spawn(programPath('cpsizer'), ['recommend', '-f', fleet.path, '-o', 'json'], { stdio: ['ignore', 'ignore', 'inherit'] });
  let most = 0;
  const sample = setInterval(() => {
    const match = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
    most = Math.max(most, Number(match?.[1] ?? 0) / 1024);
  }, 5);
  await once(child, 'exit');
  clearInterval(sample);
  return most;
}

const longestTask = (page) => page.evaluate(() => Math.max(0, ...window.observed.tasks.splice(0)));
const frame = (page) => page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));

test('the first view, a keystroke in the search, and scrolling', { timeout: 10 * kWaitMs }, async (t) => {
  // Rows that leave the window are used for those that enter it, which counts as a shift.
  await withPage(browser, server, { mayShift: true }, async (page) => {
    await page.locator('tbody tr[data-key]').first().waitFor();
    const first = await page.evaluate(() => {
      const [data] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/fleet'));
      return { data: data.responseEnd, shown: window.observed.firstRow, bytes: data.encodedBodySize };
    });
    check(t, 'from the data to the first rows', first.shown - first.data, 1000, 'ms');
    t.diagnostic(`data of the fleet: ${(first.bytes / kMiB).toFixed(1)} MiB, after ${first.data.toFixed(0)} ms`);
    check(t, 'longest task of the first view', await longestTask(page), 500, 'ms');
    assert.ok(await page.locator('tbody tr').count() < 300, 'the table renders only rows near the window');

    assert.deepEqual(await page.evaluate(() => window.observed.shifts), []);

    await page.keyboard.press('/');
    for (const key of 'cluster-0420') await page.keyboard.press(key);
    await page.getByRole('link', { name: 'cluster-04200', exact: true }).waitFor();
    await frame(page);
    assert.equal(await page.locator('tbody tr[data-key]').count(), 10);
    const keys = await page.evaluate(() => window.observed.keys);
    t.diagnostic(`a keystroke is on the screen after at most ${Math.max(...keys)} ms, ${keys.length} events`);
    check(t, 'slowest keystroke in the search', Math.max(...keys), 100, 'ms');
    for (let i = 0; i < 12; ++i) await page.keyboard.press('Backspace');

    await page.keyboard.press('Escape');
    await frame(page);
    await longestTask(page);
    await page.mouse.move(640, 500);
    for (let i = 0; i < 60; ++i) {
      await page.mouse.wheel(0, i < 40 ? 900 : -2500);
      await frame(page);
    }
    check(t, 'longest task while scrolling', await longestTask(page), 200, 'ms');
    await page.keyboard.press('End');
    await page.getByRole('link', { name: 'cluster-09999', exact: true }).waitFor();
  });
});

test('memory of the tab and of the program', { timeout: 10 * kWaitMs }, async (t) => {
  await withPage(browser, server, {}, async (page) => {
    await page.locator('tbody tr[data-key]').first().waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    check(t, 'heap of the tab', usedSize / kMiB, 150, 'MiB');
  });
  const command = await memoryOfCommand();
  t.diagnostic(`cpsizer recommend: ${command.toFixed(0)} MiB, cpsizer ui: ${server.residentMiB().toFixed(0)} MiB`);
  check(t, 'memory of cpsizer ui above that of the command', server.residentMiB() - command, 100, 'MiB');
});
