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
/** An hour: within the life of an invoice. */
const AGE_SECONDS = 3_600;

type Swept = {
  readonly chain: PlayChain;
  /** What an address holds on the node itself; of `currency` null: in the network's own coin. */
  readonly held: (address: string, currency: string | null) => Promise<Decimal>;
  /**
   * Rent falls due where accounts pay any: the next transaction at each, also one that nobody has
   * read yet, takes it.
   */
  readonly age?: () => Promise<void>;
  /** Another account pays there: no gas is sent, and nothing stays on the address. */
  readonly isFeePaidByHotWallet: boolean;
};

/** Where tokens are swept, one network of each family. */
export type SweptCode = "eth" | Extract<SandboxCode, "tron" | "sol" | "ton">;

/**
 * Every death of a token's sweep in its order: where gas goes first, that of the gas and then that
 * of the sweep itself.
 */
export function pointsOf(code: SweptCode): readonly [CrashPoint, ...CrashPoint[]] {
  if (code === "sol") return ["sweep:planned", ...SEND_POINTS];
  const ofGas = SEND_POINTS.filter((point) => point !== "send:settled");
  return ["sweep:planned", ...ofGas, "sweep:gas-settled", "send:settled", ...SEND_POINTS];
}

/**
 * One token is paid in and gathered, by workers of whom each is killed at the next point. It
 * reaches the hot wallet once, with one transaction of its own, and one for its gas where that is
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
      // While nothing is on its way: time ends what is.
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
    // One whose time ran out while nobody lived moved nothing.
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
