import { FileText, type LucideIcon, QrCode, Repeat, Send } from "lucide-react";
import { STATUS_BADGES as INVOICE_BADGES } from "@/components/money-in/invoices/status-badge";
import { STATUS_BADGES as RECURRENCE_BADGES } from "@/components/money-in/recurrences/recurrence-labels";
import { WALLET_BADGES } from "@/components/money-in/wallets/wallet-status-badge";
import { PAYOUT_BADGES } from "@/components/money-out/reviews/payout-status-badge";
import type { FoundView, SearchKind } from "@/lib/fronts/dashboard/search-schema";

const KIND_LABELS: Readonly<Record<SearchKind, { readonly icon: LucideIcon; readonly label: string }>> = {
  invoice: { icon: FileText, label: "Invoice" },
  wallet: { icon: QrCode, label: "Static wallet" },
  payout: { icon: Send, label: "Payout" },
  recurrence: { icon: Repeat, label: "Recurring payment" },
};

const STATUS_BADGES_OF = {
  invoice: INVOICE_BADGES,
  wallet: WALLET_BADGES,
  payout: PAYOUT_BADGES,
  recurrence: RECURRENCE_BADGES,
} as const satisfies Readonly<Record<SearchKind, object>>;

function keywordsOf(looks: Readonly<Record<string, { readonly label: string }>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(looks).map(([status, { label }]) => [status, label]));
}

/** The labels of the badges, as plain data that a page can pass on. */
export const STATUS_WORDS: Readonly<Record<SearchKind, Readonly<Record<string, string>>>> = {
  invoice: keywordsOf(STATUS_BADGES_OF.invoice),
  wallet: keywordsOf(STATUS_BADGES_OF.wallet),
  payout: keywordsOf(STATUS_BADGES_OF.payout),
  recurrence: keywordsOf(STATUS_BADGES_OF.recurrence),
};

/** Returns the label of its badge. */
export function statusLabel({ kind, status }: Pick<FoundView, "kind" | "status">): string {
  return STATUS_WORDS[kind][status] ?? status;
}

/** A search result in one line: type, name and amount. */
export function FoundItem({ found }: { found: FoundView }) {
  const { icon: Icon, label } = KIND_LABELS[found.kind];
  return (
    <>
      <span className="flex min-w-0 items-center gap-2.5">
        <Icon aria-hidden className="size-4 shrink-0 text-ink-quiet" />
        <span className="min-w-0">
          <span className="block truncate font-medium">{found.orderId}</span>
          <span className="block truncate text-label text-ink-quiet">
            {label}, {statusLabel(found)}
          </span>
        </span>
      </span>
      <span className="shrink-0 text-small text-ink-soft tabular-nums">{found.detail}</span>
    </>
  );
}
