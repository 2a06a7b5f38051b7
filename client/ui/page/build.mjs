// Builds dist/. The output depends only on the sources and on package-lock.json: there are no hashes, times or paths.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
// CPSIZER_PAGE_OUT is for the test that compares the checked-in bundle with its sources.
const out = process.env.CPSIZER_PAGE_OUT ?? here('dist');

mkdirSync(out, { recursive: true });
const options = {
  absWorkingDir: here('.'),
  outdir: out,
  bundle: true,
  minify: true,
  target: ['es2022', 'chrome108', 'firefox115', 'safari16'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'warning',
};
await build({ ...options, entryPoints: { page: here('src/main.tsx') }, format: 'esm' });
// The script of the report is a part of its one file, so it is not a module.
await build({ ...options, entryPoints: { report: here('src/report/main.ts') }, format: 'iife' });
copyFileSync(here('src/index.html'), `${out}/index.html`);
