import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "@/lib/kernel/db";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import { feesEarned, hotCustody, merchantWallet, userWallet } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { exportStatement, readStatement } from "@/lib/ledger/statements/read-statement";
import { type StatementLineView, type StatementQuery, statementQuery } from "@/lib/ledger/statements/schema";
import { sumPostings } from "@/lib/ledger/statements/sum-postings";
import { insertPastEntry } from "@/lib/ledger/statements/testing/past-entry";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

const KINDS = [
  "invoice.credit",
  "payout.reserve",
  "refund.return",
  "conversion.auto",
  "wallet.fee",
  "receivable.repay",
];
const START = Date.parse("2026-01-01T00:00:00Z");
const HOUR_MS = 3_600_000;
const ask = (query: Readonly<Record<string, string>>) => statementQuery.parse({ coin: "USDT", ...query });

/** Returns all pages of a statement, concatenated. */
async function allLines(merchantId: string, query: StatementQuery): Promise<StatementLineView[]> {
  const lines: StatementLineView[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await readStatement({ merchantId }, { ...query, cursor });
    lines.push(...page.items);
    if (page.nextCursor === null) return lines;
    cursor = page.nextCursor;
  }
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

const sumOf = (lines: readonly { amount: string }[]) =>
  lines.reduce((sum, { amount }) => sum.plus(amount), ZERO).toFixed();

/** Inserts the entries as given: not ordered by time, several at the same time. */
async function history(merchantId: string, entries: readonly { amount: number; hour: number; kind: string }[]) {
  const wallet = merchantWallet(merchantId, "USDT");
  const other = hotCustody("bsc", "USDT");
  for (const { amount, hour, kind } of entries) {
    const text = decimal(String(amount)).dividedBy("1000").toFixed();
    await insertPastEntry({ kind, at: new Date(START + hour * HOUR_MS) }, [
      { account: wallet, amount: decimal(text).negated().toFixed() },
      { account: other, amount: text },
    ]);
  }
}

test("for any entries, summed or not, and any filters opening plus sum equals closing, and each line has the balance right after it", async () => {
  const entry = fc.record({
    amount: fc.integer({ min: 1, max: 9_999 }),
    hour: fc.nat(40),
    kind: fc.constantFrom(...KINDS),
  });
  const hours = fc.tuple(fc.nat(42), fc.nat(42)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 14 }), hours, fc.nat(14), async (entries, [first, last], summed) => {
      const { merchantId } = await newPayer();
      await history(merchantId, entries.slice(0, summed));
      await sumPostings();
      await history(merchantId, entries.slice(summed));
      const balance = (await findBalance(merchantWallet(merchantId, "USDT"))).toFixed();
      const all = await allLines(merchantId, ask({}));
      const whole = await readStatement({ merchantId }, ask({}));
      expect([whole.opening, whole.closing, sumOf(all)]).toEqual(["0", balance, balance]);
      let running = ZERO;
      for (const line of all.toReversed()) {
        running = running.plus(line.amount);
        expect(line.balance).toBe(running.toFixed());
      }
      const range = {
        from: new Date(START + first * HOUR_MS).toISOString(),
        to: new Date(START + last * HOUR_MS).toISOString(),
      };
      const part = await readStatement({ merchantId }, ask(range));
      expect(decimal(part.opening).plus(sumOf(part.items)).toFixed()).toBe(part.closing);
      expect(decimal(part.incoming).plus(part.outgoing).toFixed()).toBe(sumOf(part.items));
      expect(part.items).toEqual(all.filter(({ at }) => at >= range.from && at < range.to));
      const paid = await readStatement({ merchantId }, ask({ ...range, group: "payments" }));
      const other = await readStatement({ merchantId }, ask({ ...range, group: "other" }));
      expect(paid.items).toEqual(part.items.filter(({ kind }) => ["invoice.credit", "wallet.fee"].includes(kind)));
      expect(other.items).toEqual(part.items.filter(({ kind }) => kind === "receivable.repay"));
      expect([paid.opening, paid.closing]).toEqual([part.opening, part.closing]);
    }),
    { numRuns: 8 },
  );
});

