import { afterAll, beforeEach, expect, test } from "vitest";
import type { BlockReference, ChainDriver, Testimony, TransactionStatus } from "@/lib/chains/driver";
import { closeDatabase, database } from "@/lib/db";
import type { Found } from "@/lib/sends/follow-sends";
import { isProven } from "@/lib/sends/prove-included";

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
const word = (answer: TransactionStatus, head = 102): Testimony<TransactionStatus> => {
  return { node: "node", head: blockAt(head), answer, error: null };
};
const SILENT: Testimony<TransactionStatus> = { node: "node", head: null, answer: null, error: "no answer" };

/** What one node said, as the engine has followed it: only what the proof looks at. */
function found(status: Found["status"]): Found {
  const versions = [{ version: 1, transactionId: "0xa" }];
  const send = { id: SUBJECT, purpose: "payout", purposeId: SUBJECT };
  return { outgoing: { id: SUBJECT, versions, sends: [send] } as unknown as Found["outgoing"], version: 1, status };
}

/** What the watcher has read: up to a height, and perhaps a hash at the block's. */
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
  words: readonly Testimony<TransactionStatus>[] = [],
  network = REAL,
): Promise<boolean> {
  const driver = {
    witnesses: words.length,
    transactionStatusByEach: async () => words,
    blockAtByEach: async () => [
      { node: "node", head: blockAt(9_999), answer: { block: blockAt(HEIGHT) }, error: null },
    ],
  } as unknown as ChainDriver;
  return isProven({ networkCode: "eth", driver }, network, found(status), new AbortController().signal);
}

const alarms = async () => {
  const rows = await database().alarm.findMany({ where: { subject: SUBJECT, clearedAt: null } });
  return rows.map(({ kind }) => kind);
};

beforeEach(async () => {
  await database().chainBlock.deleteMany();
  await database().chainCursor.deleteMany();
  await database().alarm.deleteMany();
});
afterAll(closeDatabase);

test("a node's word is nothing before the watcher has read that very block, so deep as it has to be", async () => {
  expect(await prove(included(true))).toBe(false);
  await hasRead(HEIGHT + DEEP - 2, `0x${HEIGHT}`);
  expect(await prove(included(true))).toBe(false);
  await database().chainCursor.updateMany({ data: { height: BigInt(HEIGHT + DEEP - 1) } });
  expect(await prove(included(true, "0xfork"))).toBe(false);
  expect(await prove(included(true))).toBe(true);
});

test("a block older than the watcher keeps has to stand on the nodes", async () => {
  await hasRead(9_999, null);
  expect(await prove(included(true, "0xfork"))).toBe(false);
  expect(await prove(included(true))).toBe(true);
});

test.each([
  { what: "of one node only", words: [word(included(false))] },
  { what: "while the other is silent", words: [word(included(false)), SILENT] },
  { what: "while the other lags", words: [word(included(false)), word(included(false), 101)] },
  { what: "while the other says that it was carried out", words: [word(included(false)), word(included(true))] },
  { what: "while the other has it in no block", words: [word(included(false)), word({ state: "absent" })] },
])("a failure is not believed on the word $what: an alarm, and it waits", async ({ words }) => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  expect(await prove(included(false), words)).toBe(false);
  expect(await alarms()).toEqual(["send-refused"]);
});

test("a failure is believed when two nodes agree, and on the sandbox when its only one says so", async () => {
  await hasRead(HEIGHT + DEEP - 1, `0x${HEIGHT}`);
  expect(await prove(included(false), [word(included(false)), word(included(false))])).toBe(true);
  expect(await prove(included(false), [word(included(false))], SANDBOX)).toBe(true);
  expect(await alarms()).toEqual([]);
});
