import { z } from "zod";
import { AMOUNT_CHARACTERS_MAX, parseAmount } from "@/lib/kernel/money/parse-amount";
import { listFilters, pageCursors, rowNumber, TIME_SORTS } from "@/lib/kernel/paging/list-schema";

/**
 * Requests and responses of the page of transfers. Safe for the browser; amounts are plain decimal
 * text.
 */

export const TRANSFER_PAGE_SIZE = 25;

export const TRANSFER_DIRECTIONS = ["to-personal", "to-business"] as const;
export type TransferDirection = (typeof TRANSFER_DIRECTIONS)[number];

export const transferForm = z.object({
  direction: z.enum(TRANSFER_DIRECTIONS),
  currency: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{1,16}$/, "Choose a coin."),
  amount: z
    .string()
    .trim()
    .max(AMOUNT_CHARACTERS_MAX, "Too long for an amount.")
    .refine((text) => parseAmount(text)?.gt("0") ?? false, "Enter an amount above zero, with a decimal point."),
});
export type TransferForm = z.output<typeof transferForm>;

const transferWalletView = z.object({
  currency: z.string(),
  name: z.string(),
  /** What can be moved out of the business wallet. */
  business: z.string(),
  /** What can be moved out of the personal wallet; null for everyone but its owner. */
  personal: z.string().nullable(),
});
export type TransferWalletView = z.output<typeof transferWalletView>;

export const transferWalletsView = z.object({
  /**
   * The owner of the personal wallet: the merchant's creator. Null for a merchant created without a
   * user, for which no transfer is possible.
   */
  owner: z
    .object({
      name: z.string(),
      isYou: z.boolean(),
      /** False: the creator is currently not an owner of the merchant, and nothing can be moved. */
      isUsable: z.boolean(),
    })
    .nullable(),
  items: z.array(transferWalletView),
});
export type TransferWalletsView = z.output<typeof transferWalletsView>;

const { q, coin, from, to } = listFilters;
export const transferFilterQuery = z.object({
  direction: z.enum(TRANSFER_DIRECTIONS).optional(),
  /** Prefix of the transaction id of either wallet. */
  q,
  coin,
  from,
  to,
  sort: z.enum(TIME_SORTS).optional(),
});
export type TransferFilterQuery = z.output<typeof transferFilterQuery>;

export const transferListQuery = transferFilterQuery.extend({
  /** `nextCursor` of the previous page. */
  cursor: rowNumber.optional(),
});
export type TransferListQuery = z.output<typeof transferListQuery>;

const transferRowView = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  direction: z.enum(TRANSFER_DIRECTIONS),
  amount: z.string(),
  currency: z.string(),
  /** Transaction id of the business side, as returned by the machine API. */
  merchantTransactionId: z.string(),
  /** The user who created it on the pages; null for the machine API. */
  requestedBy: z.string().nullable(),
});
export type TransferRowView = z.output<typeof transferRowView>;

export const transferPageView = z.object({ items: z.array(transferRowView), ...pageCursors });
export type TransferPageView = z.output<typeof transferPageView>;
