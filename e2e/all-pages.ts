import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page } from "@playwright/test";

const APP = join(import.meta.dirname, "../app");

/**
 * Returns the paths of all pages of the dashboard or of the operator's console, from the folders: a
 * new page cannot be forgotten.
 */
export function pagesOf(part: "(dashboard)" | "(operator)"): readonly string[] {
  return readdirSync(join(APP, part), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("page.tsx"))
    .map((file) => `/${dirname(file)}`)
    .sort();
}

/** Returns whether the path is of one object, as in `/invoices/[id]`. */
export const isOfOne = (address: string): boolean => address.includes("[");

const ofNoObject = (part: "(dashboard)" | "(operator)") => pagesOf(part).filter((address) => !isOfOne(address));

/**
 * Includes one view that depends on its query. Pages of one object are checked by the tests that
 * create one.
 */
export const MERCHANT_PAGES: readonly string[] = [...ofNoObject("(dashboard)"), "/payouts?tab=reviews"];
/** Networks always exist. */
export const OPERATOR_PAGES: readonly string[] = [...ofNoObject("(operator)"), "/operator/networks/bsc"];

/**
 * Returns the path of the first object linked from the list above such a page; null if the list has
 * none. Opens the list. For `/invoices/[id]` it searches `/invoices`.
 */
export async function firstOf(page: Page, address: string): Promise<string | null> {
  const list = dirname(address);
  await page.goto(list);
  const main = page.getByRole("main");
  const link = main.locator(
    `a[href^="${list}/"]:not([href$="/new"], [href$="/batches"], [href$="/settlement"], [href$="/settings"])`,
  );
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(main.getByRole("status", { name: "Loading" })).toHaveCount(0);
  return (await link.count()) > 0 ? await link.first().getAttribute("href") : null;
}

/** Matches an entry of the navigation, with or without the number beside it: "Cases, 3 open". */
export const namedEntry = (label: string): RegExp => new RegExp(`^${label}(,|$)`);
