import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { createWallet } from "@/lib/money-in/static-wallets/create-wallet";
import { createWalletInput } from "@/lib/money-in/static-wallets/schema";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { type SandboxChain, startSandboxChain } from "@/lib/run/worker/testing/chains/sandbox-chain";
import { expectCleanAudit, until } from "@/lib/run/worker/testing/observe";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import { killAtEach, SEND_POINTS } from "@/lib/sending/sends/testing/worker-relay";

/**
 * Forced refunds on the sandbox's nodes of TRON, Solana and TON, whose faucet is an account like
 * any payer's, by worker processes that are killed.
 */

const LIMIT_MS = 480_000;
const CODES = ["tron", "sol", "ton"] as const;

let chains: readonly SandboxChain[];
let gateway: TestGateway;

beforeAll(async () => {
  chains = await Promise.all(CODES.map(startSandboxChain));
  // Only the refunds reach the crash points.
  gateway = await createTestGateway(chains, { leavesDepositsInPlace: true, poolSize: 10 });
  const first = gateway.startWorker();
  await gateway.ready();
  await first.end("SIGTERM");
}, LIMIT_MS);

afterAll(async () => {
  await gateway?.stop();
  await Promise.all((chains ?? []).map((chain) => chain.stop()));
});

const faucetOf = ({ sandbox }: SandboxChain) => String(sandbox["faucet"]);

/** Creates a blocked wallet with a forced refund, whose address the faucet pays. */
async function newPaid(chain: SandboxChain, currency: string, decimals: number, amount: bigint): Promise<StaticWallet> {
  const asked = { currency, network: chain.network, order_id: randomUUID() };
  const wallet = await createWallet(await getMerchant(gateway.merchantId), createWalletInput.parse(asked));
  await blockWallet(gateway.merchantId, { uuid: wallet.id, order_id: null, is_force_refund: true });
  const isNative = currency === chain.native.currency;
  await chain.pay(wallet.address, amount * 10n ** BigInt(decimals), isNative ? null : currency);
  return wallet;
}

const refundsOf = (wallet: StaticWallet) => database().refund.findMany({ where: { walletId: wallet.id } });

/** Expects exactly one refund to the faucet's account, less only the fee. */
async function expectBack(chain: SandboxChain, wallet: StaticWallet, amount: string): Promise<void> {
  const [refund, ...others] = await until(async () => {
    const rows = await refundsOf(wallet);
    expect(rows.map(({ status }) => status)).toEqual(["paid"]);
    return rows;
  }, LIMIT_MS);
  expect(others).toEqual([]);
  expect(refund).toMatchObject({ address: faucetOf(chain), networkCode: chain.network });
  expect(decimal(refund?.amount ?? "0").toFixed()).toBe(amount);
  expect(
    decimal(refund?.sentAmount ?? "0")
      .plus(decimal(refund?.commission ?? "0"))
      .toFixed(),
  ).toBe(amount);
  const sends = await database().send.findMany({ where: { purpose: "refund", purposeId: refund?.id ?? "" } });
  expect(sends).toMatchObject([{ status: "confirmed", toAddress: faucetOf(chain) }]);
}

test(
  "a forced refund on TRON whose worker is killed at every step arrives exactly once at the account that paid",
  async () => {
    const [tron] = chains;
    if (tron === undefined) throw new Error("three chains");
    const wallet = await newPaid(tron, "USDT", 6, 150n);
    const atFaucet = () => tron.held(faucetOf(tron), "USDT");
    // No worker is running, so nothing has been refunded yet.
    const before = await atFaucet();
    await killAtEach(gateway, SEND_POINTS);
    gateway.startWorker();
    await expectBack(tron, wallet, "150");
    const [refund] = await refundsOf(wallet);
    expect((await atFaucet()).minus(before).toFixed()).toBe(decimal(refund?.sentAmount ?? "0").toFixed());
    await expectCleanAudit();
  },
  LIMIT_MS,
);

test(
  "forced refunds of coins and tokens on each of these networks arrive at the accounts that paid and are booked",
  async () => {
    const wallets: (readonly [SandboxChain, StaticWallet, string])[] = [];
    for (const chain of chains) {
      const { currency, decimals } = chain.native;
      const amount = chain.network === "tron" ? 900n : 9n;
      wallets.push([chain, await newPaid(chain, currency, decimals, amount), amount.toString()]);
      const usdt = chain.tokens.find((token) => token.currency === "USDT");
      if (usdt !== undefined) wallets.push([chain, await newPaid(chain, "USDT", usdt.decimals, 160n), "160"]);
    }
    expect(wallets.length).toBe(6);
    for (const [chain, wallet, amount] of wallets) await expectBack(chain, wallet, amount);
    await expectCleanAudit();
  },
  LIMIT_MS,
);
