import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertTransfers, multiply } from "@/app/api/testing/download-rows-repo";
import { listCases } from "@/lib/exceptions/case-list/dashboard-queries";
import { closeDatabase, database } from "@/lib/kernel/db";
import { TIME_SORTS, VALUE_SORTS } from "@/lib/kernel/paging/list-schema";
import { listInvoices } from "@/lib/money-in/invoices/dashboard-queries";
import { newInvoice, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { listWallets } from "@/lib/money-in/static-wallets/dashboard-queries";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { listPayoutRows } from "@/lib/money-out/payouts/dashboard-queries";
import { giveUser, insertPayout, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { listTransfers } from "@/lib/money-out/transfers/dashboard-queries";

/** The lists of the pages, each with many rows that share a time stamp and a value. */

const ROWS = 60;
let shop: Payer;

beforeAll(async () => {
  await openGateway(60);
  shop = await newPayer({ USDT: "1000" });
  await giveUser(shop.userId, "USDT", "1");
  const { merchantId } = shop;
  await multiply("invoices", (await newInvoice(merchantId, { order_id: "first" })).id, ROWS);
  await multiply("payouts", await insertPayout(merchantId), ROWS);
  await multiply("static_wallets", (await newWallet(merchantId)).id, ROWS);
  await multiply("cases", await insertCase(), ROWS);
  await insertTransfers(merchantId, shop.userId, ROWS);
});
afterAll(closeDatabase);

async function insertCase(): Promise<string> {
  const { merchantId } = shop;
  const data = { merchantId, currencyCode: "USDT", networkCode: "bsc", amount: "20", kind: "late" } as const;
  return (await database().case.create({ data: { ...data, depositId: randomUUID() } })).id;
}

type Page = {
  readonly items: readonly { readonly id: string }[];
  readonly firstCursor: string | null;
  readonly nextCursor: string | null;
};
type Query = { readonly sort: (typeof TIME_SORTS)[number]; readonly cursor?: string };
type List = {
  readonly name: string;
  readonly sorts: readonly string[];
  readonly read: (query: Query) => Promise<Page>;
  readonly add: () => Promise<unknown>;
  readonly rows: () => Promise<{ id: string | bigint }[]>;
  /** The sort key of a row, as the list shows it. */
  readonly key: (row: Record<string, unknown>, sort: string) => unknown;
};

const ofShop = () => ({ where: { merchantId: shop.merchantId }, select: { id: true } }) as const;
const KINDS = ["transfer.to-personal"];

const LISTS: readonly List[] = [
  {
    name: "invoices",
    sorts: VALUE_SORTS,
    read: (query) => listInvoices(shop.merchantId, query),
    add: () => newInvoice(shop.merchantId, { order_id: randomUUID() }),
    rows: () => database().invoice.findMany(ofShop()),
    key: (row, sort) => (sort === "newest" || sort === "oldest" ? row["createdAt"] : (row["paidUsd"] ?? "0.00")),
  },
  {
    name: "payouts",
    sorts: TIME_SORTS,
    read: (query) => listPayoutRows(shop.merchantId, query),
    add: () => insertPayout(shop.merchantId),
    rows: () => database().payout.findMany(ofShop()),
    key: (row) => row["createdAt"],
  },
  {
    name: "static wallets",
    sorts: TIME_SORTS,
    read: (query) => listWallets(shop.merchantId, query),
    add: () => newWallet(shop.merchantId),
    rows: () => database().staticWallet.findMany(ofShop()),
    key: (row) => row["createdAt"],
  },
  {
    name: "cases",
    sorts: TIME_SORTS,
    read: (query) => listCases(shop.merchantId, { ...query, status: "all" }),
    add: insertCase,
    rows: () => database().case.findMany(ofShop()),
    key: (row) => row["openedAt"],
  },
  {
    name: "transfers",
    sorts: TIME_SORTS,
    read: (query) => listTransfers(shop.merchantId, query),
    add: () => insertTransfers(shop.merchantId, shop.userId, 1),
    rows: () => database().journalEntry.findMany({ where: { kind: { in: KINDS } }, select: { id: true } }),
    key: (row) => row["at"],
  },
];

const EVERY_WAY = LISTS.flatMap((list) =>
  list.sorts.map((sort) => ({ ...list, sort: sort as Query["sort"], isFalling: /newest|largest/.test(sort) })),
);

describe("a list", () => {
  test.each(EVERY_WAY)("of $name, $sort first, has every row once and in order while rows are added", async (list) => {
    const before = (await list.rows()).map(({ id }) => String(id));
    const walked: Page["items"][number][] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await list.read({ sort: list.sort, ...(cursor !== null && { cursor }) });
      walked.push(...page.items);
      cursor = page.nextCursor;
      await list.add();
    } while (cursor !== null);
    const ids = walked.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
    const keys = walked.map((row) => String(list.key(row, list.sort)));
    const rising = keys.toSorted();
    expect(keys).toEqual(list.isFalling ? rising.toReversed() : rising);
  });

  test.each(LISTS)("of $name begins with new rows when reloaded, and changes its first cursor", async (list) => {
    const seen = await list.read({ sort: "newest" });
    await list.add();
    const anew = await list.read({ sort: "newest" });
    expect(seen.items.map(({ id }) => id)).not.toContain(anew.items[0]?.id);
    expect(anew.items.slice(1)).toEqual(seen.items.slice(0, -1));
    expect([seen.firstCursor, anew.firstCursor]).not.toContain(null);
    expect(anew.firstCursor).not.toBe(seen.firstCursor);
  });

  test("with another sort order starts over and ignores a cursor of the previous order", async () => {
    const [newest, largest] = [
      await listInvoices(shop.merchantId, {}),
      await listInvoices(shop.merchantId, { sort: "largest" }),
    ];
    const mixed = await listInvoices(shop.merchantId, { sort: "largest", cursor: newest.nextCursor ?? "" });
    expect(mixed.items).toEqual(largest.items);
    expect(largest.firstCursor).toBeNull();
  });
});

describe("a search", () => {
  test("finds cases by prefix of order id, id, transaction and address, and transfers by either transaction", async () => {
    const { merchantId } = shop;
    const wallet = await newWallet(merchantId, { order_id: "case-of-wallet" });
    const made = { merchantId, currencyCode: "USDT", networkCode: "bsc", amount: "1", kind: "extra" } as const;
    const opened = await database().case.create({
      data: { ...made, walletId: wallet.id, depositId: await insertDeposit(wallet.address) },
    });
    const cases = async (q: string, status: "open" | "closed" | "all" = "all") =>
      (await listCases(merchantId, { status, q })).items.map(({ id }) => id);
    for (const q of [
      "CASE-of",
      opened.id.slice(0, 13),
      wallet.id,
      "0xFEEDbeef",
      "0xcafe0000",
      wallet.address.slice(0, 12),
    ])
      expect([q, await cases(q)]).toEqual([q, [opened.id]]);
    expect(await cases("case-of", "closed")).toEqual([]);
    expect(await listCases(await strangers(), { status: "all", q: "case-of" })).toMatchObject({ items: [] });

    const [first] = (await listTransfers(merchantId, {})).items;
    const found = async (q: string) => (await listTransfers(merchantId, { q })).items;
    expect(await found(first?.merchantTransactionId.slice(0, 18).toUpperCase() ?? "")).toEqual([first]);
    expect(await listTransfers(await strangers(), {})).toMatchObject({ items: [] });
    expect((await listTransfers(merchantId, { coin: "btc" })).items).toEqual([]);
  });
});

const strangers = async () => (await newPayer()).merchantId;

/** From 0xcafe…, in transaction 0xfeedbeef…; not booked. */
async function insertDeposit(toAddress: string): Promise<string> {
  const { id: addressId } = await database().address.findFirstOrThrow({ where: { address: toAddress } });
  const { id } = await database().deposit.create({
    data: {
      networkCode: "bsc",
      currencyCode: "USDT",
      transactionId: `0xfeedbeef${randomUUID().replaceAll("-", "")}`,
      position: "native",
      addressId,
      toAddress,
      fromAddress: "0xcafe000000000000000000000000000000000001",
      amount: "1",
    },
  });
  return id;
}
