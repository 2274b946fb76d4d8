import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as toBusiness } from "@/app/v1/transfer/to-business/route";
import { POST as toPersonal } from "@/app/v1/transfer/to-personal/route";
import { type Answer, call } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { hotCustody, merchantWallet, receivable, userWallet } from "@/lib/ledger/account";
import { creditMerchant } from "@/lib/ledger/credit-merchant";
import { findBalance } from "@/lib/ledger/holdings";
import { postEntry } from "@/lib/ledger/post-entry";
import { bookDifferences, fundCapital, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { giveUser, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";

beforeAll(async () => {
  await openGateway(3);
});
afterAll(closeDatabase);

const outcome = ({ status, json }: Answer) => (status === 200 ? "done" : (json.message ?? json.errors));
const personal = (payer: Payer, amount: unknown, currency: unknown = "USDT") =>
  call(toPersonal, payer, { amount, currency });
const business = (payer: Payer, amount: unknown, currency: unknown = "USDT") =>
  call(toBusiness, payer, { amount, currency });
const balancesOf = async ({ userId, merchantId }: Payer, currency = "USDT") => [
  (await findBalance(userWallet(userId, currency))).toFixed(),
  (await findBalance(merchantWallet(merchantId, currency))).toFixed(),
];

describe("a transfer", () => {
  test("to the personal wallet returns exactly four keys, and moves both wallets", async () => {
    const payer = await newPayer({ USDT: "100" });
    const { json } = await personal(payer, "15.00000001");
    expect(json.result).toEqual({
      user_wallet_transaction_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_wallet_balance: "15.00000001",
      merchant_transaction_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      merchant_balance: "84.99999999",
    });
    expect(await balancesOf(payer)).toEqual(["15.00000001", "84.99999999"]);
  });

  test("to the business wallet returns it, by one entry each that names both transactions", async () => {
    const payer = await newPayer({ USDT: "100" });
    await personal(payer, 40);
    const { json } = await business(payer, "40");
    expect(json.result).toMatchObject({ user_wallet_balance: "0.00000000", merchant_balance: "100.00000000" });
    const reference = `${json.result.merchant_transaction_uuid}:${json.result.user_wallet_transaction_uuid}`;
    const entry = { kind: "transfer.to-business", reference };
    expect(await database().journalEntry.count({ where: entry })).toBe(1);
  });

  test("of more than the balance net of a debt is refused until the debt is repaid", async () => {
    const payer = await newPayer({ USDT: "10" });
    await fundCapital("USDT", "100");
    const debt = {
      debit: receivable(payer.merchantId, "USDT"),
      credit: merchantWallet(payer.merchantId, "USDT"),
      amount: decimal("4"),
    };
    await withTransaction((tx) =>
      postEntry(tx, { kind: "treasury.fill", reference: payer.merchantId, groupId: "test", legs: [debt] }),
    );
    expect(outcome(await personal(payer, "10.5"))).toBe("Not enough funds");
    expect(outcome(await personal(payer, "10"))).toBe("done");
  });
});

describe("refused, with nothing moved", () => {
  const REFUSED: readonly (readonly [unknown, unknown, unknown])[] = [
    ["100.00000001", "USDT", "Not enough funds"],
    ["1", "BTC", "Not enough funds"],
    ["0.49999999", "USDT", "Minimum amount 0.5 USDT"],
    ["1000000.01", "USDT", "Maximum amount 1000000 USDT"],
    ["0.00001", "BTC", "Minimum amount 0.00002 BTC"],
    ["10", "USD", "The currency was not found"],
    ["10", "NOPE", "The currency was not found"],
    ["1.000000001", "USDT", { amount: ["validation.decimal"] }],
    ["0", "USDT", { amount: ["validation.min.numeric"] }],
    ["-5", "USDT", { amount: ["validation.regex"] }],
    [null, "USDT", { amount: ["validation.required"] }],
    ["5", null, { currency: ["validation.required"] }],
  ];
  test.each(REFUSED)("%j of %j to the personal wallet: %j", async (amount, currency, expected) => {
    const payer = await newPayer({ USDT: "100" });
    expect(outcome(await personal(payer, amount, currency))).toEqual(expected);
    expect(await balancesOf(payer)).toEqual(["0", "100"]);
  });

  test("by the payment key", async () => {
    const payer = await newPayer({ USDT: "100" });
    expect((await call(toPersonal, payer.byPaymentKey, { amount: "1", currency: "USDT" })).status).toBe(401);
  });

  test("No found user wallet: it never held anything, or there is no owner", async () => {
    const payer = await newPayer({ USDT: "100" });
    expect(outcome(await business(payer, "1"))).toBe("No found user wallet");
    await database().merchantMember.deleteMany({ where: { merchantId: payer.merchantId } });
    expect(outcome(await personal(payer, "1"))).toBe("No found user wallet");
  });

  test("Merchant wallet not found: the settings exclude the currency, and none was ever held", async () => {
    const payer = await newPayer({ USDT: "1" });
    await giveUser(payer.userId, "USDT", "5");
    await giveUser(payer.userId, "ETH", "5");
    const acceptedCoins = [{ currency: "BTC", network: null }];
    await database().merchant.update({ where: { id: payer.merchantId }, data: { acceptedCoins } });
    expect(outcome(await business(payer, "1", "ETH"))).toBe("Merchant wallet not found");
    expect(outcome(await business(payer, "1", "USDT"))).toBe("done");
  });

  test("more than the personal wallet holds", async () => {
    const payer = await newPayer();
    await giveUser(payer.userId, "USDT", "5");
    expect(outcome(await business(payer, "5.00000001"))).toBe("Not enough funds");
    expect(outcome(await business(payer, "5"))).toBe("done");
  });

  test("You are forbidden: payouts are blocked, or the owner's password was just changed", async () => {
    const payer = await newPayer({ USDT: "100" });
    await database().user.update({ where: { id: payer.userId }, data: { passwordChangedAt: new Date() } });
    expect(outcome(await personal(payer, "1"))).toBe("You are forbidden");
    expect(outcome(await business(payer, "1"))).toBe("You are forbidden");
    await database().user.update({ where: { id: payer.userId }, data: { passwordChangedAt: null } });
    await database().merchant.update({ where: { id: payer.merchantId }, data: { payoutsBlockedAt: new Date() } });
    expect(outcome(await personal(payer, "1"))).toBe("You are forbidden");
  });
});

describe("in a race", () => {
  test("forty transfers of a seventh each: seven succeed, and the wallet keeps the remainder, never negative", async () => {
    const payer = await newPayer({ USDT: "100" });
    const answers = await Promise.all(Array.from({ length: 40 }, () => personal(payer, "14")));
    const outcomes = answers.map(outcome);
    expect(outcomes.filter((text) => text === "done")).toHaveLength(7);
    expect(outcomes.filter((text) => text === "Not enough funds")).toHaveLength(33);
    expect(await balancesOf(payer)).toEqual(["98", "2"]);
  });

  test("opposite transfers at full speed: no conflict reaches the caller, and the sum is preserved", async () => {
    const payer = await newPayer({ USDT: "50" });
    await giveUser(payer.userId, "USDT", "50");
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? personal(payer, "1") : business(payer, "1"))),
    );
    expect(new Set(answers.map(outcome))).toEqual(new Set(["done"]));
    expect(await balancesOf(payer)).toEqual(["50", "50"]);
  });

  test("with credits that repay a debt: no conflict reaches the caller, and nothing is lost", async () => {
    const payer = await newPayer({ USDT: "100" });
    await fundCapital("USDT", "1000");
    const { merchantId } = payer;
    const owe = {
      debit: receivable(merchantId, "USDT"),
      credit: hotCustody("bsc", "USDT"),
      amount: decimal("30"),
    };
    await withTransaction((tx) =>
      postEntry(tx, { kind: "treasury.fill", reference: `owe ${merchantId}`, groupId: "test", legs: [owe] }),
    );
    const credit = (index: number) =>
      withTransaction((tx) =>
        creditMerchant(
          tx,
          {
            kind: "treasury.fill",
            reference: `${merchantId}:${index}`,
            groupId: "test",
            merchantId,
            currency: "USDT",
            amount: decimal("2"),
            commission: decimal("0"),
          },
          hotCustody("bsc", "USDT"),
        ),
      ).then(() => "credited");
    const done = await Promise.all(
      Array.from({ length: 45 }, (_, index) => (index % 3 ? personal(payer, "1").then(outcome) : credit(index))),
    );
    expect(new Set(done)).toEqual(new Set(["done", "credited"]));
    expect(await balancesOf(payer)).toEqual(["30", "70"]);
    expect((await findBalance(receivable(merchantId, "USDT"))).toFixed()).toBe("0");
  });

  test("afterwards the books balance", async () => {
    expect(await bookDifferences()).toEqual([]);
  });
});
