import { expect, type Page } from "@playwright/test";
import { firstOf, isOfOne, pagesOf } from "../all-pages";
import { addMember, addShop } from "../dashboard/own-shop";
import { sandbox, signIn, test } from "../dashboard/session";
import { hydrated } from "../hydrated";
import { addLongShop } from "./long-shop";
import { shoot } from "./shoot";

/**
 * Screenshots of every page of the dashboard: empty, with few permissions, with long texts,
 * failing, and loading.
 */

const FOLDER = "states";
/** For one coin, set in the query. */
const STATEMENT = "/balances/statement";
const NOBODYS = "00000000-0000-4000-8000-000000000000";
/** Pages with a heading, a card, a list and a chart. */
const ALSO_DARK = ["/overview", "/invoices", "/analytics", "/settings"];

test.describe.configure({ mode: "parallel" });

/**
 * Returns every path with the id of an object that the viewer has, or an id that does not exist.
 */
async function addressesFor(page: Page): Promise<readonly (readonly [string, string])[]> {
  const found: (readonly [string, string])[] = [];
  for (const address of pagesOf("(dashboard)")) {
    const first = isOfOne(address) || address === STATEMENT ? await firstOf(page, address) : address;
    found.push([address, first ?? address.replace("[id]", NOBODYS)]);
  }
  return found;
}

async function shootState(page: Page, state: string, address: string): Promise<void> {
  const name = `${address.slice(1).replaceAll("/", "-").replace("[id]", "one")}-${state}`;
  const schemes = ALSO_DARK.includes(address) ? (["light", "dark"] as const) : (["light"] as const);
  await shoot(page, FOLDER, name, { widths: [360, 1440], schemes });
}

async function shootAll(page: Page, state: string): Promise<void> {
  for (const [address, path] of await addressesFor(page)) {
    await page.goto(path);
    // A page that this user may not open has no heading.
    await expect(page.getByRole("main")).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toHaveCount(0);
    await shootState(page, state, address);
  }
}

for (const [state, findPerson] of [
  ["empty", () => addShop("owner")],
  ["read-only", () => addMember("viewer")],
  ["long", addLongShop],
] as const) {
  test(`every page: ${state}`, async ({ browser }) => {
    test.setTimeout(600_000);
    const context = await browser.newContext({ baseURL: sandbox.baseUrl, locale: "en-GB", timezoneId: "UTC" });
    const page = await context.newPage();
    await signIn(page, await findPerson());
    await shootAll(page, state);
  });
}

/** Data loaded with the page cannot fail: other data is requested, where the page allows it. */
async function requestOtherData(page: Page): Promise<boolean> {
  const main = page.getByRole("main");
  const search = main.getByRole("searchbox");
  const choice = main.locator("fieldset button[aria-pressed=false]");
  if ((await search.count()) > 0) await search.first().fill("0000000000");
  else if ((await choice.count()) > 0) await choice.first().click();
  else return false;
  return true;
}

test("every page: failing", async ({ asMerchant: page }) => {
  test.setTimeout(600_000);
  const addresses = await addressesFor(page);
  const error = { code: "internal", message: "Something went wrong on our side. Try again in a moment." };
  await page.route("**/api/**", (route) => route.fulfill({ status: 500, json: { error } }));
  for (const [address, path] of addresses) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const main = page.getByRole("main");
    // Requests are retried several times before an error is shown; a choice without a request never
    // fails.
    if (await requestOtherData(page))
      await main
        .getByText("could not be")
        .first()
        .waitFor({ timeout: 20_000 })
        .catch(() => undefined);
    await expect(main.getByRole("status", { name: "Loading" })).toHaveCount(0, { timeout: 30_000 });
    await shootState(page, "failing", address);
  }
});

test("every page: loading", async ({ asMerchant: page }) => {
  test.setTimeout(600_000);
  const addresses = await addressesFor(page);
  await page.route("**/api/**", () => undefined);
  for (const [address, path] of addresses) {
    await page.goto(path);
    await hydrated(page.getByRole("main"));
    await requestOtherData(page);
    await shootState(page, "loading", address);
  }
});
