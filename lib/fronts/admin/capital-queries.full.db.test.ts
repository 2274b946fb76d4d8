import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCapitalEntries, readCapital } from "@/lib/fronts/admin/capital-queries";
import { CAPITAL_PAGE_SIZE } from "@/lib/fronts/admin/capital-schema";
import { listHotWallets } from "@/lib/fronts/admin/hot-wallets-queries";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  depositsCustody,
  feesEarned,
  hotCustody,
  invoicePending,
  networkCosts,
  operatorCapital,
  receivable,
} from "@/lib/ledger/account";
import { type Leg, postEntry } from "@/lib/ledger/post-entry";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { drawTreasury, fillTreasury } from "@/lib/sending/treasury/fill-treasury";

type Kind = Parameters<typeof postEntry>[1]["kind"];

async function post(kind: Kind, { debit, credit }: Omit<Leg, "amount">, amount: string): Promise<void> {
  const legs = [{ debit, credit, amount: decimal(amount) }];
  await withTransaction((tx) => postEntry(tx, { kind, reference: randomUUID(), groupId: "test", legs }));
}

const HOT = hotCustody("bsc", "USDT");
const CAPITAL = operatorCapital("USDT");
const FILLS = CAPITAL_PAGE_SIZE + 3;

beforeAll(async () => {
  await openGateway(1);
  const merchantId = await newMerchant();
  await post("capital.fund", { debit: HOT, credit: CAPITAL }, "1000");
  await post("capital.fund", { debit: hotCustody("polygon", "USDT"), credit: CAPITAL }, "50");
  const pending = invoicePending(merchantId, "USDT");
  await post("deposit.book", { debit: depositsCustody("bsc", "USDT"), credit: pending }, "200");
  await post("invoice.credit", { debit: pending, credit: feesEarned("USDT") }, "2");
  await post("receivable.repay", { debit: receivable(merchantId, "USDT"), credit: feesEarned("USDT") }, "5");
  await post("capital.fund", { debit: hotCustody("bsc", "BNB"), credit: operatorCapital("BNB") }, "1");
  await post("send.settle", { debit: networkCosts("BNB"), credit: hotCustody("bsc", "BNB") }, "0.01");
  const order = { currency: "USDT", amount: decimal("1"), actorId: null };
  for (let count = 0; count < FILLS; count += 1) await fillTreasury({ ...order, commandId: randomUUID() });
  await drawTreasury({ ...order, commandId: randomUUID() });
});
afterAll(closeDatabase);

test("shows per currency what the gateway holds, owes and owns across all networks and merchants", async () => {
  const rows = await readCapital();
  const treasury = String(FILLS - 1);
  expect(rows.find(({ currency }) => currency === "USDT")).toEqual({
    currency: "USDT",
    held: "1250",
    owed: "198",
    capital: String(1050 - (FILLS - 1)),
    treasury,
    feesEarned: "7",
    networkCosts: "0",
    conversionGains: "0",
    receivables: "-5",
    shortfall: "0",
  });
  expect(rows.find(({ currency }) => currency === "BNB")).toMatchObject({ held: "0.99", networkCosts: "-0.01" });
});

test("pages capital movements newest first, with the network on which the money was received", async () => {
  const first = await listCapitalEntries({});
  expect(first.items).toHaveLength(CAPITAL_PAGE_SIZE);
  expect(first.items[0]).toMatchObject({ kind: "treasury.draw", currency: "USDT", amount: "1", networkName: null });
  const rest = await listCapitalEntries({ cursor: first.nextCursor ?? "" });
  expect(rest.nextCursor).toBeNull();
  const all = [...first.items, ...rest.items];
  expect(all).toHaveLength(FILLS + 1 + 3);
  expect(all.slice(-3).map(({ kind, networkName, amount }) => [kind, networkName, amount])).toEqual([
    ["capital.fund", "BNB Smart Chain", "1"],
    ["capital.fund", "Polygon", "50"],
    ["capital.fund", "BNB Smart Chain", "1000"],
  ]);
});

test("lists the hot wallet of every network with a node, even an empty one, because funding needs its address", async () => {
  const address = `0x${"22".repeat(20)}`;
  await database().hotWallet.create({ data: { family: "evm", derivationIndex: 0, address } });
  await database().sweepPolicy.create({
    data: { currencyCode: "USDT", networkCode: "bsc", amountMin: "12.5", waitSecondsMax: 5_400, batchMax: 3 },
  });

  const wallets = await listHotWallets();
  expect(wallets.map(({ networkCode }) => networkCode).toSorted()).toEqual(["bsc", "eth", "polygon"]);
  const usdtOn = (code: string) =>
    wallets.find(({ networkCode }) => networkCode === code)?.coins.find(({ currency }) => currency === "USDT");
  expect(usdtOn("bsc")).toMatchObject({ hot: "1000", onDeposits: "200", inFlight: "0", waitingCount: 0 });
  expect(usdtOn("bsc")?.policy).toEqual({
    isOwn: true,
    isEnabled: true,
    amountMin: "12.5",
    waitHoursMax: "2",
    batchMax: "3",
  });
  expect(usdtOn("eth")).toMatchObject({ hot: "0", policy: { isOwn: false }, coldAddress: null });
});
