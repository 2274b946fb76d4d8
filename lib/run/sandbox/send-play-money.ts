import { payState } from "@/lib/fronts/payment-page/pay-state";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import type { WalletPageView, WalletTarget } from "@/lib/fronts/wallet-page/load-wallet-page";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, ONE } from "@/lib/kernel/money/decimal";
import { roundDown, roundUpToUnit } from "@/lib/kernel/money/rounding";
import { type PlayMoneyKind, paymentOf, playPayment, strayPayment } from "@/lib/run/sandbox/play-money";
import { sendFromFaucet } from "@/lib/run/sandbox/send-from-faucet";

/** What the buttons send: well above the minimum, half of it, or an unexpected token. */
export const TOP_UP_KINDS = ["exact", "little", "token"] as const;
type TopUpKind = (typeof TOP_UP_KINDS)[number];

/** Enough to leave something after the creation fee. */
const MINIMA = "20";

/**
 * Returns whether the wallet can be topped up with play money: only in the sandbox, and on a
 * play-money chain.
 */
export function canTopUp(view: WalletPageView): boolean {
  return env().SANDBOX && view.network.isSandbox && view.target !== null;
}

/**
 * Sends a real transaction on the sandbox chain to a static wallet and returns its id, if the chain
 * reports it before the payment is in a block.
 *
 * @throws AppError `not_found` outside the sandbox, `unavailable` when the node does not accept it
 *   in time, `refused` when it is too small for the chain
 */
export async function sendTopUp(view: WalletPageView, kind: TopUpKind): Promise<string | null> {
  const { target } = view;
  if (!canTopUp(view) || target === null) throw new AppError("not_found", "There is no sandbox here");
  return await sendFromFaucet(view.network.code, (chain) =>
    kind === "token" ? strayPayment(chain, view.currency, target.address) : paymentOf(target, topUpOf(target, kind)),
  );
}

function topUpOf({ minimum, payableDecimals }: WalletTarget, kind: "exact" | "little"): Decimal {
  const base = minimum.isZero() ? ONE : minimum;
  return kind === "exact"
    ? roundUpToUnit(base.times(MINIMA), payableDecimals)
    : roundDown(base.times("0.5"), payableDecimals);
}

/**
 * Returns whether the invoice can be paid with play money: only in the sandbox, and on a play-money
 * chain.
 */
export function canPlay(view: PayView): boolean {
  return env().SANDBOX && view.quote?.network.isSandbox === true;
}

/**
 * Sends a real transaction on the sandbox chain of the invoice's quote and returns its id, if the
 * chain reports it before the payment is in a block.
 *
 * @throws AppError `not_found` outside the sandbox, `unavailable` when the node does not accept it
 *   in time, `refused` when it is too small for the chain
 */
export async function sendPlayMoney(view: PayView, kind: PlayMoneyKind, now: Date): Promise<string | null> {
  const code = view.quote?.network.code;
  if (!canPlay(view) || code === undefined) throw new AppError("not_found", "There is no sandbox here");
  return await sendFromFaucet(code, (chain) => playPayment(kind, chain, view, payState(view, now)));
}
