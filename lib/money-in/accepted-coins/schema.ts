import { z } from "zod";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";

/** Input and output of the coins page. Safe to import in the browser. */

/** Above the number of services. */
const COINS_MAX = 200;

const currency = z.string().regex(/^[A-Z0-9]{1,16}$/);
const network = z.string().regex(/^[a-z0-9]{1,16}$/);

type Coin = { readonly currency: string; readonly network: string | null };

/** Whether both refer to the same coin on the same network. Expects canonical codes. */
export function isSameCoin(one: Coin, other: Coin): boolean {
  return one.currency === other.currency && one.network === other.network;
}

/** Null: every coin, including coins that the gateway adds later. */
export const acceptedCoinsInput = z.object({
  coins: z.array(z.object({ currency, network })).min(1, "Accept at least one coin.").max(COINS_MAX).nullable(),
});
export type AcceptedCoinsInput = z.output<typeof acceptedCoinsInput>;

/** An empty field means the gateway's own limit. */
const limit = z
  .string()
  .trim()
  .max(AMOUNT_CHARACTERS_MAX, "Too long for an amount.")
  .refine(
    (text) => text === "" || (parseAmount(text)?.gt("0") ?? false),
    "Enter an amount above zero, or leave it empty.",
  );

const PERCENT = "Enter a whole number from -99 to 100.";

/** A merchant's settings for one coin on one network, as the form submits them. */
export const coinTermsInput = z.object({
  currency,
  network,
  min: limit,
  max: limit,
  /** In percent; negative for a surcharge; empty for none. */
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
  /** The merchant's limits; null where the gateway's apply. */
  own: z.object({ min: amount.nullable(), max: amount.nullable() }),
  discount: z.int(),
  /** Whether the coin is offered and its network works at present. */
  isAvailable: z.boolean(),
});
export type CoinRow = z.output<typeof coinRow>;

export const coinsView = z.object({
  /** Whether every coin is accepted, including coins that the gateway adds later. */
  isEveryCoin: z.boolean(),
  coins: z.array(coinRow),
});
export type CoinsView = z.output<typeof coinsView>;
