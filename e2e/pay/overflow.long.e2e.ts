import { expect, test } from "@playwright/test";
import { ALL_LOCALES } from "../../lib/kernel/locales/locales";
import { findOverflow } from "./find-overflow";

test.describe.configure({ mode: "parallel" });

// All known languages, which are those offered: catalogues.test.ts compares them.
for (const locale of ALL_LOCALES) {
  test(`in ${locale}, nothing on any state of the pages is wider than a phone, cut off or broken`, async ({ page }) => {
    expect(await findOverflow(page, locale)).toEqual([]);
  });
}
