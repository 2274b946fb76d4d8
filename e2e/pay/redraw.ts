import type { Page } from "@playwright/test";

/**
 * Waits for two requests of the page for itself. It makes the second when the first is drawn and
 * more news has come, or when it was not to be drawn yet.
 */
export async function redraw(page: Page, url: string): Promise<void> {
  for (const _ of [1, 2]) {
    await page.waitForRequest((request) => request.url() === url && request.method() === "GET");
  }
}
