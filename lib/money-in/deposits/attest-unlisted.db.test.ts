import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Transfer } from "@/lib/chains/driver";
import { closeDatabase, database } from "@/lib/kernel/db";
import { forgetDeposits, shownByFirst } from "@/lib/money-in/deposits/testing/attestation-rig";
import { newAddress, newHash, transferTo } from "@/lib/money-in/deposits/testing/next-blocks";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

/** Payments in the network's coin by contracts, which no list of transactions shows. */

const NATIVE = { kind: "native" } as const;
const COIN = 10n ** 18n;

beforeAll(() => openGateway());
beforeEach(forgetDeposits);
afterAll(closeDatabase);

/** The first node shows these in one block; the second lists none of them. */
async function unlistedBySecond(...changes: readonly Partial<Transfer>[]) {
  const invoice = await newInvoice(await newMerchant(), { to_currency: "BNB" });
  const address = invoice.currentQuote?.address ?? expect.fail("no address");
  const transfers = changes.map((change) => ({
    ...{ transactionId: newHash(), position: "trace:0", asset: NATIVE, units: COIN, from: null },
    ...{ to: { address, memo: null }, ...change },
  }));
  const shown = await shownByFirst(transfers);
  const placed = shown.first.transfers;
  shown.second.transfers = [];
  const waiting = async () => {
    const where = { transactionId: { in: transfers.map(({ transactionId }) => transactionId) } };
    const rows = await database().deposit.findMany({ where, orderBy: { position: "asc" } });
    return rows.map(({ unattestedSince }) => unattestedSince !== null);
  };
  return { ...shown, placed, waiting };
}

test("a host that traces must have traced the same payment", async () => {
  const paid = await unlistedBySecond({});
  paid.second.traced = paid.placed.map((transfer) => ({ ...transfer, units: 2n * COIN }));
  paid.second.held = 5n * COIN;
  await paid.waitFor(2);
  expect(await paid.waiting()).toEqual([true]);
  paid.second.traced = paid.placed;
  await paid.waitFor(2);
  expect(await paid.waiting()).toEqual([false]);
});

test("where a host cannot trace, its balance must cover everything that is known to be on the address", async () => {
  const paid = await unlistedBySecond({ position: "trace:0" }, { position: "trace:1" });
  Object.assign(paid.first, { transfers: [], traced: paid.placed });
  paid.second.held = 2n * COIN - 1n;
  await paid.waitFor(2);
  expect(await paid.waiting()).toEqual([true, true]);
  paid.second.held = 2n * COIN;
  await paid.waitFor(2);
  expect(await paid.waiting()).toEqual([false, false]);
});

test("a real payment on an address does not stand for one that a node invents there", async () => {
  const paid = await unlistedBySecond({ position: "native" }, { position: "trace:0" });
  const [real = expect.fail()] = paid.placed;
  Object.assign(paid.second, { transfers: [real], held: COIN });
  await paid.waitFor(5);
  expect(await paid.waiting()).toEqual([false, true]);
});

test("a token is not looked for among payments by contracts", async () => {
  const invoice = await newInvoice(await newMerchant());
  const shown = await shownByFirst([await transferTo(invoice, COIN, { from: newAddress() })]);
  Object.assign(shown.second, { traced: shown.first.transfers, transfers: [] });
  await shown.waitFor(5);
  expect(await database().deposit.count({ where: { unattestedSince: { not: null }, status: "seen" } })).toBe(1);
});
