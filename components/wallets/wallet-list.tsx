"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { QrCode, SearchX } from "lucide-react";
import Link from "next/link";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { PagedList } from "@/components/ui/query-states";
import { WalletTable } from "@/components/wallets/wallet-table";
import { routes } from "@/lib/client/routes";
import { walletQueries } from "@/lib/client/wallets";

const STATES = ["active", "blocked"] as const;
const CHOICES: readonly { value: (typeof STATES)[number] | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "blocked", label: "Blocked" },
];

/** The merchant's lasting addresses. */
export function WalletList({ mayCreate }: { mayCreate: boolean }) {
  const [{ status, q }, setFilter] = useQueryStates({
    status: parseAsStringLiteral(STATES),
    q: parseAsString.withDefault(""),
  });
  const filter = { ...(status && { status }), ...(q.trim() !== "" && { q: q.trim() }) };
  const query = useInfiniteQuery({ ...walletQueries.list(filter), placeholderData: keepPreviousData });
  const isFiltered = status !== null || q !== "";
  return (
    <>
      <FilterBar
        tabs={{
          label: "Status",
          value: status ?? "all",
          choices: CHOICES,
          onChange: (value) => void setFilter({ status: value === "all" ? null : value }),
        }}
        search={{
          label: "Search static wallets",
          placeholder: "Order, id, address",
          value: q,
          onChange: (value, options) => void setFilter({ q: value }, options),
        }}
      />
      <Card isPadded={false}>
        <PagedList
          query={query}
          failure="The static wallets could not be loaded"
          empty={
            isFiltered ? <NothingFound onClear={() => void setFilter(null)} /> : <NoWallets mayCreate={mayCreate} />
          }
        >
          {(rows) => <WalletTable rows={rows} />}
        </PagedList>
      </Card>
    </>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No static wallet fits"
      action={<Button onClick={onClear}>Clear the filter</Button>}
    >
      Part of an order id is enough; ids and addresses must be whole.
    </EmptyState>
  );
}

function NoWallets({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon={QrCode}
      title="No static wallets yet"
      action={
        mayCreate && (
          <Button asChild variant="primary">
            <Link href={routes.newWallet()}>Create a static wallet</Link>
          </Button>
        )
      }
    >
      A static wallet is a lasting address, for example one for each customer. Every payment to it is credited by
      itself.
    </EmptyState>
  );
}
