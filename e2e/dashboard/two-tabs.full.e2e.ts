import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { namedEntry } from "../all-pages";
import { hydrated } from "../hydrated";
import { inDatabase } from "../pay/gateway-actions";
import { onPage } from "./on-page";
import { choose, openWithTwo, SECOND, switcher } from "./two-shops-steps";

/** One user with two shops, in two tabs. */

const SLOW_MS = 2_500;

const shopName = (page: Page) => page.getByLabel("Shop name");
const follow = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: namedEntry(name) })
    .click();

/**
 * Brings a tab to the front, where it selects its shop for the next page. A headless browser does
 * not report this to its pages, and what a page sends only when it is left may reach the server too
 * late: a person does not change tabs and reload at the same instant.
 */
async function toFront(page: Page): Promise<void> {
  await page.bringToFront();
  const isClaimed = () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event("focus"));
      const shown = document.querySelector("[data-merchant]")?.getAttribute("data-merchant");
      return document.cookie.split("; ").some((cookie) => cookie.endsWith(`=${shown}`));
    });
  await expect.poll(isClaimed).toBe(true);
}

test("two tabs of two shops each continue with their own, by pages and by forms; unsaved changes are asked about once", async ({
  browser,
}) => {
  const first = await openWithTwo(browser);
  const second = await first.context().newPage();
  await second.goto("/overview");
  await choose(second, "Paper Lantern", SECOND);

  await toFront(first);
  await follow(first, "Settings");
  await expect(shopName(first)).toHaveValue("Paper Lantern");
  await hydrated(shopName(first));
  const name = `Paper Lantern ${randomUUID().slice(0, 8)}`;
  await shopName(first).fill(name);

  const question = first.getByRole("dialog", { name: "Leave without saving?" });
  await follow(first, "Payouts");
  await expectAccessible(first);
  await question.getByRole("button", { name: "Stay here" }).click();
  await first.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(shopName(first)).toHaveValue(name);
  await first.getByRole("button", { name: "Save" }).first().click();
  await expect(first.getByText("Saved.")).toBeVisible();
  await follow(first, "Payouts");
  await expect(first).toHaveURL(/\/payouts$/);
  await expect(question).toBeHidden();

  await toFront(second);
  await follow(second, "Settings");
  await expect(shopName(second)).toHaveValue(SECOND);
  await toFront(first);
  await first.reload();
  await expect(switcher(first, name)).toBeVisible();

  await first.goto("/settings");
  await hydrated(shopName(first));
  await shopName(first).fill("Never saved");
  await follow(first, "Payouts");
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(first).toHaveURL(/\/payouts$/);
  await first.context().close();
});

test("a tab whose shop was taken from its user says so and shows no other shop's page under its name", async ({
  browser,
}) => {
  const page = await openWithTwo(browser);
  // Slower than a user who stays on the page is told from one who leaves it.
  await page.route("**/overview", async (route) => {
    const response = await route.fetch();
    await pause(SLOW_MS);
    await route.fulfill({ response });
  });
  await choose(page, "Paper Lantern", SECOND);
  await page.unrouteAll({ behavior: "wait" });
  const headers = await onPage(page);
  await inDatabase("DELETE FROM merchant_members WHERE merchant_id = $1", [headers["x-merchant"]]);
  await follow(page, "Payouts");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are no longer a member");
  await expect(page.getByText(SECOND)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue with Paper Lantern" }).click();
  await expect(page).toHaveURL(/\/overview$/);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByText("Paper Lantern").first()).toBeVisible();
  await page.context().close();
});
