"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { KIND_WORDS, STATUS_WORDS } from "@/components/cases/case-words";
import { CreditDialog, type MerchantChoice } from "@/components/cases/credit-dialog";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PagedList } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import type { CaseRowView } from "@/lib/cases/dashboard-schema";
import { type CaseScope, caseQueries } from "@/lib/client/cases";
import { routes } from "@/lib/client/routes";

const STATES = ["open", "closed"] as const;
const CHOICES = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Decided" },
] as const;

export type CaseListProps = {
  readonly scope: CaseScope;
  readonly mayDecide: boolean;
  /** For cases without an owner: who may get the money. */
  readonly merchants?: readonly MerchantChoice[];
};

/** Payments that no rule may credit by itself. */
export function CaseList({ scope, mayDecide, merchants }: CaseListProps) {
  const [status, setStatus] = useQueryState("status", parseAsStringLiteral(STATES).withDefault("open"));
  const query = useInfiniteQuery({ ...caseQueries.list(scope, { status }), placeholderData: keepPreviousData });
  const [deciding, setDeciding] = useState<CaseRowView | null>(null);
  return (
    <>
      <div className="mb-4">
        <FilterTabs label="State" value={status} choices={CHOICES} onChange={(value) => void setStatus(value)} />
      </div>
      <Card isPadded={false}>
        <PagedList query={query} failure="The cases could not be loaded" empty={<NoCases isOpen={status === "open"} />}>
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <CaseItem key={row.id} row={row} {...(mayDecide && { onDecide: () => setDeciding(row) })} />
              ))}
            </ul>
          )}
        </PagedList>
      </Card>
      {deciding && (
        <CreditDialog scope={scope} row={deciding} merchants={merchants} onClose={() => setDeciding(null)} />
      )}
    </>
  );
}

function CaseItem({ row, onDecide }: { row: CaseRowView; onDecide?: () => void }) {
  const { title, explanation } = KIND_WORDS[row.kind];
  const status = STATUS_WORDS[row.status];
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:flex-row sm:items-start sm:justify-between sm:px-5">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{title}</span>
          <Badge tone={status.tone} icon={status.icon}>
            {status.word}
          </Badge>
        </div>
        <p className="text-small text-ink-soft">
          {explanation}{" "}
          {row.invoiceId && <TextLink href={routes.invoice(row.invoiceId)}>{row.orderId ?? "Invoice"}</TextLink>}
          {row.walletId && <TextLink href={routes.wallet(row.walletId)}>{row.orderId ?? "Static wallet"}</TextLink>}
        </p>
        <Address value={row.transactionId} what="transaction" explorerUrl={row.transactionUrl} isShort />
        <p className="text-label text-ink-quiet">
          <Moment at={row.openedAt} />
          {row.resolution && ` · ${row.resolution}`}
        </p>
      </div>
      <div className="flex items-center justify-between gap-3 sm:flex-col sm:items-end">
        <span className="inline-flex flex-col sm:items-end">
          <Money amount={row.amount} currency={row.currency} size="large" />
          <span className="text-label text-ink-quiet">on {row.networkName}</span>
        </span>
        {row.status === "open" && onDecide && (
          <Button size="small" onClick={onDecide} disabled={!row.isConfirmed}>
            {row.isConfirmed ? "Credit…" : "Not confirmed yet"}
          </Button>
        )}
      </div>
    </li>
  );
}

function NoCases({ isOpen }: { isOpen: boolean }) {
  return (
    <EmptyState icon={LifeBuoy} title={isOpen ? "Nothing waits for you" : "Nothing was decided yet"}>
      Payments that come late, twice, in another coin or on another network wait here; none is lost.
    </EmptyState>
  );
}
