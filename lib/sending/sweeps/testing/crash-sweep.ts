import { expect } from "vitest";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { database } from "@/lib/kernel/db";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { hotCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { balanceOnChain } from "@/lib/run/worker/testing/balance-on-chain";
import { type SandboxCode, startSandboxChain } from "@/lib/run/worker/testing/chains/sandbox-chain";
import { expectComparedAudit, sendOf, until } from "@/lib/run/worker/testing/observe";
import type { PlayChain } from "@/lib/run/worker/testing/play-chain";
import { startTestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway } from "@/lib/run/worker/testing/test-gateway";
import { killAtEach, SEND_POINTS, startDoomed } from "@/lib/sending/sends/testing/worker-relay";

const TOKEN = "USDT";
const AMOUNT = "50";
const LIMIT_MS = 240_000;
/** An hour, which is within an invoice's lifetime. */
const AGE_SECONDS = 3_600;

type Swept = {
  readonly chain: PlayChain;
  /** Balance of an address on the node itself; `currency` null: in the network's native coin. */
  readonly held: (address: string, currency: string | null) => Promise<Decimal>;
  /**
   * Makes rent due on chains where accounts pay it: the next transaction of each account, even one
   * that has not been read yet, deducts it.
   */
  readonly age?: () => Promise<void>;
  /** Another account pays the fee: no gas is sent, and nothing remains on the address. */
  readonly isFeePaidByHotWallet: boolean;
};

/** The networks on which tokens are swept, one per family. */
export type SweptCode = "eth" | Extract<SandboxCode, "tron" | "sol" | "ton">;

/**
 * All crash points of a token's sweep in order: where gas is sent first, those of the gas and then
 * those of the sweep itself.
 */
export function pointsOf(code: SweptCode): readonly [CrashPoint, ...CrashPoint[]] {
  if (code === "sol") return ["sweep:planned", ...SEND_POINTS];
  const ofGas = SEND_POINTS.filter((point) => point !== "send:settled");
  return ["sweep:planned", ...ofGas, "sweep:gas-settled", "send:settled", ...SEND_POINTS];
}

/**
 * Deposits one token and has it swept by workers of which each is killed at the next point. Expects
 * that it reaches the hot wallet once, with one transaction of its own, plus one for its gas where
 * needed.
 */
export async function expectSweptOnce(
  code: SweptCode,
  points: readonly [CrashPoint, ...CrashPoint[]] = pointsOf(code),
): Promise<void> {
  const { chain, held, age, isFeePaidByHotWallet } = await open(code);
  const gateway = await createTestGateway([chain]);
  try {
    const first = startDoomed(gateway, points[0]);
    await gateway.ready();
    const before = await findBalance(hotCustody(code, TOKEN));
    const { id } = await gateway.invoice({ amount: AMOUNT, coin: TOKEN, network: code });
    const { address } = await database().address.findFirstOrThrow({ where: { ownerId: id } });
    const decimals = chain.tokens.find(({ currency }) => currency === TOKEN)?.decimals ?? 0;
    await chain.pay(address, toBaseUnits(decimal(AMOUNT), decimals), TOKEN);
    await killAtEach(gateway, points, {
      first,
      // Called while nothing is in flight, because the passing of time expires what is.
      between: async (point) => (point === "sweep:gas-settled" ? age?.() : undefined),
    });
    gateway.startWorker();
    await until(async () => {
      const { sweepId } = await database().deposit.findFirstOrThrow({ where: { ownerId: id } });
      expect(await database().sweep.count({ where: { id: sweepId ?? id, status: "done" } })).toBe(1);
    }, LIMIT_MS);
    expect((await findBalance(hotCustody(code, TOKEN))).toFixed()).toBe(before.plus(AMOUNT).toFixed());
    expect((await held(address, TOKEN)).toFixed()).toBe("0");
    if (isFeePaidByHotWallet) expect((await held(address, null)).toFixed()).toBe("0");
    const { id: sweepId } = await database().sweep.findFirstOrThrow();
    expect((await sendOf(sweepId)).status).toBe("confirmed");
    expect(await database().send.count({ where: { purpose: "gas" } })).toBe(isFeePaidByHotWallet ? 0 : 1);
    // A transaction that expired while no worker was running moved nothing.
    const sent = await database().outgoingTransaction.count({ where: { status: { not: "expired" } } });
    expect([await database().sweep.count(), sent]).toEqual([1, isFeePaidByHotWallet ? 1 : 2]);
    await expectComparedAudit();
  } finally {
    await gateway.stop();
    await chain.stop();
  }
}

async function open(code: SweptCode): Promise<Swept> {
  if (code !== "eth") {
    const chain = await startSandboxChain(code);
    const aging = code === "ton" ? { age: () => chain.advance(AGE_SECONDS) } : {};
    return { chain, held: chain.held, ...aging, isFeePaidByHotWallet: code === "sol" };
  }
  const chain = await startTestChain({ network: code, chainId: 1, tokens: { [TOKEN]: 6 } });
  return { chain, held: (address, currency) => balanceOnChain(chain, address, currency), isFeePaidByHotWallet: false };
}
