import { AppError } from "@/lib/errors";
import type { PayState } from "@/lib/invoices/pay-state";
import type { PayQuote, PayView } from "@/lib/invoices/pay-view";
import { toBaseUnits } from "@/lib/money/base-units";
import { type Decimal, decimal } from "@/lib/money/decimal";
import { roundDown, roundUpToUnit } from "@/lib/money/rounding";
import type { SandboxNetwork } from "@/lib/sandbox/sandbox-file";

/** What the buttons of the panel pay: what is due, half of it, half as much again, or a token that nobody asked for. */
export const PLAY_MONEY_KINDS = ["exact", "little", "much", "token"] as const;

export type PlayMoneyKind = (typeof PLAY_MONEY_KINDS)[number];

/** Parameters of `eth_sendTransaction`; quantities in hexadecimal. */
export type PlayTransaction = {
  readonly from: string;
  readonly to: string;
  readonly value?: string;
  readonly data?: string;
};

/** How much of a token nobody asked for is sent. */
const STRAY_AMOUNT = decimal("5");
/** First four bytes of keccak256("transfer(address,uint256)"). */
const TRANSFER_SELECTOR = "0xa9059cbb";
const WORD_DIGITS = 64;

/**
 * The transaction that a button stands for, from the rich account of the sandbox chain to the invoice's address.
 *
 * @throws AppError when the chain has no such coin, or there is nothing to pay
 */
export function playTransaction(
  kind: PlayMoneyKind,
  chain: SandboxNetwork,
  view: PayView,
  state: PayState,
): PlayTransaction {
  const { quote } = view;
  if (quote === null) throw new AppError("refused", "Choose a coin first");
  if (kind === "token") return strayTransfer(chain, quote.currency, quote.address);
  return transferOf(chain, quote, amountOf(kind, state.due ?? quote.payerAmount, quote.payableDecimals));
}

/** `amount` of a coin, from the rich account to an address. */
export function transferOf(
  chain: SandboxNetwork,
  target: Pick<PayQuote, "address" | "decimals" | "contract">,
  amount: Decimal,
): PlayTransaction {
  const units = toBaseUnits(amount, target.decimals);
  if (target.contract === null) return { from: chain.faucet, to: target.address, value: quantity(units) };
  return { from: chain.faucet, to: target.contract, data: transferData(target.address, units) };
}

/** Calldata of `transfer(address,uint256)`, by the contract ABI: the selector, then each argument in 32 bytes. */
export function transferData(to: string, units: bigint): string {
  const address = to.slice(2).toLowerCase().padStart(WORD_DIGITS, "0");
  return TRANSFER_SELECTOR + address + units.toString(16).padStart(WORD_DIGITS, "0");
}

function amountOf(kind: "exact" | "little" | "much", due: Decimal, decimals: number): Decimal {
  if (kind === "exact") return due;
  return kind === "little" ? roundDown(due.times("0.5"), decimals) : roundUpToUnit(due.times("1.5"), decimals);
}

/** Some of a token that nobody asked for. @throws AppError when the chain has no other one */
export function strayTransfer(chain: SandboxNetwork, wanted: string, to: string): PlayTransaction {
  const stray = Object.entries(chain.tokens).find(([symbol]) => symbol !== wanted)?.[1];
  if (stray === undefined) throw new AppError("refused", "The sandbox chain has no other token");
  return { from: chain.faucet, to: stray.address, data: transferData(to, toBaseUnits(STRAY_AMOUNT, stray.decimals)) };
}

function quantity(units: bigint): string {
  return `0x${units.toString(16)}`;
}
