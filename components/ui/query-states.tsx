"use client";

import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { ErrorState } from "@/components/ui/error-state";
import { Notice } from "@/components/ui/notice";
import { isOfflineWithoutData, OfflineState } from "@/components/ui/offline-state";
import { ListSkeleton } from "@/components/ui/skeleton";
import { useRowKeys } from "@/components/ui/use-row-keys";

export type LoadedProps<Data> = {
  readonly query: UseQueryResult<Data>;
  /** Error message: "The balances could not be loaded". */
  readonly failure: string;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

/**
 * The states of any query. Loaded data stays visible while a refetch fails; data of another filter
 * does not.
 */
export function Loaded<Data>({ query, failure, skeleton = <ListSkeleton />, children }: LoadedProps<Data>) {
  if (isOfflineWithoutData(query)) return <OfflineState />;
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
 * A paginated list: loading, failed, empty, or its rows with a button for more; j and k move
 * through them. Rows of an earlier filter stay, marked as outdated, while the new ones load;
 * without a network they are hidden.
 */
export function PagedList<Row>({ query, failure, empty, children }: PagedListProps<Row>) {
  const rowKeys = useRowKeys();
  if (isOfflineWithoutData(query)) return <OfflineState />;
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
    <div {...rowKeys} aria-busy={isOld} className={classNames("motion-safe:transition-opacity", isOld && "opacity-60")}>
      {query.fetchStatus === "paused" && (
        <div className="p-3">
          <Notice tone="waiting">You are offline. These rows may be out of date.</Notice>
        </div>
      )}
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
