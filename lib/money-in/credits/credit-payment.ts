import { batched, isInBatch } from "@/lib/kernel/batch";
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
   * Unique within the kind: `<deposit>:<inclusion>`, `<internal payment>:1`, `<case>:<inclusion>`.
   */
  readonly reference: string;
  /** A reversal undoes the whole group. */
  readonly groupId: string;
  readonly currency: string;
  readonly amount: Decimal;
  /** The gateway's share of the amount. */
  readonly commission: Decimal;
  /** The account that holds the part's value before the credit. */
  readonly from: AccountName;
};

/** A part that a chain reorganisation can reverse. */
export type ReversibleCredit = CreditItem & { readonly kind: "invoice.credit" | "case.credit" };

export type PaymentCredit = {
  readonly merchantId: string;
  /** The invoice whose time line records it; null for a deposit that belongs to no payment. */
  readonly invoiceId: string | null;
  /**
   * All items credited in this transaction: accounts shared with other payments are locked once, in
   * one order.
   */
  readonly items: readonly CreditItem[];
  /**
   * Set when a part is paid from somebody's wallet: its accounts are locked with the others, and it
   * is checked before anything is posted.
   */
  readonly giver?: {
    readonly accounts: readonly AccountName[];
    /** @throws AppError when the giver cannot pay; nothing is credited then */
    readonly assertAble: (tx: Tx) => Promise<void>;
  };
};

/** Rates of the coins to be converted; null where none is fresh. */
type Rates = ReadonlyMap<string, FoundRate | null>;

/**
 * Credits the parts of a payment to a merchant, with everything that follows from a credit, in one
 * entry group per part: repays what the merchant owes, gives the referrer a share of the
 * commission, and converts the rest if the merchant converts that coin. Replays change nothing.
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
  // A credited case appears in the payment's time line but is not part of the payment: neither
  // merchant_amount nor convert includes it.
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

/**
 * A single plain credit is one entry, which locks its accounts in order anyway. Several credits of
 * a batch are not.
 */
async function lockAll(tx: Tx, payment: PaymentCredit, { referrerId }: CreditTerms, rates: Rates): Promise<void> {
  const { merchantId, items, giver } = payment;
  const isPlain = items.length === 1 && referrerId === null && rates.size === 0 && giver === undefined;
  if (isPlain && !isInBatch(tx)) return;
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

/** Settings of a merchant that affect a credit. */
type CreditTerms = {
  /** Who referred the merchant; null for nobody. */
  readonly referrerId: string | null;
  /** Codes of the coins that are converted when credited. */
  readonly convertedCoins: readonly string[];
};

/** A single statement, because every credit waits for it. */
export const readCreditTerms = batched(async (tx, merchantIds: readonly string[]): Promise<CreditTerms[]> => {
  const rows = await tx.$queryRaw<{ id: string; referrer_id: string | null; coins: string[] | null }[]>`
    SELECT m.id::text, m.referrer_id::text,
      (SELECT array_agg(a.currency_code) FROM auto_converts a WHERE a.merchant_id = m.id) AS coins
    FROM merchants m WHERE m.id = ANY(${[...new Set(merchantIds)]}::uuid[])`;
  const terms = new Map(rows.map((row) => [row.id, { referrerId: row.referrer_id, convertedCoins: row.coins ?? [] }]));
  return merchantIds.map((id) => terms.get(id) ?? { referrerId: null, convertedCoins: [] });
});
