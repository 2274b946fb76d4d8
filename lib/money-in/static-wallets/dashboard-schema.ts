import { z } from "zod";
import { listFilters, pageCursor, pageCursors, TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { INVOICE_STATUSES } from "@/lib/money-in/invoices/status";
import { WALLET_STATUSES } from "@/lib/money-in/static-wallets/wallet";

/**
 * Input and output of the dashboard's pages of static wallets. Safe to import in the browser;
 * amounts are plain decimal text.
 */

export const WALLET_PAGE_SIZE = 25;
export const walletFilterQuery = z.object({
  status: z.enum(["active", "blocked"]).optional(),
  ...listFilters,
  sort: z.enum(TIME_SORTS).optional(),
});
export type WalletFilterQuery = z.output<typeof walletFilterQuery>;

export const walletListQuery = walletFilterQuery.extend(pageCursor);
export type WalletListQuery = z.output<typeof walletListQuery>;

const moment = z.iso.datetime();

const walletRowView = z.object({
  id: z.uuid(),
  orderId: z.string(),
  status: z.enum(WALLET_STATUSES),
  currency: z.string(),
  networkName: z.string(),
  address: z.string(),
  topUpCount: z.int(),
  /** Total credited to the merchant, of all top-ups. */
  creditedAmount: z.string(),
  createdAt: moment,
});
export type WalletRowView = z.output<typeof walletRowView>;

export const walletPageView = z.object({ items: z.array(walletRowView), ...pageCursors });
export type WalletListView = z.output<typeof walletPageView>;

const topUpView = z.object({
  id: z.uuid(),
  status: z.enum(INVOICE_STATUSES),
  amount: z.string(),
  creditedAmount: z.string().nullable(),
  transactionId: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  createdAt: moment,
});
export type TopUpView = z.output<typeof topUpView>;

export const walletDetailView = walletRowView.extend({
  addressUrl: z.string().nullable(),
  urlCallback: z.string().nullable(),
  pageUrl: z.string(),
  minimum: z.string(),
  /** Waiting until the minimum is reached. */
  waitingAmount: z.string(),
  /** Received after the wallet was blocked, and not refunded. */
  heldAmount: z.string(),
  /** Deposits in another coin or on another network with a pending decision. */
  openCaseCount: z.int(),
  /** In TRX. */
  creationFee: z.string(),
  creationFeePaid: z.string(),
  isForceRefund: z.boolean(),
  /** Whether senders on its network are accounts, to which a forced refund can be sent. */
  areSendersAccounts: z.boolean(),
  blockedAt: moment.nullable(),
  /** Only the newest ones. */
  topUps: z.array(topUpView),
});
export type WalletDetailView = z.output<typeof walletDetailView>;

export const blockWalletForm = z.object({ id: z.uuid(), isForceRefund: z.boolean() });

/**
 * The create form. Bounds are those of the machine API (schema.ts), with texts for people. Safe to
 * import in the browser.
 */

const URL_CHARACTERS_MAX = 255;

/** Treats an empty field as absent. */
function optional<Schema extends z.ZodType<string, string>>(schema: Schema) {
  return z.union([z.literal("").transform(() => null), schema]);
}

const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{1,16}$/, "Choose an option.");

export const newWalletInput = z.object({
  coin: code,
  network: code,
  orderId: z
    .string()
    .trim()
    .min(1, "Enter an order ID, for example the customer number.")
    .max(100, { error: "Use at most 100 characters.", abort: true })
    .regex(/^[A-Za-z0-9_-]*$/, "Use letters, digits, dashes and underscores."),
  urlCallback: optional(
    z
      .string()
      .trim()
      .max(URL_CHARACTERS_MAX, `Use at most ${URL_CHARACTERS_MAX} characters.`)
      .pipe(z.url({ protocol: /^https?$/, error: "Enter a full URL that starts with https://." })),
  ),
});
/** The form's values. */
export type NewWalletForm = z.input<typeof newWalletInput>;
export type NewWalletInput = z.output<typeof newWalletInput>;
