// Opens the page in Debian's chromium, and checks what must be true of each page: no error in the console, no request
// to another origin, no violation of the content security policy, and no layout shift.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sourcePath } from './program.mjs';

// The packages are installed with those of the page.
const require = createRequire(sourcePath('client/ui/page/package.json'));
const { chromium } = require('playwright-core');
const kAxe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

// A time limit for anything that a test waits for. Slow machines need some seconds; a test that fails waits this long.
export const kWaitMs = 30_000;

export function launchBrowser() {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--enable-precise-memory-info'],
  });
}

// Runs in the page before its own scripts.
function observe() {
  window.observed = { shifts: [], cutLabels: [], tasks: [], keys: [], violations: [], firstRow: 0 };
  const watch = (type, take, options) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    const moved = entry.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 100));
    window.observed.shifts.push({ value: entry.value, at: Math.round(entry.startTime), moved });
  });
  watch('longtask', (entry) => window.observed.tasks.push(Math.round(entry.duration)));
  // The time from a key to the next frame that shows its effect.
  watch('event', (entry) => { if (entry.name === 'keydown') window.observed.keys.push(entry.duration); }, { durationThreshold: 16 });
  const findFirstRow = () => {
    if (document.querySelector('tbody tr')) window.observed.firstRow = performance.now();
    else requestAnimationFrame(findFirstRow);
  };
  findFirstRow();
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
    const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = this.measureText(text);
    const ends = [x - left, x + right].map((end) => this.getTransform().transformPoint({ x: end, y }));
    if (ends.some((end) => end.x < -1 || end.x > this.canvas.width + 1 || end.y < -1 || end.y > this.canvas.height + 1)) window.observed.cutLabels.push(`label of a chart: ${text}`);
    fillText.call(this, text, x, y, ...rest);
  };
  addEventListener('securitypolicyviolation', (event) => window.observed.violations.push(`${event.effectiveDirective} ${event.blockedURI}`));
}

// Opens the page at a view, such as `#/fleet?q=prod`. `time` fixes the clock. The other options are those of a
// context of playwright.
export async function openPage(browser, server, hash = '', { time, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(kWaitMs);
  if (time) await page.clock.setFixedTime(time);
  page.problems = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => page.problems.push(`error: ${error.stack}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== server.origin) page.problems.push(`foreign request: ${url}`);
  });
  await page.addInitScript(observe);
  await page.goto(server.url);
  await page.getByRole('navigation').waitFor();
  if (hash) await page.evaluate((to) => { location.hash = to; }, hash);
  return page;
}

// Checks the page and closes it. `allowed` matches the problems that the test expects. After an edit, results may move
// the layout (`mayShift`).
export async function closePage(page, allowed = /^$/, mayShift = false) {
  const { shifts, violations } = await page.evaluate(() => window.observed);
  await page.context().close();
  assert.deepEqual(page.problems.filter((problem) => !allowed.test(problem)), []);
  assert.deepEqual(violations, []);
  assert.deepEqual(mayShift ? [] : shifts, []);
}

// Runs `body(page)` on the page of a server that is started with `args`.
export async function withPage(browser, server, { hash, allowed, mayShift, ...options }, body) {
  const page = await openPage(browser, server, hash, options);
  try {
    await body(page);
  } catch (error) {
    const shown = await page.locator('main').innerText({ timeout: 1000 }).catch(() => 'nothing');
    error.message += `\n${page.problems.join('\n')}\nThe page ${page.url()} shows:\n${shown.slice(0, 1500)}`;
    await page.context().close();
    throw error;
  }
  await closePage(page, allowed, mayShift);
}

// The violations that axe-core calls serious or critical, one line each.
export async function axeViolations(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: kAxe });  // the content security policy allows no other script
  const { violations } = await page.evaluate(() => window.axe.run({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }));
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.replace(/\s+/g, ' ')}`));
}

// The elements that are wider than the window, without those in an area that scrolls by itself.
export function overflowingElements(page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const scrolls = (element) => element.closest('body *') && ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX);
    const isInside = (element) => { for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) if (scrolls(up)) return true; return false; };
    return [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > width + 1 && !isInside(element))
      .map((element) => `${element.outerHTML.slice(0, 120)} ends at ${Math.round(element.getBoundingClientRect().right)} of ${width}`);
  });
}

// Places in which a text may be cut, because the whole text is elsewhere.
const kCutElsewhere = [
  '.connection .source',  // the dialog of the help
  'table.data .text', 'table.data .text > *',  // the same cell, while its row is the active one
].join(', ');

// The elements whose text is cut at an edge, one line each. An area that scrolls does not cut, except without a scrollbar.
// Labels of charts are cut at the edge of their canvas.
export function cutTexts(page) {
  return page.evaluate((elsewhere) => {
    const cuts = (overflow, bar) => ['hidden', 'clip'].includes(overflow) || (overflow !== 'visible' && bar === 'none');
    const isCut = (element) => {
      const { overflowX, overflowY, scrollbarWidth } = getComputedStyle(element);
      return (cuts(overflowX, scrollbarWidth) && element.scrollWidth > element.clientWidth + 1) || (cuts(overflowY, scrollbarWidth) && element.scrollHeight > element.clientHeight + 1);
    };
    return [...document.querySelectorAll('body *:not(.hidden-text, .hidden-text *)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.innerText?.trim() && !element.matches(elsewhere) && isCut(element))
      .map((element) => `${element.localName} class="${element.className}": ${element.innerText.replace(/\s+/g, ' ').slice(0, 100)}`)
      .concat(window.observed.cutLabels);
  }, kCutElsewhere);
}
