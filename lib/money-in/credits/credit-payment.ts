import type { Tx } from "@/lib/kernel/db";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { type AccountName, feesEarned, merchantWallet, receivable } from "@/lib/ledger/account";
import { creditMerchant } from "@/lib/ledger/credit-merchant";
import { lockGroups } from "@/lib/ledger/post-entry";
import { CONVERTED_TO, findConversionRate, isConverted } from "@/lib/money-in/conversions/conversion";
import { accountsOfConversion, type ConversionOutcome, convertCredit } from "@/lib/money-in/conversions/convert-credit";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { accountsOfShare, shareCommission } from "@/lib/people/referrals/share-commission";
import type { FoundRate } from "@/lib/pricing/rates/queries";

/** A confirmed part of a payment, as it is credited. */
export type CreditItem = {
  readonly kind: "invoice.credit" | "invoice.credit-internal" | "case.credit";
  /**
   * Unique inside the kind: `<deposit>:<inclusion>`, `<internal payment>:1`, `<case>:<inclusion>`.
   */
  readonly reference: string;
  /** What a reversal of it undoes together. */
  readonly groupId: string;
  readonly currency: string;
  readonly amount: Decimal;
  /** Part of the amount that the gateway keeps. */
  readonly commission: Decimal;
  /** Where the part's value stands until now. */
  readonly from: AccountName;
};

/** A part that a reorganisation can take back. */
export type ReversibleCredit = CreditItem & { readonly kind: "invoice.credit" | "case.credit" };

export type PaymentCredit = {
  readonly merchantId: string;
  /** Whose time line tells of it; null for a deposit that belongs to no payment. */
  readonly invoiceId: string | null;
  /**
   * All that are credited in this transaction: what they share with other payments is locked once,
   * in one order.
   */
  readonly items: readonly CreditItem[];
  /**
   * Who gives a part, where that is somebody's wallet: locked with all the rest, and asked before
   * anything is posted.
   */
  readonly giver?: {
    readonly accounts: readonly AccountName[];
    /** @throws AppError when it cannot give; nothing is credited then */
    readonly assertAble: (tx: Tx) => Promise<void>;
  };
};

/** Rates of the coins that are to be converted; null while there is none. */
type Rates = ReadonlyMap<string, FoundRate | null>;

/**
 * Gives a merchant the parts of a payment, with everything that follows from a credit, in one entry
 * group for each part: what the merchant owes is repaid, the referrer gets a share of the
 * commission, and what is left is converted where the merchant has the coin converted. Replays
 * change nothing.
 * @returns whether every part was credited by this call, and none was a replay
 */
export async function creditPayment(tx: Tx, payment: PaymentCredit): Promise<boolean> {
  if (payment.items.length === 0) return true;
  const terms = await readCreditTerms(tx, payment.merchantId);
  const rates = await findRates(tx, payment, terms);
  await lockAll(tx, payment, terms, rates);
  await payment.giver?.assertAble(tx);
  let isNew = true;
  for (const item of payment.items) isNew = (await creditItem(tx, payment, item, terms.referrerId, rates)) && isNew;
  return isNew;
}

async function creditItem(
  tx: Tx,
  { merchantId, invoiceId }: PaymentCredit,
  item: CreditItem,
  referrerId: string | null,
  rates: Rates,
): Promise<boolean> {
  const { from, ...credit } = item;
  const left = await creditMerchant(tx, { ...credit, merchantId }, from);
  if (left === null) return false;
  if (referrerId !== null) await shareCommission(tx, { ...credit, merchantId }, referrerId);
  const rate = rates.get(item.currency);
  if (rate === undefined || !left.gt(ZERO)) return true;
  const { reference, groupId, currency, kind } = item;
  // What came on top of a payment is told in its time line and is no part of it: neither
  // merchant_amount nor convert holds it.
  const ofPayment = kind === "case.credit" ? null : invoiceId;
  const converted = { reference, groupId, merchantId, invoiceId: ofPayment, currency, amount: left };
  const outcome = await convertCredit(tx, converted, rate);
  if (invoiceId !== null) await recordConversion(tx, invoiceId, { currency, amount: left }, outcome);
  return true;
}

async function findRates(tx: Tx, { items }: PaymentCredit, terms: CreditTerms): Promise<Rates> {
  const coins = new Set(
    items.map(({ currency }) => currency).filter((code) => isConverted(terms.convertedCoins, code)),
  );
  const rates = new Map<string, FoundRate | null>();
  for (const coin of coins) rates.set(coin, await findConversionRate(coin, tx));
  return rates;
}

/** A single plain credit is one entry, which locks in order by itself. */
async function lockAll(tx: Tx, payment: PaymentCredit, { referrerId }: CreditTerms, rates: Rates): Promise<void> {
  const { merchantId, items, giver } = payment;
  if (items.length === 1 && referrerId === null && rates.size === 0 && giver === undefined) return;
  const groups = items.map(({ reference, currency, from }) => ({
    reference,
    accounts: [
      from,
      merchantWallet(merchantId, currency),
      receivable(merchantId, currency),
      feesEarned(currency),
      ...(giver?.accounts ?? []),
      ...(referrerId === null ? [] : accountsOfShare(referrerId, currency)),
      ...(rates.get(currency) ? accountsOfConversion(merchantId, currency) : []),
    ],
  }));
  await lockGroups(tx, groups);
}

async function recordConversion(
  tx: Tx,
  invoiceId: string,
  credit: { readonly currency: string; readonly amount: Decimal },
  result: ConversionOutcome,
): Promise<void> {
  if (result.outcome === "skipped") {
    const { reason } = result;
    const detail = { currency: credit.currency, amount: credit.amount.toFixed(), to: CONVERTED_TO, reason };
    await insertEvent(tx, invoiceId, "not-converted", detail);
    return;
  }
  const { fromCode, fromAmount, toCode, toAmount, fee, rate } = result.conversion;
  await insertEvent(tx, invoiceId, "converted", {
    currency: fromCode,
    amount: fromAmount.toFixed(),
    to: toCode,
    toAmount: toAmount.toFixed(),
    fee: fee.toFixed(),
    rate: rate.toFixed(),
  });
}

/** What a merchant's settings make of a credit. */
type CreditTerms = {
  /** Who brought the merchant; null for nobody. */
  readonly referrerId: string | null;
  /** Codes of the coins that are converted as they are credited. */
  readonly convertedCoins: readonly string[];
};

/** One statement: every credit waits for it. */
export async function readCreditTerms(tx: Tx, merchantId: string): Promise<CreditTerms> {
  const rows = await tx.$queryRaw<{ referrer_id: string | null; coins: string[] | null }[]>`
    SELECT m.referrer_id::text, (SELECT array_agg(a.currency_code) FROM auto_converts a WHERE a.merchant_id = m.id) AS coins
    FROM merchants m WHERE m.id = ${merchantId}::uuid`;
  return { referrerId: rows[0]?.referrer_id ?? null, convertedCoins: rows[0]?.coins ?? [] };
}
