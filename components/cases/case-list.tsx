"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { CaseBoard, useCaseState } from "@/components/cases/case-board";
import { CaseItem } from "@/components/cases/case-item";
import { CreditDialog } from "@/components/cases/credit-dialog";
import { RefundCaseDialog } from "@/components/cases/refund-case-dialog";
import { RefundRequestsCard } from "@/components/refund-requests/refund-requests-card";
import { DownloadLink } from "@/components/ui/download-link";
import { caseQueries, casesFile } from "@/lib/client/cases";

export type CaseListProps = { readonly mayDecide: boolean; readonly mayPayOut: boolean };

/** Payments that no rule may credit by itself. */
export function CaseList({ mayDecide, mayPayOut }: CaseListProps) {
  const { status, tabs } = useCaseState();
  const query = useInfiniteQuery({ ...caseQueries.list({ status }), placeholderData: keepPreviousData });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        {tabs}
        <DownloadLink href={casesFile({ status })}>Export CSV</DownloadLink>
      </div>
      {status === "open" && (
        <div className="mb-4 empty:hidden">
          <RefundRequestsCard invoiceId={null} mayPayOut={mayPayOut} />
        </div>
      )}
      <CaseBoard
        status={status}
        query={query}
        emptyWords="Payments that come late, twice, in another coin or on another network wait here; none is lost."
        item={(row, decide) => (
          <CaseItem
            key={row.id}
            row={row}
            {...(mayDecide && { onCredit: () => decide("credit") })}
            {...(mayPayOut && { onRefund: () => decide("refund") })}
          />
        )}
        dialog={({ row, how }, close) =>
          how === "credit" ? <CreditDialog row={row} onClose={close} /> : <RefundCaseDialog row={row} onClose={close} />
        }
      />
    </>
  );
}
