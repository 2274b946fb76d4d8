import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getSend, listSends } from "@/lib/fronts/admin/sends";
import { SEND_PAGE_SIZE, type SendListQuery } from "@/lib/fronts/admin/sends-schema";
import { readStops } from "@/lib/fronts/admin/stops-queries";
import type { Prisma } from "@/lib/generated/prisma/client";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

const BEGIN = Date.parse("2026-11-20T10:00:00Z");
/** Few distinct time stamps, so that many sends share one. */
const at = (index: number) => new Date(BEGIN + Math.floor(index / 4) * 1_000);
const COUNT = 2 * SEND_PAGE_SIZE + 7;
const REASONS = ["funds", "gas", null] as const;

function newSend(fields: Partial<Prisma.SendUncheckedCreateInput> = {}): Prisma.SendUncheckedCreateInput {
  return {
    id: randomUUID(),
    purpose: "payout",
    purposeId: randomUUID(),
    networkCode: "bsc",
    currencyCode: "USDT",
    amount: "3.5",
    toAddress: `0x${"ab".repeat(20)}`,
    ...fields,
  };
}

/** Creates a transaction with two versions, the second of them in a block, and its send. */
async function sendReplaced(): Promise<string> {
  const outgoingId = randomUUID();
  await database().outgoingTransaction.create({
    data: {
      id: outgoingId,
      networkCode: "eth",
      fromAddress: `0x${"11".repeat(20)}`,
      nonce: 41n,
      version: 2,
      status: "included",
      feeMax: "0.02",
      feePaid: "0.0125",
      includedVersion: 2,
      blockHeight: 100n,
      blockHash: "0xblock",
      broadcastCount: 3,
    },
  });
  await database().signedTransaction.createMany({
    data: [1, 2].map((version) => ({
      outgoingId,
      version,
      networkCode: "eth",
      transactionId: `0x${version}`,
      raw: Buffer.from("secret bytes"),
      feeTerms: "{}",
      feePriority: "recommended" as const,
      feeExpected: "0.01",
      feeMax: "0.02",
    })),
  });
  const row = newSend({ networkCode: "eth", currencyCode: "ETH", status: "sending", outgoingId, createdAt: at(9_999) });
  await database().send.create({ data: row });
  return row.id ?? "";
}

/** Creates a transaction without a nonce, in one version. */
async function outgoingOf(
  networkCode: string,
  spends: string,
  fields: Partial<Prisma.OutgoingTransactionUncheckedCreateInput>,
): Promise<string> {
  const { id: outgoingId } = await database().outgoingTransaction.create({
    data: { networkCode, fromAddress: "sender", nonce: null, feeMax: "0.02", ...fields },
  });
  const fees = { feeTerms: "{}", feePriority: "recommended" as const, feeExpected: "0.01", feeMax: "0.02" };
  const raw = Buffer.from("secret bytes");
  const version = { outgoingId, version: 1, networkCode, transactionId: `${networkCode}-1`, raw, spends, ...fees };
  await database().signedTransaction.create({ data: version });
  return outgoingId;
}

let replaced: string;

beforeAll(async () => {
  await openGateway(1);
  await database().send.createMany({
    data: Array.from({ length: COUNT }, (_, index) =>
      newSend({
        networkCode: index % 2 === 0 ? "bsc" : "polygon",
        createdAt: at(index),
        waitReason: REASONS[index % REASONS.length] ?? null,
      }),
    ),
  });
  await database().send.create({ data: newSend({ status: "cancelled", waitReason: "funds", createdAt: at(5_000) }) });
  replaced = await sendReplaced();
});
afterAll(closeDatabase);

async function walk(query: SendListQuery) {
  const pages = [await listSends(query)];
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
    pages.push(await listSends({ ...query, cursor }));
  return pages.map(({ items }) => items);
}

