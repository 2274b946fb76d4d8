import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** Clicks the download link of this name and returns the file's text. */
export async function downloaded(page: Page, name: string): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name }).click();
  return readFileSync(await (await waiting).path(), "utf8");
}
