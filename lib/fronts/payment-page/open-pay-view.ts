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
 * Returns what the payment page shows when it is opened. If only one coin on one network is
 * allowed, it is chosen automatically, and the page requests the payment at once. Null if there is
 * no invoice with this uuid.
 */
export async function openPayView(uuid: string, now: Date): Promise<PayView | null> {
  const view = await loadPayView(uuid);
  const only = view && onlyChoice(view, now);
  if (view === null || only === null) return view;
  try {
    await chooseCoin(view.uuid, { currency: only.currency, network: only.networkCode });
  } catch (error) {
    // The payer sees the reason when they press the button.
    if (error instanceof AppError) return view;
    throw error;
  }
  return await loadPayView(view.uuid);
}

/** The payer may want to wait for a coin that is only temporarily unavailable. */
function onlyChoice({ quote, choices, unavailable, expiresAt }: PayView, now: Date): PayChoice | null {
  const [first, second] = choices;
  if (quote !== null || now >= expiresAt || second !== undefined || unavailable.length > 0) return null;
  return first ?? null;
}

/** What a signed-in payer can pay immediately from their personal wallet. */
export type BalanceOffer = { readonly quoteId: string; readonly amount: Decimal; readonly currency: string };

/**
 * Returns what would be debited from a user who holds enough of the invoice's coin; null if the
 * page must not offer it. Not a guarantee: paying checks again under the locks. The offer excludes
 * everything that paying would refuse, other than because of later changes.
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
 * Returns the offered coins of which the user holds enough, for the hint on the page that asks for
 * a coin.
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

/** A pending payment may cover the whole amount, so the payer must wait for it. */
function isPayableNow(view: PayView, { kind }: PayState): boolean {
  if (kind !== "waiting" && kind !== "rest" && kind !== "dropped") return false;
  return view.status === "check" && view.deposits.every(({ status }) => status !== "seen");
}
