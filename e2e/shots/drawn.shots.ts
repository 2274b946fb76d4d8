import { test } from "@playwright/test";
import { SHOT_LOCALES, shootRendered } from "./rendered-pages";

/** Every state of the payment and wallet pages, in every width, both themes and three languages. */

const PARTS = 3;

// They are many, and none sends requests to the gateway.
test.describe.configure({ mode: "parallel" });

for (const locale of SHOT_LOCALES)
  for (let part = 0; part < PARTS; part += 1)
    test(`every state of the hosted pages, rendered, in ${locale} (${part + 1} of ${PARTS})`, async ({ page }) => {
      test.setTimeout(600_000);
      await shootRendered(page, locale, part, PARTS);
    });
