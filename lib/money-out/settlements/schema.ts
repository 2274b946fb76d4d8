import { z } from "zod";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";
import { isTimeZone } from "@/lib/kernel/zone-days";
import { newPayoutInput, outflowAddress, outflowAmount } from "@/lib/money-out/payouts/dashboard-form-schema";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";
import { SETTLEMENT_TRIGGERS } from "@/lib/money-out/settlements/settlement";

/** Automatic settlements on the pages. Safe for the browser; amounts are plain decimal text. */

const moment = z.iso.datetime();
const { currency: coin, network, memo, urlCallback } = newPayoutInput.shape;

/** 1 is Monday. */
export const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "7"] as const;

const keptAmount = z
  .string()
  .trim()
  .max(AMOUNT_CHARACTERS_MAX, "Too long for an amount.")
  .refine((text) => text === "" || parseAmount(text) !== null, "Enter an amount with a decimal point, or nothing.");

const timeZone = z.string().trim().refine(isTimeZone, "Enter a time zone such as Europe/Berlin.");

export const settlementInput = z.object({
  coin,
  network,
  address: outflowAddress,
  memo,
  trigger: z.enum(SETTLEMENT_TRIGGERS),
  /** Smallest payout, in the coin. */
  threshold: outflowAmount,
  /** What stays in the balance, in the coin; empty: nothing. */
  keep: keptAmount,
  /** Ignored where the balance decides. */
  time: z
    .string()
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time from 00:00 to 23:59."),
  /** Only for weekly settlements. */
  weekday: z.enum(WEEKDAYS),
  timeZone,
  urlCallback,
});
/** The form's state: without a time zone it uses the browser's. */
export const settlementForm = settlementInput.extend({ timeZone: z.union([z.literal(""), timeZone]) });
export type SettlementForm = z.input<typeof settlementForm>;
export type SettlementInput = z.output<typeof settlementInput>;

/**
 * `stopped` by the gateway, with a reason; `paused` by a person; `paying` while its payout is not
 * final; `cooldown` until its address may be used.
 */
export const SETTLEMENT_STATES = ["active", "cooldown", "paying", "paused", "stopped"] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

const settlementView = z.object({
  id: z.uuid(),
  state: z.enum(SETTLEMENT_STATES),
  coin: z.string(),
  network: z.string(),
  networkName: z.string(),
  address: z.string(),
  memo: z.string().nullable(),
  trigger: z.enum(SETTLEMENT_TRIGGERS),
  threshold: z.string(),
  keep: z.string(),
  /** What can be spent of the balance now. */
  balance: z.string(),
  /** Null where the balance decides. */
  time: z.string().nullable(),
  weekday: z.enum(WEEKDAYS).nullable(),
  timeZone: z.string(),
  urlCallback: z.string().nullable(),
  /** End of the address's cooldown; null once it is over. */
  usableFrom: moment.nullable(),
  /** The next run; null where the balance decides. */
  nextAt: moment.nullable(),
  /** Why the last run created no payout. */
  note: z.string().nullable(),
  stopReason: z.string().nullable(),
  /** A user's name. */
  savedBy: z.string(),
  /** Newest first. */
  payouts: z.array(
    z.object({
      id: z.uuid(),
      status: z.enum(PAYOUT_STATUSES),
      amount: z.string(),
      currency: z.string(),
      createdAt: moment,
    }),
  ),
});
export type SettlementView = z.output<typeof settlementView>;

export const settlementListView = z.object({ items: z.array(settlementView) });
export type SettlementListView = z.output<typeof settlementListView>;
