"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { DownloadLink } from "@/components/ui/download-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { NarrowList, type NarrowListProps } from "@/components/ui/narrow-list";
import { NewRows, type News } from "@/components/ui/new-rows";
import { NoMatches } from "@/components/ui/no-matches";
import { PagedList, type Pages } from "@/components/ui/query-states";
import { TotalsLine, type TotalsLineProps } from "@/components/ui/totals-line";
import { useFirstRow } from "@/components/ui/use-first-row";
import type { ListFilter } from "@/components/ui/use-list-filter";
import { withCounts } from "@/components/ui/with-counts";
import type { ListCounts } from "@/lib/kernel/paging/tab-counts-schema";

export type SearchedListProps<Group extends string, Row> = {
  /** The plural of the listed objects, as used in a sentence: "payouts". */
  readonly many: string;
  readonly filter: ListFilter<Group>;
  readonly groups: readonly { readonly value: Group; readonly label: string }[];
  /** Label of the groups; default: "Status". */
  readonly groupsLabel?: string;
  /**
   * The searchable fields, shown inside the input; and how exact a search must be, shown if nothing
   * matches.
   */
  readonly searchable: string;
  readonly searchHint: string;
  readonly query: UseInfiniteQueryResult<Pages<Row>>;
  /** Further filters; days are always included. */
  readonly ways?: NarrowListProps["ways"];
  /** URL of the export, with the current filter. */
  readonly exportHref?: string;
  /** How many rows each group has, and what the matching rows add up to. */
  readonly counts?: (ListCounts & Pick<TotalsLineProps, "totals">) | undefined;
  /** What the totals add up: "Amount". Without it there are none. */
  readonly totalsLabel?: string;
  /** Rows added since the list was fetched. */
  readonly news?: News;
  /** Shown if there are no objects at all: what to do about it. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** As many as one page holds. */
const NEWS_MAX = 25;

/** A list with status tabs, search, and paginated rows. */
export function SearchedList<Group extends string, Row>(props: SearchedListProps<Group, Row>) {
  const { many, filter, groups, groupsLabel = "Status", searchable, searchHint, ways, exportHref, news } = props;
  const { query, empty, children, counts, totalsLabel } = props;
  const { area, onEnter } = useFirstRow(query.isSuccess && !query.isPlaceholderData);
  return (
    <>
      <FilterBar<Group | "all">
        tabs={{
          label: groupsLabel,
          value: filter.status ?? "all",
          choices: withCounts<Group | "all">([{ value: "all", label: "All" }, ...groups], counts),
          onChange: (value) => filter.choose(value === "all" ? null : value),
        }}
        search={{
          label: `Search ${many}`,
          placeholder: searchable,
          value: filter.search,
          onChange: filter.searchFor,
          onEnter,
        }}
      />
      {(ways || exportHref) && (
        <div className="mb-4 flex flex-wrap items-center gap-2">
          {ways && <NarrowList ways={ways} narrowed={filter.narrowed} onNarrow={filter.narrow} />}
          {exportHref && <DownloadLink href={exportHref}>Export CSV</DownloadLink>}
        </div>
      )}
      {totalsLabel !== undefined && <TotalsLine many={many} label={totalsLabel} totals={counts?.totals} />}
      {news && <NewRows {...news} countMax={NEWS_MAX} />}
      <div ref={area}>
        <Card isPadded={false}>
          <PagedList
            query={query}
            failure={`The ${many} could not be loaded`}
            empty={
              filter.isFiltered ? (
                <NoMatches title={`No matching ${many}`} onClear={filter.clear}>
                  {searchHint}
                </NoMatches>
              ) : (
                empty
              )
            }
          >
            {children}
          </PagedList>
        </Card>
      </div>
    </>
  );
}
