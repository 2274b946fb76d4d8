import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { growKeyTree } from "@/lib/custody/key-tree";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { database } from "@/lib/kernel/db";
import { inFlightCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { type SandboxChain, type SandboxCode, startSandboxChain } from "@/lib/run/worker/testing/chains/sandbox-chain";
import { giveMerchant } from "@/lib/run/worker/testing/merchant-funds";
import { expectComparedAudit, sendOf, until, untilAllSent } from "@/lib/run/worker/testing/observe";
import { expectOnlyDriven } from "@/lib/run/worker/testing/only-network";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { killAtEach, startDoomed } from "@/lib/sending/sends/testing/worker-relay";

const LIMIT_MS = 120_000;
const POOL_SIZE = 10;
/** A published test vector for external addresses. The gateway has another mnemonic. */
const MNEMONIC = "legal winner thank year wave sausage worth useful legal winner thank yellow";

/** The payout amount of each coin, which is also the merchant's balance. */
const AMOUNTS: Readonly<Record<string, string>> = { LTC: "0.1", TRX: "20", SOL: "0.05", TON: "1", XMR: "0.5" };
const TOKEN_AMOUNT = "10";
const WEALTH: Readonly<Record<string, string>> = { LTC: "5", TRX: "5000", SOL: "20", TON: "100", XMR: "20" };
const TOKEN_WEALTH = "10000";

/** A gateway on one network, with a merchant who pays out to fresh addresses. No worker runs. */
export type PayoutRig = {
  readonly chain: SandboxChain;
  readonly gateway: TestGateway;
  /**
   * Creates one payout in the network's own coin and, if it has tokens, one in a token. Needs a
   * worker that scans the network.
   */
  readonly payOut: () => Promise<Payout[]>;
  readonly stop: () => Promise<void>;
};

export async function openPayoutRig(code: SandboxCode): Promise<PayoutRig> {
  const chain = await startSandboxChain(code);
  const gateway = await createTestGateway([chain], { poolSize: POOL_SIZE });
  const coins = [chain.native.currency, ...chain.tokens.slice(0, 1).map(({ currency }) => currency)];
  const strangers = growKeyTree(MNEMONIC);
  let index = 0;
  const order = async (coin: string) => {
    index += 1;
    const known = strangers.addressOf({ family: code, role: "deposit", index });
    const address = (await chain.createExternalAccount?.()) ?? known;
    return payOutOnce(gateway, { coin, network: code, address });
  };
  const worker = gateway.startWorker();
  await gateway.ready();
  for (const coin of coins) await giveMerchant(gateway.merchantId, coin, WEALTH[coin] ?? TOKEN_WEALTH);
  await worker.end("SIGTERM");
  return {
    chain,
    gateway,
    payOut: () => Promise.all(coins.map(order)),
    async stop() {
      await gateway.stop();
      await chain.stop();
    },
  };
}

type Terms = { readonly coin: string; readonly network: string; readonly address: string };

/**
 * Retries until a worker has seen that the network's newest block is fresh: between two workers
 * nothing is offered.
 */
async function payOutOnce({ merchantId }: TestGateway, { coin, network, address }: Terms): Promise<Payout> {
  const amount = AMOUNTS[coin] ?? TOKEN_AMOUNT;
  const asked = { amount, currency: coin, network, order_id: randomUUID(), address, is_subtract: true };
  return until(async () => {
    clearCatalogCache();
    return createPayout(await getMerchant(merchantId), createPayoutInput.parse(asked));
  }, LIMIT_MS);
}

/**
 * Creates two payouts, whose workers die at each of these crash points in turn; the last one
 * finishes. `between` runs while no worker lives.
 */
export async function expectPaidOnceInSpiteOf(
  { chain, gateway, payOut }: PayoutRig,
  points: readonly [CrashPoint, ...CrashPoint[]],
  between?: (point: CrashPoint) => Promise<void>,
): Promise<void> {
  const first = startDoomed(gateway, points[0]);
  const payouts = await payOut();
  await killAtEach(gateway, points, between === undefined ? { first } : { first, between });
  const last = gateway.startWorker();
  await expectPaidOnce(chain, payouts);
  await last.end("SIGTERM");
}

/**
 * Expects that each is paid to the last unit, on the chain too, and that the books match it with
 * nothing in flight.
 */
export async function expectPaidOnce(chain: SandboxChain, payouts: readonly Payout[]): Promise<void> {
  await untilAllSent(LIMIT_MS);
  for (const { id, merchantId, address, sentAmount, currencyCode } of payouts) {
    expect(await findMerchantPayout(merchantId, id)).toMatchObject({ status: "paid" });
    const currency = currencyCode === chain.native.currency ? null : currencyCode;
    expect((await chain.held(address, currency)).toFixed(), `${currencyCode} at ${address}`).toBe(sentAmount.toFixed());
    expect((await sendOf(id)).outgoing).toMatchObject({ status: "settled" });
  }
  for (const { currency } of [chain.native, ...chain.tokens]) {
    expect((await findBalance(inFlightCustody(chain.network, currency))).toFixed(), currency).toBe("0");
  }
  await expectComparedAudit();
  await expectOnlyDriven(chain);
}

/**
 * Runs two concurrent workers, and restarts the node while they work: each of several payouts
 * arrives once.
 */
export async function expectSharedWork({ chain, gateway, payOut }: PayoutRig, rounds: number): Promise<void> {
  const workers = [gateway.startWorker(), gateway.startWorker()];
  const payouts: Payout[] = [];
  for (let round = 0; round < rounds; round += 1) {
    payouts.push(...(await payOut()));
    if (round === 0) await chain.restart();
  }
  await expectPaidOnce(chain, payouts);
  await Promise.all(workers.map((worker) => worker.end("SIGTERM")));
}

/**
 * Kills the worker after it signed two payouts, which are not broadcast before they expire on the
 * chain: the next worker proves the expiry and dies as well, and they are signed again and arrive
 * once.
 */
export async function expectResigned(rig: PayoutRig, lifeSeconds: number): Promise<void> {
  await expectPaidOnceInSpiteOf(rig, ["send:signed", "send:expired"], async (point) => {
    if (point === "send:signed") await rig.chain.advance(lifeSeconds);
  });
  expect(await database().outgoingTransaction.count({ where: { status: "expired" } })).toBeGreaterThan(0);
}
