import { afterAll, beforeAll, expect, it } from "vitest";
import type { CrashPoint } from "@/lib/crash-point";
import { database } from "@/lib/db";
import { hotCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/balances";
import { decimal } from "@/lib/money/decimal";
import { expectCleanAudit, until } from "@/lib/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/worker/testing/test-gateway";

const TEN = 10_000_000n;
const LIMIT_MS = 240_000;

let chain: TestChain;
let gateway: TestGateway;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  gateway = await createTestGateway([chain]);
  const worker = gateway.startWorker();
  await gateway.ready();
  await worker.end("SIGKILL");
}, LIMIT_MS);

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

/** Where the gas, or the sweep behind it, stops half way. */
const POINTS: readonly CrashPoint[] = [
  "sweep:planned",
  "sweep:gas-settled",
  "send:estimated",
  "send:signed",
  "send:broadcast",
  "send:seen",
  "send:included",
  "send:settled",
];

it.each(POINTS)(
  "sweeps a token once when its worker is killed at %s",
  async (point) => {
    const before = decimal((await findBalance(hotCustody("eth", "USDT"))).toFixed());
    const { id } = await gateway.invoice({ amount: "10", coin: "USDT", network: "eth" });
    const { address } = await database().address.findFirstOrThrow({ where: { ownerId: id } });
    await chain.pay(address, TEN, "USDT");
    const victim = gateway.startWorker({ CRASH_POINT: point });
    await until(() => expect(victim.hasEnded(), victim.output()).toBe(true), LIMIT_MS / 2);
    const worker = gateway.startWorker();
    await until(async () => {
      const { sweepId } = await database().deposit.findFirstOrThrow({ where: { ownerId: id } });
      expect(await database().sweep.count({ where: { id: sweepId ?? id, status: "done" } })).toBe(1);
    }, LIMIT_MS / 2);
    expect((await findBalance(hotCustody("eth", "USDT"))).toFixed()).toBe(before.plus("10").toFixed());
    expect(await tokensOn(address)).toBe(0n);
    await expectCleanAudit();
    await worker.end("SIGKILL");
  },
  LIMIT_MS,
);

async function tokensOn(address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, "0")}`;
  const call = { to: chain.token("USDT").address, data };
  return BigInt((await chain.anvil.rpc("eth_call", [call, "latest"])) as string);
}
