"use client";

import { Link } from "lucide-react";
import { LinkTable } from "@/components/money-in/payment-links/link-table";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchedList } from "@/components/ui/searched-list";
import { useListFilter } from "@/components/ui/use-list-filter";
import { useLiveList } from "@/components/ui/use-live-list";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { LINK_GROUPS, type LinkGroup } from "@/lib/money-in/payment-links/questions";

const GROUPS: readonly { value: LinkGroup; label: string }[] = [
  { value: "open", label: "Active" },
  { value: "sold-out", label: "Sold out" },
  { value: "closed", label: "Closed" },
];

/** The merchant's payment links. */
export function LinkList({ mayCreate }: { mayCreate: boolean }) {
  const filter = useListFilter(LINK_GROUPS, { sorts: TIME_SORTS });
  const { currency: _currency, coin: _coin, network: _network, ...asked } = filter.asked;
  const { query, news } = useLiveList({
    queryKey: rpc.paymentLinks.list.infiniteQueryKey(asked),
    readPage: (place, signal) => rpc.paymentLinks.list.query({ ...asked, ...place }, { signal }),
  });
  return (
    <SearchedList
      many="payment links"
      filter={filter}
      groups={GROUPS}
      searchable="Title, name"
      searchHint="Enter the start of a title or of the name in a link's URL."
      news={news}
      query={query}
      empty={<NoLinks mayCreate={mayCreate} />}
    >
      {(rows) => <LinkTable rows={rows} sorting={filter.sorting} />}
    </SearchedList>
  );
}

function NoLinks({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon={Link}
      title="No payment links yet"
      action={mayCreate && <ButtonLink href={routes.newPaymentLink()}>Create a payment link</ButtonLink>}
    >
      A payment link is a public page where anybody can pay you, without a shop: share its URL, print its QR code, or
      paste its button into your website.
    </EmptyState>
  );
}
