import { expect, type Page } from "@playwright/test";
import { BOTH_THEMES, expectAccessible } from "../accessibility";
import { openOwnShop } from "../dashboard/own-shop";
import { test } from "../dashboard/session";
import { act } from "./gateway-actions";

/** A sale at the keypad of a phone, whose connection drops while it is charged. */

const PATIENT = { timeout: 60_000 };
const PHONE = { width: 390, height: 844 };
const CHARGE = "**/api/rpc/pointOfSale.charge";

const key = (page: Page, name: string) => page.getByRole("button", { name: `Key ${name}`, exact: true });

/** Types on the keypad. */
async function type(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await key(page, digit === "." ? "decimal point" : digit).click();
}

test("a sale whose answer is lost with the connection makes one invoice, and is paid without a reload", async ({
  browser,
}) => {
  test.slow();
  const page = await openOwnShop(browser);
  const context = page.context();
  await page.setViewportSize(PHONE);
  await act(page, "/api/rpc/pointOfSale.changeSettings", { currency: "USD", tips: "5, 10" });
  await act(page, "/api/rpc/pointOfSale.createItem", { name: "Green tea", price: "3.50" });
  await page.goto("/point-of-sale");
  await page.getByRole("button", { name: /^One more: Green tea/ }).click();
  await page
    .getByRole("button", { name: /^One more: Green tea/ })
    .first()
    .click();
  await page.getByRole("tab", { name: "Keypad" }).click();
  await type(page, "13.00");
  await page.getByRole("button", { name: "10%" }).click();
  const total = page.getByText("Total").locator("..");
  await expect(total).toContainText("22.00 USD");

  // What was entered survives a reload.
  await page.reload();
  await expect(total).toContainText("22.00 USD");

  // The server gets the first request, but its answer is lost; so is the connection.
  const sent: string[] = [];
  const made: string[] = [];
  await page.route(CHARGE, async (route) => {
    sent.push(route.request().postData() ?? "");
    const response = await route.fetch();
    const { id }: { id: string } = await response.json();
    made.push(id);
    if (made.length === 1) await context.setOffline(true);
    if (made.length < 3) await route.abort("connectionreset");
    else await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Charge" }).click();
  await expect(page.getByText("Not sent yet, trying again")).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  await context.setOffline(false);
  const code = page.getByRole("img", { name: "QR code of the payment page" });
  await expect(code).toBeVisible(PATIENT);
  await page.unroute(CHARGE);
  expect(made.length).toBeGreaterThan(1);
  expect([new Set(sent).size, new Set(made).size]).toEqual([1, 1]);
  await expect(page.getByRole("status").filter({ hasText: "Waiting for the payment" })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);

  // The customer pays on another device, while this one is offline again.
  const customer = await (await browser.newContext({ viewport: PHONE })).newPage();
  const payment = await page.getByRole("link", { name: "the payment page" }).getAttribute("href");
  await customer.goto(payment ?? "");
  await expect(customer.getByRole("heading", { level: 1 })).toContainText("22.00 USD");
  await context.setOffline(true);
  await expect(page.getByText("No connection")).toBeVisible();
  await customer
    .getByRole("button", { name: /BNB Smart Chain/ })
    .first()
    .click();
  await customer.getByRole("button", { name: "Pay exactly" }).click();
  await expect(customer.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!", PATIENT);
  await customer.context().close();
  const marker = "window.stays = true";
  await page.evaluate(marker);
  await context.setOffline(false);
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible(PATIENT);
  await expect(page.getByText("No connection")).toHaveCount(0);
  expect(await page.evaluate("window.stays")).toBe(true);
  await expectAccessible(page, BOTH_THEMES);

  const receipt = context.waitForEvent("page");
  await page.getByRole("link", { name: "Print receipt" }).click();
  await expect((await receipt).getByText("22.00 USD").first()).toBeVisible();
  await (await receipt).close();
  await page.getByRole("button", { name: "Next sale" }).click();
  await expect(page.getByText("1 paid sale: 22.00 USD, of which 2.00 USD tips")).toBeVisible();
  await expect(total).toContainText("0.00 USD");
  await page.getByRole("main").getByRole("listitem").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Sale pos-");
  await expect(page.getByRole("button", { name: "Mail receipt…" })).toBeVisible();
  await context.close();
});
