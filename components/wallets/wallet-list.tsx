"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { QrCode } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchedList } from "@/components/ui/searched-list";
import { useListFilter } from "@/components/ui/use-list-filter";
import { WalletTable } from "@/components/wallets/wallet-table";
import { routes } from "@/lib/client/routes";
import { walletQueries } from "@/lib/client/wallets";

const STATES = ["active", "blocked"] as const;
const GROUPS: readonly { value: (typeof STATES)[number]; label: string }[] = [
  { value: "active", label: "Active" },
  { value: "blocked", label: "Blocked" },
];

/** The merchant's lasting addresses. */
export function WalletList({ mayCreate }: { mayCreate: boolean }) {
  const filter = useListFilter(STATES);
  const query = useInfiniteQuery({ ...walletQueries.list(filter.asked), placeholderData: keepPreviousData });
  return (
    <SearchedList
      one="static wallet"
      many="static wallets"
      filter={filter}
      groups={GROUPS}
      searchable="Order, id, address"
      searchHint="Part of an order id is enough; ids and addresses must be whole."
      query={query}
      empty={<NoWallets mayCreate={mayCreate} />}
    >
      {(rows) => <WalletTable rows={rows} />}
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
      A static wallet is a lasting address, for example one for each customer. Every payment to it is credited by
      itself.
    </EmptyState>
  );
}
