import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";

/** Kinds of lines in an invoice's time line, with what `detail` holds. */
const INVOICE_EVENTS = [
  /** `{currency, network}` when it was made with a quote. */
  "created",
  /** The payer chose a coin: `{currency, network, payerAmount}`. */
  "quoted",
  /**
   * The shop renewed it after its time: `{currency, network, lifetimeSeconds}`, without a coin only
   * the last.
   */
  "refreshed",
  /** The payer got a new price after its time: the same; without a coin only the last. */
  "renewed",
  /** `{deposit, transactionId, network, currency, amount}` */
  "deposit-seen",
  /** The same. */
  "deposit-confirmed",
  /** The same: it left its chain. */
  "deposit-vanished",
  /** The same: what had been credited for it was taken back. */
  "deposit-reversed",
  /** A deposit that no rule may credit: `{case, kind, currency, network, amount}`. */
  "case-opened",
  /** `{case}` */
  "case-credited",
  /** `{deposit, currency, amount, commission}` */
  "credited",
  /**
   * Paid out of a personal wallet, no transaction: `{payment, currency, amount, commission}`. Who
   * paid is not said.
   */
  "paid-from-balance",
  /** A person of the merchant closed it before its time: `{by, user}`, their name and id. */
  "cancelled",
  /** The merchant's word, no transaction: `{from, order_id}`. */
  "marked-paid",
  /**
   * The credit was swapped, as the merchant has it: `{currency, amount, to, toAmount, fee, rate}`
   */
  "converted",
  /** It should have been and was not: `{currency, amount, to, reason}` */
  "not-converted",
  /** It was swapped back, because the credit was taken back: `{currency, amount, to, toAmount}` */
  "conversion-reversed",
  /** `{refund, currency, amount, sent, commission, address}` */
  "refund-ordered",
  /** `{refund, transactionId, currency, amount}` */
  "refund-paid",
  /** The money is back: `{refund, currency, amount, reason}` */
  "refund-failed",
  /** `{from, to}` */
  "status",
] as const;

export type InvoiceEventKind = (typeof INVOICE_EVENTS)[number];

/** Writes a line of an invoice's time line, in the transaction of what it tells of. */
export async function insertEvent(
  tx: Tx,
  invoiceId: string,
  kind: InvoiceEventKind,
  detail: Prisma.InputJsonObject,
): Promise<void> {
  await tx.invoiceEvent.create({ data: { invoiceId, kind, detail }, select: { id: true } });
}
