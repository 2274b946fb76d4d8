"use client";

import { CaseBoard } from "@/components/exceptions/cases/case-board";
import { CaseDecisionDialog, type HowDecided } from "@/components/exceptions/cases/case-decision-dialog";
import { CaseFilterBar } from "@/components/exceptions/cases/case-filter-bar";
import { CaseItem } from "@/components/exceptions/cases/case-item";
import { RefundRequestItem } from "@/components/exceptions/refund-requests/refund-request-item";
import { RestrictionNote } from "@/components/people/restrictions/restriction-note";
import { NewRows } from "@/components/ui/new-rows";
import { NoMatches } from "@/components/ui/no-matches";
import { useFirstRow } from "@/components/ui/use-first-row";
import { useListCounts } from "@/components/ui/use-list-counts";
import { type ListFilter, useListFilter } from "@/components/ui/use-list-filter";
import { useLiveList } from "@/components/ui/use-live-list";
import {
  CASE_LIST_KINDS,
  CASE_PAGE_SIZE,
  type CaseFilterQuery,
  type CaseListRow,
} from "@/lib/exceptions/case-list/dashboard-schema";
import { CASE_GROUPS, type CaseGroup } from "@/lib/exceptions/refund-requests/schema";
import { withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import type { ListChoices } from "@/lib/fronts/dashboard/list-filter";
import { TIME_SORTS, type TimeSort } from "@/lib/kernel/paging/list-schema";

export type CaseListProps = {
  readonly mayDecide: boolean;
  readonly mayPayOut: boolean;
  readonly choices: ListChoices;
};

/** Payments that no rule may credit, and payers' refund requests: open or decided, in one list. */
export function CaseList({ mayDecide, mayPayOut, choices }: CaseListProps) {
  const filter = useListFilter(CASE_GROUPS, { sorts: TIME_SORTS });
  const asked = toAsked(filter.asked);
  const { query, news } = useLiveList({
    queryKey: rpc.cases.list.infiniteQueryKey(asked),
    readPage: (place, signal) => rpc.cases.list.query({ ...asked, ...place }, { signal }),
  });
  const { sort: _sort, ...counted } = asked;
  const counts = useListCounts(rpc.cases.counts.queryOptions(counted));
  const { area, onEnter } = useFirstRow(query.isSuccess && !query.isPlaceholderData);
  return (
    <>
      <CaseFilterBar
        filter={filter}
        counts={counts}
        choices={choices}
        exportHref={withSearch("/api/cases/export", asked)}
        onEnter={onEnter}
      />
      {mayPayOut && (
        <div className="mb-4 empty:hidden">
          <RestrictionNote of="outflows" />
        </div>
      )}
      <NewRows {...news} countMax={CASE_PAGE_SIZE} />
      <div ref={area}>
        <CaseBoard<CaseListRow, HowDecided>
          status={asked.status}
          query={query}
          emptyText="Late payments, duplicate payments, payments in the wrong coin or on the wrong network, and refund requests appear here."
          {...(filter.isNarrowed && { empty: <NoneFits filter={filter} /> })}
          item={(row, decide) =>
            row.of === "case" ? (
              <CaseItem
                key={row.id}
                row={row}
                {...(mayDecide && { onCredit: () => decide("credit") })}
                {...(mayPayOut && { onRefund: () => decide("refund") })}
              />
            ) : (
              <RefundRequestItem key={row.id} row={row} place="cases" {...(mayPayOut && { onDecide: decide })} />
            )
          }
          dialog={({ row, how }, close) => <CaseDecisionDialog row={row} how={how} onClose={close} />}
        />
      </div>
    </>
  );
}

/** Cases have no currency other than the coin's. */
function toAsked({
  currency: _,
  kind,
  status = "open",
  ...asked
}: ListFilter<CaseGroup, TimeSort>["asked"]): CaseFilterQuery {
  const known = CASE_LIST_KINDS.find((one) => one === kind);
  return { ...asked, status, ...(known && { kind: known }) };
}

function NoneFits({ filter }: { filter: ListFilter<CaseGroup> }) {
  const isAll = filter.status === "all";
  return (
    <NoMatches title={isAll ? "No matching cases" : "No matching cases with this status"} onClear={filter.clear}>
      Enter the start of an order ID, or at least eight characters of an ID, transaction or address.
      {!isAll && " Search all cases."}
    </NoMatches>
  );
}
