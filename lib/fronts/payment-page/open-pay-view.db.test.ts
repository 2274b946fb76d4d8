import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { findAffordableCoins, findBalanceOffer } from "@/lib/fronts/payment-page/open-pay-view";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import { closeDatabase, database } from "@/lib/kernel/db";
import { operatorCapital, userReceivable, userWallet } from "@/lib/ledger/account";
import { moveValue, newUser } from "@/lib/money-in/credits/testing/credit-rig";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { payFromPersonalWallet } from "@/lib/money-in/invoices/pay-from-personal-wallet";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  fundCapital,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  START_HEIGHT,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";

beforeAll(async () => {
  await openGateway(60);
  for (const currency of ["USDT", "ETH", "BNB"]) await fundCapital(currency, "1000000");
});
afterAll(closeDatabase);

let merchantId: string;
let invoice: Invoice;
let userId: string;
beforeEach(async () => {
  merchantId = await newMerchant();
  invoice = await newInvoice(merchantId, { is_payment_multiple: true });
  userId = await newUser();
  await give("100");
});

const give = (amount: string, currency = "USDT") =>
  moveValue(operatorCapital(currency), userWallet(userId, currency), amount);
const owe = (amount: string, currency = "USDT") =>
  moveValue(userReceivable(userId, currency), operatorCapital(currency), amount);

async function load(id: string, now: Date) {
  const view = await loadPayView(id);
  if (view === null) throw new Error(`no invoice ${id}`);
  return { view, state: payState(view, now) };
}

/** Returns the page's offer as `<amount> <currency>`; null when there is none. */
async function offered(now = new Date()): Promise<string | null> {
  const { view, state } = await load(invoice.id, now);
  const offer = await findBalanceOffer(view, state, userId);
  return offer && `${offer.amount.toFixed()} ${offer.currency}`;
}

const payNow = (now = new Date()) =>
  payFromPersonalWallet({ invoiceId: invoice.id, userId }, now).then(
    () => "paid",
    (error: Error) => error.message,
  );

describe("the page offers payment from the payer's personal wallet", () => {
  test("when the wallet holds the amount due, to the last digit, and then the payment succeeds", async () => {
    expect(await offered()).toBe("100 USDT");
    expect(await payNow()).toBe("paid");
    expect(await offered()).toBeNull();
  });

  test("for the amount that remains after a confirmed partial payment", async () => {
    await pay(invoice, { amount: "40" });
    await settleInvoice(invoice.id);
    expect(await offered()).toBe("60 USDT");
  });
});

/** Reason, setup, and the error of paying anyway; `at` is the time of the page view. */
const HIDDEN: readonly {
  readonly why: string;
  readonly given: () => Promise<unknown>;
  readonly refusal: RegExp;
  readonly at?: () => Date;
}[] = [
  {
    why: "the balance is one unit too small",
    given: () => moveValue(userWallet(userId, "USDT"), operatorCapital("USDT"), "0.00000001"),
    refusal: /^balance_too_small$/,
  },
  { why: "the user's debt leaves too small a balance", given: () => owe("0.00000001"), refusal: /^balance_too_small$/ },
  {
    why: "the wallet holds only another coin",
    given: async () => {
      await moveValue(userWallet(userId, "USDT"), operatorCapital("USDT"), "100");
      await give("500", "ETH");
    },
    refusal: /^balance_too_small$/,
  },
  {
    why: "the user has just changed the password",
    given: () => database().user.update({ where: { id: userId }, data: { passwordChangedAt: new Date() } }),
    refusal: /^balance_password_new$/,
  },
  {
    why: "the user is blocked",
    given: () => database().user.update({ where: { id: userId }, data: { isBlocked: true } }),
    refusal: /^balance_account_inactive$/,
  },
  {
    why: "the shop is blocked",
    given: () => database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: new Date() } }),
    refusal: /^balance_shop_closed$/,
  },
  {
    why: "a payment is waiting for confirmations",
    given: async () => {
      await pay(invoice, { amount: "40", height: START_HEIGHT });
      await settleInvoice(invoice.id);
    },
    refusal: /^balance_payment_moving$/,
  },
  {
    why: "a detected payment is not processed yet",
    given: () => pay(invoice, { amount: "40", height: START_HEIGHT }),
    refusal: /^balance_payment_moving$/,
  },
  {
    why: "a partial payment left the chain, and its reversal is not approved",
    given: async () => {
      const depositId = await pay(invoice, { amount: "40" });
      await settleInvoice(invoice.id);
      await vanish(depositId, false);
    },
    refusal: /^balance_payment_moving$/,
  },
  {
    why: "the invoice is cancelled",
    given: () => cancelInvoice({ merchantId, invoiceId: invoice.id, actorId: userId }),
    refusal: /closed/,
  },
  {
    why: "the invoice has expired",
    given: async () => {},
    refusal: /^balance_(time_over|invoice_closed)$/,
    at: () => minutesFromNow(24 * 60),
  },
];

describe("the page does not offer what paying refuses:", () => {
  test.each(HIDDEN)("$why", async ({ given, refusal, at = () => new Date() }) => {
    expect(await offered()).toBe("100 USDT");
    await given();
    expect(await offered(at())).toBeNull();
    expect(await payNow(at())).toMatch(refusal);
  });

  test("no coin is chosen yet", async () => {
    invoice = await newInvoice(merchantId, { amount: "100", currency: "EUR", network: undefined });
    expect(await offered()).toBeNull();
    expect(await payNow()).toMatch(/^balance_no_coin$/);
  });
});

describe("the hint beside the choice names a coin", () => {
  beforeEach(async () => {
    invoice = await newInvoice(merchantId, { amount: "100", currency: "EUR", network: undefined });
  });
  const hinted = async () => findAffordableCoins((await load(invoice.id, new Date())).view, userId);

  test("only when the available balance covers the price", async () => {
    expect(await hinted()).toEqual([]);
    await give("25");
    await give("1", "BNB");
    expect([...(await hinted())].sort()).toEqual(["BNB", "USDT"]);
    await owe("0.00000001");
    expect(await hinted()).toEqual(["BNB"]);
  });

  test("never while its user or the shop may not pay", async () => {
    await give("25");
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: new Date() } });
    expect(await hinted()).toEqual([]);
    await database().merchant.update({ where: { id: merchantId }, data: { paymentsBlockedAt: null } });
    expect(await hinted()).toEqual(["USDT"]);
    await database().user.update({ where: { id: userId }, data: { passwordChangedAt: new Date() } });
    expect(await hinted()).toEqual([]);
  });
});