test("paginates by key: every line once, with the same balance on any page", async () => {
  const { merchantId } = await newPayer();
  const entries = Array.from({ length: 120 }, (_, index) => ({
    amount: index + 1,
    hour: index % 7,
    kind: "invoice.credit",
  }));
  await history(merchantId, entries);
  const lines = await allLines(merchantId, ask({}));
  expect(new Set(lines.map(({ id }) => id)).size).toBe(120);
  expect(lines.map(({ at, id }) => [at, BigInt(id)])).toEqual(
    lines
      .map(({ at, id }) => [at, BigInt(id)] as const)
      .toSorted((a, b) => (a[0] === b[0] ? (a[1] < b[1] ? 1 : -1) : a[0] < b[0] ? 1 : -1)),
  );
  expect(lines[0]?.balance).toBe((await readStatement({ merchantId }, ask({}))).closing);
  const file = await textOf(exportStatement({ merchantId }, ask({}), new Date()).pieces);
  const rows = parse(file, { bom: true, columns: true }) as unknown as Record<string, string>[];
  expect(rows.map(({ entry, amount, balance }) => [entry, amount, balance])).toEqual(
    lines.map(({ id, amount, balance }) => [id, amount, balance]),
  );
});

describe("a statement line shows its subject", () => {
  test("for a payout, with its cost", async () => {
    const { merchantId } = await newPayer({ USDT: "100" });
    const asked = {
      amount: "10",
      currency: "USDT",
      network: "bsc",
      address: EVM_ADDRESS,
      is_subtract: true,
      order_id: "mine",
    };
    const payout = await createPayout(await getMerchant(merchantId), createPayoutInput.parse(asked));
    const [line] = (await readStatement({ merchantId }, ask({}))).items;
    expect(line).toMatchObject({
      kind: "payout.reserve",
      amount: "-10.1",
      fee: "0.1",
      balance: "89.9",
      subject: { kind: "payout", id: payout.id, label: "mine" },
    });
  });

  test("for a payment, with the part that the gateway kept", async () => {
    const { merchantId } = await newPayer();
    await insertPastEntry({ kind: "invoice.credit", at: new Date(), reference: `${randomUUID()}:1` }, [
      { account: merchantWallet(merchantId, "USDT"), amount: "-99" },
      { account: feesEarned("USDT"), amount: "-1" },
      { account: hotCustody("bsc", "USDT"), amount: "100" },
    ]);
    expect((await readStatement({ merchantId }, ask({}))).items).toMatchObject([
      { amount: "99", fee: "1", subject: null },
    ]);
  });

  test("for a payment from a personal wallet, without the shop's fee", async () => {
    const { merchantId, userId } = await newPayer();
    const reference = `${randomUUID()}:1`;
    await insertPastEntry({ kind: "transfer.to-personal", at: new Date(START) }, [
      { account: userWallet(userId, "USDT"), amount: "-100" },
      { account: hotCustody("bsc", "USDT"), amount: "100" },
    ]);
    await insertPastEntry({ kind: "invoice.credit-internal", at: new Date(), reference }, [
      { account: userWallet(userId, "USDT"), amount: "100" },
      { account: merchantWallet(merchantId, "USDT"), amount: "-99" },
      { account: feesEarned("USDT"), amount: "-1" },
    ]);
    expect((await readStatement({ userId }, ask({}))).items).toMatchObject([
      { amount: "-100", fee: null },
      { amount: "100" },
    ]);
    expect((await readStatement({ merchantId }, ask({}))).items).toMatchObject([{ amount: "99", fee: "1" }]);
  });

  test("never for another merchant, whatever wallet is queried", async () => {
    const [one, other] = [await newPayer({ USDT: "100" }), await newPayer({ USDT: "7" })];
    const asked = {
      amount: "10",
      currency: "USDT",
      network: "bsc",
      address: EVM_ADDRESS,
      is_subtract: true,
      order_id: "x",
    };
    const payout = await createPayout(await getMerchant(one.merchantId), createPayoutInput.parse(asked));
    // A reference to another merchant's payout, in one's own wallets.
    await insertPastEntry({ kind: "referral.credit", at: new Date(), reference: payout.id }, [
      { account: userWallet(other.userId, "USDT"), amount: "-1" },
      { account: merchantWallet(other.merchantId, "USDT"), amount: "1" },
    ]);
    const lines = (await readStatement({ merchantId: other.merchantId }, ask({}))).items;
    expect(lines.map(({ subject }) => subject)).toEqual(lines.map(() => null));
    const personal = await readStatement({ userId: other.userId }, ask({}));
    expect(personal.items).toMatchObject([{ kind: "referral.credit", amount: "1", subject: null }]);
    expect((await readStatement({ userId: one.userId }, ask({}))).items).toEqual([]);
    expect((await readStatement({ merchantId: other.userId }, ask({}))).items).toEqual([]);
  });
});

test("a nonexistent wallet has an empty statement", async () => {
  const { merchantId } = await newPayer();
  expect(await readStatement({ merchantId }, ask({ coin: "btc" }))).toEqual({
    coin: "BTC",
    opening: "0",
    incoming: "0",
    outgoing: "0",
    closing: "0",
    count: 0,
    items: [],
    nextCursor: null,
  });
});
