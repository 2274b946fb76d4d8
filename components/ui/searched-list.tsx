"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { FilterBar } from "@/components/ui/filter-bar";
import { NothingFits } from "@/components/ui/nothing-fits";
import { PagedList, type Pages } from "@/components/ui/query-states";
import type { ListFilter } from "@/components/ui/use-list-filter";

export type SearchedListProps<Group extends string, Row> = {
  /** What is listed, in the words of a sentence: "payout", "payouts". */
  readonly one: string;
  readonly many: string;
  readonly filter: ListFilter<Group>;
  readonly groups: readonly { readonly value: Group; readonly label: string }[];
  /** What can be searched for, inside the field; and how exact it must be, when nothing is found. */
  readonly searchable: string;
  readonly searchHint: string;
  readonly query: UseInfiniteQueryResult<Pages<Row>>;
  /** Where there is nothing at all: what to do about it. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
};

/** A list with its states, its search, and page after page of rows. */
export function SearchedList<Group extends string, Row>(props: SearchedListProps<Group, Row>) {
  const { one, many, filter, groups, searchable, searchHint, query, empty, children } = props;
  return (
    <>
      <FilterBar<Group | "all">
        tabs={{
          label: "Status",
          value: filter.status ?? "all",
          choices: [{ value: "all", label: "All" }, ...groups],
          onChange: (value) => filter.choose(value === "all" ? null : value),
        }}
        search={{
          label: `Search ${many}`,
          placeholder: searchable,
          value: filter.search,
          onChange: filter.searchFor,
        }}
      />
      <Card isPadded={false}>
        <PagedList
          query={query}
          failure={`The ${many} could not be loaded`}
          empty={
            filter.isFiltered ? (
              <NothingFits title={`No ${one} fits`} onClear={filter.clear}>
                {searchHint}
              </NothingFits>
            ) : (
              empty
            )
          }
        >
          {children}
        </PagedList>
      </Card>
    </>
  );
}
