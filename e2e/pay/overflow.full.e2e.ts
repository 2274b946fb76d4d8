import { expect, test } from "@playwright/test";
import { findOverflow } from "./find-overflow";

// These tests send no requests to the gateway, so the languages can run in parallel.
test.describe.configure({ mode: "parallel" });

/**
 * Every state in the language with the longest words; a third of them in English, in a
 * right-to-left language, and in one without spaces between words. All states in all languages:
 * overflow.long.e2e.ts.
 */
const STEPS = [
  ["de", 1],
  ["en", 3],
  ["ar", 3],
  ["th", 3],
] as const;

for (const [locale, step] of STEPS) {
  test(`in ${locale}, nothing on the pages is wider than a phone, cut off or broken (1 state in ${step})`, async ({
    page,
  }) => {
    expect(await findOverflow(page, locale, step)).toEqual([]);
  });
}
