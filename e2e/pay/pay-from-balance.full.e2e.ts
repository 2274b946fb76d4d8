import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { ageRecords } from "../dashboard/age-records";
import { sandbox, test } from "../dashboard/session";
import { newInvoice } from "./new-invoice";

const IN_USDT = { to_currency: "USDT", network: "bsc" };
const BUTTON = { name: "Pay from my balance" };

const headline = (page: Page) => page.getByRole("heading", { level: 1 });

/** Adds `amount` USDT to the personal wallet: a paid invoice, and a transfer. */
async function fillWallet(page: Page, amount: string): Promise<void> {
  // More than `amount`, because the gateway keeps the commission.
  await page.goto((await newInvoice({ ...IN_USDT, amount: "200" })).url);
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
  await page.goto("/transfers");
  await page.getByLabel("Coin").selectOption("USDT");
  await page.getByLabel("Amount").fill(amount);
  await page.getByRole("button", { name: "Transfer to personal wallet" }).click();
  await expect(page.getByText(`${amount}.00 USDT transferred to the personal wallet.`)).toBeVisible();
}

test.describe.configure({ mode: "serial" });

test("a signed-in payer pays from the balance here with one press, and gets a receipt", async ({
  asMerchant: page,
  browser,
}) => {
  await fillWallet(page, "150");
  const { url } = await newInvoice(IN_USDT);
  const stranger = await browser.newPage();
  await stranger.goto(url);
  await expect(stranger.getByRole("button", BUTTON)).toHaveCount(0);

  await page.goto(url);
  await expect(page.getByText(/25\sUSDT will be taken from your personal balance/)).toBeVisible();
  await page.getByRole("button", BUTTON).click();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
  await expect(page.getByText("From a balance on this site")).toBeVisible();
  await expect(headline(stranger)).toHaveText("Paid. Thank you!");
  await stranger.close();
});

test("it works without JavaScript, and an outdated form takes nothing twice", async ({ asMerchant, browser }) => {
  const storageState = await asMerchant.context().storageState();
  const context = await browser.newContext({ storageState, javaScriptEnabled: false });
  const [first, second] = [await context.newPage(), await context.newPage()];
  const { url } = await newInvoice(IN_USDT);
  await first.goto(url);
  await second.goto(url);
  await first.getByRole("button", BUTTON).click();
  await expect(headline(first)).toHaveText("Paid. Thank you!");
  await second.getByRole("button", BUTTON).click();
  await expect(headline(second)).toHaveText("Paid. Thank you!");
  await context.close();
});

test("a payer without a chosen coin is told which balances suffice, and gets the offer with the choice", async ({
  asMerchant: page,
}) => {
  const { url } = await newInvoice();
  await page.goto(url);
  await expect(page.getByText(/balance here is sufficient in: .*USDT/)).toBeVisible();
  await page.locator('button[value="USDT@bsc"]').click();
  await expect(page.getByRole("button", BUTTON)).toBeVisible();
});

test("a partial payment leaves exactly the remainder to the balance", async ({ asMerchant: page }) => {
  const { url } = await newInvoice(IN_USDT);
  await page.goto(url);
  await page.getByRole("button", { name: "Pay too little" }).click();
  await expect(headline(page)).toContainText("Send the rest");
  await expect(page.getByText(/12\.5\sUSDT will be taken from your personal balance/)).toBeVisible();
  await page.getByRole("button", BUTTON).click();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});

test("after a quarter of an hour a page requires re-authentication, and leads back to where one press pays", async ({
  asMerchant: page,
}) => {
  await page.goto((await newInvoice(IN_USDT)).url);
  await ageRecords(page);
  await page.getByRole("button", BUTTON).click();
  await expect(headline(page)).toHaveText("Confirm it is you");
  await expectAccessible(page);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Wrong password.")).toBeVisible();
  await page.getByLabel("Password").fill(sandbox.dashboard.password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", BUTTON).click();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});
