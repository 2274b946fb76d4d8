import { expect } from "vitest";
import { startCoinProxy } from "@/lib/chains/bitcoin-like/testing/rpc-proxy";
import { mapLimited } from "@/lib/chains/limits";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { database } from "@/lib/kernel/db";
import { inFlightCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { startSandboxChain } from "@/lib/run/worker/testing/chains/sandbox-chain";
import { expectComparedAudit, until } from "@/lib/run/worker/testing/observe";
import { createTestGateway } from "@/lib/run/worker/testing/test-gateway";
import { killAtEach, startDoomed } from "@/lib/sending/sends/testing/worker-relay";

/** More than the engine leaves unconsolidated. */
const COINS = 125;
const UNITS = 100_000n;
/** At most a tenth of all the money is consolidated at once. */
const LARGE_UNITS = 200_000_000n;
const LOW_RATE = { feerate: 0.00002, blocks: 2 };
const POOL_SIZE = 10;
const PAID_AT_ONCE = 8;
const LIMIT_MS = 240_000;

/**
 * Creates a Litecoin hot wallet with many small UTXOs, and workers that die at each of these crash
 * points; expects one consolidation, once, and books that match the chain.
 */
export async function expectConsolidatedInSpiteOf(points: readonly [CrashPoint, ...CrashPoint[]]): Promise<void> {
  const chain = await startSandboxChain("ltc");
  const proxy = await startCoinProxy(chain.workerUrl);
  // A node estimates from what it has seen in blocks, and the sandbox's faucet pays high fees.
  proxy.intercept(({ method }) => (method === "estimatesmartfee" ? { kind: "answer", result: LOW_RATE } : null));
  const gateway = await createTestGateway([chain], { nodeUrls: { ltc: proxy.url }, poolSize: POOL_SIZE });
  try {
    // It does not die before there are many UTXOs.
    const first = startDoomed(gateway, points[0]);
    await gateway.ready();
    const { address } = await database().hotWallet.findFirstOrThrow({ where: { family: "ltc" } });
    // Some at once, so that not each is in a block of its own.
    await chain.pay(address, LARGE_UNITS, null);
    await mapLimited(Array(COINS).fill(UNITS), PAID_AT_ONCE, (units) => chain.pay(address, units, null));
    await killAtEach(gateway, points, { first });
    const last = gateway.startWorker();
    await until(async () => {
      const sends = await database().send.findMany({
        where: { purpose: "consolidation" },
        include: { outgoing: true },
      });
      expect(sends.map(({ status, outgoing }) => `${status} ${outgoing?.status}`)).toEqual(["confirmed settled"]);
      expect(await database().coin.count({ where: { outgoingId: null, externallySpentAt: null } })).toBeLessThan(
        COINS / 2,
      );
    }, LIMIT_MS);
    expect((await findBalance(inFlightCustody("ltc", "LTC"))).toFixed()).toBe("0");
    await expectComparedAudit();
    await last.end("SIGTERM");
  } finally {
    await gateway.stop();
    await proxy.stop();
    await chain.stop();
  }
}
