import { afterAll, beforeEach, expect, test } from "vitest";
import type { BlockReference, ChainDriver, NodeAnswer, TransactionStatus } from "@/lib/chains/driver";
import { closeDatabase, database } from "@/lib/kernel/db";
import type { EngineMemory } from "@/lib/sending/sends/engine";
import type { Found } from "@/lib/sending/sends/follow-sends";
import { isProven } from "@/lib/sending/sends/prove-included";

const SUBJECT = "5b8c4b0e-8d5a-4c43-9d0e-0c4f8f2f6d11";
const HEIGHT = 100;
const DEEP = 3;
const REAL = { confirmations: DEEP, isSandbox: false };
const SANDBOX = { confirmations: DEEP, isSandbox: true };

const blockAt = (height: number, hash = `0x${height}`): BlockReference => {
  return { height, hash, parentHash: "0x", time: new Date() };
};
const included = (succeeded: boolean, hash = `0x${HEIGHT}`) => {
  return { state: "included", block: blockAt(HEIGHT, hash), succeeded, feeUnits: 1n } as const;
};
const nodeAnswer = (answer: TransactionStatus, head = 102): NodeAnswer<TransactionStatus> => {
  return { node: "", head: blockAt(head), answer, error: null };
};
const SILENT: NodeAnswer<TransactionStatus> = { node: "", head: null, answer: null, error: "no answer" };
const ELEVEN_MINUTES_MS = 11 * 60_000;

/** In-memory state of the engine's process between steps. */
let memory: Pick<EngineMemory, "doubts" | "nodeSilentAtMs">;
/** Number of queries to each node. */
let asked: number;

/** One node's response, as followed by the engine: only the fields that the proof reads. */
function found(status: Found["status"]): Found {
  const versions = [{ version: 1, transactionId: "0xa" }];
  const send = { id: SUBJECT, purpose: "payout", purposeId: SUBJECT, networkCode: "eth" };
  return {
    outgoing: { id: SUBJECT, networkCode: "eth", versions, sends: [send] } as unknown as Found["outgoing"],
    version: 1,
    status,
  };
}

/** What the watcher has read: up to a height, and optionally a hash at the block's height. */
async function hasRead(height: number, hash: string | null): Promise<void> {
  const cursor = { genesisHash: "0x", height: BigInt(height), hash: "0x", headHeight: BigInt(height) };
  const times = { headTime: new Date(), lastAnswerAt: new Date() };
  await database().chainCursor.createMany({ data: [{ networkCode: "eth", ...cursor, ...times }] });
  if (hash === null) return;
  const block = { networkCode: "eth", height: BigInt(HEIGHT), hash, parentHash: "0x", time: new Date() };
  await database().chainBlock.createMany({ data: [block] });
}

async function prove(
  status: Found["status"],
  nodeAnswers: readonly NodeAnswer<TransactionStatus>[] = [],
  network = REAL,
  hosts = ["a.example", "b.example", "c.example"],
): Promise<boolean> {
  const driver = {
    witnesses: new Set(nodeAnswers.map((_, index) => hosts[index])).size,
    transactionStatusByEach: async () => {
      asked += 1;
      return nodeAnswers.map((testimony, index) => ({ ...testimony, node: hosts[index] ?? "" }));
    },
    blockAtByEach: async () => [
      { node: "node", head: blockAt(9_999), answer: { block: blockAt(HEIGHT) }, error: null },
    ],
  } as unknown as ChainDriver;
  const engine = { networkCode: "eth", driver, memory: memory as EngineMemory };
  return isProven(engine, network, found(status), new AbortController().signal);
}

/** Makes existing doubts older. */
function letPass(durationMs: number): void {
  for (const [key, doubt] of memory.doubts) memory.doubts.set(key, { ...doubt, sinceMs: doubt.sinceMs - durationMs });
  memory.nodeSilentAtMs -= durationMs;
}

const alarms = async () => {
  const rows = await database().alarm.findMany({ where: { subject: SUBJECT, clearedAt: null } });
  return rows.map(({ kind }) => kind);
};

beforeEach(async () => {
  await database().chainBlock.deleteMany();
  await database().chainCursor.deleteMany();
  await database().alarm.deleteMany();
  await database().sendStop.deleteMany();
  memory = { doubts: new Map(), nodeSilentAtMs: Number.NEGATIVE_INFINITY };
  asked = 0;
});
afterAll(closeDatabase);

test("a node's attestation counts only after the watcher has read that block with enough confirmations", async () => {
  expect(await prove(included(true))).toBe(false);
  await hasRead(HEIGHT + DEEP - 2, `0x${HEIGHT}`);
  expect(await prove(included(true))).toBe(false);
  await database().chainCursor.updateMany({ data: { height: BigInt(HEIGHT + DEEP - 1) } });
  expect(await prove(included(true, "0xfork"))).toBe(false);
  expect(await prove(included(true))).toBe(true);
});

test("a block older than the watcher stores must be known to the nodes", async () => {
  await hasRead(9_999, null);
  expect(await prove(included(true, "0xfork"))).toBe(false);
  expect(await prove(included(true))).toBe(true);
});

