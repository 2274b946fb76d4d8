import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, it } from "vitest";
import type { ChainDriver, NodeAnswer, TransactionStatus } from "@/lib/chains/driver";
import type { Prisma } from "@/lib/generated/prisma/client";
import { closeDatabase, database } from "@/lib/kernel/db";
import { evaluateReversals } from "@/lib/money-in/deposits/follow-reorganisation";
import type { ReadNetwork } from "@/lib/money-in/deposits/read-network";

const READ_HEIGHT = 100n;
const REAL: ReadNetwork = {
  code: "eth",
  family: "evm",
  isSandbox: false,
  lagLimitSeconds: 180,
  needsSecondNode: false,
};
const SANDBOX: ReadNetwork = { ...REAL, isSandbox: true };
const ELEVEN_MINUTES_MS = 11 * 60 * 1000;

const ABSENT: TransactionStatus = { state: "absent" };
const PENDING: TransactionStatus = { state: "pending" };
const included = (succeeded: boolean): TransactionStatus => ({
  state: "included",
  block: blockAt(99),
  succeeded,
  feeUnits: null,
});

beforeEach(async () => {
  await database().alarm.deleteMany();
  await database().deposit.updateMany({ data: { status: "confirmed" } });
});
afterAll(closeDatabase);

it("approves a reversal when two nodes that are fully synced report the transaction as absent", async () => {
  const id = await vanished();
  await judge(REAL, [nodeAnswer(ABSENT), nodeAnswer(ABSENT)]);
  expect(await verdictOn(id)).toEqual({ isApproved: true, alarms: [], jobs: 1 });
});

it("approves a reversal when the transaction is in a block again and failed there", async () => {
  const id = await vanished();
  await judge(REAL, [nodeAnswer(included(false)), nodeAnswer(included(false))]);
  expect((await verdictOn(id)).isApproved).toBe(true);
});

it.each([
  { what: "while the other node lags behind the watcher", second: nodeAnswer(ABSENT, 99) },
  { what: "while the other node does not respond", second: silent() },
  { what: "while the other node reports the transaction as pending", second: nodeAnswer(PENDING) },
  { what: "while the other node reports the transaction in a block", second: nodeAnswer(included(true)) },
])(
  "does not approve a reversal on one attestation $what, and alerts the operator when that persists",
  async ({ second }) => {
    const id = await vanished();
    await judge(REAL, [nodeAnswer(ABSENT), second]);
    expect(await verdictOn(id)).toEqual({ isApproved: false, alarms: [], jobs: 0 });
    await makeOld(id);
    if (second.answer?.state === "pending") return;
    await judge(REAL, [nodeAnswer(ABSENT), second]);
    expect(await verdictOn(id)).toEqual({ isApproved: false, alarms: ["reversal-pending"], jobs: 0 });
  },
);

it("approves a reversal when the transaction was executed again in another block with a different transfer", async () => {
  const id = await vanished();
  const { transactionId } = await database().deposit.findUniqueOrThrow({ where: { id } });
  await judge(REAL, [nodeAnswer(included(true)), nodeAnswer(included(true))]);
  expect((await verdictOn(id)).isApproved).toBe(false);
  await vanished({ transactionId, position: "native~2", status: "seen", bookedInclusion: null, vanishedAt: null });
  await judge(REAL, [nodeAnswer(included(true)), nodeAnswer(included(true))]);
  expect((await verdictOn(id)).isApproved).toBe(true);
});

it("treats a transaction that is only in the mempool as gone after ten minutes, and ends the alarm", async () => {
  const id = await vanished();
  await judge(REAL, [nodeAnswer(PENDING)]);
  expect((await verdictOn(id)).alarms).toEqual(["reversal-pending"]);
  await makeOld(id);
  await judge(REAL, [nodeAnswer(PENDING), nodeAnswer(ABSENT)]);
  expect(await verdictOn(id)).toEqual({ isApproved: true, alarms: [], jobs: 1 });
});

