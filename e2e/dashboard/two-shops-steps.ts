import { type Browser, expect, type Page } from "@playwright/test";
import { hydrated } from "../hydrated";
import { inDatabase } from "../pay/gateway-actions";
import { addShop } from "./own-shop";
import { sandbox, signIn } from "./session";

export const SECOND = "Zweites Geschaeft";

/** Signs in a new user with one shop and a second one, which is created by the given SQL. */
export async function openWithTwo(browser: Browser, second = SECOND): Promise<Page> {
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
  await page.goto("/overview");
  return page;
}

/** The button that names the page's shop, and opens the list of shops. */
export const switcher = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Switches to another shop of the same user, whose pages the browser shows from then on. */
export async function choose(page: Page, from: string, to: string): Promise<void> {
  await hydrated(switcher(page, from));
  await switcher(page, from).click();
  await page.getByRole("menuitem", { name: to }).click();
  await hydrated(switcher(page, to));
  const shown = await page.locator("[data-merchant]").getAttribute("data-merchant");
  const chosen = async () => (await page.context().cookies()).find(({ name }) => name === "chaintill.merchant")?.value;
  await expect.poll(chosen).toBe(shown);
}
