import { expect, it } from "vitest";
import { matching, never } from "@/lib/chains/contract/steps";
import { ChainInconsistentError, ChainUnavailableError } from "@/lib/chains/errors";
import { createScriptedDriver } from "@/lib/chains/scripted/create-scripted-driver";
import { createScriptedChain } from "@/lib/chains/scripted/scripted-chain";
import { createScriptedNode } from "@/lib/chains/scripted/scripted-node";
import { idOf } from "@/lib/chains/scripted/scripted-transaction";

const OWNER = { address: "owner", memo: null };

it('a lagging node is one attestation of two, and its head shows how little its "absent" proves', async () => {
  const { chain, driver, first, pay } = makeChain();
  const id = pay();
  chain.mine(3);
  first.faults.lagBlocks = 3;
  expect(await driver.transactionStatus(id, never())).toEqual({ state: "absent" });
  const [lagging, good] = await driver.transactionStatusByEach(id, never());
  expect(lagging).toMatchObject({ answer: { state: "absent" }, head: { height: 0 } });
  expect(good).toMatchObject({ answer: { state: "included" }, head: { height: 3 } });
});

it("a node that hides a transaction or forges a hash is contradicted by the other", async () => {
  const { chain, driver, first, pay } = makeChain();
  const id = pay();
  chain.mine(2);
  first.faults.hiddenIds.add(id);
  first.faults.forgedHashes.set(1, "f".repeat(64));
  expect((await scan(driver, 1, 2)).transfers).toEqual([]);
  const [liar, honest] = await driver.blockAtByEach(1, never());
  expect(liar?.answer?.block?.hash).not.toBe(honest?.answer?.block?.hash);
  expect((await driver.transactionStatusByEach(id, never())).map(({ answer }) => answer?.state)).toEqual([
    "absent",
    "included",
  ]);
});

it("each node judges separately what may still confirm: a lagging one at its own head, a lying one against the other", async () => {
  const { chain, driver, first, pay } = makeChain();
  const id = pay();
  chain.mine(9);
  const judge = () =>
    driver.canStillConfirmByEach({ transactionId: id, spends: { kind: "expiring", validUntil: 4n } }, 2, never());
  const reported = async () => (await judge()).map(({ answer, head }) => `${answer?.verdict} at ${head?.height}`);
  expect(await reported()).toEqual(["included at 9", "included at 9"]);
  first.faults.hiddenIds.add(id);
  expect(await reported()).toEqual(["impossible at 9", "included at 9"]);
  for (const [lagBlocks, verdict] of [
    [6, "possible at 3"],
    [4, "unproven at 5"],
  ] as const) {
    first.faults.lagBlocks = lagBlocks;
    expect(await reported()).toEqual([verdict, "included at 9"]);
  }
  first.faults.error = new Error("down");
  expect(await judge()).toMatchObject([
    { answer: null, head: null, error: "down" },
    { answer: { verdict: "included" } },
  ]);
});

it("a node may report another outcome than the chain has", async () => {
  const { chain, driver, first, pay } = makeChain();
  const id = pay();
  chain.mine(1);
  first.faults.toldOutcomes.set(id, { fails: true, feeUnits: 7n });
  const reported = (await driver.transactionStatusByEach(id, never())).map(({ answer }) => answer);
  expect(reported).toMatchObject([
    { succeeded: false, feeUnits: 7n },
    { succeeded: true, feeUnits: 0n },
  ]);
});

it("errors and outages move the call to the next node, and end when all are down", async () => {
  const { driver, first, second } = makeChain();
  first.faults.failures = 1;
  await driver.head(never());
  expect(driver.nodeHealth().map(({ healthy }) => healthy)).toEqual([false, true]);
  first.faults.error = new Error("down");
  second.faults.error = new Error("down as well");
  await expect(driver.head(never())).rejects.toThrow(ChainUnavailableError);
});

it("a slow node is abandoned when the caller's time limit ends", async () => {
  const { driver, first } = makeChain();
  first.faults.latencyMs = 60_000;
  await expect(driver.head(AbortSignal.timeout(10))).rejects.toThrow(/timeout/);
});

it("a node that fails after accepting a transaction leaves the outcome open; one that loses it drops it", async () => {
  const { chain, driver, first, second } = makeChain();
  const signed = {
    raw: new TextEncoder().encode('{"from":null,"outputs":[],"feeUnits":"1n","spends":null,"fails":false}'),
    transactionId: "",
    spends: { kind: "expiring", validUntil: 9n },
  } as const;
  second.faults.error = new Error("down");
  first.faults.onSubmit = "take-and-fail";
  await expect(driver.broadcast(signed, never())).rejects.toThrow(ChainUnavailableError);
  const [taken] = chain.mempool();
  expect(taken).toBeDefined();
  chain.forget(taken?.id ?? "");
  first.faults.onSubmit = "lose";
  expect(await driver.broadcast(signed, never())).toBe("accepted");
  expect(chain.mempool()).toEqual([]);
});

it("a scan of blocks that were replaced meanwhile does not link to what was stored", async () => {
  const { chain, driver, pay } = makeChain();
  chain.mine(1);
  const stored = await driver.blockAt(1, never());
  pay();
  chain.mine(1);
  chain.reorganise(2, []);
  const { blocks, transfers } = await scan(driver, 2, 2);
  expect(blocks[0]?.parentHash).not.toBe(stored?.hash);
  expect(transfers).toEqual([]);
  await expect(scan(driver, 2, 3)).rejects.toThrow(ChainInconsistentError);
});

function makeChain() {
  const chain = createScriptedChain();
  const [first, second] = [createScriptedNode(chain, "first"), createScriptedNode(chain, "second")];
  const driver = createScriptedDriver({
    network: "scripted",
    family: "evm",
    shape: "nonce-account",
    nodes: [first, second],
    genesisHash: null,
    native: { symbol: "SCR", decimals: 8 },
    tokens: new Map(),
  });
  const pay = () => {
    const id = idOf("payment");
    const outputs = [{ to: OWNER, asset: { kind: "native" as const }, units: 5n }];
    chain.submit({ id, from: null, outputs, feeUnits: 0n, spends: null, fails: false });
    return id;
  };
  return { chain, driver, first, second, pay };
}

function scan(driver: ReturnType<typeof makeChain>["driver"], fromHeight: number, toHeight: number) {
  return driver.scan({ fromHeight, toHeight, match: matching([OWNER]) }, never());
}
