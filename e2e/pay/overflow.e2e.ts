import { expect, test } from "@playwright/test";
import { findOverflow } from "./find-overflow";

// Nothing here asks the gateway for anything, so the languages need not wait for each other.
test.describe.configure({ mode: "parallel" });

/** English, the longest words, from right to left, and no spaces between words. All others: overflow.long.e2e.ts. */
for (const locale of ["en", "de", "ar", "th"] as const) {
  test(`in ${locale}, nothing on any state of the pages is wider than a phone, cut off or broken`, async ({ page }) => {
    expect(await findOverflow(page, locale)).toEqual([]);
  });
}
