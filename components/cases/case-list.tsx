"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { CaseItem } from "@/components/cases/case-item";
import { CreditDialog } from "@/components/cases/credit-dialog";
import { RefundCaseDialog } from "@/components/cases/refund-case-dialog";
import { RefundRequestsCard } from "@/components/refund-requests/refund-requests-card";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { PagedList } from "@/components/ui/query-states";
import type { CaseRowView } from "@/lib/cases/dashboard-schema";
import { caseQueries } from "@/lib/client/cases";

const STATES = ["open", "closed"] as const;
const CHOICES = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Decided" },
] as const;

export type CaseListProps = { readonly mayDecide: boolean; readonly mayPayOut: boolean };

type Decision = { readonly row: CaseRowView; readonly how: "credit" | "refund" };

/** Payments that no rule may credit by itself. */
export function CaseList({ mayDecide, mayPayOut }: CaseListProps) {
  const [status, setStatus] = useQueryState("status", parseAsStringLiteral(STATES).withDefault("open"));
  const query = useInfiniteQuery({ ...caseQueries.list({ status }), placeholderData: keepPreviousData });
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const close = () => setDeciding(null);
  return (
    <>
      <div className="mb-4">
        <FilterTabs label="State" value={status} choices={CHOICES} onChange={(value) => void setStatus(value)} />
      </div>
      {status === "open" && (
        <div className="mb-4 empty:hidden">
          <RefundRequestsCard invoiceId={null} mayPayOut={mayPayOut} />
        </div>
      )}
      <Card isPadded={false}>
        <PagedList query={query} failure="The cases could not be loaded" empty={<NoCases isOpen={status === "open"} />}>
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <CaseItem
                  key={row.id}
                  row={row}
                  {...(mayDecide && { onCredit: () => setDeciding({ row, how: "credit" }) })}
                  {...(mayPayOut && { onRefund: () => setDeciding({ row, how: "refund" }) })}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </Card>
      {deciding?.how === "credit" && <CreditDialog row={deciding.row} onClose={close} />}
      {deciding?.how === "refund" && <RefundCaseDialog row={deciding.row} onClose={close} />}
    </>
  );
}

function NoCases({ isOpen }: { isOpen: boolean }) {
  return (
    <EmptyState icon={LifeBuoy} title={isOpen ? "Nothing waits for you" : "Nothing was decided yet"}>
      Payments that come late, twice, in another coin or on another network wait here; none is lost.
    </EmptyState>
  );
}
