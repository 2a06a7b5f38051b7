// Who may read the page: the token, the cookie, Host, Origin, and the content security policy.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { closePage, launchBrowser, openPage, withPage } from './lib/browser.mjs';
import { programPath, runProgram, servePage } from './lib/program.mjs';
import { cookieOf, send, tokenOf } from './lib/requests.mjs';

const kPaths = ['/api/status', '/api/fleet', '/api/cluster?namespace=clusters&name=orders-prod', '/api/reference', '/api/events', '/api/none'];
const kRefused = [403, 421];

let browser;
let server;
before(async () => {
  browser = await launchBrowser();
  server = await servePage('-f', 'deploy/examples/fleet');
});
after(async () => {
  await browser.close();
  assert.equal(await server.stop(), 0);
});

const openSession = (token, headers = {}) => send(server.origin, { method: 'POST', path: '/api/session', body: { token }, headers });

test('each request of the API needs the cookie', async () => {
  for (const path of kPaths) {
    for (const headers of [{}, { cookie: 'cpsizer_session=' }, { cookie: `cpsizer_session=${'a'.repeat(43)}` }]) {
      assert.equal((await send(server.origin, { path, headers })).status, 401, path);
    }
  }
});

test('a wrong token gets no cookie', async () => {
  const right = tokenOf(server.url);
  for (const token of ['', 'wrong', right.slice(1), `${right}x`, right.toLowerCase() === right ? right.toUpperCase() : right.toLowerCase()]) {
    const answer = await openSession(token);
    assert.equal(answer.status, 401, token);
    assert.equal(answer.headers['set-cookie'], undefined);
  }
});

test('the cookie cannot be read by scripts or sent by other sites', async () => {
  const answer = await openSession(tokenOf(server.url));
  assert.equal(answer.status, 204);
  assert.match(answer.headers['set-cookie'][0], /^cpsizer_session\w*=[^;]+;/);
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/']) assert.match(answer.headers['set-cookie'][0], new RegExp(`; ${attribute}(;|$)`));
});

test('a proxy with a name of --allowed-host and TLS can serve the page', async () => {
  const proxied = await servePage('-f', 'deploy/examples/fleet', '--allowed-host=page.example.org');
  const cookie = await cookieOf(proxied);
  for (const host of ['page.example.org', 'page.example.org:8443']) {
    for (const scheme of ['http', 'https']) {
      const answer = await send(proxied.origin, { path: '/api/status', headers: { cookie, host, origin: `${scheme}://${host}` } });
      assert.equal(answer.status, 200, `${scheme}://${host}`);
    }
    assert.equal((await send(proxied.origin, { path: '/api/status', headers: { cookie, host, origin: 'https://evil.example' } })).status, 403, host);
  }
  assert.equal((await send(proxied.origin, { path: '/api/status', headers: { cookie, host: 'evil.example' } })).status, 403);
  assert.equal(await proxied.stop(), 0);
});

test('each start has another token', async () => {
  const other = await servePage('-f', 'deploy/examples/fleet');
  assert.notEqual(tokenOf(other.url), tokenOf(server.url));
  assert.equal(await other.stop(), 0);
});

test('another Host is refused, so that a name that resolves to 127.0.0.1 cannot read the page', async () => {
  const cookie = await cookieOf(server);
  const { port } = new URL(server.origin);
  for (const host of ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`, '127.0.0.1:1', 'x'.repeat(1000)]) {
    for (const path of ['/', '/page.js', ...kPaths]) {
      const { status, text } = await send(server.origin, { path, headers: { cookie, host } });
      assert.ok([...kRefused, 400].includes(status), `${host} ${path}: ${status}`);
      assert.doesNotMatch(text, /orders-prod/);
    }
  }
});

test('another Origin is refused', async () => {
  const cookie = await cookieOf(server);
  for (const origin of ['http://evil.example', 'null', server.origin.replace('http:', 'https:'), server.origin.replace(/\d+$/, '1')]) {
    assert.ok(kRefused.includes((await openSession(tokenOf(server.url), { origin })).status), origin);
    assert.ok(kRefused.includes((await send(server.origin, { path: '/api/fleet', headers: { cookie, origin } })).status), origin);
  }
});

test('a page of another site cannot read the API in the browser of a user', async () => {
  const site = http.createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>other</title>'));
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const page = await openPage(browser, server);
  try {
    const foreign = await page.context().newPage();
    await foreign.goto(`http://localhost:${site.address().port}`);
    const read = await foreign.evaluate((origin) => fetch(`${origin}/api/fleet`, { credentials: 'include' }).then((answer) => answer.text(), () => 'refused'), server.origin);
    assert.equal(read, 'refused');
  } finally {
    await closePage(page);
    site.close();
  }
});

test('the policy allows only the files of the page', async () => {
  const { headers } = await send(server.origin);
  const policy = headers['content-security-policy'];
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(headers['cache-control'], /no-store|no-cache/);
  await withPage(browser, server, { allowed: /Content Security Policy|violates/ }, async (page) => {
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.hasRun = true';
      document.body.append(script);
      const { violations } = window.observed;
      return { hasRun: window.hasRun === true, violations: violations.splice(0).length };
    });
    assert.equal(ran.hasRun, false);
    await page.evaluate(() => window.observed.violations.splice(0));
  });
});

test('the token leaves the URL, and a reload keeps the session', async () => {
  await withPage(browser, server, {}, async (page) => {
    await page.waitForFunction(() => !location.href.includes('token'));
    await page.reload();
    await page.getByText('orders-prod').first().waitFor();
  });
});

test('a page with a wrong token says what to do', async () => {
  const page = await openPage(browser, { ...server, url: server.url.replace(/token=.*/, 'token=wrong') });
  await page.getByRole('heading', { name: 'This page is not signed in' }).waitFor();
  await closePage(page, /status of 401/);
});

test('an address that other machines can reach needs TLS and allowed clients', async () => {
  const { code, output } = await runProgram(programPath('cpsizer'), ['ui', '-f', 'deploy/examples/fleet', '--listen=0.0.0.0:0']);
  assert.equal(code, 2);
  assert.match(output, /--listen/);
});
