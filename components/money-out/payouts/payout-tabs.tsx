"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { PayoutList, type PayoutListProps } from "@/components/money-out/payouts/payout-list";
import { ReviewList } from "@/components/money-out/reviews/review-list";
import { FilterTabs } from "@/components/ui/filter-tabs";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 10_000;

const TABS = ["reviews"] as const;

/** All payouts, or the payouts and refunds that await approval. */
export function PayoutTabs({ mayPayOut, choices }: PayoutListProps) {
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(TABS));
  const waiting =
    useQuery(rpc.reviews.open.queryOptions(undefined, { refetchInterval: REFRESH_MS })).data?.items.length ?? 0;
  return (
    <>
      <div className="mb-4">
        <FilterTabs
          label="View"
          value={tab ?? "all"}
          choices={[
            { value: "all", label: "Payouts" },
            { value: "reviews", label: waiting > 0 ? `Awaiting approval (${waiting})` : "Awaiting approval" },
          ]}
          onChange={(value) => void setTab(value === "reviews" ? value : null)}
        />
      </div>
      {tab === "reviews" ? <ReviewList /> : <PayoutList mayPayOut={mayPayOut} choices={choices} />}
    </>
  );
}
