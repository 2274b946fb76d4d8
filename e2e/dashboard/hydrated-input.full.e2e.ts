import { type Browser, expect, type Page, test } from "@playwright/test";
import { hydrated } from "../hydrated";
import { openOwnShop } from "./own-shop";

test("text typed before the page's script has loaded is kept and reported", async ({ browser }) => {
  const { page, release } = await openWithoutScript(browser, "/webhooks/test");
  const to = page.getByLabel("Webhook URL");
  await to.fill("not an address");
  release();
  await hydrated(to);
  await page.getByRole("button", { name: "Preview request" }).click();
  await expect(to).toHaveAttribute("aria-invalid", "true");
  await expect(to).toHaveValue("not an address");
  await page.context().close();
});

test("days and steps chosen before the page's script has loaded are reported too", async ({ browser }) => {
  const { page, release } = await openWithoutScript(browser, "/analytics?range=custom");
  await page.getByLabel("First day").fill("2026-11-02");
  await page.getByLabel("Interval").selectOption({ label: "Weeks" });
  release();
  await expect(page).toHaveURL(/from=2026-11-02/);
  await expect(page).toHaveURL(/step=week/);
  await page.getByLabel("Last day").fill("2026-11-20");
  await expect(page.getByRole("heading", { name: "Volume by coin" })).toBeVisible();
  await expect(page.getByLabel("First day")).toHaveValue("2026-11-02");
  await page.context().close();
});

/** A page as on a slow connection: rendered, with its script held back until it is released. */
async function openWithoutScript(browser: Browser, path: string): Promise<{ page: Page; release: () => void }> {
  const page = await openOwnShop(browser);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/chunks/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return { page, release };
}
