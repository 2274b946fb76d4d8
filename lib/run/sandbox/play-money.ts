import type { SandboxNetwork } from "@/lib/chains/sandbox-file";
import type { PayState } from "@/lib/fronts/payment-page/pay-state";
import type { PayQuote, PayView } from "@/lib/fronts/payment-page/pay-view";
import { AppError } from "@/lib/kernel/errors";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { roundDown, roundUpToUnit } from "@/lib/kernel/money/rounding";

/**
 * What the panel's buttons pay: the amount due, half of it, half as much again, or an unexpected
 * token.
 */
export const PLAY_MONEY_KINDS = ["exact", "little", "much", "token"] as const;

export type PlayMoneyKind = (typeof PLAY_MONEY_KINDS)[number];

/** A payment for the rich account of a sandbox chain. */
export type PlayPayment = {
  /** Canonical text. */
  readonly to: string;
  /** Null for the network's own coin. */
  readonly contract: string | null;
  /** Base units. */
  readonly units: bigint;
};

/** Amount of the unexpected token. */
const STRAY_AMOUNT = decimal("5");

/**
 * Builds a button's payment to the invoice's address.
 *
 * @throws AppError when the chain has no such coin, or there is nothing to pay
 */
export function playPayment(kind: PlayMoneyKind, chain: SandboxNetwork, view: PayView, state: PayState): PlayPayment {
  const { quote } = view;
  if (quote === null) throw new AppError("not_found", "Choose a coin first");
  if (kind === "token") return strayPayment(chain, quote.currency, quote.address);
  return paymentOf(quote, amountOf(kind, state.due ?? quote.payerAmount, quote.payableDecimals));
}

/** Builds a payment of `amount` of a coin to an address. */
export function paymentOf(target: Pick<PayQuote, "address" | "decimals" | "contract">, amount: Decimal): PlayPayment {
  return { to: target.address, contract: target.contract, units: toBaseUnits(amount, target.decimals) };
}

function amountOf(kind: "exact" | "little" | "much", due: Decimal, decimals: number): Decimal {
  if (kind === "exact") return due;
  return kind === "little" ? roundDown(due.times("0.5"), decimals) : roundUpToUnit(due.times("1.5"), decimals);
}

/** Builds a payment of an unexpected token. @throws AppError when the chain has no other one */
export function strayPayment(chain: SandboxNetwork, wanted: string, to: string): PlayPayment {
  const stray = Object.entries(chain.tokens).find(([symbol]) => symbol !== wanted)?.[1];
  if (stray === undefined) throw new AppError("not_found", "The sandbox chain has no other token");
  return { to, contract: stray.address, units: toBaseUnits(STRAY_AMOUNT, stray.decimals) };
}
