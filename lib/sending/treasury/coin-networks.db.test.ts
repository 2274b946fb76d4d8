import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listHotWallets } from "@/lib/fronts/admin/hot-wallets-queries";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { hotCustody } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  bookDifferences,
  fillPool,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { askForSweep, setSweepPolicy, sweepNow } from "@/lib/sending/sweeps/sweep-now";
import { createWithdrawal } from "@/lib/sending/treasury/create-withdrawal";
import { forwardSurplus } from "@/lib/sending/treasury/forward-surplus";
import { setColdAddress } from "@/lib/sending/treasury/set-cold-address";

const COIN = { networkCode: "btc", currencyCode: "BTC" } as const;
const COLD = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

let actorId: string;

/** A booked payment of 0.001, and the same amount again that waits for its merchant's decision. */
beforeAll(async () => {
  await openGateway();
  await fillPool(10, "btc");
  const person = { email: "operator@example.com", name: "Operator", passwordHash: "x", isOperator: true };
  actorId = (await database().user.create({ data: person, select: { id: true } })).id;
  const hot = { family: "btc", derivationIndex: 0, address: "bc1qhot" };
  await database().hotWallet.create({ data: hot });
  const invoice = await newInvoice(await newMerchant(), { currency: "BTC", network: "btc", amount: "0.001" });
  for (let count = 0; count < 2; count += 1) {
    const transactionId = randomBytes(32).toString("hex");
    await pay(invoice, { currency: "BTC", network: "btc", amount: "0.001", position: "0", transactionId });
    await settleInvoice(invoice.id);
  }
  const deposits = await database().deposit.findMany({ where: { networkCode: "btc" } });
  await database().coin.createMany({
    data: deposits.map(({ transactionId, addressId, blockHeight }) => {
      return {
        networkCode: "btc",
        transactionId,
        index: 0,
        addressId,
        units: 100_000n,
        isInternal: false,
        blockHeight,
      };
    }),
  });
});
afterAll(closeDatabase);

const forwarded = () => database().withdrawal.findMany({ where: { kind: "cold" }, select: { amount: true } });

test("deposits are UTXOs of the hot wallet, and the operator sees which of them cannot be spent yet", async () => {
  expect((await findBalance(hotCustody("btc", "BTC"))).toFixed()).toBe("0.002");
  const wallet = (await listHotWallets()).find(({ networkCode }) => networkCode === "btc");
  expect(wallet).toMatchObject({ sweepsLeft: null });
  expect(wallet?.coins).toMatchObject([
    {
      hot: "0.002",
      onDeposits: "0",
      policy: null,
      inCoins: { count: 1, largest: "0.001", keptCount: 1, kept: "0.001" },
    },
  ]);
  expect(await bookDifferences()).toEqual([]);
});

test("nothing is swept: a payout that waits for the coin requests no sweep, and a user's request is refused", async () => {
  await withTransaction((tx) => askForSweep(tx, COIN));
  const jobs = await database().$queryRaw`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'sweep-now'`;
  expect(jobs).toEqual([]);
  await expect(sweepNow({ ...COIN, actorId })).rejects.toMatchObject({ code: "refused" });
  const policy = { isEnabled: true, amountMin: decimal("0.1"), waitSecondsMax: null, batchMax: 8 };
  await expect(setSweepPolicy({ ...COIN, ...policy, actorId })).rejects.toThrow(/networkCode/);
});

test("the surplus for a cold address is limited to spendable UTXOs, not the booked balance, and excludes dust", async () => {
  const keep = async (keepAmount: string) => {
    const cold = { ...COIN, address: COLD, keepAmount: decimal(keepAmount), isEnabled: true, actorId };
    await setColdAddress(cold);
    await database().coldAddress.updateMany({ data: { addressSetAt: new Date(0) } });
    await forwardSurplus("btc");
  };
  await keep("0.00051");
  expect(await forwarded()).toEqual([]);
  await keep("0.0001");
  expect((await forwarded()).map(({ amount }) => amount.toFixed())).toEqual(["0.0009"]);
});

test("a withdrawal that no node would relay is refused immediately", async () => {
  const order = { commandId: randomUUID(), kind: "earnings" as const, ...COIN, address: COLD, memo: "", actorId };
  await expect(createWithdrawal({ ...order, amount: decimal("0.00000545") })).rejects.toThrow(/amount/);
});
