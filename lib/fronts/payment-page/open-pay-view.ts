import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import type { PayState } from "@/lib/fronts/payment-page/pay-state";
import type { PayChoice, PayView } from "@/lib/fronts/payment-page/pay-view";
import { database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { readSpendable } from "@/lib/ledger/credit-merchant";
import { listUserBalances } from "@/lib/ledger/holdings";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { isOfferable } from "@/lib/money-in/invoices/payments-repo";

/**
 * What the payment page shows to somebody who opens it. Where only one coin on one network is
 * allowed there is nothing to choose: it is chosen, and the page asks for the payment at once. Null
 * when there is no invoice of this uuid.
 */
export async function openPayView(uuid: string, now: Date): Promise<PayView | null> {
  const view = await loadPayView(uuid);
  const only = view && onlyChoice(view, now);
  if (view === null || only === null) return view;
  try {
    await chooseCoin(view.uuid, { currency: only.currency, network: only.networkCode });
  } catch (error) {
    // What hinders it now is said to the payer who presses the button.
    if (error instanceof AppError) return view;
    throw error;
  }
  return await loadPayView(view.uuid);
}

/** A coin that is only unavailable for the moment is one that the payer may wait for. */
function onlyChoice({ quote, choices, unavailable, expiresAt }: PayView, now: Date): PayChoice | null {
  const [first, second] = choices;
  if (quote !== null || now >= expiresAt || second !== undefined || unavailable.length > 0) return null;
  return first ?? null;
}

/** What a signed-in payer may pay at once out of the personal wallet. */
export type BalanceOffer = { readonly quoteId: string; readonly amount: Decimal; readonly currency: string };

/**
 * What would be taken from a user who holds enough of the invoice's coin; null where the page must
 * not offer it. A look, no promise: paying judges again under the locks. What paying would refuse
 * for another reason than a change since is not offered.
 */
export async function findBalanceOffer(view: PayView, state: PayState, userId: string): Promise<BalanceOffer | null> {
  const { quote } = view;
  if (quote === null || !isPayableNow(view, state)) return null;
  const amount = quote.payerAmount.minus(view.confirmedAmount);
  if (!(await isOfferable(userId, view.uuid, new Date()))) return null;
  if (!amount.gt(ZERO) || (await readSpendable(database(), userId, quote.currency)).lt(amount)) return null;
  return { quoteId: quote.id, amount, currency: quote.currency };
}

/**
 * Coins of the choice that the user holds enough of, for the hint on the page that asks for one.
 */
export async function findAffordableCoins(view: PayView, userId: string): Promise<readonly string[]> {
  if (view.choices.length === 0 || !(await isOfferable(userId, view.uuid, new Date()))) return [];
  const held = new Set((await listUserBalances(userId)).map(({ currency }) => currency));
  const coins = new Set<string>();
  for (const { currency, payerAmount } of view.choices) {
    if (!held.has(currency) || coins.has(currency)) continue;
    if ((await readSpendable(database(), userId, currency)).gte(payerAmount)) coins.add(currency);
  }
  return [...coins];
}

/** A payment that is on its way may pay it all: it is waited for. */
function isPayableNow(view: PayView, { kind }: PayState): boolean {
  if (kind !== "waiting" && kind !== "rest" && kind !== "dropped") return false;
  return view.status === "check" && view.deposits.every(({ status }) => status !== "seen");
}
