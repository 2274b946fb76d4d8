import { expect, test } from "@playwright/test";
import { hydrated } from "../hydrated";
import { openOwnShop } from "./own-shop";

test("what is typed before the page's script has come is kept and heard", async ({ browser }) => {
  const page = await openOwnShop(browser);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/chunks/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/webhooks/test", { waitUntil: "commit" });
  const to = page.getByLabel("To", { exact: true });
  await to.fill("not an address");
  release();
  await hydrated(to);
  await page.getByRole("button", { name: "Show what will be sent" }).click();
  await expect(to).toHaveAttribute("aria-invalid", "true");
  await expect(to).toHaveValue("not an address");
  await page.context().close();
});