it("alerts the operator at once when there is only one node, whose attestation suffices on the sandbox", async () => {
  const id = await vanished();
  await judge(REAL, [nodeAnswer(ABSENT)]);
  expect(await verdictOn(id)).toEqual({ isApproved: false, alarms: ["reversal-pending"], jobs: 0 });
  await judge(SANDBOX, [nodeAnswer(ABSENT)]);
  expect((await verdictOn(id)).isApproved).toBe(true);
});

it("counts two nodes of one host as one attestation, and alerts the operator", async () => {
  const id = await vanished();
  const oneHost = ["a.example:8545", "a.example:8546"];
  await judge(REAL, [nodeAnswer(ABSENT), nodeAnswer(ABSENT)], undefined, oneHost);
  expect(await verdictOn(id)).toEqual({ isApproved: false, alarms: ["reversal-pending"], jobs: 0 });
});

it("approves nothing for a deposit that came back while the nodes were queried, even if it vanished again", async () => {
  const id = await vanished();
  await judge(REAL, [nodeAnswer(ABSENT), nodeAnswer(ABSENT)], async () => {
    await database().deposit.update({
      where: { id },
      data: { status: "vanished", vanishedAt: new Date(Date.now() + 1) },
    });
  });
  expect(await verdictOn(id)).toEqual({ isApproved: false, alarms: [], jobs: 0 });
});

function blockAt(height: number) {
  return { height, hash: `0x${height}`, parentHash: "0x", time: new Date() };
}

function nodeAnswer(answer: TransactionStatus, headHeight = 100): NodeAnswer<TransactionStatus> {
  return { node: "", head: blockAt(headHeight), answer, error: null };
}

function silent(): NodeAnswer<TransactionStatus> {
  return { node: "", head: null, answer: null, error: "no answer" };
}

/** Creates a booked deposit that has left its chain. */
async function vanished(changes: Partial<Prisma.DepositUncheckedCreateInput> = {}): Promise<string> {
  const deposit = await database().deposit.create({
    data: {
      networkCode: "eth",
      transactionId: `0x${randomBytes(32).toString("hex")}`,
      position: "native",
      currencyCode: "ETH",
      amount: "1",
      toAddress: "0x",
      addressId: 1n,
      ownerKind: "invoice",
      ownerId: randomUUID(),
      status: "vanished",
      bookedInclusion: 1,
      blockHeight: 99n,
      vanishedAt: new Date(),
      ...changes,
    },
  });
  return deposit.id;
}

async function makeOld(id: string): Promise<void> {
  await database().deposit.update({ where: { id }, data: { vanishedAt: new Date(Date.now() - ELEVEN_MINUTES_MS) } });
}

async function judge(
  network: ReadNetwork,
  answers: readonly NodeAnswer<TransactionStatus>[],
  meanwhile: () => Promise<void> = async () => undefined,
  hosts: readonly string[] = ["a.example", "b.example"],
): Promise<void> {
  const driver: Pick<ChainDriver, "transactionStatusByEach"> = {
    transactionStatusByEach: async () => {
      await meanwhile();
      return answers.map((answer, index) => ({ ...answer, node: hosts[index] ?? "" }));
    },
  };
  await evaluateReversals(driver, network, READ_HEIGHT, new AbortController().signal);
}

async function verdictOn(id: string) {
  const { reversalApprovedAt, ownerId } = await database().deposit.findUniqueOrThrow({ where: { id } });
  const alarms = await database().alarm.findMany({ where: { subject: id, clearedAt: null } });
  const jobs = await database().$queryRaw<unknown[]>`
    SELECT 1 FROM graphile_worker.jobs WHERE key = ${`settle:invoice:${ownerId}`}`;
  return { isApproved: reversalApprovedAt !== null, alarms: alarms.map(({ kind }) => kind), jobs: jobs.length };
}
