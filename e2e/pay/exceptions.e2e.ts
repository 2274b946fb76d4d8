import { expect } from "@playwright/test";
import { test } from "../dashboard/session";
import { freshAddress, sendTokens } from "../shop/sandbox-chain";
import { act, callChain, runOut } from "./gateway-actions";
import { newInvoice } from "./new-invoice";
import { addressOf, headline, PATIENT, press } from "./payer-page";

const IN_ETH = { to_currency: "ETH", network: "eth" };
const IN_USDT = { to_currency: "USDT", network: "bsc" };

/** The merchant's policy for late payers, as the settings card sends it. */
const care = (changes: object) => ({
  latePolicy: "hold",
  lateDriftPercent: 2,
  payerMayRefresh: false,
  refundRequestPolicy: "approve",
  ...changes,
});

test.afterAll(async ({ merchantBrowser }) => {
  const page = await merchantBrowser.newPage();
  await act(page, "/api/rpc/merchant.changeSettings", care({}));
  await page.close();
});

test("underpaid: the page asks for the exact remainder, which completes the payment", async ({ page }) => {
  const { url } = await newInvoice(IN_ETH);
  await page.goto(url);
  await press(page, "Pay too little");
  await expect(headline(page)).toContainText("Send the rest");
  await expect(page.getByText(/has arrived and is counted/)).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code of the payment/ })).toBeVisible();
  await press(page, "Pay exactly");
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});

test("overpaid: the page is paid, shows the difference and how to get it back, and the receipt is shown alone", async ({
  page,
}) => {
  const { url, orderId } = await newInvoice({ to_currency: "USDT", network: "polygon" });
  await page.goto(url);
  await press(page, "Pay too much");
  await expect(headline(page)).toHaveText("Paid. You sent 12.5 USDT too much");
  await expect(page.getByText("See below for how to get the difference back.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Ask for a refund" })).toBeVisible();
  await page.getByRole("link", { name: "Open printable receipt" }).click();
  await expect(page).toHaveURL(/\?receipt=1$/);
  await expect(headline(page)).toHaveText("Receipt");
  await expect(page.getByText(orderId)).toBeVisible();
  for (const format of ["A4", "Letter"]) {
    const sheets = (await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g);
    expect(sheets).toHaveLength(1);
  }
  await page.getByRole("link", { name: "Back to the payment" }).click();
  await expect(headline(page)).toContainText("too much");
});

test("wrong token: the page says that it is safe, shows a case number, and still asks for the right coin", async ({
  page,
}) => {
  const { url } = await newInvoice(IN_USDT);
  await page.goto(url);
  await press(page, "Pay wrong token");
  await expect(
    page.getByText(/5\sUSDC on BNB Smart Chain arrived, which is not the coin of this payment\. It is safe\./),
  ).toBeVisible();
  await expect(page.getByText(/^Case [0-9A-F]{8}$/)).toBeVisible();
  await expect(headline(page)).toContainText("Send exactly 25 USDT");
});

test("wrong network: the same address on another network is a case as well", async ({ page }) => {
  const { url } = await newInvoice(IN_USDT);
  await page.goto(url);
  await sendTokens("polygon", "USDT", await addressOf(page), 25n);
  await expect(page.getByText(/25\sUSDT arrived on Polygon, which is not the network of this payment/)).toBeVisible();
  await expect(page.getByText(/^Case [0-9A-F]{8}$/)).toBeVisible();
});

