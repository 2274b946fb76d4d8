import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { handlerAt } from "@/app/v1/conformance/testing/routes";
import { rowCounts } from "@/app/v1/conformance/testing/row-counts";
import { callerOf, freshId, openWorld, type World } from "@/app/v1/conformance/testing/world";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { call } from "@/lib/fronts/machine-api/testing/call-api";
import {
  createSampleWalletTest,
  makePaymentTest,
  makePayoutTest,
  makeWalletTest,
} from "@/lib/fronts/test-webhooks/make-test-webhook";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";
import { newInvoice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { lockPayout } from "@/lib/money-out/payouts/repo";
import { insertPayout } from "@/lib/money-out/payouts/testing/payout-rig";
import { transitionPayout } from "@/lib/money-out/payouts/transition-payout";

/**
 * A webhook is signed like a call, with the same key: whoever sees one could take out its `sign`
 * and send the rest as a call by the merchant. Webhooks of every kind are replayed here against
 * every signed operation.
 */

const HOOK = "http://127.0.0.1:9/hook";
const SERVICE = { url_callback: HOOK, currency: "USDT", network: "bsc", status: "paid" } as const;
const NOBODY = { uuid: null, order_id: null };

let world: World;
/** The signed body of each kind, by name. */
let webhooks: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await openWorld(60);
  const { shop, wallet, paid } = world;
  const { merchantId } = shop;
  // The invoice that `mark-as-paid` would accept, and the wallet that `block-address` would.
  const cancelled = await newInvoice(merchantId, { order_id: freshId(), url_callback: HOOK });
  await cancelInvoice({ merchantId, invoiceId: cancelled.id, actorId: shop.ownerId });
  await topUp(wallet, { amount: "30" });
  await settleWallet(wallet.id);
  const payout = await insertPayout(merchantId, { orderId: freshId(), urlCallback: HOOK, status: "process" });
  await withTransaction(async (tx) => {
    const locked = await lockPayout(tx, payout);
    if (locked !== null) await transitionPayout(tx, locked, "check");
  });
  const sent = await database().webhookDelivery.findMany({ where: { merchantId }, orderBy: { sequence: "asc" } });
  const tests = {
    "test of a payment": await makePaymentTest(merchantId, { ...SERVICE, ...NOBODY, uuid: paid.id }),
    "test of a sample payment": await makePaymentTest(merchantId, { ...SERVICE, ...NOBODY }),
    "test of a wallet": await makeWalletTest(merchantId, { ...SERVICE, ...NOBODY, uuid: wallet.id }),
    "test of a sample wallet": await createSampleWalletTest(merchantId, { ...SERVICE, ...NOBODY }),
    "test of a payout": await makePayoutTest(merchantId, { ...SERVICE, ...NOBODY, uuid: payout }),
    "test of a sample payout": await makePayoutTest(merchantId, { ...SERVICE, ...NOBODY }),
  };
  webhooks = {
    ...Object.fromEntries(sent.map((row) => [`${row.objectKind} in ${row.eventStatus}`, row.payload])),
    ...Object.fromEntries(Object.entries(tests).map(([name, { payload }]) => [name, payload])),
  };
});
afterAll(closeDatabase);

/** State that a call could have changed without adding a row. */
async function standing() {
  const { merchantId } = world.shop;
  const [invoices, wallets, payouts, balances] = await Promise.all([
    database().invoice.findMany({ where: { merchantId }, orderBy: { id: "asc" } }),
    database().staticWallet.findMany({ where: { merchantId }, orderBy: { id: "asc" } }),
    database().payout.findMany({ where: { merchantId }, orderBy: { id: "asc" } }),
    database().accountBalance.findMany({ orderBy: [{ accountId: "asc" }, { shard: "asc" }] }),
  ]);
  return { rows: await rowCounts(), invoices, wallets, payouts, balances };
}

const SIGNED = OPERATIONS.filter(({ keys }) => keys.length > 0);

test("no operation accepts the members that identify a webhook", () => {
  const known = SIGNED.flatMap(({ input }) => (input instanceof z.ZodObject ? Object.keys(input.shape) : []));
  expect(known).toContain("uuid");
  expect(known).not.toContain("type");
  expect(known).not.toContain("is_final");
});

test("webhooks of every kind are covered", () => {
  expect(Object.keys(webhooks).sort()).toEqual([
    "invoice in cancel",
    "invoice in paid",
    "payout in check",
    "test of a payment",
    "test of a payout",
    "test of a sample payment",
    "test of a sample payout",
    "test of a sample wallet",
    "test of a wallet",
    "wallet in paid",
  ]);
});

test.each(SIGNED.map((operation) => [operation.path, operation] as const))(
  "%s accepts no webhook as a call, whichever key signed it, and nothing changes",
  async (_path, operation) => {
    const handler = await handlerAt(operation);
    const before = await standing();
    const taken: string[] = [];
    for (const kind of operation.keys) {
      for (const [name, payload] of Object.entries(webhooks)) {
        const { status, json } = await call(handler, callerOf(world.shop, kind), payload);
        if (status !== 422 || json.state !== 1 || !/ webhook/.test(json.message)) taken.push(`${name}: ${status}`);
      }
    }
    expect(taken).toEqual([]);
    expect(await standing()).toEqual(before);
  },
);
