import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import {
  exportInstallationJournal,
  exportMerchantJournal,
  writeTransaction,
} from "@/lib/ledger/statements/export-journal";
import { checkJournal } from "@/lib/ledger/statements/testing/check-journal";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fillTreasury, fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { simulateConfirmed, simulateSigned } from "@/lib/money-out/payouts/testing/simulated-engine";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { testUnless } from "@/lib/testing/unless";

let payer: Payer;
let rival: Payer;
const UNITS = decimal("1000000000000000000");

beforeAll(async () => {
  await openGateway(1);
  await fundHot("bsc", "USDT", "100000");
  await fundHot("eth", "ETH", "100");
  await fillTreasury("ETH", "10");
  [payer, rival] = [await newPayer({ USDT: "10000" }), await newPayer({ USDT: "777" })];
  const order = { amount: "10", currency: "USDT", network: "bsc", address: EVM_ADDRESS, is_subtract: true };
  const pay = async (fields: Record<string, unknown>) =>
    createPayout(await getMerchant(payer.merchantId), createPayoutInput.parse({ ...order, ...fields }));
  const { id } = await pay({ order_id: "plain" });
  await simulateSigned(id);
  await simulateConfirmed(id);
  await pay({ order_id: "converted", amount: "1", currency: "ETH", network: "eth", from_currency: "USDT" });
});
afterAll(closeDatabase);

async function textOf({ pieces }: { pieces: AsyncIterable<string> }): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}
const installation = () => textOf(exportInstallationJournal(new Date()));
const own = (of: Payer) => textOf(exportMerchantJournal(of.merchantId, "Paper\nLantern", new Date()));

function sumsByCurrency(balances: ReadonlyMap<string, bigint>): bigint[] {
  const sums = new Map<string, bigint>();
  for (const [key, units] of balances) {
    const currency = key.split(" ").at(-1) ?? "";
    sums.set(currency, (sums.get(currency) ?? 0n) + units);
  }
  return [...sums.values()];
}

const units = (amount: { toFixed(): string }) => BigInt(decimal(amount.toFixed()).times(UNITS).toFixed());

describe("the installation's journal", () => {
  test("contains every entry, balances in total and per entry, and its accounts match the ledger", async () => {
    const { transactions, balances } = checkJournal(await installation());
    expect(transactions).toBe(await database().journalEntry.count());
    expect(sumsByCurrency(balances).every((sum) => sum === 0n)).toBe(true);
    const rows = await database().account.findMany({ include: { balances: true } });
    const custody = rows.filter(({ kind, currencyCode }) => kind === "hot" && currencyCode === "USDT");
    const held = custody
      .flatMap(({ balances: shards }) => shards)
      .reduce((sum, { balance }) => sum + units(balance), 0n);
    expect(balances.get("Assets:Custody:bsc:Hot USDT")).toBe(held);
    expect(balances.get(`Liabilities:Merchants:${rival.merchantId}:Wallet USDT`)).toBe(-units(decimal("777")));
  });
});

describe("a merchant's journal", () => {
  test("contains the merchant's own accounts exactly, as the merchant sees them, and balances", async () => {
    const { balances } = checkJournal(await own(payer));
    expect(sumsByCurrency(balances).every((sum) => sum === 0n)).toBe(true);
    const wallet = await database().account.findFirstOrThrow({
      where: { kind: "merchant", ownerId: payer.merchantId, currencyCode: "USDT" },
      include: { balances: true },
    });
    const [balance] = wallet.balances;
    expect(balances.get("Assets:Chaintill:Wallet USDT")).toBe(balance && units(balance.balance));
    expect(balances.get("Assets:Chaintill:Reserved ETH")).toBeGreaterThan(0n);
    expect(balances.get("Gateway:Fees USDT")).toBe(units(decimal("0.1")));
  });

  test("names the order of each payout with its conversion, and of nothing else", async () => {
    const orders = (await own(payer)).matchAll(
      /^\d{4}\S+ \* \(\d+\) (.*)\n(?: {4}; (?!order_id).*\n)*(?: {4}; order_id: (.*)\n)?/gm,
    );
    const named = [...orders].map(([, label, orderId]) => `${label}: ${orderId ?? "none"}`);
    expect(named).toEqual(expect.arrayContaining(["Payout: plain", "Payout arrived: plain", "Payout: converted"]));
    expect(named.filter((text) => text.startsWith("Payout") && text.endsWith(": none"))).toEqual([]);
    const others = named.filter((text) => !/^(?:Payout|Converted)/.test(text));
    expect(others).not.toEqual([]);
    expect(others.filter((text) => !text.endsWith(": none"))).toEqual([]);
  });

  test("names nobody else, and contains nothing that concerns others", async () => {
    const text = await own(payer);
    for (const secret of [rival.merchantId, rival.userId, "bsc", "Custody", "Treasury", "Capital"])
      expect(text).not.toContain(secret);
    expect(
      [...checkJournal(text).balances.keys()].every((name) => /^(Assets|Liabilities):Chaintill:|^Gateway:/.test(name)),
    ).toBe(true);
    expect(text.split("\n")[0]).toBe("; What Chaintill keeps for Paper Lantern.");
  });

  test("of a merchant without any entries is a journal without transactions", async () => {
    expect(checkJournal(await own(await newPayer()))).toMatchObject({ transactions: 0 });
  });
});

test("never contains an unbalanced transaction, and no text in it can end its line", () => {
  const entry = {
    id: "1",
    at: new Date(0),
    kind: "capital.move",
    reference: "a\nb",
    orderId: "c\nd",
    origin: { kind: "bill" as const, name: "1\n2" },
    memo: "x\n    Assets:Mine  1 ETH",
  };
  const account = { account: "Equity:Capital", currency: "1INCH" };
  const text = writeTransaction({
    ...entry,
    postings: [
      { ...account, amount: decimal("0.000000000000000001") },
      { ...account, account: "Income:Fees", amount: decimal("-0.000000000000000001") },
    ],
  });
  expect(checkJournal(text).transactions).toBe(1);
  expect(text).toContain('    Equity:Capital  0.000000000000000001 "1INCH"\n');
  expect(() => writeTransaction({ ...entry, postings: [{ ...account, amount: decimal("1") }] })).toThrow(
    "off by 1 1INCH",
  );
});

const READERS = ["ledger", "hledger"] as const;

describe.each(READERS)("the program %s", (program) => {
  const missing = spawnSync(program, ["--version"]).status === 0 ? null : `no ${program} here`;

  testUnless(missing)("reads both journals, and finds that each adds up to nothing", async () => {
    const folder = mkdtempSync(join(inject("runFolder"), "journal-"));
    for (const [name, text] of Object.entries({ whole: await installation(), own: await own(payer) })) {
      const file = join(folder, `${name}.journal`);
      writeFileSync(file, text);
      const balance = execFileSync(program, ["-f", file, "balance", "--no-total"], { encoding: "utf8" });
      expect(balance).toContain(name === "own" ? "Gateway" : "Custody");
      const total = execFileSync(program, ["-f", file, "balance", "--depth", "1"], { encoding: "utf8" });
      expect(total.trimEnd().split("\n").at(-1)?.trim()).toBe("0");
    }
  });
});
