import { expect } from "@playwright/test";
import { test } from "../dashboard/session";
import { callApi } from "../machine-api";
import { freshAddress, sendTokens, tokenBalance } from "../shop/sandbox-chain";
import { act, callChain, inDatabase, webWithoutDatabase } from "./gateway-actions";
import { newInvoice } from "./new-invoice";
import { addressOf, headline, PATIENT, press } from "./payer-page";

/**
 * No other test sends there, so its fees stay stable: a refund waits if the network fee rises far
 * above its quote.
 */
const IN_AVAX = { to_currency: "AVAX", network: "avalanche" };
const IN_USDT = { to_currency: "USDT", network: "bsc" };
/** A chain that no other browser test pays on: it is stopped and reorganized here. */
const CHAIN = "arbitrum";
const ON_CHAIN = { to_currency: "USDT", network: CHAIN };

const heightOf = async (network: string) => Number(await callChain(network, "eth_blockNumber"));
test("one payment only: an underpayment closes it, and the page says why, what is missing and how to get the money back", async ({
  page,
}) => {
  const { url } = await newInvoice({ ...IN_USDT, is_payment_multiple: false });
  await page.goto(url);
  await press(page, "Pay too little");
  await expect(headline(page)).toHaveText("12.5 USDT arrived, 12.5 USDT is missing");
  await expect(page.getByText("accepts only one transfer")).toContainText("See below for how to get it back");
});

test("a refund waits, is sent and arrives, each shown with its destination", async ({ page, asOperator }) => {
  const { uuid, url } = await newInvoice(ON_CHAIN);
  await page.goto(url);
  await press(page, "Pay exactly");
  await expect(headline(page)).toHaveText("Paid. Thank you!", PATIENT);
  await act(asOperator, "/api/rpc/operator.stops.stop", { scope: CHAIN, reason: "A drill" });
  const address = freshAddress();
  try {
    await callApi("/v1/payment/refund", { uuid, address, is_subtract: true, amount: "5" });
    await expect(headline(page)).toHaveText("Your refund is on its way");
    await expect(page.getByText(`to ${address.slice(0, 8)}…${address.slice(-6)}`, { exact: false })).toBeVisible();
  } finally {
    await act(asOperator, "/api/rpc/operator.stops.resume", { scope: CHAIN });
  }
  await expect(headline(page)).toHaveText("Refunded", PATIENT);
  await expect(page.getByText(/5\sUSDT was sent to/)).toBeVisible();
  expect(await tokenBalance(CHAIN, "USDT", address)).toBeGreaterThan(0n);
});

test("a refund rejected by its address has failed: the page says where the coins are, and a second one arrives", async ({
  page,
}) => {
  // The first refund takes three attempts, and there are two confirmed transactions.
  test.slow();
  const { uuid, url, orderId } = await newInvoice(IN_AVAX);
  await page.goto(url);
  await press(page, "Pay exactly");
  await expect(headline(page)).toHaveText("Paid. Thank you!", PATIENT);
  const [contract, address] = [freshAddress(), freshAddress()];
  // A contract that accepts nothing: every call of it reverts.
  await callChain(IN_AVAX.network, "anvil_setCode", contract, "0x60006000fd");
  const refund = { uuid, is_subtract: true, amount: "0.05" };
  await callApi("/v1/payment/refund", { ...refund, address: contract });
  await expect(headline(page)).toHaveText("The refund did not go through", PATIENT);
  await expect(page.getByText("The coins are still with")).toContainText(`mention order ${orderId}`);
  const ends = `${contract.slice(0, 8)}…${contract.slice(-6)}`;
  await expect(page.getByText(`to ${ends} on Avalanche C-Chain did not arrive`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(page.locator("code.address")).toHaveCount(0);

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

test("a dropped transaction is reported, with what to check before anything is sent again", async ({ page }) => {
  // One block per second is added meanwhile, for as long as a busy machine takes to report it.
  await inDatabase("UPDATE networks SET confirmations = 120 WHERE code = $1", [CHAIN]);
  const { url } = await newInvoice(ON_CHAIN);
  await page.goto(url);
  try {
    const before = await heightOf(CHAIN);
    await sendTokens(CHAIN, "USDT", await addressOf(page), 25n);
    await expect(headline(page)).toHaveText("Payment detected", PATIENT);
    // One block deeper, since blocks are added while this is computed.
    await callChain(CHAIN, "anvil_reorg", (await heightOf(CHAIN)) - before + 1, []);
    await expect(headline(page)).toHaveText("Your transaction is no longer on the network", PATIENT);
    await expect(
      page.getByText(/Check your wallet first: if it says pending, wait and do not pay twice/),
    ).toBeVisible();
    await expect(page.getByText("No longer on the network: replaced or dropped")).toBeVisible();
  } finally {
    await inDatabase("UPDATE networks SET confirmations = 1 WHERE code = $1", [CHAIN]);
  }
});

test("a gateway without its database says so in the same design, and that nothing is lost", async ({ page }) => {
  const { uuid } = await newInvoice(IN_USDT);
  const web = await webWithoutDatabase();
  try {
    const response = await page.goto(`${web.origin}/pay/${uuid}`);
    expect(response?.status()).toBe(503);
    await expect(headline(page)).toHaveText("This page cannot be shown right now");
    await expect(page.getByText(/What you have sent is not affected/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Reload page" })).toBeVisible();
  } finally {
    web.stop();
  }
});
