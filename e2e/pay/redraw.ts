import type { Page } from "@playwright/test";

/**
 * Waits for two fetches of the page by itself. It sends the second after the first is drawn and
 * more updates have come, or if it could not be drawn yet.
 */
export async function redraw(page: Page, url: string): Promise<void> {
  for (const _ of [1, 2]) {
    await page.waitForRequest((request) => request.url() === url && request.method() === "GET");
  }
}
