import { startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import {
  expectCreditedOnce,
  expectExactBalances,
  expectWebhooks,
  untilAllPaid,
} from "@/lib/run/worker/testing/crash-checks";
import { type CrashPlan, runCrashes } from "@/lib/run/worker/testing/crash-run";
import { expectCleanAudit } from "@/lib/run/worker/testing/observe";
import { startTestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway } from "@/lib/run/worker/testing/test-gateway";
import { testRandom } from "@/lib/testing/random";

/** Like real chains: a node that stands still counts as lagging, and nothing is offered on it. */
const STEADY_BLOCKS = ["--mixed-mining", "--block-time", "5"];
const SPARE_ADDRESSES = 20;

/**
 * Sends payments on three chains while workers are killed: nothing lost, nothing twice, every
 * webhook in order.
 */
export async function expectNothingLostInCrashes(plan: CrashPlan, settledWithinMs: number): Promise<void> {
  const random = testRandom("crashes");
  const chains = await Promise.all([
    startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6, USDC: 6 }, flags: STEADY_BLOCKS }),
    // Blocks every second, so that one of them carries several payments.
    startTestChain({
      network: "bsc",
      chainId: 56,
      tokens: { USDT: 18, USDC: 18 },
      flags: ["--mixed-mining", "--block-time", "1"],
    }),
    startTestChain({ network: "polygon", chainId: 137, tokens: { USDT: 6, USDC: 6 }, flags: STEADY_BLOCKS }),
  ]);
  // Now and then the shop's server fails: the event is retried.
  const shop = await startReceiver((response) => void response.writeHead(random.next() < 0.05 ? 500 : 200).end());
  const gateway = await createTestGateway(chains, { poolSize: plan.payments + SPARE_ADDRESSES });
  try {
    const orders = await runCrashes({ chains, gateway, shop, random }, plan);
    await untilAllPaid(orders, settledWithinMs);
    await expectCreditedOnce(orders);
    await expectExactBalances(orders, gateway);
    await expectWebhooks(orders, gateway, shop);
    await expectCleanAudit();
  } finally {
    await gateway.stop();
    await shop.close();
    await Promise.all(chains.map((chain) => chain.stop()));
  }
}
