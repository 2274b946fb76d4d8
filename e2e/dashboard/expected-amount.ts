import { expect, type Page } from "@playwright/test";

/** What the open dialog says will arrive. */
export async function expectedAmount(page: Page): Promise<string> {
  const arrives = page.getByRole("dialog").getByRole("definition").first();
  await expect(arrives).toContainText(/[\d.]+/);
  return /^([\d.]+)/.exec((await arrives.textContent()) ?? "")?.[1] ?? "";
}
