import { LifeBuoy, type LucideIcon, Send, Undo2 } from "lucide-react";
import { caseText } from "@/components/exceptions/cases/case-labels";
import { REVIEW_TEXTS } from "@/components/money-out/reviews/outflow-labels";
import type { InboxRow } from "@/lib/fronts/dashboard/inbox-schema";
import { routes } from "@/lib/fronts/paths/routes";

/** What a card says about its subject. */
export type InboxText = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly explanation: string;
  /** What happens if nobody decides. */
  readonly otherwise: string;
  readonly amount: string;
  readonly since: string;
  /** The page of the subject, and its name; null: it has none. */
  readonly subject: { readonly href: string; readonly label: string } | null;
};

const REQUEST_KINDS = {
  short: "The payer paid less than the invoice and asks for the money back.",
  surplus: "The payer paid more than the invoice and asks for the rest.",
  case: "The payer asks for a payment back that no invoice used.",
} as const;

export function inboxText(row: InboxRow): InboxText {
  if (row.of === "case") {
    return {
      icon: LifeBuoy,
      ...caseText(row),
      otherwise: "Until you decide, the payment is held: neither credited to you nor returned.",
      amount: row.amount,
      since: row.openedAt,
      subject: subjectOf(row),
    };
  }
  if (row.of === "request") {
    return {
      icon: Undo2,
      title: "Refund request",
      explanation: REQUEST_KINDS[row.kind],
      otherwise: "Until you decide, nothing is sent and the payer waits.",
      amount: row.amount,
      since: row.createdAt,
      subject: subjectOf(row),
    };
  }
  const { title, meaning } = REVIEW_TEXTS[row.reason];
  return {
    icon: Send,
    title: `${row.kind === "payout" ? "Payout" : "Refund"}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    explanation: `${row.detail}. Created by ${row.requestedBy ?? "your shop, through the API"}.${row.reason === "look_alike" ? ` ${meaning}` : ""}`,
    otherwise: "Until you decide, nothing is sent and the amount stays reserved.",
    amount: row.sentAmount,
    since: row.openedAt,
    subject:
      row.kind === "payout"
        ? { href: routes.payout(row.subjectId), label: row.orderId ?? "Payout" }
        : subjectOf({ ...row, orderId: row.orderId && `Refund of ${row.orderId}` }),
  };
}

type OfObject = {
  readonly invoiceId: string | null;
  readonly walletId?: string | null;
  readonly orderId: string | null;
};

function subjectOf({ invoiceId, walletId = null, orderId }: OfObject): InboxText["subject"] {
  if (invoiceId !== null) return { href: routes.invoice(invoiceId), label: orderId ?? "Invoice" };
  return walletId === null ? null : { href: routes.wallet(walletId), label: orderId ?? "Static wallet" };
}
