import { FileText, type LucideIcon, QrCode, Repeat, Send } from "lucide-react";
import type { FoundView, SearchKind } from "@/lib/dashboard/search-schema";

const LOOKS: Readonly<Record<SearchKind, { readonly icon: LucideIcon; readonly word: string }>> = {
  invoice: { icon: FileText, word: "Invoice" },
  wallet: { icon: QrCode, word: "Static wallet" },
  payout: { icon: Send, word: "Payout" },
  recurrence: { icon: Repeat, word: "Recurring payment" },
};

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
            {word}, {found.status}
          </span>
        </span>
      </span>
      <span className="shrink-0 text-small text-ink-soft tabular-nums">{found.detail}</span>
    </>
  );
}
