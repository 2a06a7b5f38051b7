// Runs the unit tests: bundles test/*.test.ts into a temporary folder, and runs them with node:test.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tests = fileURLToPath(new URL('test', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'cpsizer-page-'));
try {
  await build({
    entryPoints: readdirSync(tests).filter((name) => name.endsWith('.test.ts')).map((name) => join(tests, name)),
    outdir: out,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'browser',
    external: ['node:*'],
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const files = readdirSync(out).map((name) => join(out, name));
  process.exitCode = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(out, { recursive: true });
}
