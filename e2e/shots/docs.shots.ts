import { mkdirSync } from "node:fs";
import { expect, test } from "@playwright/test";

/** Screenshots of the API reference: its guide, and one complete operation. */

const FOLDER = `${process.env["SHOTS_DIR"] ?? "docs/pictures"}/docs`;
const WIDTHS = [360, 768, 1440];
const PLACES = [
  ["/docs/api", "start"],
  ["/docs/api", "webhooks"],
  ["/docs/api/invoices", "post-v1-payment"],
] as const;

test("the API reference", async ({ page }) => {
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
      for (const [path, place] of PLACES) {
        await page.goto(`${path}#${place}`, { waitUntil: "networkidle" });
        await expect(page.locator(`#${place}`)).toBeInViewport();
        await page.screenshot({ path: `${FOLDER}/api-${place}-${width}-${colorScheme}.png` });
      }
    }
  }
});
