import { z } from "zod";
import { amountOrZero, currencyCode, networkCode } from "@/lib/fronts/admin/form-schema";

/** Where the gateway's money stands, and when it is gathered. Safe for the browser. */

const amount = z.string();
const SECONDS_PER_HOUR = 3_600;
const HOURS_MAX = 8_760;
const BATCH_MAX = 256;
const ADDRESS_CHARACTERS_MAX = 128;

const sweepPolicyView = z.object({
  /** False: the gateway's defaults, which follow what a sweep costs. */
  isOwn: z.boolean(),
  isEnabled: z.boolean(),
  amountMin: amount,
  /** Null: never for its age. */
  waitHoursMax: z.string().nullable(),
  batchMax: z.string(),
});

const coldAddressView = z.object({
  address: z.string(),
  keepAmount: amount,
  isEnabled: z.boolean(),
  /** Until when nothing goes to it, because it is new; null: it may go. */
  cooldownEndsAt: z.iso.datetime().nullable(),
});

const inCoinsView = z.object({
  /** Of the coins that may be spent now. */
  count: z.int(),
  largest: amount,
  /**
   * Of those that may not be spent yet: too young, or deposits that wait for a decision or a
   * refund.
   */
  keptCount: z.int(),
  kept: amount,
});

const hotCoinView = z.object({
  currency: z.string(),
  isNative: z.boolean(),
  hot: amount,
  inFlight: amount,
  onDeposits: amount,
  cold: amount,
  waitingCount: z.int(),
  waitingAmount: amount,
  /** Null where transactions spend coins: deposits pay as they are there, and none is swept. */
  policy: sweepPolicyView.nullable(),
  /** Null where accounts pay, and where our books do not have the coins. */
  inCoins: inCoinsView.nullable(),
  coldAddress: coldAddressView.nullable(),
});
export type HotCoinView = z.output<typeof hotCoinView>;

const hotWalletView = z.object({
  networkCode: z.string(),
  networkName: z.string(),
  nativeCurrency: z.string(),
  address: z.string(),
  addressUrl: z.string().nullable(),
  /**
   * For about how many more sweeps of tokens its native coin lasts; null where that is not known.
   */
  sweepsLeft: z.int().nullable(),
  /**
   * For how many days it pays all of the network's fees at the last week's pace; null where none
   * were paid.
   */
  gasDaysLeft: z.int().nullable(),
  coins: z.array(hotCoinView),
});
export type HotWalletView = z.output<typeof hotWalletView>;

export const hotWalletsView = z.array(hotWalletView);

export const sweepNowForm = z.object({ networkCode, currencyCode });

const wholeNumber = (from: number, to: number, message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, message)
    .refine((text) => Number.parseInt(text, 10) >= from && Number.parseInt(text, 10) <= to, message);

export const sweepPolicyForm = z.object({
  networkCode,
  currencyCode,
  isEnabled: z.boolean(),
  amountMin: amountOrZero,
  /** Empty: never for its age. */
  waitHoursMax: z.union([z.literal(""), wholeNumber(1, HOURS_MAX, "Enter a whole number of hours, up to a year.")]),
  batchMax: wholeNumber(1, BATCH_MAX, "Enter a whole number from 1 to 256."),
});
export type SweepPolicyForm = z.output<typeof sweepPolicyForm>;

export const coldAddressForm = z.object({
  networkCode,
  currencyCode,
  isEnabled: z.boolean(),
  address: z.string().trim().min(1, "Enter the address.").max(ADDRESS_CHARACTERS_MAX, "Invalid address."),
  keepAmount: amountOrZero,
});
export type ColdAddressForm = z.output<typeof coldAddressForm>;

/** Null for an empty field. */
export function toSeconds(hours: string): number | null {
  return hours === "" ? null : Number.parseInt(hours, 10) * SECONDS_PER_HOUR;
}

/** Whole hours, rounded up: the field takes no parts of one. */
export function toHours(seconds: number | null): string | null {
  return seconds === null ? null : Math.ceil(seconds / SECONDS_PER_HOUR).toString();
}
