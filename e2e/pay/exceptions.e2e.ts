import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { test } from "../dashboard/session";
import { callApi } from "../machine-api";
import { freshAddress, sendTokens, tokenBalance } from "../shop/sandbox-chain";
import { act, callChain, inDatabase, runOut, webWithoutDatabase } from "./gateway-hands";
import { newInvoice } from "./new-invoice";

const IN_ETH = { to_currency: "ETH", network: "eth" };
/** Nobody else sends there, so its fees stay: a refund waits while the network asks for much more than was counted on. */
const IN_AVAX = { to_currency: "AVAX", network: "avalanche" };
const IN_USDT = { to_currency: "USDT", network: "bsc" };
/** A chain that no other browser test pays on: it is stopped, and taken back, here. */
const CHAIN = "arbitrum";
const ON_CHAIN = { to_currency: "USDT", network: CHAIN };
/** For what a scan, a cache or a chain takes its time for. */
const PATIENT = { timeout: 45_000 };

const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const heightOf = async (network: string) => Number(await callChain(network, "eth_blockNumber"));
const addressOf = async (page: Page) => (await page.locator("code.address").first().textContent()) ?? "";
/** What the merchant decides about late payers, as the card of the settings sends it. */
const care = (changes: object) => ({
  latePolicy: "hold",
  lateDriftPercent: 2,
  payerMayRefresh: false,
  refundRequestPolicy: "approve",
  ...changes,
});

test.afterAll(async ({ merchantBrowser }) => {
  const page = await merchantBrowser.newPage();
  await act(page, "/api/merchant/settings", care({}));
  await page.close();
});

test("too little: the page asks for the exact rest, and the rest completes it", async ({ page }) => {
  const { url } = await newInvoice(IN_ETH);
  await page.goto(url);
  await press(page, "Pay too little");
  await expect(headline(page)).toContainText("Send the rest");
  await expect(page.getByText(/has arrived and is counted/)).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code of the payment/ })).toBeVisible();
  await press(page, "Pay exactly");
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});

test("too much: the page is paid, names the difference and how to get it back, and the receipt stands alone", async ({
  page,
}) => {
  const { url, orderId } = await newInvoice({ to_currency: "USDT", network: "polygon" });
  await page.goto(url);
  await press(page, "Pay too much");
  await expect(headline(page)).toHaveText("Paid, with 12.5 USDT too much");
  await expect(page.getByText("How you get the difference back is written below.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Ask for a refund" })).toBeVisible();
  await page.getByRole("link", { name: "Receipt on a page of its own" }).click();
  await expect(page).toHaveURL(/\?receipt=1$/);
  await expect(headline(page)).toHaveText("Receipt");
  await expect(page.getByText(orderId)).toBeVisible();
  await expectAccessible(page);
  for (const format of ["A4", "Letter"]) {
    const sheets = (await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g);
    expect(sheets).toHaveLength(1);
  }
  await page.getByRole("link", { name: "Back to the payment" }).click();
  await expect(headline(page)).toContainText("too much");
});

