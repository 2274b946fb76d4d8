import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";

const WIDTHS = [360, 768, 1440];

/** Takes the page as it is now into a folder of pictures, in each width and theme: from top to bottom, or what a dialog leaves of it to be seen. */
export async function shoot(page: Page, folder: string, name: string): Promise<void> {
  const path = `${process.env["SHOTS_DIR"] ?? "docs/pictures"}/${folder}`;
  mkdirSync(path, { recursive: true });
  const hasDialog = (await page.getByRole("dialog").count()) > 0;
  // What sticks to the window's top would otherwise be in the middle of a long picture.
  if (!hasDialog) await page.evaluate(() => window.scrollTo(0, 0));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: `${path}/${name}-${width}-${colorScheme}.png`, fullPage: !hasDialog });
    }
  }
}
