import { beforeAll, describe, expect, test, vi } from "vitest";
import { changedTables, markDatabase } from "@/app/api/testing/database-mark-repo";
import { MADE_FOR_MEMBERS, type Maker } from "@/app/api/testing/made-for-members";
import { MADE_FOR_OPERATORS } from "@/app/api/testing/made-for-operators";
import { MADE_FOR_PERSONS } from "@/app/api/testing/made-for-persons";
import { SWEEP_ENTRIES, type SweepEntry } from "@/app/api/testing/sweep-inputs";
import { readOperations, type SweptOperation } from "@/app/api/testing/sweep-operations";
import { bodyOf, sendRequest } from "@/app/api/testing/sweep-request";
import { openSweepWorld, type SweepWorld } from "@/app/api/testing/sweep-world";
import { database } from "@/lib/kernel/db";

/**
 * Every change that the pages can make, with valid input, in sessions last re-authenticated sixteen
 * minutes ago: each requires re-authentication or moves no money.
 */
vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
vi.stubEnv("MAIL_FOLDER", "/nowhere");

vi.stubEnv("SMALL_MOVES_USD", "0");

/**
 * Tables by which money moves: the journal, everything ordered to be sent, its approvals, and what
 * a shop accepts as payment.
 */
const MONEY =
  /^public\.(journal_entries|payouts|payout_batches|refunds|reviews|outflows|internal_payments|static_wallets|withdrawals|sends|invoices|webhook_tests)\s/;

/** Operations that write to those tables without re-authentication, and why. */
const UNASKED: Readonly<Record<string, string>> = {
  "invoices.create": "only assigns a deposit address",
  "invoices.cancel": "pays nothing",
  "operator.capital.moveTreasury": "moves the operator's capital within the gateway",
  "operator.withdrawals.cancel": "keeps the money in the gateway",
  "POST /api/payout-batches": "only stores a file",
  "payoutBatches.cancel": "keeps the money in the gateway",
  "pointOfSale.charge": "makes an invoice, as invoices.create does",
  "payouts.cancel": "keeps the money in the gateway",
  "wallets.create": "only assigns a deposit address",
};

/** For operations that can either move money or keep it: the request that moves it. */
const MOVING: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "merchant.changeSettings": { refundRequestPolicy: "automatic" },
  "refundRequests.decide": { decision: "approve", note: "" },
  "reviews.decide": { decision: "approved" },
  "wallets.block": { isForceRefund: true },
};

/** A stale session cannot pass `fresh` at all. */
const isAsked = (access: string) => access === "anonymous" || access.startsWith("fresh:");
/** Run last, since it blocks outgoing money. */
const isLast = ({ path }: SweptOperation) => Number(/account\.changePassword/.test(path));

const CHANGES = (await readOperations())
  .filter(({ method, access }) => method !== "GET" && !isAsked(access))
  .toSorted((a, b) => isLast(a) - isLast(b));
const MAKERS: Readonly<Record<string, Maker>> = { ...MADE_FOR_MEMBERS, ...MADE_FOR_PERSONS, ...MADE_FOR_OPERATORS };

let world: SweepWorld;
beforeAll(async () => {
  world = await openSweepWorld();
});

const isForMoney = ({ access }: SweptOperation) => access.startsWith("fresh-for-money:");
const isOfOperator = ({ access }: SweptOperation) => /(^|:)operator$/.test(access);

/** Returns the result, and the money tables that were written. */
async function tryUnproven(operation: SweptOperation): Promise<{ code: string; moved: string[] }> {
  const entry: SweepEntry = SWEEP_ENTRIES[operation.name] ?? { leaves: "nothing" };
  const { own, cookies, callerIds } = world;
  const caller = isOfOperator(operation) ? "operator" : "owner";
  const role = caller === "owner" ? caller : null;
  const made = await MAKERS[operation.name]?.({ shop: own, userId: callerIds.get(caller) ?? "", role });
  const request = { cookie: cookies[caller], shown: own.merchantId, id: entry.object && own[entry.object] };
  await database().session.updateMany({ data: { confirmedAt: new Date(Date.now() - 16 * 60_000) } });
  const before = await markDatabase();
  const { status, text } = await sendRequest(operation, {
    ...request,
    body: MOVING[operation.name] ?? bodyOf(entry, own),
    query: entry.query,
    file: entry.file,
    ...made,
  });
  const changed = changedTables(before, await markDatabase());
  const answer: { error?: { code: string } } = JSON.parse(text);
  return { code: answer.error?.code ?? String(status), moved: changed.filter((line) => MONEY.test(line)) };
}

describe("without recent re-authentication", () => {
  const [asking, others] = [CHANGES.filter(isForMoney), CHANGES.filter((operation) => !isForMoney(operation))];

  test.each(asking.map((operation) => [operation.name, operation] as const))("%s requires it", async (_, operation) => {
    expect(await tryUnproven(operation)).toEqual({ code: "confirmation_needed", moved: [] });
  });

  test.each(others.map((operation) => [operation.name, operation] as const))(
    "%s succeeds and moves no money, or is listed as an exception",
    async (name, operation) => {
      const { code, moved } = await tryUnproven(operation);
      expect(code).toBe("200");
      expect(moved.length > 0).toBe(name in UNASKED);
    },
  );
});