test("wrong token: the page says that it is safe, gives a case number, and still asks for the right coin", async ({
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

test("one payment only: too little closes it, and the page says why, what is missing and how to get the money back", async ({
  page,
}) => {
  const { url } = await newInvoice({ ...IN_USDT, is_payment_multiple: false });
  await page.goto(url);
  await press(page, "Pay too little");
  await expect(headline(page)).toHaveText("12.5 USDT arrived, 12.5 USDT is missing");
  await expect(page.getByText("takes one transfer only")).toContainText("How you get it back is written below");
});

test("expired, a payment held as late, and one that the shop's policy accepts", async ({ page, asMerchant }) => {
  const [held, accepted] = [await newInvoice(IN_USDT), await newInvoice(IN_USDT)];
  const other = await page.context().newPage();
  await Promise.all([page.goto(held.url), other.goto(accepted.url)]);
  const [heldAddress, acceptedAddress] = [await addressOf(page), await addressOf(other)];
  await Promise.all([runOut(held), runOut(accepted)]);
  for (const each of [page, other]) {
    await expect(headline(each)).toHaveText("This payment has expired", PATIENT);
    await expect(each.getByText(/Sent it already\? It is not lost/)).toBeVisible();
  }
  await expectAccessible(page);

  await sendTokens("bsc", "USDT", heldAddress, 25n);
  await expect(headline(page)).toHaveText("Your payment came after the time was up");
  await expect(page.getByText(/It is safe\. .* decides whether to credit or return it\./)).toBeVisible();
  await expect(page.getByText(/^Case [0-9A-F]{8}$/)).toBeVisible();

  await asMerchant.goto("/settings");
  await asMerchant.getByLabel("A payment that comes late").selectOption("accept");
  await asMerchant.getByLabel("The rate may have moved by").selectOption("5");
  await asMerchant
    .locator("form", { has: asMerchant.getByLabel("A payment that comes late") })
    .getByRole("button", { name: "Save" })
    .click();
  await expect(asMerchant.getByText("Saved.")).toBeVisible();
  await sendTokens("bsc", "USDT", acceptedAddress, 25n);
  for (const each of [other, page]) {
    await expect(headline(each)).toHaveText("Paid. Thank you!", PATIENT);
    await expect(each.getByText("came after the time was up and was accepted")).toBeVisible();
  }
  await other.close();
});

test("an expired price is renewed by the payer where the shop allows it, also without scripts, and then paid", async ({
  page,
  browser,
  asMerchant,
}) => {
  test.slow();
  await act(asMerchant, "/api/merchant/settings", care({ payerMayRefresh: true }));
  const [first, second] = [await newInvoice(IN_USDT), await newInvoice(IN_ETH)];
  await page.goto(first.url);
  const address = await addressOf(page);
  await Promise.all([runOut(first), runOut(second)]);
  await expect(headline(page)).toHaveText("This price has run out", PATIENT);
  await expectAccessible(page);
  await press(page, "Get a new price");
  await expect(headline(page)).toContainText("Send exactly 25 USDT");
  expect(await addressOf(page)).toBe(address);
  await press(page, "Pay exactly");
  await expect(headline(page)).toHaveText("Paid. Thank you!");

  const plain = await browser.newPage({ javaScriptEnabled: false });
  // Each chain closes its own payments: this one may run out later than the first. Without scripts only a reload tells.
  await expect(async () => {
    await plain.goto(second.url);
    await expect(headline(plain)).toHaveText("This price has run out", { timeout: 100 });
  }).toPass(PATIENT);
  await press(plain, "Get a new price");
  await expect(headline(plain)).toContainText("on Ethereum to this address");
  await plain.close();
});

test("cancelled by the shop: nothing is to be sent, and there is no new price", async ({ page, asMerchant }) => {
  const { uuid, url } = await newInvoice(IN_USDT);
  await page.goto(url);
  await act(asMerchant, `/api/invoices/${uuid}/cancel`, {});
  await expect(headline(page)).toHaveText("This payment was cancelled");
  await expect(page.getByRole("button", { name: "Get a new price" })).toHaveCount(0);
  await expect(page.locator("code.address")).toHaveCount(0);
});

test("locked by screening: plain words, nothing to do, and no shaming", async ({ page, asOperator }) => {
  const sender = freshAddress();
  await act(asOperator, `/api/operator/screening?name=e2e-${sender.slice(2, 10)}&format=csv`, `address\n${sender}\n`);
  const { url } = await newInvoice(IN_ETH);
  await page.goto(url);
  await callChain("eth", "anvil_setBalance", sender, "0x8ac7230489e80000");
  await callChain("eth", "anvil_impersonateAccount", sender);
  const value = "0xde0b6b3a7640000";
  await callChain("eth", "eth_sendTransaction", { from: sender, to: await addressOf(page), value });
  await expect(headline(page)).toHaveText("Your payment is being checked", PATIENT);
  await expect(page.getByText("You need to do nothing; please send nothing more.")).toBeVisible();
  await expect(page.getByText(/^Case [0-9A-F]{8}$/)).toBeVisible();
  expect(await page.locator("#live").textContent()).not.toMatch(/sanction|crime|suspicious|fraud/i);
});

test("a refund waits, is under way and has arrived, each said with where it goes", async ({ page, asOperator }) => {
  const { uuid, url } = await newInvoice(ON_CHAIN);
  await page.goto(url);
  await press(page, "Pay exactly");
  await expect(headline(page)).toHaveText("Paid. Thank you!", PATIENT);
  await act(asOperator, "/api/operator/stops", { scope: CHAIN, reason: "A drill" });
  const address = freshAddress();
  try {
    await callApi("/v1/payment/refund", { uuid, address, is_subtract: true, amount: "5" });
    await expect(headline(page)).toHaveText("Your refund is on its way");
    await expect(page.getByText(`to ${address.slice(0, 8)}…${address.slice(-6)}`, { exact: false })).toBeVisible();
  } finally {
    await act(asOperator, "/api/operator/stops/resume", { scope: CHAIN });
  }
  await expect(headline(page)).toHaveText("Refunded", PATIENT);
  await expect(page.getByText(/5\sUSDT was sent to/)).toBeVisible();
  expect(await tokenBalance(CHAIN, "USDT", address)).toBeGreaterThan(0n);
});

test("a refund that its address refuses has failed: the page says where the coins are, and a second one arrives", async ({
  page,
}) => {
  // Three tries of the first one, and two ways through the chain.
  test.slow();
  const { uuid, url, orderId } = await newInvoice(IN_AVAX);
  await page.goto(url);
  await press(page, "Pay exactly");
  await expect(headline(page)).toHaveText("Paid. Thank you!", PATIENT);
  const [contract, address] = [freshAddress(), freshAddress()];
  // A contract that takes nothing: every call of it reverts.
  await callChain(IN_AVAX.network, "anvil_setCode", contract, "0x60006000fd");
  const refund = { uuid, is_subtract: true, amount: "0.05" };
  await callApi("/v1/payment/refund", { ...refund, address: contract });
  await expect(headline(page)).toHaveText("The refund did not go through", PATIENT);
  await expect(page.getByText("The coins are still with")).toContainText(`name order ${orderId}`);
  const ends = `${contract.slice(0, 8)}…${contract.slice(-6)}`;
  await expect(page.getByText(`to ${ends} on Avalanche C-Chain did not arrive`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(page.locator("code.address")).toHaveCount(0);
  await expectAccessible(page);

  await callApi("/v1/payment/refund", { ...refund, address });
  await expect(headline(page)).toHaveText("Refunded", PATIENT);
  expect(BigInt(String(await callChain(IN_AVAX.network, "eth_getBalance", address, "latest")))).toBeGreaterThan(0n);
});

test("a network whose node stops: the page says that it may be late and offers another; the payment still counts", async ({
  page,
}) => {
  const [fixed, open] = [await newInvoice(ON_CHAIN), await newInvoice()];
  await page.goto(fixed.url);
  const other = await page.context().newPage();
  await other.goto(open.url);
  await other.locator(`button[value="USDT@${CHAIN}"]`).click();
  await inDatabase("UPDATE networks SET lag_limit_seconds = 8 WHERE code = $1", [CHAIN]);
  await callChain(CHAIN, "evm_setIntervalMining", 0);
  try {
    await expect(page.getByText("Your payment is safe, but this page may show it late.")).toBeVisible(PATIENT);
    await other.getByRole("link", { name: "Choose another coin" }).first().click(PATIENT);
    await expect(other.locator(`button[value="USDT@${CHAIN}"]`)).toHaveCount(0);
    await sendTokens(CHAIN, "USDT", await addressOf(page), 25n);
  } finally {
    await callChain(CHAIN, "evm_setIntervalMining", 1);
    await inDatabase("UPDATE networks SET lag_limit_seconds = 120 WHERE code = $1", [CHAIN]);
  }
  await expect(headline(page)).toHaveText("Paid. Thank you!", PATIENT);
  await expect(async () => {
    await other.reload();
    await expect(other.locator(`button[value="USDT@${CHAIN}"]`)).toHaveCount(1, { timeout: 500 });
  }).toPass(PATIENT);
  await other.close();
});

test("a transaction that its network drops is said, with what to look for before anything is sent again", async ({
  page,
}) => {
  // A block a second comes on top of it, for as long as a busy machine takes to tell.
  await inDatabase("UPDATE networks SET confirmations = 120 WHERE code = $1", [CHAIN]);
  const { url } = await newInvoice(ON_CHAIN);
  await page.goto(url);
  try {
    const before = await heightOf(CHAIN);
    await sendTokens(CHAIN, "USDT", await addressOf(page), 25n);
    await expect(headline(page)).toHaveText("We see your payment", PATIENT);
    // One deeper: blocks go on while this is counted.
    await callChain(CHAIN, "anvil_reorg", (await heightOf(CHAIN)) - before + 1, []);
    await expect(headline(page)).toHaveText("Your transaction is no longer on the network", PATIENT);
    await expect(
      page.getByText(/Look in your wallet first: while it says pending, wait and do not pay twice/),
    ).toBeVisible();
    await expect(page.getByText("no longer on the network: replaced or dropped")).toBeVisible();
    await expectAccessible(page);
  } finally {
    await inDatabase("UPDATE networks SET confirmations = 1 WHERE code = $1", [CHAIN]);
  }
});

test("a gateway without its database says so in the same look, and that nothing is lost", async ({ page }) => {
  const { uuid } = await newInvoice(IN_USDT);
  const web = await webWithoutDatabase();
  try {
    const response = await page.goto(`${web.origin}/pay/${uuid}`);
    expect(response?.status()).toBe(503);
    await expect(headline(page)).toHaveText("This page cannot be shown right now");
    await expect(page.getByText(/What you have sent is not affected/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Check again" })).toBeVisible();
    await expectAccessible(page);
  } finally {
    web.stop();
  }
});

test("an unknown link is a page of its own", async ({ page }) => {
  const response = await page.goto("/pay/00000000-0000-4000-8000-000000000000");
  expect(response?.status()).toBe(404);
  await expect(headline(page)).toHaveText("There is no payment here");
});
