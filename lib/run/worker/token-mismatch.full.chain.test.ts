import { encodeAbiParameters } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { database } from "@/lib/kernel/db";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import type { Decimal } from "@/lib/kernel/money/decimal";
import {
  alarmsAbout,
  cursorOf,
  depositsOf,
  expectCleanAudit,
  until,
  untilStatus,
  walletOf,
} from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

/** Function selectors: first bytes of keccak256 of the signatures. */
const DECIMALS_CALL = "0x313ce567";
const SYMBOL_CALL = "0x95d89b41";

/** USDC and the network's own coin stay unchanged. */
const CHANGED = new Map([
  [`USDT ${DECIMALS_CALL}`, encodeAbiParameters([{ type: "uint8" }], [18])],
  [`DAI ${SYMBOL_CALL}`, encodeAbiParameters([{ type: "string" }], ["FAKE"])],
]);

let chain: TestChain;
let gateway: TestGateway;
let worker: WorkerProcess;
/** Created while the node and the catalog agreed. */
let before: Readonly<Record<"USDT" | "USDC" | "DAI", RequestedInvoice>>;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6, USDC: 6, DAI: 18 } });
  gateway = await createTestGateway([chain]);
  worker = gateway.startWorker();
  await gateway.ready();
  before = { USDT: await newInvoice("USDT"), USDC: await newInvoice("USDC"), DAI: await newInvoice("DAI") };
  await restartWhere(CHANGED);
});

afterAll(async () => {
  await gateway?.stop();
  await chain?.stop();
});

it("does not offer a token whose symbol has changed, but credits earlier invoices", async () => {
  await untilMismatch("DAI", 'the node calls the token "FAKE", the catalog DAI');
  await expect(newInvoice("DAI")).rejects.toThrow("terminal_not_found");
  await pay("DAI", before.DAI);
  await untilStatus(before.DAI.id, "paid");
});

it("does not offer a token whose decimals differ on the node, and neither guesses nor skips a payment in it", async () => {
  await untilMismatch("USDT", "the node gives 18 decimals, the catalog has 6");
  await expect(newInvoice("USDT")).rejects.toThrow("terminal_not_found");
  await newInvoice("USDC");

  await pay("USDC", before.USDC);
  await pay("USDT", before.USDT);
  await until(async () => expect(await alarmsAbout("eth")).toEqual(["amount-unreadable"]));
  await untilStatus(before.USDC.id, "paid");
  expect((await cursorOf("eth")).problem).toMatch(/^Syncing waits before block/);
  expect(await depositsOf(before.USDT.id)).toEqual([]);
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("0");
});

it("credits what waited, and offers the tokens again, once the node agrees with the catalog", async () => {
  await restartWhere(new Map());
  await untilMismatch("USDT", null);
  await untilStatus(before.USDT.id, "paid");
  expect(await walletOf(gateway.merchantId, "USDT")).toBe("9.9");
  await until(async () => expect(await alarmsAbout("eth")).toEqual([]));
  await untilMismatch("DAI", null);
  await until(() => newInvoice("USDT"));
  await until(() => newInvoice("DAI"));
  await expectCleanAudit();
});

type RequestedInvoice = { readonly id: string; readonly address: string; readonly due: Decimal };

async function newInvoice(coin: string): Promise<RequestedInvoice> {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin, network: "eth" });
  if (currentQuote === null) throw new Error("an invoice with a fixed coin has a quote");
  return { id, address: currentQuote.address, due: currentQuote.payerAmount };
}

async function pay(coin: string, { address, due }: RequestedInvoice): Promise<void> {
  await chain.pay(address, toBaseUnits(due, chain.token(coin).decimals), coin);
}

/**
 * Restarts the worker with a node that returns these results for calls of tokens' contracts, by
 * `<token> <call>`.
 */
async function restartWhere(answers: ReadonlyMap<string, `0x${string}`>): Promise<void> {
  await worker.end("SIGTERM");
  chain.proxy.intercept(({ method, params }) => {
    if (method !== "eth_call") return null;
    const { to, data, input } = (params[0] ?? {}) as { to?: string; data?: string; input?: string };
    const token = chain.tokens.find(({ address }) => address.toLowerCase() === to?.toLowerCase());
    const result = answers.get(`${token?.currency} ${data ?? input}`);
    return result === undefined ? null : { kind: "answer", result };
  });
  worker = gateway.startWorker();
}

async function untilMismatch(currencyCode: string, wanted: string | null): Promise<void> {
  await until(async () => {
    const where = { currencyCode_networkCode: { currencyCode, networkCode: "eth" } };
    expect((await database().service.findUniqueOrThrow({ where })).mismatch).toBe(wanted);
  });
}
