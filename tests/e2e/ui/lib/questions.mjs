// Answers a question from the page alone, and counts the interactions.

import assert from 'node:assert/strict';
import { withPage } from './browser.mjs';
import { servePage } from './program.mjs';

// Runs `body(page, use)` on the page that is served with `args`. `use` counts the interactions: a click, a choice, or a
// field that is filled. Prints and checks their number.
export async function answer(t, browser, args, most, body) {
  const server = await servePage(...args);
  let count = 0;
  const use = async (locator, action = 'click', ...rest) => {
    ++count;
    await locator[action](...rest);
  };
  try {
    await withPage(browser, server, { mayShift: true }, (page) => body(page, use));
  } finally {
    assert.equal(await server.stop(), 0);
  }
  t.diagnostic(`${count} interactions`);
  assert.ok(count <= most, `${count} interactions`);
}

export const figure = (page, label) => page.locator('dl.figures div').filter({ hasText: label });
