"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { CreditCaseDialog, type MerchantChoice } from "@/components/operator/credit-case-dialog";
import { OperatorCaseItem } from "@/components/operator/operator-case-item";
import { RefundCaseDialog } from "@/components/operator/refund-case-dialog";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { PagedList } from "@/components/ui/query-states";
import { operatorCaseQueries } from "@/lib/client/operator-cases";
import type { OperatorCaseGroup, OperatorCaseView } from "@/lib/operations/cases-schema";

const STATES = ["open", "closed"] as const;
const CHOICES = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Decided" },
] as const;

const EMPTY_WORDS: Readonly<Record<OperatorCaseGroup, string>> = {
  unowned: "Money that comes to an address that was never given out waits here; none is lost.",
  locked: "A deposit whose sender is on a list waits here until you decide.",
};

export type OperatorCaseListProps = {
  readonly group: OperatorCaseGroup;
  /** Among other cards; the only list of a page needs none. */
  readonly title?: string;
  /** Who may get the money of a case without an owner. */
  readonly merchants: readonly MerchantChoice[];
};

type Deciding = { readonly row: OperatorCaseView; readonly how: "credit" | "refund" };

/** Deposits that the operator decides about. */
export function OperatorCaseList({ group, title, merchants }: OperatorCaseListProps) {
  const [status, setStatus] = useQueryState("status", parseAsStringLiteral(STATES).withDefault("open"));
  const query = useInfiniteQuery({
    ...operatorCaseQueries.list({ group, status }),
    placeholderData: keepPreviousData,
  });
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const close = () => setDeciding(null);
  const tabs = (
    <FilterTabs label="State" value={status} choices={CHOICES} onChange={(value) => void setStatus(value)} />
  );
  return (
    <>
      {title === undefined && <div className="mb-4">{tabs}</div>}
      <Card {...(title !== undefined && { title, action: tabs })} isPadded={false}>
        <PagedList
          query={query}
          failure="The cases could not be loaded"
          empty={
            <EmptyState icon={LifeBuoy} title={status === "open" ? "Nothing waits for you" : "Nothing was decided yet"}>
              {EMPTY_WORDS[group]}
            </EmptyState>
          }
        >
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <OperatorCaseItem
                  key={row.id}
                  row={row}
                  onCredit={() => setDeciding({ row, how: "credit" })}
                  onRefund={() => setDeciding({ row, how: "refund" })}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </Card>
      {deciding?.how === "credit" && <CreditCaseDialog row={deciding.row} merchants={merchants} onClose={close} />}
      {deciding?.how === "refund" && <RefundCaseDialog row={deciding.row} onClose={close} />}
    </>
  );
}
