import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import {
  conversionGains,
  feesEarned,
  merchantWallet,
  operatorCapital,
  receivable,
  treasury,
  treasuryShortfall,
  userReceivable,
  userWallet,
} from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import {
  balanceOf,
  convertCoins,
  credit,
  drainTreasury,
  fillTreasury,
  moveValue,
  newCredit,
  newReferrer,
  newUser,
  reverse,
} from "@/lib/money-in/credits/testing/credit-rig";
import {
  bookDifferences,
  fundCapital,
  newMerchant,
  openGateway,
  setPrice,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { connectReferrer, ensureReferralCode } from "@/lib/people/referrals/referrals";

beforeAll(async () => {
  await openGateway(1);
  for (const currency of ["USDT", "ETH", "USDC"]) await fundCapital(currency, "100000000");
});
afterAll(closeDatabase);

/** Each test starts with exactly this much USDT, and nothing else, in the treasury. */
const TREASURY = "10000";
beforeEach(async () => {
  await setPrice("ETH", "2000");
  for (const currency of ["USDT", "ETH", "USDC"]) {
    const there = await findBalance(treasury(currency));
    if (!there.isZero()) await drainTreasury(currency, there.toFixed());
  }
  await fillTreasury("USDT", TREASURY);
});

async function converting(...coins: readonly string[]): Promise<string> {
  const merchantId = await newMerchant();
  await convertCoins(merchantId, ...coins);
  return merchantId;
}

async function standing(merchantId: string) {
  const [eth, usdt, owedEth, owedUsdt] = await Promise.all(
    [
      merchantWallet(merchantId, "ETH"),
      merchantWallet(merchantId, "USDT"),
      receivable(merchantId, "ETH"),
      receivable(merchantId, "USDT"),
    ].map(balanceOf),
  );
  return { eth, usdt, owedEth, owedUsdt };
}

const openAlarms = async (kind: string) =>
  (await database().alarm.findMany({ where: { kind, clearedAt: null } })).map(({ subject }) => subject);

describe("a credit in a coin that the merchant converts", () => {
  test("is paid in USDT from the treasury at the gateway's rate less the spread, and its rate source and time are recorded", async () => {
    const merchantId = await converting("ETH");
    const gains = await findBalance(conversionGains("USDT"));
    const credited = newCredit(merchantId, "ETH", "1.01", "0.01");
    await credit(credited);
    expect(await standing(merchantId)).toEqual({ eth: "0", usdt: "1990", owedEth: "0", owedUsdt: "0" });
    expect(await balanceOf(treasury("ETH"))).toBe("1");
    expect(await balanceOf(treasury("USDT"))).toBe("8000");
    expect((await findBalance(conversionGains("USDT"))).minus(gains).toFixed()).toBe("10");
    const [row] = await database().conversion.findMany({ where: { merchantId } });
    expect(row).toMatchObject({
      cause: "auto",
      reference: `${credited.id}:1`,
      fromCode: "ETH",
      toCode: "USDT",
      rateSource: "Binance",
      rateAt: expect.any(Date),
      reversedAt: null,
    });
    expect([row?.fromAmount, row?.toAmount, row?.fee, row?.rate].map(String)).toEqual(["1", "1990", "10", "2000"]);
  });

  test("is converted once, however often it is repeated", async () => {
    const merchantId = await converting("ETH");
    const credited = newCredit(merchantId, "ETH", "0.5");
    await credit(credited);
    await credit(credited);
    await credit(credited);
    expect(await standing(merchantId)).toMatchObject({ eth: "0", usdt: "995" });
    expect(await database().conversion.count({ where: { merchantId } })).toBe(1);
  });

  test("stays unconverted in another coin, or in USDT itself", async () => {
    const merchantId = await converting("ETH", "USDT");
    await credit(newCredit(merchantId, "USDC", "5"));
    await credit(newCredit(merchantId, "USDT", "7"));
    expect(await balanceOf(merchantWallet(merchantId, "USDC"))).toBe("5");
    expect(await standing(merchantId)).toMatchObject({ usdt: "7" });
  });

  test("repays the debt in that coin first and converts only the rest; the result repays a debt in USDT", async () => {
    const merchantId = await converting("ETH");
    const capital = [operatorCapital("ETH"), operatorCapital("USDT")] as const;
    await moveValue(receivable(merchantId, "ETH"), capital[0], "0.4");
    await moveValue(receivable(merchantId, "USDT"), capital[1], "95");
    await credit(newCredit(merchantId, "ETH", "0.3"));
    expect(await standing(merchantId)).toEqual({ eth: "0", usdt: "0", owedEth: "-0.1", owedUsdt: "-95" });
    await credit(newCredit(merchantId, "ETH", "0.2"));
    expect(await standing(merchantId)).toEqual({ eth: "0", usdt: "104", owedEth: "0", owedUsdt: "0" });
  });

  test("stays unconverted while the treasury is short, with an alarm that a smaller conversion does not end", async () => {
    const merchantId = await converting("ETH");
    await credit(newCredit(merchantId, "ETH", "5.00000001"));
    expect(await standing(merchantId)).toMatchObject({ eth: "5.00000001", usdt: "0" });
    expect(await openAlarms("conversion-skipped")).toEqual(["ETH"]);
    await credit(newCredit(merchantId, "ETH", "5"));
    expect(await standing(merchantId)).toMatchObject({ eth: "5.00000001", usdt: "9950" });
    expect(await balanceOf(treasury("USDT"))).toBe("0");
    expect(await openAlarms("conversion-skipped")).toEqual(["ETH"]);
  });

  test("stays unconverted while there is no fresh rate, with an alarm and without a delay", async () => {
    const merchantId = await converting("ETH");
    await setPrice("ETH", "2000", 3_600);
    await credit(newCredit(merchantId, "ETH", "1"));
    expect(await standing(merchantId)).toMatchObject({ eth: "1", usdt: "0" });
    expect(await openAlarms("conversion-skipped")).toEqual(["ETH"]);
  });

  test("stays unconverted without an alarm when it is too small to yield anything", async () => {
    const merchantId = await converting("ETH");
    await database().alarm.deleteMany();
    await credit(newCredit(merchantId, "ETH", "0.000000000000000001"));
    expect(await standing(merchantId)).toMatchObject({ eth: "0.000000000000000001", usdt: "0" });
    expect(await openAlarms("conversion-skipped")).toEqual([]);
  });
});

describe("a converted credit that is reversed", () => {
  test("leaves no trace in coin, USDT, fee and treasury, and is converted again once when it comes back", async () => {
    const merchantId = await converting("ETH");
    const gains = await balanceOf(conversionGains("USDT"));
    const credited = newCredit(merchantId, "ETH", "2", "0.02");
    await credit(credited);
    await reverse(credited);
    await reverse(credited);
    expect(await standing(merchantId)).toEqual({ eth: "0", usdt: "0", owedEth: "0", owedUsdt: "0" });
    expect([await balanceOf(treasury("USDT")), await balanceOf(treasury("ETH"))]).toEqual([TREASURY, "0"]);
    expect(await balanceOf(conversionGains("USDT"))).toBe(gains);
    await setPrice("ETH", "1000");
    const again = { ...credited, inclusion: 2 };
    await credit(again);
    await credit(again);
    expect(await standing(merchantId)).toMatchObject({ eth: "0", usdt: "1970.1" });
    const rows = await database().conversion.findMany({ where: { merchantId }, orderBy: { createdAt: "asc" } });
    expect(rows.map(({ reversedAt }) => reversedAt !== null)).toEqual([true, false]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("leaves a debt in USDT after the USDT was spent, and returns the full coin", async () => {
    const merchantId = await converting("ETH");
    const credited = newCredit(merchantId, "ETH", "1");
    await credit(credited);
    await moveValue(merchantWallet(merchantId, "USDT"), operatorCapital("USDT"), "1500");
    await reverse(credited);
    expect(await standing(merchantId)).toEqual({ eth: "0", usdt: "0", owedEth: "0", owedUsdt: "-1500" });
    expect([await balanceOf(treasury("USDT")), await balanceOf(treasury("ETH"))]).toEqual([TREASURY, "0"]);
    await credit(newCredit(merchantId, "USDT", "1600"));
    expect(await standing(merchantId)).toMatchObject({ usdt: "100", owedUsdt: "0" });
  });

  test("books a shortfall with an alarm after the treasury has sold the coin, and the next conversions fill it", async () => {
    const merchantId = await converting("ETH");
    const credited = newCredit(merchantId, "ETH", "1");
    await credit(credited);
    await drainTreasury("ETH", "0.7");
    await reverse(credited);
    expect([await balanceOf(treasury("ETH")), await balanceOf(treasuryShortfall("ETH"))]).toEqual(["0", "-0.7"]);
    expect(await standing(merchantId)).toEqual({ eth: "0", usdt: "0", owedEth: "0", owedUsdt: "0" });
    expect(await openAlarms("treasury-short")).toEqual(["ETH"]);
    await credit(newCredit(merchantId, "ETH", "0.5"));
    expect([await balanceOf(treasury("ETH")), await balanceOf(treasuryShortfall("ETH"))]).toEqual(["0", "-0.2"]);
    expect(await openAlarms("treasury-short")).toEqual(["ETH"]);
    await credit({ ...credited, inclusion: 2 });
    expect([await balanceOf(treasury("ETH")), await balanceOf(treasuryShortfall("ETH"))]).toEqual(["0.8", "0"]);
    expect(await openAlarms("treasury-short")).toEqual([]);
    expect(await bookDifferences()).toEqual([]);
  });
});

describe("the referrer of a merchant", () => {
  async function referred(): Promise<{ merchantId: string; userId: string }> {
    const [merchantId, { userId, code }] = [await newMerchant(), await newReferrer()];
    await withTransaction((tx) => connectReferrer(tx, merchantId, code));
    return { merchantId, userId };
  }
  const walletOf = (userId: string) => balanceOf(userWallet(userId, "USDT"));

  test("gets a fifth of the commission out of the fees earned, rounded down, once", async () => {
    const { merchantId, userId } = await referred();
    const fees = await findBalance(feesEarned("USDT"));
    const credited = newCredit(merchantId, "USDT", "100", "1.00000009");
    await credit(credited);
    await credit(credited);
    expect(await walletOf(userId)).toBe("0.20000001");
    expect((await findBalance(feesEarned("USDT"))).minus(fees).toFixed()).toBe("0.80000008");
    expect(await balanceOf(merchantWallet(merchantId, "USDT"))).toBe("98.99999991");
  });

  test("gets nothing from a commission that is too small to share, or from no commission", async () => {
    const { merchantId, userId } = await referred();
    await credit(newCredit(merchantId, "USDT", "1", "0.00000004"));
    await credit(newCredit(merchantId, "USDT", "1"));
    expect(await walletOf(userId)).toBe("0");
    expect(await database().referralCredit.count({ where: { merchantId } })).toBe(0);
  });

  test("returns the share on a reversal; a spent share is owed and repaid first from the next share", async () => {
    const { merchantId, userId } = await referred();
    const credited = newCredit(merchantId, "USDT", "500", "5");
    await credit(credited);
    await moveValue(userWallet(userId, "USDT"), operatorCapital("USDT"), "0.7");
    await reverse(credited);
    await reverse(credited);
    expect([await walletOf(userId), await balanceOf(userReceivable(userId, "USDT"))]).toEqual(["0", "-0.7"]);
    await credit({ ...credited, inclusion: 2 });
    expect([await walletOf(userId), await balanceOf(userReceivable(userId, "USDT"))]).toEqual(["0.3", "0"]);
    expect(await bookDifferences()).toEqual([]);
  });

  test("is permanently the owner of the first valid code; unknown codes and codes of the merchant's own members are ignored", async () => {
    const merchantId = await newMerchant();
    const [first, second, member] = [await newReferrer(), await newReferrer(), await newReferrer()];
    await database().merchantMember.create({ data: { merchantId, userId: member.userId, role: "viewer" } });
    const connect = (code: string | null) => withTransaction((tx) => connectReferrer(tx, merchantId, code));
    const wrong = [null, "", "XXXXXXXX", "nothing", "' OR 1=1", randomUUID(), "\u0000", member.code];
    for (const code of wrong) expect(await connect(code)).toBe(false);
    expect(await connect(` ${first.code.toLowerCase()} `)).toBe(true);
    for (const code of [first.code, second.code]) expect(await connect(code)).toBe(false);
    const row = await database().merchant.findUniqueOrThrow({ where: { id: merchantId } });
    expect([row.referrerId, row.referredAt]).toEqual([first.userId, expect.any(Date)]);
    const change = database().merchant.update({ where: { id: merchantId }, data: { referrerId: second.userId } });
    await expect(change).rejects.toThrow();
  });

  test("gets one code, even when many requests ask for it concurrently", async () => {
    const userId = await newUser();
    const ask = () => withTransaction((tx) => ensureReferralCode(tx, userId));
    const codes = new Set(await Promise.all(Array.from({ length: 8 }, ask)));
    expect([...codes]).toEqual([expect.stringMatching(/^[2-9A-HJKMNP-TV-Z]{8}$/)]);
    expect(codes.has((await newReferrer()).code)).toBe(false);
  });
});
