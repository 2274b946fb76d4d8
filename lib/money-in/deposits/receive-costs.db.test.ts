import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BlockReference, ChainDriver, ReceiveCost } from "@/lib/chains/driver";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { closeDatabase, database } from "@/lib/kernel/db";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { depositsCustody, hotCustody, networkCosts } from "@/lib/ledger/account";
import { ARRIVAL_RULES } from "@/lib/ledger/deposit-rules-repo";
import { findBalance } from "@/lib/ledger/holdings";
import { rulesBrokenBy } from "@/lib/ledger/testing/insert-difference";
import { readCursor } from "@/lib/money-in/deposits/chain-repo";
import { followReorganisation } from "@/lib/money-in/deposits/follow-reorganisation";
import { recordBlocks } from "@/lib/money-in/deposits/record-blocks";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { NATIVE, openHotWallet, sweepAll } from "@/lib/sending/sweeps/testing/sweep-rig";

const CODE = "bsc";
const network = { code: CODE, family: "evm", isSandbox: false, lagLimitSeconds: 600, needsSecondNode: false } as const;
const signal = () => AbortSignal.timeout(60_000);
const newHash = () => `0x${randomBytes(32).toString("hex")}`;
const heightOf = (height: bigint) => Number.parseInt(height.toString(), 10);

/** Address of a watched hot wallet. */
const HOT = newHash().slice(0, 42);

beforeAll(async () => {
  await openGateway();
  await openHotWallet();
  const taken = { ownerKind: "hot", ownerId: randomUUID(), assignedAt: new Date() };
  await database().address.create({
    data: { family: "evm", derivationIndex: -1, address: HOT, addressKey: HOT, ...taken },
  });
});
afterAll(closeDatabase);

const cursorNow = async () => (await readCursor(CODE)) ?? expect.fail("no cursor");

type Taken = { readonly address: string; readonly amount: string; readonly transactionId?: string };

/** Creates the next block, with these costs taken from the gateway's addresses. */
async function nextBlock(taken: readonly Taken[]) {
  const cursor = await cursorNow();
  const block: BlockReference = {
    height: heightOf(cursor.height) + 1,
    hash: newHash(),
    parentHash: cursor.hash,
    time: new Date(),
  };
  const costs: ReceiveCost[] = taken.map(({ address, amount, transactionId = newHash() }) => {
    return { transactionId, address, units: unitsOf(amount), block };
  });
  const scan: ChainDriver["scan"] = async ({ match }) => {
    await match(taken.map(({ address }) => ({ address, memo: null })));
    return { blocks: [block], transfers: [], costs };
  };
  const driver = { family: "evm", features: { spending: "expiring" }, scan } as Partial<ChainDriver> as ChainDriver;
  const range = { cursor, fromHeight: block.height, toHeight: block.height };
  return { block, record: () => recordBlocks(driver, network, range, signal()) };
}

function unitsOf(amount: string): bigint {
  return amount.startsWith("-") ? -toBaseUnits(decimal(amount.slice(1)), 18) : toBaseUnits(decimal(amount), 18);
}

/** Measures the change of deposit custody, hot custody and network costs. */
async function changeOf(act: () => Promise<unknown>): Promise<readonly string[]> {
  const read = () =>
    Promise.all([depositsCustody(CODE, NATIVE), hotCustody(CODE, NATIVE), networkCosts(NATIVE)].map(findBalance));
  const before = await read();
  await act();
  return (await read()).map((amount, index) => amount.minus(before[index] ?? "0").toFixed());
}

async function residualAt(address: string): Promise<Decimal> {
  const { id: addressId } = await database().address.findFirstOrThrow({ where: { address } });
  const row = await database().residualBalance.findFirst({ where: { addressId } });
  return decimal(row?.amount ?? "0");
}

async function newAddress() {
  const invoice = await newInvoice(await newMerchant());
  const { id: addressId, address } = await database().address.findFirstOrThrow({ where: { ownerId: invoice.id } });
  return { invoice, addressId, address };
}

