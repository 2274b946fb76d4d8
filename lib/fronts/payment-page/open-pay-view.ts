import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import type { PayChoice, PayView } from "@/lib/fronts/payment-page/pay-view";
import { AppError } from "@/lib/kernel/errors";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";

/**
 * What the payment page shows to somebody who opens it. Where only one coin on one network is allowed there is nothing to choose: it is
 * chosen, and the page asks for the payment at once. Null when there is no invoice of this uuid.
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
