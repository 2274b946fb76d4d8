import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";

type Views = { readonly widths: readonly number[]; readonly schemes: readonly ("light" | "dark")[] };

const EVERY_VIEW: Views = { widths: [360, 768, 1440], schemes: ["light", "dark"] };

/**
 * Saves screenshots of the current page to a folder, by default in each width and theme: the full
 * page, or the viewport if a dialog is open.
 */
export async function shoot(page: Page, folder: string, name: string, views: Views = EVERY_VIEW): Promise<void> {
  const path = `${process.env["SHOTS_DIR"] ?? "docs/pictures"}/${folder}`;
  mkdirSync(path, { recursive: true });
  const hasDialog = (await page.getByRole("dialog").count()) > 0;
  // Otherwise a sticky header would appear in the middle of a long screenshot.
  if (!hasDialog) await page.evaluate(() => window.scrollTo(0, 0));
  for (const width of views.widths) {
    await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
    for (const colorScheme of views.schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: `${path}/${name}-${width}-${colorScheme}.png`, fullPage: !hasDialog });
    }
  }
}
