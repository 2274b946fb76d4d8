import { z } from "zod";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";
import { RATE_SOURCE_NAMES } from "@/lib/pricing/rates/source-name";
import { FEE_PRIORITIES } from "@/lib/sending/fees/fee-priority";

/**
 * The form of a payout. Limits are those of the machine API (schema.ts), with messages for people.
 * Safe for the browser.
 */

const ADDRESS_CHARACTERS_MAX = 128;
const MEMO_CHARACTERS_MAX = 30;
const URL_CHARACTERS_MAX = 255;

/** An empty field counts as absent. */
function optional<Schema extends z.ZodType<string, string>>(schema: Schema) {
  return z.union([z.literal("").transform(() => null), schema]);
}

const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{1,16}$/, "Choose an option.");

export const outflowAmount = z
  .string()
  .trim()
  .max(AMOUNT_CHARACTERS_MAX, "Too long for an amount.")
  .refine((text) => parseAmount(text)?.gt("0") ?? false, "Enter an amount above zero, with a decimal point.");

export const outflowAddress = z
  .string()
  .trim()
  .min(1, "Enter the destination address.")
  .max(ADDRESS_CHARACTERS_MAX, "Too long for an address.");

/**
 * The inputs that determine a payout's price, for the preview. The address may still be missing.
 */
export const payoutPreviewInput = z.object({
  amount: outflowAmount,
  /** Currency of the amount: a coin or a fiat currency. */
  currency: code,
  /** The coin to send, if the amount is in a fiat currency. */
  coin: optional(code),
  network: code,
  /** The balance that pays, if it is not the coin's own. */
  fromCurrency: optional(code),
  address: optional(outflowAddress),
  memo: optional(z.string().trim().max(MEMO_CHARACTERS_MAX, `Use at most ${MEMO_CHARACTERS_MAX} characters.`)),
  /** Whether the fee is added on top, so that exactly the amount arrives. */
  isFeeOnTop: z.boolean(),
  priority: optional(z.enum(FEE_PRIORITIES)),
  requestedRateSource: optional(z.enum(RATE_SOURCE_NAMES)),
});
export type PayoutPreviewForm = z.input<typeof payoutPreviewInput>;
export type PayoutPreviewInput = z.output<typeof payoutPreviewInput>;

const orderId = z
  .string()
  .trim()
  .min(1, "Enter an order ID.")
  .max(100, { error: "Use at most 100 characters.", abort: true })
  .regex(/^[A-Za-z0-9_-]*$/, "Use letters, digits, dashes and underscores.");

export const newPayoutInput = payoutPreviewInput.extend({
  address: outflowAddress,
  orderId,
  urlCallback: optional(
    z
      .string()
      .trim()
      .max(URL_CHARACTERS_MAX, `Use at most ${URL_CHARACTERS_MAX} characters.`)
      .pipe(z.url({ protocol: /^https?$/, error: "Enter a full URL that starts with https://." })),
  ),
});
/** The form's state: without an order id it uses the one it generated. */
export const newPayoutForm = newPayoutInput.extend({ orderId: z.union([z.literal(""), orderId]) });
export type NewPayoutForm = z.input<typeof newPayoutForm>;
export type NewPayoutInput = z.output<typeof newPayoutInput>;

const networkOption = z.object({
  code: z.string(),
  name: z.string(),
  /** Limits of the amount, in the coin. */
  minimum: z.string(),
  maximum: z.string(),
  /** Maximum number of decimals of an amount in the coin. */
  decimals: z.int(),
  hasMemo: z.boolean(),
  hasPriority: z.boolean(),
  /** Whether payouts are currently possible on this network. */
  isReady: z.boolean(),
});

/** What the form can currently offer. */
export const payoutOptionsView = z.object({
  coins: z.array(
    // Spendable balances: without the debt from reversed payments.
    z.object({ code: z.string(), name: z.string(), balance: z.string(), networks: z.array(networkOption) }),
  ),
  fiats: z.array(z.object({ code: z.string(), name: z.string() })),
  /** The other balance that can pay for any coin. */
  convertFrom: z.object({ code: z.string(), balance: z.string() }),
});
export type PayoutOptions = z.output<typeof payoutOptionsView>;

/** The effect of a payout. */
export const payoutPreviewView = z.object({
  /** The amount that arrives at the address. */
  sentAmount: z.string(),
  currency: z.string(),
  networkName: z.string(),
  commission: z.string(),
  debitedAmount: z.string(),
  fromCurrency: z.string(),
  /**
   * For a conversion from another balance: units of the coin per unit, and the conversion's fee in
   * the coin.
   */
  conversion: z.object({ rate: z.string(), rateSource: z.string(), fee: z.string() }).nullable(),
  /** The rate from the fiat amount to the coin. */
  fiatRate: z.object({ rate: z.string(), rateSource: z.string() }).nullable(),
  /** The balance that pays, before the payout; without the debt from reversed payments. */
  spendable: z.string(),
  /** The shortfall of the balance; null when it is sufficient. */
  missing: z.string().nullable(),
  /** A known destination that this address resembles without being equal. */
  lookAlike: z.string().nullable(),
  /** Why a second person has to approve it, as text. */
  approval: z.string().nullable(),
  /**
   * For how many whole seconds the fee remains valid; amounts that depend on a rate may change
   * earlier.
   */
  validSeconds: z.int(),
  /** The fee at each priority, in the coin; empty if the network has no priorities. */
  levels: z.array(z.object({ priority: z.enum(FEE_PRIORITIES), fee: z.string() })),
});
export type PayoutPreview = z.output<typeof payoutPreviewView>;
