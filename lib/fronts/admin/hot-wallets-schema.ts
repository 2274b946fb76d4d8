import { z } from "zod";
import { amountOrZero, currencyCode, networkCode } from "@/lib/fronts/admin/form-schema";

/** Where the gateway's money is held and when it is swept. Safe for the browser. */

const amount = z.string();
const SECONDS_PER_HOUR = 3_600;
const HOURS_MAX = 8_760;
const BATCH_MAX = 256;
const ADDRESS_CHARACTERS_MAX = 128;

const sweepPolicyView = z.object({
  /** False: the gateway's defaults, which depend on the cost of a sweep. */
  isOwn: z.boolean(),
  isEnabled: z.boolean(),
  amountMin: amount,
  /** Null: never swept because of age. */
  waitHoursMax: z.string().nullable(),
  batchMax: z.string(),
});

const coldAddressView = z.object({
  address: z.string(),
  keepAmount: amount,
  isEnabled: z.boolean(),
  /** End of the cooldown of a new address; null: it can receive now. */
  cooldownEndsAt: z.iso.datetime().nullable(),
});

const inCoinsView = z.object({
  /** Of the spendable coins. */
  count: z.int(),
  largest: amount,
  /** Of the coins not spendable yet: immature, or deposits waiting for a decision or a refund. */
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
  /** Null on UTXO networks: deposits are spent directly and never swept. */
  policy: sweepPolicyView.nullable(),
  /** Null on account-based networks, and where our books do not have the coins. */
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
  /** Approximate number of token sweeps that its native coin still covers; null if unknown. */
  sweepsLeft: z.int().nullable(),
  /** Days for which it covers all network fees at the last week's rate; null if none were paid. */
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
  /** Empty: never swept because of age. */
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

/** Returns null for an empty field. */
export function toSeconds(hours: string): number | null {
  return hours === "" ? null : Number.parseInt(hours, 10) * SECONDS_PER_HOUR;
}

/** Returns whole hours, rounded up because the field does not accept fractions. */
export function toHours(seconds: number | null): string | null {
  return seconds === null ? null : Math.ceil(seconds / SECONDS_PER_HOUR).toString();
}
