import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getPage } from "@/app/wallet/[uuid]/route";
import { POST as postSandbox } from "@/app/wallet/[uuid]/sandbox/route";
import { GET as getState } from "@/app/wallet/[uuid]/state/route";
import { PAGE_POLICY } from "@/components/payers/pay/page-headers";
import { loadWalletPage } from "@/lib/fronts/wallet-page/load-wallet-page";
import { closeDatabase, database } from "@/lib/kernel/db";
import {
  CONFIRMATIONS,
  newMerchant,
  openGateway,
  START_HEIGHT,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { CALLBACK, newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

beforeAll(() => openGateway());
afterAll(closeDatabase);

const UNKNOWN = "11111111-2222-4333-8444-555555555555";
const params = (uuid: string) => ({ params: Promise.resolve({ uuid }) });
const request = () => new Request("http://gateway.example/");
const open = async (uuid: string) => {
  const response = await getPage(request(), params(uuid));
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const keyOf = async (uuid: string) => (await (await getState(request(), params(uuid))).json()).key;
const statesOf = async (uuid: string) => (await loadWalletPage(uuid))?.recent.map(({ state }) => state);

test("the page of a wallet shows its address under the payment page's policy, and no private data", async () => {
  const wallet = await newWallet(await newMerchant(), { order_id: "private-order-id" });
  const { status, headers, html } = await open(wallet.id.toUpperCase());
  expect(status).toBe(200);
  expect(headers.get("content-security-policy")).toBe(PAGE_POLICY);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(html).toContain(`data-copy="${wallet.address}"`);
  for (const secret of ["private-order-id", CALLBACK, wallet.merchantId]) expect(html).not.toContain(secret);
});

test("the page follows a payment from detected to credited, without its sender and transaction", async () => {
  const wallet = await newWallet(await newMerchant());
  const empty = await keyOf(wallet.id);
  const depositId = await topUp(wallet, { amount: "10", height: START_HEIGHT });
  expect(await statesOf(wallet.id)).toEqual(["seen"]);
  const seen = await keyOf(wallet.id);
  expect(seen).not.toBe(empty);
  await database().deposit.update({
    where: { id: depositId },
    data: { blockHeight: BigInt(START_HEIGHT - CONFIRMATIONS) },
  });
  await settleWallet(wallet.id);
  expect(await statesOf(wallet.id)).toEqual(["credited"]);
  expect(await keyOf(wallet.id)).not.toBe(seen);
  const deposit = await database().deposit.findUniqueOrThrow({ where: { id: depositId } });
  const { html } = await open(wallet.id);
  expect(html).toContain("10\u00a0USDT");
  for (const secret of [deposit.transactionId, deposit.fromAddress ?? ""]) expect(html).not.toContain(secret);
  await vanish(depositId, false);
  expect(await statesOf(wallet.id)).toEqual(["vanished"]);
});

test("small payments wait, other coins become cases, and deposits after a block are held", async () => {
  const merchantId = await newMerchant();
  const wallet = await newWallet(merchantId);
  await topUp(wallet, { amount: "0.1", seenAt: new Date(1) });
  await topUp(wallet, { amount: "3", currency: "USDC", seenAt: new Date(2) });
  await settleWallet(wallet.id);
  expect(await statesOf(wallet.id)).toEqual(["case", "waits"]);
  await blockWallet(merchantId, { uuid: wallet.id, order_id: null, is_force_refund: false });
  await settleWallet(wallet.id);
  expect(await statesOf(wallet.id)).toEqual(["case", "held"]);
  const { status, html } = await open(wallet.id);
  expect(status).toBe(200);
  expect(html).toContain("This address is closed");
  expect(html).not.toContain(wallet.address);
});

test("a wallet of a disabled coin shows no address, but deposits are still credited", async () => {
  const merchantId = await newMerchant();
  const wallet = await newWallet(merchantId, { currency: "DAI" });
  const service = { where: { currencyCode: "DAI", networkCode: "bsc" } };
  await database().service.updateMany({ ...service, data: { isPaymentEnabled: false } });
  clearCatalogCache();
  expect((await open(wallet.id)).html).not.toContain(wallet.address);
  await topUp(wallet, { amount: "10", currency: "DAI" });
  await settleWallet(wallet.id);
  expect(await loadWalletPage(wallet.id)).toMatchObject({ status: "in_active", recent: [{ state: "credited" }] });
});

test("an unknown wallet has a page of its own and no state", async () => {
  for (const uuid of [UNKNOWN, "nothing", "%00"]) {
    const { status, html } = await open(uuid);
    expect([status, html.includes("There is no wallet here")]).toEqual([404, true]);
    expect((await getState(request(), params(uuid))).status).toBe(404);
  }
});

test("play money is refused on a real network", async () => {
  const wallet = await newWallet(await newMerchant());
  const body = new URLSearchParams({ kind: "exact" });
  const post = new Request("http://gateway.example/", { method: "POST", body });
  expect((await postSandbox(post, params(wallet.id))).status).toBe(404);
  expect((await open(wallet.id)).html).not.toContain("play money");
});
