"use client";

import { Send } from "lucide-react";
import { PayoutTable } from "@/components/money-out/payouts/payout-table";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchedList } from "@/components/ui/searched-list";
import { useListCounts } from "@/components/ui/use-list-counts";
import { useListFilter } from "@/components/ui/use-list-filter";
import { useLiveList } from "@/components/ui/use-live-list";
import { withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import type { ListChoices } from "@/lib/fronts/dashboard/list-filter";
import { routes } from "@/lib/fronts/paths/routes";
import { TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { PAYOUT_GROUPS, type PayoutGroup } from "@/lib/money-out/payouts/dashboard-schema";

const GROUPS: readonly { value: PayoutGroup; label: string }[] = [
  { value: "moving", label: "Processing" },
  { value: "waiting", label: "Pending" },
  { value: "paid", label: "Paid" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
];

export type PayoutListProps = { readonly mayPayOut: boolean; readonly choices: ListChoices };

/** The merchant's payouts. */
export function PayoutList({ mayPayOut, choices }: PayoutListProps) {
  const filter = useListFilter(PAYOUT_GROUPS, { sorts: TIME_SORTS });
  const { currency: _, ...asked } = filter.asked;
  const { query, news } = useLiveList({
    queryKey: rpc.payouts.list.infiniteQueryKey(asked),
    readPage: (place, signal) => rpc.payouts.list.query({ ...asked, ...place }, { signal }),
  });
  const { sort: _sort, ...counted } = asked;
  const counts = useListCounts(rpc.payouts.counts.queryOptions(counted));
  return (
    <SearchedList
      many="payouts"
      filter={filter}
      groups={GROUPS}
      searchable="Order, ID, transaction, address"
      searchHint="Enter the start of an order ID, or at least eight characters of an ID, transaction or address."
      ways={{ coin: choices.coins, network: choices.networks }}
      exportHref={withSearch("/api/payouts/export", asked)}
      news={news}
      counts={counts}
      totalsLabel="Sent"
      query={query}
      empty={<NoPayouts mayPayOut={mayPayOut} />}
    >
      {(rows) => <PayoutTable rows={rows} sorting={filter.sorting} />}
    </SearchedList>
  );
}

function NoPayouts({ mayPayOut }: { mayPayOut: boolean }) {
  return (
    <EmptyState
      icon={Send}
      title="No payouts yet"
      action={mayPayOut && <ButtonLink href={routes.newPayout()}>Create a payout</ButtonLink>}
    >
      A payout sends coins from your balance to any address. Create one here, or through the API with your payout key.
    </EmptyState>
  );
}
