"use client";

import { QrCode } from "lucide-react";
import { WalletTable } from "@/components/money-in/wallets/wallet-table";
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

const STATES = ["active", "blocked"] as const;
const GROUPS: readonly { value: (typeof STATES)[number]; label: string }[] = [
  { value: "active", label: "Active" },
  { value: "blocked", label: "Blocked" },
];

/** The merchant's static wallets. */
export function WalletList({ mayCreate, choices }: { mayCreate: boolean; choices: ListChoices }) {
  const filter = useListFilter(STATES, { sorts: TIME_SORTS });
  const { currency: _, ...asked } = filter.asked;
  const { query, news } = useLiveList({
    queryKey: rpc.wallets.list.infiniteQueryKey(asked),
    readPage: (place, signal) => rpc.wallets.list.query({ ...asked, ...place }, { signal }),
  });
  const { sort: _sort, ...counted } = asked;
  const counts = useListCounts(rpc.wallets.counts.queryOptions(counted));
  return (
    <SearchedList
      many="static wallets"
      filter={filter}
      groups={GROUPS}
      searchable="Order, ID, address"
      searchHint="Enter the start of an order ID, or at least eight characters of an ID or address."
      ways={{ coin: choices.coins, network: choices.networks }}
      exportHref={withSearch("/api/wallets/export", asked)}
      news={news}
      counts={counts}
      query={query}
      empty={<NoWallets mayCreate={mayCreate} />}
    >
      {(rows) => <WalletTable rows={rows} sorting={filter.sorting} />}
    </SearchedList>
  );
}

function NoWallets({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon={QrCode}
      title="No static wallets yet"
      action={mayCreate && <ButtonLink href={routes.newWallet()}>Create a static wallet</ButtonLink>}
    >
      A static wallet is a permanent address, for example one for each customer. Every payment to it is credited
      automatically.
    </EmptyState>
  );
}