test("expired, a payment held as late, and one that the shop's policy accepts", async ({ page, asMerchant }) => {
  const [held, accepted] = [await newInvoice(IN_USDT), await newInvoice(IN_USDT)];
  const other = await page.context().newPage();
  await Promise.all([page.goto(held.url), other.goto(accepted.url)]);
  const [heldAddress, acceptedAddress] = [await addressOf(page), await addressOf(other)];
  await Promise.all([runOut(held), runOut(accepted)]);
  for (const each of [page, other]) {
    await expect(headline(each)).toHaveText("This payment has expired", PATIENT);
    await expect(each.getByText(/Already sent it\? It is not lost/)).toBeVisible();
  }

  await sendTokens("bsc", "USDT", heldAddress, 25n);
  await expect(headline(page)).toHaveText("Your payment arrived after the deadline");
  await expect(page.getByText(/It is safe\. .* decides whether to credit or return it\./)).toBeVisible();
  await expect(page.getByText(/^Case [0-9A-F]{8}$/)).toBeVisible();

  await asMerchant.goto("/settings");
  await asMerchant.getByLabel("Late payments").selectOption("accept");
  await asMerchant.getByLabel("Maximum rate change").selectOption("5");
  await asMerchant
    .locator("form", { has: asMerchant.getByLabel("Late payments") })
    .getByRole("button", { name: "Save" })
    .click();
  await expect(asMerchant.getByText("Saved.")).toBeVisible();
  await sendTokens("bsc", "USDT", acceptedAddress, 25n);
  for (const each of [other, page]) {
    await expect(headline(each)).toHaveText("Paid. Thank you!", PATIENT);
    await expect(each.getByText("arrived after the deadline and was accepted")).toBeVisible();
  }
  await other.close();
});

test("the payer renews an expired price if the shop allows it, also without scripts, and pays it", async ({
  page,
  browser,
  asMerchant,
}) => {
  test.slow();
  await act(asMerchant, "/api/rpc/merchant.changeSettings", care({ payerMayRefresh: true }));
  const [first, second] = [await newInvoice(IN_USDT), await newInvoice(IN_ETH)];
  await page.goto(first.url);
  const address = await addressOf(page);
  await Promise.all([runOut(first), runOut(second)]);
  await expect(headline(page)).toHaveText("This price has expired", PATIENT);
  await press(page, "Get a new price");
  await expect(headline(page)).toContainText("Send exactly 25 USDT");
  expect(await addressOf(page)).toBe(address);
  await press(page, "Pay exactly");
  await expect(headline(page)).toHaveText("Paid. Thank you!");

  const plain = await browser.newPage({ javaScriptEnabled: false });
  // Each chain closes its own payments: this one may expire later than the first. Without scripts
  // only a reload shows it.
  await expect(async () => {
    await plain.goto(second.url);
    await expect(headline(plain)).toHaveText("This price has expired", { timeout: 100 });
  }).toPass(PATIENT);
  await press(plain, "Get a new price");
  await expect(headline(plain)).toContainText("on Ethereum to this address");
  await plain.close();
});

test("cancelled by the shop: nothing is to be sent, and there is no new price", async ({ page, asMerchant }) => {
  const { uuid, url } = await newInvoice(IN_USDT);
  await page.goto(url);
  await act(asMerchant, "/api/rpc/invoices.cancel", { id: uuid });
  await expect(headline(page)).toHaveText("This payment was cancelled");
  await expect(page.getByRole("button", { name: "Get a new price" })).toHaveCount(0);
  await expect(page.locator("code.address")).toHaveCount(0);
});

test("locked by screening: plain language, a link to the questions, and no accusation", async ({
  page,
  asOperator,
}) => {
  const sender = freshAddress();
  await act(asOperator, `/api/operator/screening?name=e2e-${sender.slice(2, 10)}&format=csv`, `address\n${sender}\n`);
  const { url } = await newInvoice(IN_ETH);
  await page.goto(url);
  await callChain("eth", "anvil_setBalance", sender, "0x8ac7230489e80000");
  await callChain("eth", "anvil_impersonateAccount", sender);
  const value = "0xde0b6b3a7640000";
  await callChain("eth", "eth_sendTransaction", { from: sender, to: await addressOf(page), value });
  await expect(headline(page)).toHaveText("Your payment is being checked", PATIENT);
  await expect(page.getByText(/It stays on hold until you have answered a few questions/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Answer the questions" })).toBeVisible();
  await expect(page.getByText(/^Case [0-9A-F]{8}$/)).toBeVisible();
  expect(await page.locator("#live").textContent()).not.toMatch(/sanction|crime|suspicious|fraud/i);
});
