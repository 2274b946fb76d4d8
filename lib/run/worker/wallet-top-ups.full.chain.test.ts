import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { database } from "@/lib/kernel/db";
import { heldFunds, merchantWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { createWallet } from "@/lib/money-in/static-wallets/create-wallet";
import { createWalletInput } from "@/lib/money-in/static-wallets/schema";
import { topUpsOf } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { expectCleanAudit, until, untilRead, walletOf } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";

/** 10 USDT of 6 decimals; the merchant gets 99 %. */
const TEN = 10_000_000n;

let chain: TestChain;
let gateway: TestGateway;
let shop: Receiver;
let wallet: StaticWallet;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  shop = await startReceiver((response) => void response.writeHead(200).end());
  // A sweep between reading the height and the reorganisation would keep the top-up in its block.
  gateway = await createTestGateway([chain], { leavesDepositsInPlace: true });
  gateway.startWorker();
  gateway.startWorker();
  await gateway.ready();
  clearCatalogCache();
  const asked = { currency: "USDT", network: "eth", order_id: randomUUID(), url_callback: shop.url };
  wallet = await createWallet(await getMerchant(gateway.merchantId), createWalletInput.parse(asked));
});

afterAll(async () => {
  await gateway?.stop();
  await shop?.close();
  await chain?.stop();
});

const depositOf = (transactionId: string) => database().deposit.findFirstOrThrow({ where: { transactionId } });

it("credits a top-up once, deducts the creation fee, and sends a webhook that the shop can verify", async () => {
  const transaction = await chain.pay(wallet.address, TEN, "USDT");
  await until(() => expect(shop.received).toHaveLength(1));
  const fee = await database().walletFee.findFirstOrThrow({ where: { walletId: wallet.id } });
  const [made] = await topUpsOf(wallet.id);
  expect(made).toMatchObject({ status: "paid", amount: "10" });
  expect(await walletOf(gateway.merchantId, "USDT")).toBe(made?.credited);
  expect(fee.feeAmount.toFixed()).toBe("2");
  expect(fee.amount.plus(made?.credited ?? "0").toFixed()).toBe("9.9");
  expect(verified(shop.received[0]?.body ?? "")).toMatchObject({
    type: "wallet",
    uuid: made?.id,
    order_id: wallet.orderId,
    status: "paid",
    is_final: true,
    wallet_address_uuid: wallet.id,
    txid: transaction,
  });
  await expectCleanAudit();
});

it("credits a second top-up as a separate payment, without a fee", async () => {
  const before = await findWalletBalance();
  await chain.pay(wallet.address, TEN, "USDT");
  await until(() => expect(shop.received).toHaveLength(2));
  expect((await findWalletBalance()).minus(before).toFixed()).toBe("9.9");
  expect(verified(shop.received[1]?.body ?? "")).toMatchObject({ merchant_amount: "9.90000000", status: "paid" });
  await expectCleanAudit();
});

it("reverses a top-up that a reorganisation removes, reports it, and credits it again once when it returns", async () => {
  const before = await findWalletBalance();
  const transaction = await chain.pay(wallet.address, TEN, "USDT");
  await until(() => expect(shop.received).toHaveLength(3));
  const depth = (await chain.height()) - Number.parseInt(String((await depositOf(transaction)).blockHeight), 10) + 1;
  await chain.reorganise(depth, []);
  await until(() => expect(shop.received).toHaveLength(4));
  expect((await findWalletBalance()).toFixed()).toBe(before.toFixed());
  expect(verified(shop.received[3]?.body ?? "")).toMatchObject({ status: "process", is_final: false });
  await expectCleanAudit();

  await chain.reorganise(1, [transaction]);
  await chain.mine(2);
  await until(() => expect(shop.received).toHaveLength(5));
  expect((await findWalletBalance()).minus(before).toFixed()).toBe("9.9");
  expect(verified(shop.received[4]?.body ?? "")).toMatchObject({ status: "paid", is_final: true, txid: transaction });
  expect(await depositOf(transaction)).toMatchObject({ status: "confirmed", inclusion: 2, bookedInclusion: 2 });
  await expectCleanAudit();
});

it("holds deposits to a blocked wallet, without a webhook", async () => {
  const before = await findWalletBalance();
  await blockWallet(gateway.merchantId, { uuid: wallet.id, order_id: null, is_force_refund: false });
  const transaction = await chain.pay(wallet.address, TEN, "USDT");
  await until(async () => expect(await depositOf(transaction)).toMatchObject({ status: "confirmed" }));
  await untilRead("eth", await chain.height());
  expect((await findWalletBalance()).toFixed()).toBe(before.toFixed());
  expect((await findBalance(heldFunds(gateway.merchantId, "USDT"))).toFixed()).toBe("10");
  expect(await topUpsOf(wallet.id)).toHaveLength(3);
  expect(shop.received).toHaveLength(5);
  await expectCleanAudit();
});

async function findWalletBalance() {
  return findBalance(merchantWallet(gateway.merchantId, "USDT"));
}

/**
 * Verifies as a shop does: MD5 of base64 of the body without its last member `sign`, then the key.
 */
function verified(body: string): Record<string, unknown> {
  const [, unsigned = "", sign = ""] = /^(.*),"sign":"([0-9a-f]{32})"\}$/s.exec(body) ?? [];
  const encoded = Buffer.from(`${unsigned}}`, "utf8").toString("base64");
  expect(createHash("md5").update(`${encoded}${gateway.paymentKey}`).digest("hex")).toBe(sign);
  return JSON.parse(body) as Record<string, unknown>;
}
