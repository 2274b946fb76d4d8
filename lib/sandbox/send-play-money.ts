import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { payState } from "@/lib/invoices/pay-state";
import type { PayView } from "@/lib/invoices/pay-view";
import { type PlayMoneyKind, playPayment } from "@/lib/sandbox/play-money";
import { sendFromFaucet } from "@/lib/sandbox/send-from-faucet";

/** Whether the invoice can be paid with play money: in the sandbox, and on a play-money chain, and nowhere else. */
export function canPlay(view: PayView): boolean {
  return env().SANDBOX && view.quote?.network.isSandbox === true;
}

/**
 * Sends a real transaction on the sandbox chain of the invoice's quote and answers its id, where the chain
 * tells it before the payment is in a block.
 *
 * @throws AppError `not_found` outside the sandbox, `unavailable` when the node does not take it in time, `refused` when it is too small for
 * the chain
 */
export async function sendPlayMoney(view: PayView, kind: PlayMoneyKind, now: Date): Promise<string | null> {
  const code = view.quote?.network.code;
  if (!canPlay(view) || code === undefined) throw new AppError("not_found", "There is no sandbox here");
  return await sendFromFaucet(code, (chain) => playPayment(kind, chain, view, payState(view, now)));
}
