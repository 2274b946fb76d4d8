import type { Tx } from "@/lib/db";
import { listStandingCredits } from "@/lib/invoices/credits-repo";
import type { Invoice } from "@/lib/invoices/invoice";
import { usdValue } from "@/lib/invoices/quote-terms";
import { ZERO } from "@/lib/money/decimal";
import { sum } from "@/lib/money/sum";
import { listStandingFees } from "@/lib/wallets/fees-repo";

/**
 * What a top-up's row says of what stands credited. `commissionAmount` holds the creation fee as well, so that what the merchant got
 * and what was kept add up to what came.
 */
export async function topUpTotals(tx: Tx, topUp: Invoice) {
  const credits = await listStandingCredits(tx, topUp.id);
  const fees = await listStandingFees(
    tx,
    credits.map((credit) => credit.depositId),
  );
  const paid = sum(credits.map(({ amount }) => amount));
  const commission = sum(credits.map((credit) => credit.commission));
  const kept = commission.plus(sum(fees.map(({ amount }) => amount)));
  const isCredited = credits.length > 0;
  return {
    paidAmount: paid.toFixed(),
    paidAmountUsd: usdValue(paid, topUp.currentQuote?.usdRate ?? ZERO).toFixed(),
    creditedAmount: isCredited ? paid.minus(kept).toFixed() : null,
    commissionAmount: isCredited ? kept.toFixed() : null,
  };
}