/** Removes the last block in a reorganisation. */
async function replaceBlock(): Promise<void> {
  const cursor = await cursorNow();
  const below = await database().chainBlock.findFirst({
    where: { networkCode: CODE, height: { lt: cursor.height } },
    orderBy: { height: "desc" },
  });
  const blockAt = async (height: number) => ({
    height,
    hash: below?.hash ?? expect.fail(),
    parentHash: "",
    time: new Date(),
  });
  const driver = { blockAt } as Partial<ChainDriver> as ChainDriver;
  expect(await followReorganisation(driver, network, cursor, signal())).toBe("more");
}

describe("the cost that a chain deducts for an incoming transfer", () => {
  test("is booked once as the operator's cost at its address, however many workers read the block", async () => {
    const { address } = await newAddress();
    const { record } = await nextBlock([
      { address, amount: "0.0002" },
      { address, amount: "0.000000000000000001" },
      { address: HOT, amount: "0.0003" },
      { address: newHash().slice(0, 42), amount: "5" },
    ]);
    const change = await changeOf(async () => {
      const results = await Promise.all([record(), record(), record()]);
      expect(results.filter((result) => typeof result === "object")).toHaveLength(1);
    });
    expect(change).toEqual(["-0.000200000000000001", "-0.0003", "-0.000500000000000001"]);
    expect((await residualAt(address)).toFixed()).toBe("-0.000200000000000001");
    expect(await bookDifferences()).toEqual([]);
  });

  test("is booked once when a block with the same transaction is read again", async () => {
    const { address } = await newAddress();
    const taken = { address, amount: "0.0002", transactionId: newHash() };
    expect(await changeOf(async () => (await nextBlock([taken])).record())).toEqual(["-0.0002", "0", "-0.0002"]);
    expect(await changeOf(async () => (await nextBlock([taken])).record())).toEqual(["0", "0", "0"]);
    expect((await residualAt(address)).toFixed()).toBe("-0.0002");
  });

  test("adds to custody where an amount stayed that is not a deposit", async () => {
    const { address } = await newAddress();
    const { record } = await nextBlock([
      { address, amount: "-0.00000001" },
      { address: HOT, amount: "-0.5" },
    ]);
    expect(await changeOf(record)).toEqual(["0.00000001", "0.5", "0.50000001"]);
    expect((await residualAt(address)).toFixed()).toBe("0.00000001");
    expect(await bookDifferences()).toEqual([]);
  });

  test("is undone with its block, and booked again with the replacement block", async () => {
    const { address } = await newAddress();
    await (await nextBlock([])).record();
    const taken = [
      { address, amount: "0.0002", transactionId: newHash() },
      { address: HOT, amount: "0.0001" },
    ];
    const change = await changeOf(async () => {
      await (await nextBlock(taken)).record();
      await replaceBlock();
    });
    expect(change).toEqual(["0", "0", "0"]);
    expect((await residualAt(address)).toFixed()).toBe("0");
    const again = await nextBlock(taken.slice(0, 1));
    expect(await changeOf(again.record)).toEqual(["-0.0002", "0", "-0.0002"]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("reduces the amount to sweep", async () => {
    const { invoice, addressId, address } = await newAddress();
    const depositId = await pay(invoice, { amount: "3", currency: NATIVE });
    await settleInvoice(invoice.id);
    const { merchantId } = await database().invoice.findUniqueOrThrow({ where: { id: invoice.id } });
    const opened = await database().case.findUnique({ where: { depositId } });
    if (opened?.status === "open") await creditCase({ caseId: opened.id, merchantId, actorId: null });
    await (await nextBlock([{ address, amount: "0.0002" }])).record();
    const [id] = await sweepAll(NATIVE, { needed: decimal("0.01"), addressId });
    const { amount } = await database().sweep.findUniqueOrThrow({ where: { id: id ?? expect.fail("no sweep") } });
    expect(amount.toFixed()).toBe("2.9898");
  });

  test.each([
    "UPDATE receive_costs SET amount = amount + 0.000000000000000001 WHERE amount > 0",
    "DELETE FROM receive_costs WHERE amount < 0",
    "UPDATE journal_entries SET kind = 'lost' WHERE kind = 'arrival.return'",
  ])("is verified by the audit: %s", async (violate) => {
    expect(await rulesBrokenBy(ARRIVAL_RULES, violate)).toEqual(ARRIVAL_RULES.map(({ title }) => title));
  });
});
