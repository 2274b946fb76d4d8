import { z } from "zod";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";

/** What the page of coins sends and is told. Safe for the browser. */

/** More than there are services. */
const COINS_MAX = 200;

const currency = z.string().regex(/^[A-Z0-9]{1,16}$/);
const network = z.string().regex(/^[a-z0-9]{1,16}$/);

type Coin = { readonly currency: string; readonly network: string | null };

/** Whether two name the same coin on the same network, both in canonical codes. */
export function isSameCoin(one: Coin, other: Coin): boolean {
  return one.currency === other.currency && one.network === other.network;
}

/** Null: every coin, also those that the gateway gets later. */
export const acceptedCoinsInput = z.object({
  coins: z.array(z.object({ currency, network })).min(1, "Accept at least one coin.").max(COINS_MAX).nullable(),
});
export type AcceptedCoinsInput = z.output<typeof acceptedCoinsInput>;

/** An empty field is the gateway's own limit. */
const limit = z
  .string()
  .trim()
  .max(AMOUNT_CHARACTERS_MAX, "Too long for an amount.")
  .refine(
    (text) => text === "" || (parseAmount(text)?.gt("0") ?? false),
    "Enter an amount above zero, or leave it empty.",
  );

const PERCENT = "Enter a whole number from -99 to 100.";

/** What a merchant sets for one coin on one network, as the form holds it. */
export const coinTermsInput = z.object({
  currency,
  network,
  min: limit,
  max: limit,
  /** In percent; below zero an extra commission; empty: none. */
  discount: z
    .string()
    .trim()
    .regex(/^(-?\d{1,3})?$/, PERCENT)
    .refine((text) => text === "" || (Number.parseInt(text, 10) >= -99 && Number.parseInt(text, 10) <= 100), PERCENT),
});
export type CoinTermsForm = z.input<typeof coinTermsInput>;
export type CoinTermsInput = z.output<typeof coinTermsInput>;

const amount = z.string();

const coinRow = z.object({
  currency,
  currencyName: z.string(),
  network,
  networkName: z.string(),
  isAccepted: z.boolean(),
  /** The gateway's own limits, in the coin. */
  gateway: z.object({ min: amount, max: amount }),
  /** The merchant's; null: the gateway's hold. */
  own: z.object({ min: amount.nullable(), max: amount.nullable() }),
  discount: z.int(),
  /** It is offered, and its network works, at this moment. */
  isAvailable: z.boolean(),
});
export type CoinRow = z.output<typeof coinRow>;

export const coinsView = z.object({
  /** Every coin is accepted, also those that the gateway gets later. */
  isEveryCoin: z.boolean(),
  coins: z.array(coinRow),
});
export type CoinsView = z.output<typeof coinsView>;
