import { FileText, type LucideIcon, QrCode, Repeat, Send } from "lucide-react";
import { STATUS_LOOKS as INVOICE_LOOKS } from "@/components/money-in/invoices/status-badge";
import { STATUS_LOOKS as RECURRENCE_LOOKS } from "@/components/money-in/recurrences/recurrence-labels";
import { WALLET_LOOKS } from "@/components/money-in/wallets/wallet-status-badge";
import { PAYOUT_LOOKS } from "@/components/money-out/reviews/payout-status-badge";
import type { FoundView, SearchKind } from "@/lib/fronts/dashboard/search-schema";

const LOOKS: Readonly<Record<SearchKind, { readonly icon: LucideIcon; readonly word: string }>> = {
  invoice: { icon: FileText, word: "Invoice" },
  wallet: { icon: QrCode, word: "Static wallet" },
  payout: { icon: Send, word: "Payout" },
  recurrence: { icon: Repeat, word: "Recurring payment" },
};

const STATUS_LOOKS_OF = {
  invoice: INVOICE_LOOKS,
  wallet: WALLET_LOOKS,
  payout: PAYOUT_LOOKS,
  recurrence: RECURRENCE_LOOKS,
} as const satisfies Readonly<Record<SearchKind, object>>;

function keywordsOf(looks: Readonly<Record<string, { readonly word: string }>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(looks).map(([status, { word }]) => [status, word]));
}

/** The words of the badges, as plain data that a page may pass on. */
export const STATUS_WORDS: Readonly<Record<SearchKind, Readonly<Record<string, string>>>> = {
  invoice: keywordsOf(STATUS_LOOKS_OF.invoice),
  wallet: keywordsOf(STATUS_LOOKS_OF.wallet),
  payout: keywordsOf(STATUS_LOOKS_OF.payout),
  recurrence: keywordsOf(STATUS_LOOKS_OF.recurrence),
};

/** In the words of its badge. */
export function statusLabel({ kind, status }: Pick<FoundView, "kind" | "status">): string {
  return STATUS_WORDS[kind][status] ?? status;
}

/** Something found, in a line: what it is, its name, and how much. */
export function FoundItem({ found }: { found: FoundView }) {
  const { icon: Icon, word } = LOOKS[found.kind];
  return (
    <>
      <span className="flex min-w-0 items-center gap-2.5">
        <Icon aria-hidden className="size-4 shrink-0 text-ink-quiet" />
        <span className="min-w-0">
          <span className="block truncate font-medium">{found.orderId}</span>
          <span className="block truncate text-label text-ink-quiet">
            {word}, {statusLabel(found)}
          </span>
        </span>
      </span>
      <span className="shrink-0 text-small text-ink-soft tabular-nums">{found.detail}</span>
    </>
  );
}
