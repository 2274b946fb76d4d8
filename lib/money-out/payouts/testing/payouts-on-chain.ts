import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { database } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { isFinal, PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { balanceOnChain } from "@/lib/run/worker/testing/balance-on-chain";
import { until } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";

const LIMIT_MS = 120_000;
const OPEN_STATUSES = PAYOUT_STATUSES.filter((status) => !isFinal(status));

/** Payouts on a real Ethereum node with one token, USDT, sent by two worker processes. */
export type PayoutsOnChain = {
  readonly chain: TestChain;
  readonly gateway: TestGateway;
  readonly shop: Receiver;
  /**
   * Creates a payout of the merchant, in USDT on Ethereum with the fee on top unless `fields` say
   * otherwise.
   */
  readonly pay: (fields: Readonly<Record<string, unknown>>) => Promise<Payout>;
  readonly onChain: (address: string, currency: "USDT" | "ETH") => Promise<Decimal>;
  /** The webhooks about a payout, oldest first. */
  readonly reportedOf: (id: string) => readonly unknown[];
  readonly stop: () => Promise<void>;
};

export const freshAddress = () => `0x${randomBytes(20).toString("hex")}`;

export async function openPayoutsOnChain(): Promise<PayoutsOnChain> {
  const chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  const shop = await startReceiver((response) => void response.writeHead(200).end());
  const gateway = await createTestGateway([chain]);
  gateway.startWorker();
  gateway.startWorker();
  await gateway.ready();
  clearCatalogCache();
  return {
    chain,
    gateway,
    shop,
    async pay(fields) {
      const asked = { currency: "USDT", network: "eth", order_id: randomUUID(), is_subtract: false, ...fields };
      return createPayout(await getMerchant(gateway.merchantId), createPayoutInput.parse(asked));
    },
    onChain: (address, currency) => balanceOnChain(chain, address, currency === "ETH" ? null : currency),
    reportedOf: (id) =>
      shop.received.map(({ body }) => JSON.parse(body)).filter(({ uuid }: { uuid: string }) => uuid === id),
    async stop() {
      await gateway.stop();
      await shop.close();
      await chain.stop();
    },
  };
}

/**
 * Returns the payouts once all of them are final; polls with a single query at a time, to leave the
 * machine to the workers.
 */
export async function untilFinal(payouts: readonly Payout[]): Promise<Payout[]> {
  const unfinished = { id: { in: payouts.map(({ id }) => id) }, status: { in: OPEN_STATUSES } };
  await until(async () => expect(await database().payout.count({ where: unfinished })).toBe(0), LIMIT_MS);
  const ended = await Promise.all(payouts.map(({ id, merchantId }) => findMerchantPayout(merchantId, id)));
  return ended.map((payout) => {
    if (payout === null) throw new Error("a payout is gone");
    return payout;
  });
}
