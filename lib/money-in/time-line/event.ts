import type { Prisma } from "@/lib/generated/prisma/client";
import { batched } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";

/** Kinds of events in an invoice's time line, with the content of `detail`. */
const INVOICE_EVENTS = [
  /** `{currency, network}` when it was created with a quote. */
  "created",
  /** The payer chose a coin: `{currency, network, payerAmount}`. */
  "quoted",
  /**
   * The shop renewed it after expiry: `{currency, network, lifetimeSeconds}`; without a coin only
   * the last.
   */
  "refreshed",
  /** The payer renewed it after expiry: the same; without a coin only the last. */
  "renewed",
  /** `{deposit, transactionId, network, currency, amount}` */
  "deposit-seen",
  /** The same. */
  "deposit-confirmed",
  /** The same: the deposit left its chain. */
  "deposit-vanished",
  /** The same: the deposit's credit was reversed. */
  "deposit-reversed",
  /** A deposit that no rule may credit: `{case, kind, currency, network, amount}`. */
  "case-opened",
  /** `{case}` */
  "case-credited",
  /** `{deposit, currency, amount, commission}` */
  "credited",
  /**
   * Paid from a personal wallet, without a transaction: `{payment, currency, amount, commission}`.
   * Does not name the payer.
   */
  "paid-from-balance",
  /** A member of the merchant cancelled it before it expired: `{by, user}`, their name and id. */
  "cancelled",
  /** Marked by the merchant, without a transaction: `{from, order_id}`. */
  "marked-paid",
  /**
   * The credit was converted, by the merchant's settings:
   * `{currency, amount, to, toAmount, fee, rate}`
   */
  "converted",
  /** The credit could not be converted: `{currency, amount, to, reason}` */
  "not-converted",
  /** The conversion was reversed with its credit: `{currency, amount, to, toAmount}` */
  "conversion-reversed",
  /** `{refund, currency, amount, sent, commission, address}` */
  "refund-ordered",
  /** `{refund, transactionId, currency, amount}` */
  "refund-paid",
  /** The amount was returned: `{refund, currency, amount, reason}` */
  "refund-failed",
  /** `{from, to}` */
  "status",
  /**
   * Written by the retention settings in place of what they deleted (lib/run/retention):
   * `{what, before}`, `events` or `payer`, and a date in UTC.
   */
  "data-deleted",
] as const;

export type InvoiceEventKind = (typeof INVOICE_EVENTS)[number];

/** Inserts an event into an invoice's time line, in the transaction that it describes. */
export async function insertEvent(
  tx: Tx,
  invoiceId: string,
  kind: InvoiceEventKind,
  detail: Prisma.InputJsonObject,
): Promise<void> {
  await writeEvent(tx, { invoiceId, kind, detail });
}

type NewEvent = {
  readonly invoiceId: string;
  readonly kind: InvoiceEventKind;
  readonly detail: Prisma.InputJsonObject;
};

const writeEvent = batched(async (tx, events: readonly NewEvent[]): Promise<null[]> => {
  await tx.invoiceEvent.createMany({ data: [...events] });
  return events.map(() => null);
});
