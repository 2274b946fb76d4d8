import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { BOTH_THEMES, expectAccessible } from "../accessibility";
import { mailedLink } from "../dashboard/mailed-link";
import { test } from "../dashboard/session";

/** A bill: written in the dashboard, mailed, opened on a phone without scripts, paid in parts. */

const PATIENT = { timeout: 60_000 };
const PHONE = { width: 390, height: 844 };
const BILL_LINK = /https?:\/\/\S+\/b\/[A-Za-z0-9_-]{43}\?lang=\w+/;

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a merchant mails a bill, whose customer prints it and pays it in two parts", async ({
  asMerchant: merchant,
  browser,
}) => {
  test.slow();
  const email = `ada-${randomUUID().slice(0, 8)}@example.com`;
  await merchant.goto("/bills/new");
  await merchant.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await merchant.getByLabel("E-mail address").fill(email);
  await merchant.getByLabel("Currency").selectOption("USDT");
  await merchant.getByLabel("Description").fill("Reading lamp");
  await merchant.getByLabel("Quantity").fill("2");
  await merchant.getByRole("button", { name: "Add tax" }).click();
  await merchant.getByLabel("Tax", { exact: true }).fill("VAT");
  await merchant.getByLabel("Percent of the subtotal").fill("20");
  await merchant.getByRole("button", { name: "Save draft" }).click();
  await expect(merchant.getByText("Enter an amount, with a decimal point.")).toBeVisible();
  await merchant.getByLabel("Unit price").fill("10");
  await expect(merchant.getByLabel("Totals")).toContainText("24.00");
  await expectAccessible(merchant, BOTH_THEMES);
  await merchant.getByRole("button", { name: "Save draft" }).click();
  await expect(heading(merchant)).toContainText("Draft for Ada Lovelace");
  await merchant.getByRole("button", { name: "Send…" }).click();
  await merchant.getByRole("button", { name: "Send bill" }).click();
  await expect(heading(merchant)).toContainText("Sent");
  const number = /B-\d{4,}/.exec((await heading(merchant).textContent()) ?? "")?.[0] ?? "no number";
  const link = await mailedLink("bill-sent", email, BILL_LINK);

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(link);
  await expect(heading(page)).toHaveText(`Bill ${number}`);
  await expect(page.getByText("VAT (20 %)")).toBeVisible();
  expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
  await page.getByRole("button", { name: "Pay 24.00" }).click();
  await expect(page).toHaveURL(/\/pay\/[0-9a-f-]{36}/);
  const payment = page.url().split("?")[0] ?? "";
  await page
    .getByRole("button", { name: /BNB Smart Chain/ })
    .first()
    .click();

  await page.request.post(`${payment}/sandbox`, { form: { kind: "little" } });
  await expect(async () => {
    await page.goto(link);
    await expect(page.getByRole("row", { name: /^Paid/ })).toBeVisible({ timeout: 500 });
  }).toPass(PATIENT);
  await expect(page.getByRole("row", { name: /^Still to pay/ })).toBeVisible();
  await page.getByRole("button", { name: "Back to the payment" }).click();
  await expect(page).toHaveURL(new RegExp(payment));
  await page.request.post(`${payment}/sandbox`, { form: { kind: "exact" } });
  await expect(async () => {
    await page.goto(link);
    await expect(page.getByText("Paid. Thank you!")).toBeVisible({ timeout: 500 });
  }).toPass(PATIENT);
  await expect(page.getByRole("button", { name: /^Pay / })).toHaveCount(0);
  await context.close();

  await merchant.reload();
  await expect(heading(merchant)).toContainText("Paid");
  await expect(merchant.getByText("Payment received")).toBeVisible();
  await expectAccessible(merchant, BOTH_THEMES);
  await merchant.goto("/bills?status=paid");
  await expect(merchant.getByRole("row", { name: new RegExp(number) }).first()).toBeVisible();
});
