import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { inDatabase } from "../pay/gateway-actions";
import { onPage } from "./on-page";
import { sandbox } from "./session";
import { choose, openWithTwo, switcher } from "./two-shops-steps";

/**
 * One user with two shops: one that requires more, names of maximum length, and the notices of a
 * stopped shop.
 */

/** Maximum length, without a place to wrap. */
const LONG = "Grossvertriebsgesellschaft".repeat(4).slice(0, 80);

test("a shop that requires two-factor authentication says so and how, and the other one stays accessible", async ({
  browser,
}) => {
  const strict = `Strict ${randomUUID()}`;
  const page = await openWithTwo(browser, strict);
  await inDatabase("UPDATE merchants SET requires_second_factor = true WHERE name = $1", [strict]);
  await choose(page, "Paper Lantern", strict);
  await expect(page).toHaveURL(/\/settings\/account$/);
  await expect(page.getByText(`${strict} requires two-factor authentication for all members`)).toBeVisible();
  await expect(page.getByText("Meanwhile you can keep working for Paper Lantern")).toBeVisible();
  await expectAccessible(page);
  await choose(page, strict, "Paper Lantern");
  await expect(page).toHaveURL(/\/overview$/);
  await page.context().close();
});

async function expectNothingBeyond(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([what, overflow <= 0]).toEqual([what, true]);
}

test("a stopped shop with a maximum-length name shows what is stopped on every page, before any button is pressed, and fits on a phone", async ({
  browser,
}) => {
  const name = `${randomUUID().slice(0, 8)}${LONG}`.slice(0, 80);
  const page = await openWithTwo(browser, name);
  await choose(page, "Paper Lantern", name);
  await inDatabase("UPDATE merchants SET payments_blocked_at = now(), payouts_blocked_at = now() WHERE name = $1", [
    name,
  ]);
  await inDatabase(
    `UPDATE users SET name = $1 FROM merchant_members mm JOIN merchants m ON m.id = mm.merchant_id
     WHERE mm.user_id = users.id AND m.name = $2`,
    [LONG, name],
  );
  await page.setViewportSize({ width: 360, height: 780 });
  const stopped = page.getByRole("region", { name: "Restrictions" });
  const paths = ["/overview", "/invoices/new", "/transfers", "/settings", "/settings/members", "/settings/account"];
  for (const path of [...paths, "/settings/branding", "/settings/audit"]) {
    await page.goto(path);
    await expect(stopped).toContainText("New payments are stopped");
    await expect(stopped).toContainText("Outgoing transfers are stopped");
    await expectNothingBeyond(page, path);
    if (path === "/invoices/new") await expect(page.getByRole("button", { name: "Create invoice" })).toBeDisabled();
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: `Account of ${LONG}` }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectNothingBeyond(page, "the person's menu");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await switcher(page, name).click();
  await expect(page.getByRole("menuitem", { name })).toBeInViewport({ ratio: 1 });
  await expectNothingBeyond(page, "the switcher");
  await page.context().close();
});

test("the payment page fits on a phone with a shop's maximum-length name, and says in text that the shop is stopped", async ({
  browser,
}) => {
  const name = `${randomUUID().slice(0, 8)}${LONG}`.slice(0, 80);
  const owner = await openWithTwo(browser, name);
  const terms = { amount: "25", currency: "USD", orderId: "", coin: "", network: "", lifetimeSeconds: 3600 };
  const links = { urlCallback: "", urlReturn: "", urlSuccess: "", additionalData: "" };
  await choose(owner, "Paper Lantern", name);
  const made = await owner.request.post("/api/rpc/invoices.create", {
    headers: await onPage(owner),
    data: { ...terms, ...links },
  });
  const { id }: { id: string } = await made.json();
  const payer = await browser.newPage({ viewport: { width: 360, height: 780 }, locale: "en-GB" });
  await payer.goto(`${sandbox.baseUrl}/pay/${id}`);
  await expect(payer.getByText(name).first()).toBeVisible();
  await expectNothingBeyond(payer, "choosing");
  await inDatabase("UPDATE merchants SET payments_blocked_at = now() WHERE name = $1", [name]);
  await payer.reload();
  await expect(payer.getByRole("heading", { level: 1 })).toHaveText(
    "This shop is not accepting payments at the moment",
  );
  await expect(payer.getByRole("button")).toHaveCount(0);
  await expectNothingBeyond(payer, "stopped");
  await expectAccessible(payer);
  await payer.close();
  await owner.context().close();
});
