"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { FileText, Plus } from "lucide-react";
import { Specimen } from "@/components/fronts/design/specimen";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { NewRows } from "@/components/ui/new-rows";
import { NoMatches } from "@/components/ui/no-matches";
import { Notice } from "@/components/ui/notice";
import { OfflineState } from "@/components/ui/offline-state";
import { Loaded, PagedList } from "@/components/ui/query-states";
import { SearchedList } from "@/components/ui/searched-list";
import { ListSkeleton, Skeleton } from "@/components/ui/skeleton";
import { useListFilter } from "@/components/ui/use-list-filter";
import { routes } from "@/lib/fronts/paths/routes";

const GROUPS = [{ value: "open", label: "Waiting" }] as const;
const TONES = ["neutral", "waiting", "moving", "good", "wrong"] as const;
const nothing = () => undefined;

/** Empty, loading and error states, and notices. */
export function StateSpecimens() {
  return (
    <>
      <Specimen name="Notice" note="Errors are announced immediately.">
        {TONES.map((tone) => (
          <Notice key={tone} tone={tone} title={`A notice: ${tone}`}>
            What it means, and what to do about it.
          </Notice>
        ))}
      </Specimen>
      <Specimen name="EmptyState, NoMatches" note="An empty list shows the next step.">
        <Card isPadded={false}>
          <EmptyState
            icon={FileText}
            title="No invoices yet"
            action={
              <ButtonLink href={routes.newInvoice()} icon={Plus}>
                New invoice
              </ButtonLink>
            }
          >
            Make the first by hand, or let your shop ask for one.
          </EmptyState>
        </Card>
        <Card isPadded={false}>
          <NoMatches title="No invoice fits" onClear={nothing}>
            Uuids and addresses are searched for as a whole.
          </NoMatches>
        </Card>
      </Specimen>
      <Specimen name="ErrorState, OfflineState">
        <Card isPadded={false}>
          <ErrorState
            title="The invoices could not be loaded"
            message="The server does not respond."
            onRetry={nothing}
          />
        </Card>
        <Card isPadded={false}>
          <OfflineState />
        </Card>
      </Specimen>
      <Specimen name="Skeleton, ListSkeleton, NewRows">
        <Skeleton className="h-4 w-2/5" />
        <Card isPadded={false}>
          <ListSkeleton rows={2} />
        </Card>
        <NewRows count={3} countMax={25} showNewer={nothing} />
      </Specimen>
      <Queries />
    </>
  );
}

function Queries() {
  const loaded = useQuery({ queryKey: ["design", "loaded"], queryFn: () => Promise.resolve("Loaded content.") });
  const pages = useInfiniteQuery({
    queryKey: ["design", "pages"],
    queryFn: ({ pageParam }) => Promise.resolve({ items: [`Row ${2 * pageParam + 1}`, `Row ${2 * pageParam + 2}`] }),
    initialPageParam: 0,
    getNextPageParam: (_, all) => all.length,
  });
  const none = useInfiniteQuery({
    queryKey: ["design", "none"],
    queryFn: () => Promise.resolve({ items: [] as string[] }),
    initialPageParam: 0,
    getNextPageParam: () => null,
  });
  const filter = useListFilter(GROUPS.map(({ value }) => value));
  return (
    <Specimen name="Loaded, PagedList, SearchedList" note="Loading, failed, empty, or the rows, page by page.">
      <Loaded query={loaded} failure="It could not be loaded">
        {(text) => <p>{text}</p>}
      </Loaded>
      <Card isPadded={false}>
        <PagedList query={pages} failure="They could not be loaded" empty={null}>
          {(rows) =>
            rows.map((row) => (
              <p key={row} className="px-5 py-3">
                {row}
              </p>
            ))
          }
        </PagedList>
      </Card>
      <SearchedList
        many="examples"
        filter={filter}
        groups={GROUPS}
        searchable="Order ID, UUID"
        searchHint="Enter a full UUID."
        query={none}
        empty={
          <EmptyState icon={FileText} title="No examples yet">
            They come by themselves.
          </EmptyState>
        }
      >
        {() => null}
      </SearchedList>
    </Specimen>
  );
}
