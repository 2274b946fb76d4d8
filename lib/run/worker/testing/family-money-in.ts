import { expect } from "vitest";
import { startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { database } from "@/lib/kernel/db";
import { inFlightCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { type SandboxChain, type SandboxCode, startSandboxChain } from "@/lib/run/worker/testing/chains/sandbox-chain";
import {
  expectCreditedOnce,
  expectExactBalances,
  expectWebhooks,
  untilAllPaid,
} from "@/lib/run/worker/testing/crash-checks";
import { type CrashPlan, runCrashes } from "@/lib/run/worker/testing/crash-run";
import { expectComparedAudit, until, untilAllSent } from "@/lib/run/worker/testing/observe";
import { expectOnlyDriven } from "@/lib/run/worker/testing/only-network";
import { createTestGateway } from "@/lib/run/worker/testing/test-gateway";
import { testRandom } from "@/lib/testing/random";

const SPARE_ADDRESSES = 10;

/**
 * Sends payments on one network while two workers are killed again and again and its node restarts:
 * nothing lost, nothing twice, every webhook in order, and each deposit reaches the hot wallet, or
 * is a spendable UTXO.
 */
export async function expectMoneyInSurvives(code: SandboxCode, plan: CrashPlan, limitMs: number): Promise<void> {
  const random = testRandom(`${code} money in`);
  const chain = await startSandboxChain(code);
  const shop = await startReceiver((response) => void response.writeHead(random.next() < 0.05 ? 500 : 200).end());
  const gateway = await createTestGateway([chain], { poolSize: plan.payments + SPARE_ADDRESSES });
  try {
    const orders = await runCrashes({ chains: [chain], gateway, shop, random }, plan);
    await chain.restart();
    await untilAllPaid(orders, limitMs);
    await expectCreditedOnce(orders);
    await expectExactBalances(orders, gateway);
    await expectWebhooks(orders, gateway, shop);
    await untilGathered(chain, limitMs);
    await expectComparedAudit();
    await expectOnlyDriven(chain);
  } finally {
    await gateway.stop();
    await shop.close();
    await chain.stop();
  }
}

/**
 * Sweeps leave nothing of token deposits; native ones may leave what a later sweep collects. UTXOs
 * stay where they are.
 */
async function untilGathered(chain: SandboxChain, limitMs: number): Promise<void> {
  // One wallet holds them all from the start: the audit compares it with the books.
  if (chain.network === "xmr") return expect(await database().sweep.count()).toBe(0);
  if (chain.network === "ltc") return expect(await countUnspent()).toBe(await database().deposit.count());
  await until(async () => {
    expect(await database().deposit.count({ where: { ownerKind: "invoice", sweepId: null } })).toBe(0);
    const open = await database().sweep.findMany({ where: { status: { not: "done" } } });
    expect(open.map(({ currencyCode, status }) => `${currencyCode} ${status}`)).toEqual([]);
  }, limitMs);
  await untilAllSent(limitMs);
  for (const { currency } of [chain.native, ...chain.tokens]) {
    expect((await findBalance(inFlightCustody(chain.network, currency))).toFixed(), currency).toBe("0");
  }
  const swept = await database().sweep.findMany({ where: { currencyCode: { not: chain.native.currency } } });
  for (const { addressId, currencyCode } of swept) {
    const { address } = await database().address.findUniqueOrThrow({ where: { id: addressId } });
    expect((await chain.held(address, currencyCode)).toFixed(), `${currencyCode} at ${address}`).toBe("0");
  }
}

async function countUnspent(): Promise<number> {
  return database().coin.count({ where: { externallySpentAt: null, outgoingId: null } });
}