test("pages through every send once, newest first, even when they share time stamps or networks", async () => {
  const pages = await walk({});
  const all = pages.flat();
  expect(pages.map(({ length }) => length)).toEqual([SEND_PAGE_SIZE, SEND_PAGE_SIZE, COUNT + 2 - 2 * SEND_PAGE_SIZE]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(COUNT + 2);
  const order = all.map(({ createdAt, id }) => `${createdAt} ${id}`);
  expect(order).toEqual(order.toSorted().toReversed());
});

test("filters by network, status and reason, and a reason matches only waiting sends", async () => {
  const polygon = (await walk({ network: "polygon" })).flat();
  expect(polygon.length).toBe(Math.floor(COUNT / 2));
  expect(new Set(polygon.map(({ networkName }) => networkName))).toEqual(new Set(["Polygon"]));

  expect((await walk({ state: "failed" })).flat()).toMatchObject([{ status: "cancelled", waitReason: null }]);
  expect((await walk({ state: "moving" })).flat().map(({ id }) => id)).toEqual([replaced]);
  const funds = (await walk({ reason: "funds" })).flat();
  expect(funds.length).toBe(Math.ceil(COUNT / REASONS.length));
  expect(new Set(funds.map(({ waitReason }) => waitReason))).toEqual(new Set(["funds"]));
});

test("shows the coin of the expected fee before anything is signed", async () => {
  const [waiting] = (await walk({ network: "polygon" })).flat();
  expect(waiting?.transaction).toBeNull();
  expect((await getSend(waiting?.id ?? "")).feeCurrency).toBe("POL");
});

test("shows every version of a send's transaction and which one is in a block, but no raw bytes", async () => {
  const send = await getSend(replaced);
  expect(send.transaction).toEqual({ version: 2, carried: 1, nonce: "41", feePaid: "0.0125", feeCurrency: "ETH" });
  expect(send.outgoing).toMatchObject({ status: "included", blockHeight: "100", broadcastCount: 3, feeMax: "0.02" });
  expect(send.outgoing?.versions.map(({ version, isIncluded }) => [version, isIncluded])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(JSON.stringify(send)).not.toContain("raw");
  expect(send.mayBeUnconfirmable).toBe(false);
  await expect(getSend(randomUUID())).rejects.toMatchObject({ code: "not_found" });
});

test("shows the transaction's other payments, and earlier transactions that expired", async () => {
  const shared = await outgoingOf("btc", '{"kind":"coins","coins":[]}', { status: "signed" });
  const sends = [1, 2].map((second) => {
    const changes = { networkCode: "btc", currencyCode: "BTC", status: "sending" as const, outgoingId: shared };
    return newSend({ ...changes, createdAt: at(20_000 + 4 * second) });
  });
  const again = newSend({ networkCode: "tron", createdAt: at(30_000) });
  await database().send.createMany({ data: [...sends, again] });
  const ended = { status: "expired" as const, feePaid: "0", settledAt: at(30_004) };
  const outgoingId = await outgoingOf("tron", '{"kind":"expiring","validUntil":"7"}', ended);
  await database().expiredSend.create({ data: { outgoingId, sendId: again.id ?? "" } });

  const [first, second] = sends.map(({ id }) => id ?? "");
  const view = await getSend(first ?? "");
  expect(view.transaction).toMatchObject({ carried: 2, nonce: null });
  expect(view.outgoing).toMatchObject({ spends: "coins", others: [{ id: second, purpose: "payout", amount: "3.5" }] });
  expect(view.expired).toEqual([]);
  const waiting = await getSend(again.id ?? "");
  expect(waiting.outgoing).toBeNull();
  expect(waiting.expired).toMatchObject([{ transactionId: "tron-1", endedAt: at(30_004).toISOString() }]);
  expect(JSON.stringify(waiting)).not.toContain("raw");
});

test("shows who set each kill switch, including the engine, and for a nonce stop its account and our own record", async () => {
  const address = `0x${"11".repeat(20)}`;
  const { id: stoppedBy } = await database().user.create({
    data: { email: "ada@example.com", name: "Ada", passwordHash: "-", isOperator: true },
  });
  await database().sendStop.createMany({
    data: [
      { scope: "all", kind: "operator", reason: "A drill", stoppedBy },
      { scope: "eth", kind: `nonce:${address}`, reason: "the chain has 44 transactions" },
      { scope: "bsc", kind: "operator", reason: "Another drill", stoppedBy },
      { scope: "bsc", kind: "outcome", reason: "0xabc had failed and was carried out" },
    ],
  });
  await database().sendingAccount.create({ data: { networkCode: "eth", address, nextNonce: 42n } });

  const { everywhere, networks } = await readStops();
  expect(everywhere).toMatchObject([{ kind: "operator", reason: "A drill", stoppedBy: "Ada", address: null }]);
  const eth = networks.find(({ code }) => code === "eth");
  expect(eth).toMatchObject({ waiting: 0, moving: 1 });
  expect(eth?.stops).toMatchObject([{ kind: "nonce", address, nextNonce: "42", stoppedBy: null }]);
  const bsc = networks.find(({ code }) => code === "bsc");
  expect(bsc?.stops.map(({ kind, stoppedBy: by }) => [kind, by])).toEqual([
    ["operator", "Ada"],
    ["outcome", null],
  ]);
  expect(networks.find(({ code }) => code === "polygon")).toMatchObject({ stops: [], waiting: Math.floor(COUNT / 2) });
});
