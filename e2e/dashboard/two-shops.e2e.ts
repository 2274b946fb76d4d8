import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { hydrated } from "../hydrated";
import { inDatabase } from "../pay/gateway-hands";
import { onPage } from "./on-page";
import { addShop } from "./own-shop";
import { sandbox, signIn } from "./session";

/** One person with two shops, in two tabs; names as long as they may be; and what a shop that is stopped is told. */

const SECOND = "Zweites Geschaeft";
/** As long as a name may be, without a place to break it. */
const LONG = "Grossvertriebsgesellschaft".repeat(4).slice(0, 80);

/** A new person with a shop and a second one, signed in; the second in its own words of SQL. */
async function openWithTwo(browser: Browser, second = SECOND): Promise<Page> {
  const credentials = await addShop("owner");
  await inDatabase(
    `WITH person AS (SELECT id FROM users WHERE email = $1),
       shop AS (INSERT INTO merchants (name, wallet_owner_id) SELECT $2, id FROM person RETURNING id)
     INSERT INTO merchant_members (merchant_id, user_id, role, created_at)
     SELECT shop.id, person.id, 'owner', now() + interval '1 second' FROM shop, person`,
    [credentials.email, second],
  );
  const context = await browser.newContext({ baseURL: sandbox.baseUrl, locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  await signIn(page, credentials);
  return page;
}

const switcher = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const shopName = (page: Page) => page.getByLabel("Name of the shop");
const follow = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();

/**
 * Brings a tab to the front, where it says whose page is drawn next. Of that a browser without windows tells its pages nothing, and what a
 * page says only as it is left may reach the server too late: a person does not change tabs and load anew in one moment.
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

async function choose(page: Page, from: string, to: string): Promise<void> {
  await hydrated(switcher(page, from));
  await switcher(page, from).click();
  await page.getByRole("menuitem", { name: to }).click();
  await expect(switcher(page, to)).toBeVisible();
}

test("two tabs with two shops each go on with their own, by pages and by forms; what is not saved is asked about once", async ({
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
  await expectAccessible(first, ["light"]);
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

test("a tab whose shop was taken from its person says so and shows no other shop's page under its name", async ({
  browser,
}) => {
  const page = await openWithTwo(browser);
  await choose(page, "Paper Lantern", SECOND);
  const headers = await onPage(page);
  await inDatabase("DELETE FROM merchant_members WHERE merchant_id = $1", [headers["x-merchant"]]);
  await follow(page, "Payouts");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not your merchant any more");
  await expect(page.getByText(SECOND)).toHaveCount(0);
  await expectAccessible(page, ["light"]);
  await page.getByRole("button", { name: "Go on for Paper Lantern" }).click();
  await expect(page).toHaveURL(/\/overview$/);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByText("Paper Lantern").first()).toBeVisible();
  await page.context().close();
});

test("a shop that asks for a second factor says so and how, and the other one stays open beside it", async ({
  browser,
}) => {
  const strict = `Strict ${randomUUID()}`;
  const page = await openWithTwo(browser, strict);
  await inDatabase("UPDATE merchants SET requires_second_factor = true WHERE name = $1", [strict]);
  await choose(page, "Paper Lantern", strict);
  await expect(page).toHaveURL(/\/settings\/account$/);
  await expect(page.getByText(`${strict} asks every member for a second factor`)).toBeVisible();
  await expect(page.getByText("Meanwhile you can go on for Paper Lantern")).toBeVisible();
  await expectAccessible(page, ["light"]);
  await choose(page, strict, "Paper Lantern");
  await expect(page).toHaveURL(/\/overview$/);
  await page.context().close();
});

async function expectNothingBeyond(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([what, overflow <= 0]).toEqual([what, true]);
}

test("a stopped shop with the longest of names is told what is stopped on every page, before it presses anything, and fits on a phone", async ({
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
  const stopped = page.getByRole("region", { name: "What is stopped" });
  const paths = ["/overview", "/invoices/new", "/transfers", "/settings", "/settings/members", "/settings/account"];
  for (const path of [...paths, "/settings/branding", "/settings/audit"]) {
    await page.goto(path);
    await expect(stopped).toContainText("New payments are stopped");
    await expect(stopped).toContainText("Nothing leaves this merchant");
    await expectNothingBeyond(page, path);
    if (path === "/invoices/new") await expect(page.getByRole("button", { name: "Create invoice" })).toBeDisabled();
  }
  await expectAccessible(page, ["light"]);
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

test("the page of a payment fits on a phone with the longest name of a shop, and says in words that the shop is stopped", async ({
  browser,
}) => {
  const name = `${randomUUID().slice(0, 8)}${LONG}`.slice(0, 80);
  const owner = await openWithTwo(browser, name);
  const terms = { amount: "25", currency: "USD", orderId: "", coin: "", network: "", lifetimeSeconds: 3600 };
  const links = { urlCallback: "", urlReturn: "", urlSuccess: "", additionalData: "" };
  await choose(owner, "Paper Lantern", name);
  const made = await owner.request.post("/api/invoices", {
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
  await expect(payer.getByRole("heading", { level: 1 })).toHaveText("This shop takes no payments at the moment");
  await expect(payer.getByRole("button")).toHaveCount(0);
  await expectNothingBeyond(payer, "stopped");
  await expectAccessible(payer, ["light"]);
  await payer.close();
  await owner.context().close();
});
