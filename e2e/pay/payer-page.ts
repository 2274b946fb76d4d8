import type { Page } from "@playwright/test";

/** Helpers for a payer's page in tests of exceptional payments. */

/** Timeout for a scan, a cache or a chain. */
export const PATIENT = { timeout: 45_000 };

export const headline = (page: Page) => page.getByRole("heading", { level: 1 });
export const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
export const addressOf = async (page: Page) => (await page.locator("code.address").first().textContent()) ?? "";
