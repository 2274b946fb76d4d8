import { expect } from "vitest";
import type { CrashPoint } from "@/lib/crash-point";
import { database } from "@/lib/db";
import { hotCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/balances";
import { killAtEach, startDoomed } from "@/lib/sends/testing/worker-relay";
import { balanceOnChain } from "@/lib/worker/testing/balance-on-chain";
import { expectCleanAudit, sendOf, until } from "@/lib/worker/testing/observe";
import { startTestChain } from "@/lib/worker/testing/test-chain";
import { createTestGateway } from "@/lib/worker/testing/test-gateway";

const TEN = 10_000_000n;
const LIMIT_MS = 240_000;

/**
 * One token is paid in and gathered, by workers of whom each is killed at the next point. It reaches the hot wallet once, with one
 * transaction for its gas and one of its own.
 */
export async function expectSweptOnce(points: readonly [CrashPoint, ...CrashPoint[]]): Promise<void> {
  const chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  const gateway = await createTestGateway([chain]);
  try {
    const first = startDoomed(gateway, points[0]);
    await gateway.ready();
    const before = await findBalance(hotCustody("eth", "USDT"));
    const { id } = await gateway.invoice({ amount: "10", coin: "USDT", network: "eth" });
    const { address } = await database().address.findFirstOrThrow({ where: { ownerId: id } });
    await chain.pay(address, TEN, "USDT");
    await killAtEach(gateway, points, { first });
    gateway.startWorker();
    await until(async () => {
      const { sweepId } = await database().deposit.findFirstOrThrow({ where: { ownerId: id } });
      expect(await database().sweep.count({ where: { id: sweepId ?? id, status: "done" } })).toBe(1);
    }, LIMIT_MS);
    expect((await findBalance(hotCustody("eth", "USDT"))).toFixed()).toBe(before.plus("10").toFixed());
    expect((await balanceOnChain(chain, address, "USDT")).toFixed()).toBe("0");
    const { id: sweepId } = await database().sweep.findFirstOrThrow();
    expect((await sendOf(sweepId)).status).toBe("confirmed");
    expect([await database().sweep.count(), await database().outgoingTransaction.count()]).toEqual([1, 2]);
    await expectCleanAudit();
  } finally {
    await gateway.stop();
    await chain.stop();
  }
}
