import { encodeAbiParameters } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { database } from "@/lib/db";
import {
  alarmsAbout,
  cursorOf,
  depositsOf,
  expectCleanAudit,
  until,
  untilStatus,
  walletOf,
} from "@/lib/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/worker/testing/worker-process";

const TEN = 10_000_000n;
/** First bytes of keccak256 of the functions' signatures. */
const DECIMALS_CALL = "0x313ce567";
const SYMBOL_CALL = "0x95d89b41";

let chain: TestChain;
let gateway: TestGateway;
let worker: WorkerProcess;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6, USDC: 6 } });
  gateway = await createTestGateway([chain]);
  worker = gateway.startWorker();
  await gateway.ready();
});

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

it("offers no token whose decimals the node gives otherwise, and neither guesses a payment in it nor passes it over", async () => {
  const [before, other] = [await newInvoice("USDT"), await newInvoice("USDC")];
  await restartWhere(DECIMALS_CALL, encodeAbiParameters([{ type: "uint8" }], [18]));
  await untilMismatch("the node gives 18 decimals, the catalog has 6");
  await expect(newInvoice("USDT")).rejects.toThrow("The terminal was not found");
  await newInvoice("USDC");

  await chain.pay(other.address, TEN, "USDC");
  await chain.pay(before.address, TEN, "USDT");
  await until(async () => expect(await alarmsAbout("eth")).toEqual(["amount-unreadable"]));
  await untilStatus(other.id, "paid");
  expect((await cursorOf("eth")).problem).toMatch(/^Reading waits before block/);
  expect(await depositsOf(before.id)).toEqual([]);
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("0");

  await restartWhere(DECIMALS_CALL, null);
  await untilMismatch(null);
  await untilStatus(before.id, "paid");
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("9.9");
  await until(async () => expect(await alarmsAbout("eth")).toEqual([]));
  await until(() => newInvoice("USDT"));
  await expectCleanAudit();
});

it("offers no token that has another name now, but credits what was asked for before", async () => {
  const { id, address } = await newInvoice("USDT");
  await restartWhere(SYMBOL_CALL, encodeAbiParameters([{ type: "string" }], ["FAKE"]));
  await untilMismatch('the node calls the token "FAKE", the catalog USDT');
  await expect(newInvoice("USDT")).rejects.toThrow("The terminal was not found");
  await chain.pay(address, TEN, "USDT");
  await untilStatus(id, "paid");
  await restartWhere(SYMBOL_CALL, null);
  await untilMismatch(null);
  await until(() => newInvoice("USDT"));
});

async function newInvoice(coin: string) {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin, network: "eth" });
  return { id, address: currentQuote?.address ?? "" };
}

/** Starts the worker anew, whose node answers this call to USDT's contract with `answer`. */
async function restartWhere(call: string, answer: `0x${string}` | null): Promise<void> {
  await worker.end("SIGTERM");
  const contract = chain.token("USDT").address.toLowerCase();
  chain.proxy.intercept(({ method, params }) => {
    const { to, data, input } = (params[0] ?? {}) as { to?: string; data?: string; input?: string };
    const isMeant = method === "eth_call" && to?.toLowerCase() === contract && (data ?? input) === call;
    return isMeant && answer !== null ? { kind: "answer", result: answer } : null;
  });
  worker = gateway.startWorker();
}

async function untilMismatch(wanted: string | null): Promise<void> {
  await until(async () => {
    const where = { currencyCode_networkCode: { currencyCode: "USDT", networkCode: "eth" } };
    expect((await database().service.findUniqueOrThrow({ where })).mismatch).toBe(wanted);
  });
}
