import type { Page } from "@playwright/test";

/** What a payer's page says and does, for the tests of what does not go as planned. */

/** For what a scan, a cache or a chain takes its time for. */
export const PATIENT = { timeout: 45_000 };

export const headline = (page: Page) => page.getByRole("heading", { level: 1 });
export const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
export const addressOf = async (page: Page) => (await page.locator("code.address").first().textContent()) ?? "";
