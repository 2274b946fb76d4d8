import { database } from "@/lib/db";
import { isPasswordNew } from "@/lib/invoices/internal-payments-repo";
import type { PayState } from "@/lib/invoices/pay-state";
import type { PayView } from "@/lib/invoices/pay-view";
import { listUserBalances } from "@/lib/ledger/balances";
import { readSpendable } from "@/lib/ledger/spendable";
import { type Decimal, decimal, ZERO } from "@/lib/money/decimal";

/** What a signed-in payer may pay at once out of the personal wallet. */
export type BalanceOffer = { readonly quoteId: string; readonly amount: Decimal; readonly currency: string };

/**
 * What would be taken from a user who holds enough of the invoice's coin; null where the page must not offer it. A look, no promise:
 * paying judges anew under the locks. Nothing is offered for 24 hours after a new password.
 */
export async function findBalanceOffer(view: PayView, state: PayState, userId: string): Promise<BalanceOffer | null> {
  const { quote } = view;
  if (quote === null || !isPayableNow(view, state)) return null;
  const amount = quote.payerAmount.minus(view.confirmedAmount);
  if (await isPasswordNew(database(), userId, new Date())) return null;
  if (!amount.gt(ZERO) || (await readSpendable(database(), userId, quote.currency)).lt(amount)) return null;
  return { quoteId: quote.id, amount, currency: quote.currency };
}

/** Coins of the choice that the user holds enough of, for the hint on the page that asks for one. */
export async function findAffordableCoins(view: PayView, userId: string): Promise<readonly string[]> {
  if (view.choices.length === 0 || (await isPasswordNew(database(), userId, new Date()))) return [];
  const balances = new Map(
    (await listUserBalances(userId)).map(({ currency, balance }) => [currency, decimal(balance)]),
  );
  const coins = view.choices.filter(({ currency, payerAmount }) => balances.get(currency)?.gte(payerAmount));
  return [...new Set(coins.map(({ currency }) => currency))];
}

/** A payment that is on its way may pay it all: it is waited for. */
function isPayableNow(view: PayView, { kind }: PayState): boolean {
  if (kind !== "waiting" && kind !== "rest") return false;
  return view.status === "check" && view.deposits.every(({ status }) => status !== "seen");
}
