"use client";

import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { ErrorState } from "@/components/ui/error-state";
import { ListSkeleton } from "@/components/ui/skeleton";

export type LoadedProps<Data> = {
  readonly query: UseQueryResult<Data>;
  /** What could not be loaded, should that be so: "The balances could not be loaded". */
  readonly failure: string;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

/** The three states of anything that is fetched. What was loaded before stays in sight while a later try fails. */
export function Loaded<Data>({ query, failure, skeleton = <ListSkeleton />, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return skeleton;
  return (
    <ErrorState
      title={failure}
      message={query.error.message}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}

export type Pages<Row> = { readonly pages: readonly { readonly items: readonly Row[] }[] };

export type PagedListProps<Row> = {
  readonly query: UseInfiniteQueryResult<Pages<Row>>;
  readonly failure: string;
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/**
 * A list that is fetched page by page: loading, failed, empty, or its rows with the way to more. Rows of an earlier choice stay until
 * those of the new one are here, and are seen to be old.
 */
export function PagedList<Row>({ query, failure, empty, children }: PagedListProps<Row>) {
  if (query.data === undefined) {
    if (query.error === null) return <ListSkeleton />;
    return (
      <ErrorState
        title={failure}
        message={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  const rows = query.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) return empty;
  const isOld = query.isPlaceholderData;
  return (
    <div aria-busy={isOld} className={classNames("motion-safe:transition-opacity", isOld && "opacity-60")}>
      {children(rows)}
      {query.hasNextPage && (
        <div className="flex justify-center border-t border-line p-3">
          <Button onClick={() => void query.fetchNextPage()} isBusy={query.isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
