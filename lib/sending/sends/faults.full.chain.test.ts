import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Interception, RpcCall } from "@/lib/chains/evm/testing/rpc-proxy";
import { database } from "@/lib/kernel/db";
import { alarmsAbout, until } from "@/lib/run/worker/testing/observe";
import type { Engine } from "@/lib/sending/sends/engine";
import { listSendStops } from "@/lib/sending/sends/stop-sends";
import {
  driveUntilDone,
  expectSettledBooks,
  openSendRig,
  type SendRig,
  step,
} from "@/lib/sending/sends/testing/send-rig";
import { createSend, ownSends, sendRow } from "@/lib/sending/sends/testing/test-owner";

/**
 * A node that reports wrong data, or reports it too late. Each destination must still be paid
 * exactly once.
 */

/** Short, because the usual limit of ten seconds would be waited for in full. */
const HASTY_LIMIT_MS = 2_000;

let rig: SendRig;
let engine: Engine;

beforeAll(async () => {
  rig = await openSendRig();
  ownSends();
  engine = await rig.engine();
});
afterAll(() => rig?.stop());
afterEach(() => rig?.chain.proxy.intercept(() => null));

/** Applies the rule to this many matching calls; after that the node behaves correctly. */
function setFaults(times: number, rule: (call: RpcCall) => Interception | null): { readonly count: () => number } {
  let count = 0;
  rig.chain.proxy.intercept((call) => {
    const found = count < times ? rule(call) : null;
    if (found !== null) count += 1;
    return found;
  });
  return { count: () => count };
}

async function expectArrivedOnce(
  sends: readonly { id: string; toAddress: string }[],
  by: Engine = engine,
): Promise<void> {
  rig.chain.proxy.intercept(() => null);
  await driveUntilDone(by, 60_000);
  for (const { id, toAddress } of sends) {
    expect((await rig.onChain(toAddress, "USDT")).toFixed()).toBe("10");
    expect((await sendRow(id)).outgoing).toMatchObject({ status: "settled", version: 1 });
  }
  await step(engine);
  expect(await listSendStops()).toEqual([]);
  await expectSettledBooks(rig);
}

/** Runs steps, which may fail, until the check passes. */
async function stepUntil(check: () => Promise<void> | void, by: Engine = engine): Promise<void> {
  await until(async () => {
    await step(by).catch(() => undefined);
    await check();
  });
}

test("accepts a transaction and drops the connection: the same bytes are found there", async () => {
  const lie = setFaults(2, ({ method }) => (method === "eth_sendRawTransaction" ? { kind: "cut-after" } : null));
  const sends = [await createSend(), await createSend()];
  await stepUntil(() => expect(lie.count()).toBe(2));
  await expectArrivedOnce(sends);
});

test("accepts a transaction and returns an error: the error is ignored", async () => {
  const raws: unknown[] = [];
  rig.chain.proxy.intercept(({ method, params }) => {
    if (method !== "eth_sendRawTransaction" || raws.length > 0) return null;
    raws.push(params[0]);
    void rig.chain.anvil.rpc(method, params).catch(() => undefined);
    return { kind: "refuse", message: "internal error" };
  });
  const send = await createSend();
  await stepUntil(() => expect(raws).toHaveLength(1));
  await expectArrivedOnce([send]);
});

test("does not respond to a broadcast: the request times out and is retried", async () => {
  const hasty = await rig.engine({}, HASTY_LIMIT_MS);
  const lie = setFaults(1, ({ method }) => (method === "eth_sendRawTransaction" ? { kind: "hang" } : null));
  const send = await createSend();
  await stepUntil(() => expect(lie.count()).toBe(1), hasty);
  await expectArrivedOnce([send], hasty);
});

test("acknowledges a broadcast without storing it: the same bytes are broadcast again", async () => {
  const send = await createSend();
  const seen: string[] = [];
  rig.chain.proxy.intercept(({ method, params }) => {
    if (method !== "eth_sendRawTransaction" || seen.length >= 2) return null;
    seen.push(String(params[0]));
    return { kind: "answer", result: `0x${"00".repeat(32)}` };
  });
  await stepUntil(() => expect(seen).toHaveLength(2));
  expect(new Set(seen).size).toBe(1);
  await expectArrivedOnce([send]);
});

test("drops transactions from its mempool: they are broadcast again in nonce order", async () => {
  await rig.chain.anvil.rpc("evm_setAutomine", [false]);
  const sends = [await createSend(), await createSend(), await createSend()];
  await stepUntil(async () => expect(await database().send.count({ where: { status: "sending" } })).toBe(3));
  const ids = await Promise.all(sends.map(async ({ id }) => (await sendRow(id)).outgoing?.versions[0]?.transactionId));
  for (const id of ids) await rig.chain.anvil.rpc("anvil_dropTransaction", [id]);
  rig.chain.proxy.calls.length = 0;
  const known = () => rig.chain.anvil.rpc("eth_getTransactionByHash", [ids[2]]);
  await stepUntil(async () => expect(await known()).not.toBeNull());
  await rig.chain.anvil.rpc("evm_mine");
  await rig.chain.anvil.rpc("evm_setAutomine", [true]);
  await expectArrivedOnce(sends);
});

test("forgets receipts and transactions that it has mined: nothing is sent a second time", async () => {
  const lie = setFaults(40, ({ method }) =>
    method === "eth_getTransactionReceipt" || method === "eth_getTransactionByHash"
      ? { kind: "answer", result: null }
      : null,
  );
  const send = await createSend();
  await stepUntil(() => expect(lie.count()).toBeGreaterThan(4));
  expect(await database().outgoingTransaction.count({ where: { sends: { some: { id: send.id } } } })).toBe(1);
  await expectArrivedOnce([send]);
});

test("reports too low a nonce for the hot wallet: mined transactions are found by id", async () => {
  rig.chain.proxy.intercept(({ method }) =>
    method === "eth_getTransactionCount" ? { kind: "answer", result: "0x0" } : null,
  );
  const send = await createSend();
  await stepUntil(async () => expect((await sendRow(send.id)).status).toBe("confirmed"));
  await expectArrivedOnce([send]);
});

test("reports too high a nonce: the network stops with an alarm, signs nothing, and resumes when the nonce matches", async () => {
  rig.chain.proxy.intercept(({ method }) =>
    method === "eth_getTransactionCount" ? { kind: "answer", result: "0xffff" } : null,
  );
  const send = await createSend();
  await stepUntil(async () => expect((await sendRow(send.id)).waitReason).toBe("stopped"));
  expect(await alarmsAbout("eth")).toEqual(["sends-stopped"]);
  expect(await listSendStops()).toMatchObject([{ scope: "eth", kind: "nonce", address: rig.hotAddress }]);
  await expectArrivedOnce([send]);
  expect(await alarmsAbout("eth")).toEqual([]);
});

test("two concurrent engines, as if there were no lock, sign each send once and leave no gap", async () => {
  const other = await rig.engine();
  const sends = await Promise.all(Array.from({ length: 24 }, () => createSend()));
  await Promise.all([driveUntilDone(engine, 60_000), driveUntilDone(other, 60_000)]);
  await expectArrivedOnce(sends);
  const nonces = await database().outgoingTransaction.findMany({ orderBy: { nonce: "asc" }, select: { nonce: true } });
  expect(nonces.map(({ nonce }) => nonce)).toEqual(nonces.map((_, index) => BigInt(index)));
});
