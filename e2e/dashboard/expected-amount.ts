import { expect, type Page } from "@playwright/test";

/** Returns the amount received according to the open dialog. */
export async function expectedAmount(page: Page): Promise<string> {
  const arrives = page.getByRole("dialog").getByRole("definition").first();
  await expect(arrives).toContainText(/[\d.]+/);
  return /^([\d.]+)/.exec((await arrives.textContent()) ?? "")?.[1] ?? "";
}
