import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";

const WIDTHS = [360, 768, 1440];

/** Takes the page as it is now into a folder of pictures, in each width and theme, from top to bottom. */
export async function shoot(page: Page, folder: string, name: string): Promise<void> {
  const path = `${process.env["SHOTS_DIR"] ?? "docs/pictures"}/${folder}`;
  mkdirSync(path, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
      await page.screenshot({ path: `${path}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}
