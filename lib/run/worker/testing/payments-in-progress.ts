import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Receiver } from "@/lib/delivery/webhooks/testing/receiver";
import { database } from "@/lib/kernel/db";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { balanceOnChain } from "@/lib/run/worker/testing/balance-on-chain";
import { creditsOf, expectCleanAudit, until, untilAllSent, untilStatus } from "@/lib/run/worker/testing/observe";
import type { TestChain } from "@/lib/run/worker/testing/test-chain";
import type { TestGateway } from "@/lib/run/worker/testing/test-gateway";

const INVOICES = 6;
const TEN = 10_000_000n;
const LIMIT_MS = 240_000;

type Parts = { readonly chain: TestChain; readonly gateway: TestGateway; readonly shop: Receiver };

/** Work of a gateway that something is about to disturb. */
export type InProgress = {
  /** Pays the invoices that are still open. Needs no database. */
  readonly payRest: () => Promise<void>;
  /** Expects that all of it ends as if nothing had happened. */
  readonly expectDone: () => Promise<void>;
};

/** Begins a payout, and pays half of some invoices, in USDT on Ethereum; waits for nothing. */
export async function beginPayments({ chain, gateway, shop }: Parts): Promise<InProgress> {
  const before = shop.received.length;
  const terms = { amount: "10", coin: "USDT", network: "eth", callback: shop.url };
  const invoices = await Promise.all(Array.from({ length: INVOICES }, () => gateway.invoice(terms)));
  const payout = await orderPayout(gateway);
  const payAll = (some: typeof invoices) =>
    chain.payMany(
      some.map(({ currentQuote }) => ({ to: currentQuote?.address ?? "", units: TEN })),
      "USDT",
    );
  await payAll(invoices.slice(0, INVOICES / 2));
  return {
    payRest: async () => void (await payAll(invoices.slice(INVOICES / 2))),
    async expectDone() {
      for (const { id } of invoices) {
        await untilStatus(id, "paid", LIMIT_MS);
        expect(await creditsOf(id)).toHaveLength(1);
      }
      await until(() => expect(paidSince(shop, before)).toEqual(new Set(invoices.map(({ id }) => id))), LIMIT_MS);
      await untilAllSent(LIMIT_MS);
      expect((await balanceOnChain(chain, payout.address, "USDT")).toFixed()).toBe(payout.sentAmount.toFixed());
      await until(async () => expect(await database().webhookDelivery.count({ where: UNDELIVERED })).toBe(0), LIMIT_MS);
      await expectCleanAudit();
    },
  };
}

const UNDELIVERED = { state: { not: "delivered" as const } };

function paidSince(shop: Receiver, from: number): ReadonlySet<string> {
  const bodies = shop.received.slice(from).map(({ body }) => JSON.parse(body) as { uuid: string; status: string });
  return new Set(bodies.flatMap(({ uuid, status }) => (status === "paid" ? [uuid] : [])));
}

async function orderPayout({ merchantId }: TestGateway): Promise<Payout> {
  clearCatalogCache();
  const asked = {
    amount: "10",
    currency: "USDT",
    network: "eth",
    order_id: randomUUID(),
    address: `0x${randomBytes(20).toString("hex")}`,
    is_subtract: true,
  };
  return createPayout(await getMerchant(merchantId), createPayoutInput.parse(asked));
}
