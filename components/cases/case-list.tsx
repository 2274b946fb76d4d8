"use client";

import { CaseBoard } from "@/components/cases/case-board";
import { CaseFilterBar } from "@/components/cases/case-filter-bar";
import { CaseItem } from "@/components/cases/case-item";
import { CreditDialog } from "@/components/cases/credit-dialog";
import { RefundCaseDialog } from "@/components/cases/refund-case-dialog";
import { RefundRequestsCard } from "@/components/refund-requests/refund-requests-card";
import { NewRows } from "@/components/ui/new-rows";
import { NothingFits } from "@/components/ui/nothing-fits";
import { useFirstRow } from "@/components/ui/use-first-row";
import { type ListFilter, useListFilter } from "@/components/ui/use-list-filter";
import { useLiveList } from "@/components/ui/use-live-list";
import { CASE_GROUPS, CASE_KINDS, CASE_PAGE_SIZE, type CaseGroup } from "@/lib/cases/dashboard-schema";
import { type CaseFilter, caseQueries, casesFile, readCasePage } from "@/lib/client/cases";
import type { ListChoices } from "@/lib/dashboard/list-choices";
import { TIME_SORTS, type TimeSort } from "@/lib/paging/list-sort";

export type CaseListProps = {
  readonly mayDecide: boolean;
  readonly mayPayOut: boolean;
  readonly choices: ListChoices;
};

/** Payments that no rule may credit by itself. */
export function CaseList({ mayDecide, mayPayOut, choices }: CaseListProps) {
  const filter = useListFilter(CASE_GROUPS, { sorts: TIME_SORTS });
  const asked = toAsked(filter.asked);
  const { query, news } = useLiveList({
    queryKey: caseQueries.list(asked).queryKey,
    readPage: (place, signal) => readCasePage(asked, place, signal),
  });
  const { area, onEnter } = useFirstRow(query.isSuccess && !query.isPlaceholderData);
  return (
    <>
      <CaseFilterBar filter={filter} choices={choices} exportHref={casesFile(asked)} onEnter={onEnter} />
      {asked.status === "open" && !filter.isNarrowed && (
        <div className="mb-4 empty:hidden">
          <RefundRequestsCard invoiceId={null} mayPayOut={mayPayOut} />
        </div>
      )}
      <NewRows {...news} countMax={CASE_PAGE_SIZE} />
      <div ref={area}>
        <CaseBoard
          status={asked.status}
          query={query}
          emptyWords="Payments that come late, twice, in another coin or on another network wait here; none is lost."
          {...(filter.isNarrowed && { empty: <NoneFits filter={filter} /> })}
          item={(row, decide) => (
            <CaseItem
              key={row.id}
              row={row}
              {...(mayDecide && { onCredit: () => decide("credit") })}
              {...(mayPayOut && { onRefund: () => decide("refund") })}
            />
          )}
          dialog={({ row, how }, close) =>
            how === "credit" ? (
              <CreditDialog row={row} onClose={close} />
            ) : (
              <RefundCaseDialog row={row} onClose={close} />
            )
          }
        />
      </div>
    </>
  );
}

/** Another currency than the coin's is nothing that a case has. */
function toAsked({
  currency: _,
  kind,
  status = "open",
  ...asked
}: ListFilter<CaseGroup, TimeSort>["asked"]): CaseFilter {
  const known = CASE_KINDS.find((one) => one === kind);
  return { ...asked, status, ...(known && { kind: known }) };
}

function NoneFits({ filter }: { filter: ListFilter<CaseGroup> }) {
  const isAll = filter.status === "all";
  return (
    <NothingFits title={isAll ? "No case fits" : "No case in this state fits"} onClear={filter.clear}>
      The beginning is enough: of an order id, or eight characters of an id, transaction or address.
      {!isAll && " Look among all of them as well."}
    </NothingFits>
  );
}
