// The end of `cpsizer ui`, without a browser: signals while pages are connected and requests hang, and an output that
// cannot be written.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { programPath, servePage, sourcePath } from './lib/program.mjs';
import { cookieOf, send } from './lib/requests.mjs';

const kFleet = ['-f', sourcePath('deploy/examples/fleet')];
// The process must end within kStopTimeout of client/cli/ui/ui.cc, 5 s. Slow machines get more time.
const kEndMs = 30_000;

// Programs do not keep Node running (lib/program.mjs), and there is no browser that does.
const alive = setInterval(() => undefined, 60_000);
let folder;
before(() => { folder = mkdtempSync(join(tmpdir(), 'cpsizer-signals-')); });
after(() => {
  rmSync(folder, { recursive: true });
  clearInterval(alive);
});

// Serves a page with open event streams, and a replay that hangs: nothing writes to the pipe of its history.
async function serveBusyPage() {
  const pipe = join(folder, 'history.csv');
  rmSync(pipe, { force: true });
  execFileSync('mkfifo', [pipe]);
  const served = servePage(...kFleet, `--history=${pipe}`);
  // The command reads the history once before it serves.
  await writeFile(pipe, readFileSync(sourcePath('deploy/examples/history/recommendations.csv')));
  const server = await served;
  const cookie = await cookieOf(server);
  const streams = await Promise.all(Array.from({ length: 10 }, async () => {
    const response = await fetch(`${server.origin}/api/events`, { headers: { cookie } });
    return response.body.getReader();
  }));
  const replay = send(server.origin, { method: 'POST', path: '/api/replay', headers: { cookie }, body: {} }).catch(() => undefined);
  const writer = await open(pipe, 'w');  // waits until the replay reads the pipe
  return { server, streams, replay, writer };
}

// Waits until the server has closed the streams, which it does after the first signal.
async function waitForEnd(streams) {
  await Promise.all(streams.map(async (stream) => {
    while (!(await stream.read().catch(() => ({ done: true }))).done);
  }));
}

async function exitOf(child, signal, ms) {
  const timeout = setTimeout(() => child.kill('SIGKILL'), ms);
  child.ref();
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code, killed] = await exited;
  clearTimeout(timeout);
  return killed ?? code;
}

test('SIGTERM ends the process although streams are open and a replay hangs', { timeout: 120_000 }, async (t) => {
  const { server, streams, replay, writer } = await serveBusyPage();
  const start = performance.now();
  const ended = waitForEnd(streams);
  assert.equal(await exitOf(server.child, 'SIGTERM', kEndMs), 0);
  await ended;
  t.diagnostic(`from SIGTERM to the end: ${((performance.now() - start) / 1000).toFixed(2)} s`);
  await replay;
  await writer.close();
});

test('a second signal ends the process at once', { timeout: 120_000 }, async () => {
  const { server, streams, replay, writer } = await serveBusyPage();
  server.child.kill('SIGTERM');
  await waitForEnd(streams);
  assert.equal(await exitOf(server.child, 'SIGINT', kEndMs), 128 + 2);
  await replay;
  await writer.close();
});

test('an output that cannot be written ends the process with an error', { timeout: 120_000 }, async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(programPath('cpsizer'), ['ui', ...kFleet], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  let error = '';
  child.stderr.setEncoding('utf8').on('data', (text) => { error += text; });
  const [code] = await once(child, 'close');
  assert.notEqual(code, 0);
  assert.match(error, /error: .*output/);
});

test('a closed output ends the process', { timeout: 120_000 }, async () => {
  const child = spawn('sh', ['-c', `"$0" ui -f "$1" >&-`, programPath('cpsizer'), sourcePath('deploy/examples/fleet')], { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  assert.notEqual(code, 0);
});
