import { expect, test } from "@playwright/test";
import { findOverflow } from "./find-overflow";

// Nothing here asks the gateway for anything, so the languages need not wait for each other.
test.describe.configure({ mode: "parallel" });

/**
 * Every state in the language of the longest words; a third of them in English, from right to left,
 * and without spaces between words. All states in all languages: overflow.long.e2e.ts.
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
