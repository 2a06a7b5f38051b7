// Builds dist/. The output depends only on the sources and on package-lock.json: there are no hashes, times or paths.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
// CPSIZER_PAGE_OUT is for the test that compares the checked-in bundle with its sources.
const out = process.env.CPSIZER_PAGE_OUT ?? here('dist');

mkdirSync(out, { recursive: true });
await build({
  entryPoints: { page: here('src/main.tsx') },
  absWorkingDir: here('.'),
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome108', 'firefox115', 'safari16'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'warning',
});
copyFileSync(here('src/index.html'), `${out}/index.html`);
