import { expect, type Page } from "@playwright/test";
import { expectAccessible, type Theme } from "./accessibility";

const PHONE = { width: 360, height: 780 };
const TABLET = { width: 768, height: 1024 };
const DESK = { width: 1440, height: 900 };

/**
 * Opens a page and expects no accessibility violation in these themes, no horizontal overflow on
 * three screens, and no console errors. The design page checks every component in both themes, the
 * long test the pages themselves.
 */
export async function judgePage(page: Page, address: string, themes: readonly Theme[] = ["light"]): Promise<void> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.setViewportSize(DESK);
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page, themes);
  for (const viewport of [DESK, TABLET, PHONE]) {
    await page.setViewportSize(viewport);
    // Charts are resized slightly later.
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, { message: `${viewport.width} px`, timeout: 2_000 }).toBeLessThanOrEqual(0);
  }
  expect(complaints).toEqual([]);
}
