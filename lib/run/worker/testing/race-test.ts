import { expect } from "vitest";
import { database } from "@/lib/kernel/db";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { convertCoins } from "@/lib/money-in/credits/testing/credit-rig";
import { startApiProcesses } from "@/lib/run/worker/testing/api-process";
import { giveMerchant } from "@/lib/run/worker/testing/merchant-funds";
import { expectChainAgrees, raceForBalance } from "@/lib/run/worker/testing/money-race";
import { expectCleanAudit, untilAllSent, untilStatus } from "@/lib/run/worker/testing/observe";
import { shareSettings } from "@/lib/run/worker/testing/settings";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { testRandom } from "@/lib/testing/random";

const WEB_PROCESSES = 2;
/**
 * Balance per second: less than the clients would spend in it, so that it is empty again and again.
 */
const DOLLARS_A_SECOND = 25;
const SECOND_MS = 1_000;
const PAYMENTS = 4;
const SETTLED_LIMIT_MS = 240_000;
/** Many clients share one key. */
const NO_RATE_LIMIT = { RATE_LIMIT_PER_SECOND: "100000", RATE_LIMIT_BURST: "100000" };

/**
 * Runs payouts, payouts through a conversion, refunds, transfers, and payments that are converted
 * when credited, on one balance for `ms`, through two web processes and two workers. At the end the
 * books match the chain to the last unit, and no client got a server error.
 */
export async function expectSumKeptInRace(ms: number): Promise<void> {
  const chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6, USDC: 6 } });
  shareSettings(NO_RATE_LIMIT);
  const gateway = await createTestGateway([chain]);
  const apis = await startApiProcesses(WEB_PROCESSES);
  try {
    const workers = [gateway.startWorker(), gateway.startWorker()];
    await gateway.ready();
    await convertCoins(gateway.merchantId, "USDC");
    await giveMerchant(gateway.merchantId, "USDT", String((ms / SECOND_MS) * DOLLARS_A_SECOND));
    const paid = await payInvoices(chain, gateway, "USDT");
    const random = testRandom("money race");
    const [{ accepted, refused }] = await Promise.all([
      raceForBalance({ chain, gateway, apis, random, paid }, ms),
      payInvoices(chain, gateway, "USDC"),
    ]);
    process.stdout.write(`money race: ${accepted} accepted, ${refused} refused in ${ms / SECOND_MS} s\n`);
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    await untilAllSent(SETTLED_LIMIT_MS);
    await expectChainAgrees(chain);
    await expectCleanAudit();
    expect(await database().conversion.count()).toBeGreaterThan(0);
    expect(workers.every((worker) => !worker.hasEnded())).toBe(true);
  } finally {
    for (const api of apis) await api.stop();
    await gateway.stop();
    await chain.stop();
  }
}

/** Returns the ids of the invoices, each paid in full. */
async function payInvoices(chain: TestChain, gateway: TestGateway, coin: string): Promise<string[]> {
  const ids: string[] = [];
  for (let left = PAYMENTS; left > 0; left -= 1) {
    const { id, currentQuote } = await gateway.invoice({ amount: "150", coin, network: chain.network });
    if (currentQuote === null) throw new Error("an invoice with a fixed coin has a quote");
    const { address, payerAmount } = currentQuote;
    await chain.pay(address, toBaseUnits(payerAmount, chain.token(coin).decimals), coin);
    await untilStatus(id, "paid");
    ids.push(id);
  }
  return ids;
}
