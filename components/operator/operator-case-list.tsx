"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { CaseBoard, useCaseState } from "@/components/cases/case-board";
import { CreditCaseDialog, type MerchantChoice } from "@/components/operator/credit-case-dialog";
import { OperatorCaseItem } from "@/components/operator/operator-case-item";
import { RefundCaseDialog } from "@/components/operator/refund-case-dialog";
import { operatorCaseQueries } from "@/lib/client/operator-cases";
import type { OperatorCaseGroup } from "@/lib/operations/cases-schema";

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

/** Deposits that the operator decides about. */
export function OperatorCaseList({ group, title, merchants }: OperatorCaseListProps) {
  const { status, tabs } = useCaseState();
  const query = useInfiniteQuery({
    ...operatorCaseQueries.list({ group, status }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {title === undefined && <div className="mb-4">{tabs}</div>}
      <CaseBoard
        status={status}
        query={query}
        emptyWords={EMPTY_WORDS[group]}
        {...(title !== undefined && { head: { title, action: tabs } })}
        item={(row, decide) => (
          <OperatorCaseItem
            key={row.id}
            row={row}
            onCredit={() => decide("credit")}
            onRefund={() => decide("refund")}
          />
        )}
        dialog={({ row, how }, close) =>
          how === "credit" ? (
            <CreditCaseDialog row={row} merchants={merchants} onClose={close} />
          ) : (
            <RefundCaseDialog row={row} onClose={close} />
          )
        }
      />
    </>
  );
}
