import type { ReactNode } from "react";
import { inboxText } from "@/components/fronts/inbox/inbox-labels";
import { Address } from "@/components/ui/address";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import type { InboxRow } from "@/lib/fronts/dashboard/inbox-schema";

/** What waits for a decision: the same layout for every kind. */
export function InboxCard({ row, children }: { row: InboxRow; children: ReactNode }) {
  const { icon: Icon, title, explanation, otherwise, amount, since, subject } = inboxText(row);
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-raised sm:p-5">
      <div className="flex items-start gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-waiting-soft text-waiting">
          <Icon aria-hidden className="size-4.5" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="wrap-anywhere font-medium">{title}</h2>
          <p className="text-label text-ink-quiet">
            <Moment at={since} style="relative" />
            {subject && (
              <>
                {" · "}
                <TextLink href={subject.href}>{subject.label}</TextLink>
              </>
            )}
          </p>
        </div>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Money amount={amount} currency={row.currency} size="large" />
        <span className="text-small text-ink-soft">on {row.networkName}</span>
      </p>
      {row.of !== "case" && <Address value={row.address} what="address" isShort />}
      <div className="flex flex-col gap-1 text-small">
        <p className="wrap-anywhere">{explanation}</p>
        <p className="text-ink-soft">{otherwise}</p>
      </div>
      {children}
    </li>
  );
}
