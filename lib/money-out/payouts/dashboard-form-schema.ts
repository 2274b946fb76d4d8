import { z } from "zod";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";
import { RATE_SOURCE_NAMES } from "@/lib/pricing/rates/source-name";
import { FEE_PRIORITIES } from "@/lib/sending/fees/fee-priority";

/**
 * The form of a payout. Bounds are those of the machine API (schema.ts), said in words. Safe for
 * the browser.
 */

const ADDRESS_CHARACTERS_MAX = 128;
const MEMO_CHARACTERS_MAX = 30;
const URL_CHARACTERS_MAX = 255;

/** An empty field is an absent one. */
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
 * What a payout's price depends on: what the preview is asked with. The address may still be
 * missing there.
 */
export const payoutPreviewInput = z.object({
  amount: outflowAmount,
  /** Of the amount: a coin or a fiat currency. */
  currency: code,
  /** The coin that is sent, where the amount is in a fiat currency. */
  coin: optional(code),
  network: code,
  /** The balance that pays, where it is not the coin's own. */
  fromCurrency: optional(code),
  address: optional(outflowAddress),
  memo: optional(z.string().trim().max(MEMO_CHARACTERS_MAX, `Use at most ${MEMO_CHARACTERS_MAX} characters.`)),
  /** Whether the fee comes on top, so that exactly the amount arrives. */
  isFeeOnTop: z.boolean(),
  priority: optional(z.enum(FEE_PRIORITIES)),
  courseSource: optional(z.enum(RATE_SOURCE_NAMES)),
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
/** As the form holds it: without an order id it takes the one that it made itself. */
export const newPayoutForm = newPayoutInput.extend({ orderId: z.union([z.literal(""), orderId]) });
export type NewPayoutForm = z.input<typeof newPayoutForm>;
export type NewPayoutInput = z.output<typeof newPayoutInput>;

const networkOption = z.object({
  code: z.string(),
  name: z.string(),
  /** Limits of the amount, in the coin. */
  minimum: z.string(),
  maximum: z.string(),
  /** As fine as an amount of the coin may be. */
  decimals: z.int(),
  hasMemo: z.boolean(),
  hasPriority: z.boolean(),
  /** Whether money can leave by it right now. */
  isReady: z.boolean(),
});

/** What the form may offer at this moment. */
export const payoutOptionsView = z.object({
  coins: z.array(
    // Balances as they can be spent: without what is owed from a reversed payment.
    z.object({ code: z.string(), name: z.string(), balance: z.string(), networks: z.array(networkOption) }),
  ),
  fiats: z.array(z.object({ code: z.string(), name: z.string() })),
  /** The one other balance that can pay for any coin. */
  convertFrom: z.object({ code: z.string(), balance: z.string() }),
});
export type PayoutOptions = z.output<typeof payoutOptionsView>;

/** What a payout like this would do. */
export const payoutPreviewView = z.object({
  /** What reaches the address. */
  sentAmount: z.string(),
  currency: z.string(),
  networkName: z.string(),
  commission: z.string(),
  debitedAmount: z.string(),
  fromCurrency: z.string(),
  /**
   * Of a conversion from another balance: units of the coin for one, and what it keeps in the coin.
   */
  conversion: z.object({ rate: z.string(), rateSource: z.string(), fee: z.string() }).nullable(),
  /** How a fiat amount becomes the coin's. */
  fiatRate: z.object({ rate: z.string(), rateSource: z.string() }).nullable(),
  /** Of the balance that pays, before; without what is owed from a reversed payment. */
  spendable: z.string(),
  /** What the balance is short of; null when it suffices. */
  missing: z.string().nullable(),
  /** An earlier destination that this address looks like and is not. */
  lookAlike: z.string().nullable(),
  /** Why a second person would have to agree, in words. */
  approval: z.string().nullable(),
  /**
   * For how long the fee holds from now on, in whole seconds; amounts that follow a rate may move
   * before.
   */
  validSeconds: z.int(),
  /** What each level of speed costs, in the coin; empty where the network has none. */
  levels: z.array(z.object({ priority: z.enum(FEE_PRIORITIES), fee: z.string() })),
});
export type PayoutPreview = z.output<typeof payoutPreviewView>;