test.each([
  { what: "of only one node", nodeAnswers: [nodeAnswer(included(false))] },
  { what: "while the other node does not respond", nodeAnswers: [nodeAnswer(included(false)), SILENT] },
  {
    what: "while the other node lags behind",
    nodeAnswers: [nodeAnswer(included(false)), nodeAnswer(included(false), 101)],
  },
  {
    what: "while the other node reports a success",
    nodeAnswers: [nodeAnswer(included(false)), nodeAnswer(included(true))],
  },
  {
    what: "while the other node does not know the transaction",
    nodeAnswers: [nodeAnswer(included(false)), nodeAnswer({ state: "absent" })],
  },
])("a failure is not accepted on the attestation $what: it waits with an alarm", async ({ nodeAnswers }) => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  expect(await prove(included(false), nodeAnswers)).toBe(false);
  expect(await alarms()).toEqual(["send-refused"]);
});

test("a failure is accepted when two nodes agree, and on the sandbox from its only node", async () => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  expect(await prove(included(false), [nodeAnswer(included(false)), nodeAnswer(included(false))])).toBe(true);
  expect(await prove(included(false), [nodeAnswer(included(false))], SANDBOX)).toBe(true);
  expect(await alarms()).toEqual([]);
});

test("a success is settled on one attestation if only one node is configured, without further queries", async () => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  expect(await prove(included(true), [nodeAnswer(included(true))])).toBe(true);
  expect(await prove(included(true), [nodeAnswer(included(true)), nodeAnswer({ state: "absent" })], SANDBOX)).toBe(
    true,
  );
  expect(asked).toBe(0);
});

test("a success is settled with one more query when another host agrees, but not by two nodes of one host", async () => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  const same = [nodeAnswer(included(true)), nodeAnswer(included(true))];
  expect(await prove(included(true), same)).toBe(true);
  expect(asked).toBe(1);
  const three = [...same, SILENT];
  expect(await prove(included(true), three, REAL, ["a.example:1", "a.example:2", "b.example"])).toBe(false);
});

test("a success waits for an unresponsive node, without querying it for each transaction, and settles after ten minutes", async () => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  const nodeAnswers = [nodeAnswer(included(true)), SILENT];
  expect(await prove(included(true), nodeAnswers)).toBe(false);
  expect(await prove(included(true), nodeAnswers)).toBe(false);
  expect(asked).toBe(1);
  letPass(60_000);
  expect(await prove(included(true), nodeAnswers)).toBe(false);
  expect(asked).toBe(2);
  letPass(ELEVEN_MINUTES_MS);
  expect(await prove(included(true), [SILENT, SILENT])).toBe(false);
  expect(await prove(included(true), nodeAnswers)).toBe(true);
  expect(memory.doubts.size).toBe(0);
  expect(await alarms()).toEqual([]);
});

test.each([
  { what: "it is in no block", answer: { state: "absent" } as const },
  { what: "it is in another block", answer: included(true, "0xfork") },
  { what: "it failed", answer: included(false) },
])("a success is never settled while another node reports that $what; sends stop if that lasts", async ({ answer }) => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  const nodeAnswers = [nodeAnswer(included(true)), nodeAnswer(answer)];
  const stops = () => database().sendStop.findMany({ select: { scope: true, kind: true } });
  expect(await prove(included(true), nodeAnswers)).toBe(false);
  expect([await alarms(), await stops()]).toEqual([[], []]);
  letPass(ELEVEN_MINUTES_MS);
  expect(await prove(included(true), nodeAnswers)).toBe(false);
  expect(await alarms()).toEqual(["send-outcome-changed"]);
  expect(await stops()).toEqual([{ scope: "eth", kind: "outcome" }]);
  letPass(ELEVEN_MINUTES_MS);
  expect(await prove(included(true), nodeAnswers)).toBe(false);
  expect(await prove(included(true), [nodeAnswer(included(true)), nodeAnswer(included(true))])).toBe(true);
});

test("a failure waits indefinitely for a second attestation, and stops sends when another node reports a success", async () => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  for (const nodeAnswers of [[nodeAnswer(included(false)), SILENT], [nodeAnswer(included(false))]]) {
    expect(await prove(included(false), nodeAnswers)).toBe(false);
    letPass(ELEVEN_MINUTES_MS);
    expect(await prove(included(false), nodeAnswers)).toBe(false);
  }
  const nodeAnswers = [nodeAnswer(included(false)), nodeAnswer(included(true))];
  expect(await prove(included(false), nodeAnswers)).toBe(false);
  letPass(ELEVEN_MINUTES_MS);
  expect(await prove(included(false), nodeAnswers)).toBe(false);
  expect((await alarms()).toSorted()).toEqual(["send-outcome-changed", "send-refused"]);
});

test("a doubt starts over in another block", async () => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  expect(await prove(included(true), [nodeAnswer(included(true)), SILENT])).toBe(false);
  letPass(ELEVEN_MINUTES_MS);
  await database().chainBlock.updateMany({ data: { hash: "0xother" } });
  const moved = included(true, "0xother");
  expect(await prove(moved, [nodeAnswer(moved), SILENT])).toBe(false);
});

test("after a contradiction in one block, another block is not settled on one attestation once the contradicting node is silent", async () => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  expect(await prove(included(true), [nodeAnswer(included(true)), nodeAnswer({ state: "absent" })])).toBe(false);
  await database().chainBlock.updateMany({ data: { hash: "0xother" } });
  const moved = included(true, "0xother");
  const nodeAnswers = [nodeAnswer(moved), SILENT];
  expect(await prove(moved, nodeAnswers)).toBe(false);
  letPass(ELEVEN_MINUTES_MS);
  expect(await prove(moved, nodeAnswers)).toBe(false);
  expect(await alarms()).toEqual(["send-outcome-changed"]);
  // A node that just failed to respond is not queried immediately.
  letPass(20_000);
  expect(await prove(moved, [...nodeAnswers, nodeAnswer(moved)])).toBe(true);
});
