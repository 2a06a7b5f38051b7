// Runs `cpsizer ui` and other commands of the build in the folder CPSIZER_BIN.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const kBin = process.env.CPSIZER_BIN;
const kRoot = fileURLToPath(new URL('../../../../', import.meta.url));

export const sourcePath = (path) => `${kRoot}${path}`;
export const programPath = (name) => `${kBin}/${name}`;

// Runs the command, and returns its output as JSON, and the lines of its standard error as notes. An exit code of 1 is
// a difference or a finding, not a failure.
export function cpsizerJsonAndNotes(...args) {
  const { status, stdout, stderr } = spawnSync(programPath('cpsizer'), [...args, '-o', 'json'], { cwd: kRoot, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.ok(status === 0 || status === 1, stderr);
  return { json: JSON.parse(stdout), notes: stderr.split('\n').filter(Boolean) };
}

export function cpsizerJson(...args) {
  return cpsizerJsonAndNotes(...args).json;
}

// Runs a program that ends by itself. Input is empty.
export function runProgram(command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: kRoot, input: '', encoding: 'utf8', timeout: 60_000, ...options });
  return { code: status, output: stdout + stderr };
}

// Starts a program, and returns the first line of its output that matches `pattern`. The program ends with `stop()`.
export async function startProgram(command, args, pattern, options = {}) {
  const child = spawn(command, args, { cwd: kRoot, stdio: ['pipe', 'pipe', 'pipe'], ...options });
  const output = [];
  const exited = once(child, 'exit').then(([code]) => code);
  const line = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (text) => {
        output.push(text);
        const match = pattern.exec(text);
        if (match) resolve(match);
      });
    }
    child.on('error', reject);
    exited.then((code) => reject(new Error(`${command} ended with ${code}: ${output.join('\n')}`)));
  });
  // A program of a test that failed must not keep the tests running.
  child.unref();
  for (const stream of child.stdio) stream.unref?.();
  process.once('exit', () => child.kill('SIGKILL'));
  const stop = async () => {
    child.ref();
    child.stdin.end();
    child.kill('SIGTERM');
    return exited;
  };
  return { child, output, match: await line, stop };
}

// Serves the page. `url` has the token; `origin` has not.
export async function servePage(...args) {
  const program = await startProgram(programPath('cpsizer'), ['ui', ...args], /https?:\/\/\S+#\S+/);
  const [url] = program.match;
  return {
    url,
    origin: new URL(url).origin,
    child: program.child,
    // The lines that the program has printed.
    output: program.output,
    stop: program.stop,
    signal: (name) => program.child.kill(name),
    // The memory of the program in MiB.
    residentMiB: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.child.pid}/status`, 'utf8'))[1]) / 1024,
  };
}
