"use client";

import { debounce } from "nuqs";
import { useRef } from "react";
import { FilterTabs, type FilterTabsProps } from "@/components/ui/filter-tabs";
import { SearchField } from "@/components/ui/search-field";

const SEARCH_PAUSE_MS = 300;

/** The URL is updated after a pause in typing; Enter updates it at once. */
export type SearchOptions = { readonly limitUrlUpdates?: ReturnType<typeof debounce> };

type FilterBarProps<Value extends string> = {
  readonly tabs: FilterTabsProps<Value>;
  readonly search: {
    readonly label: string;
    readonly placeholder: string;
    readonly value: string;
    /** Null: no search. Resolves when the URL is updated. */
    readonly onChange: (value: string | null, options: SearchOptions) => Promise<unknown>;
    /** Called when the URL contains the typed text. */
    readonly onEnter?: (() => void) | undefined;
  };
};

/** Above a list: status tabs and a search field. */
export function FilterBar<Value extends string>({ tabs, search }: FilterBarProps<Value>) {
  const isAddressBehind = useRef(false);
  const follow = async (typed: string, options: SearchOptions) => {
    isAddressBehind.current = true;
    await search.onChange(typed || null, options);
    isAddressBehind.current = false;
  };
  // The router drops a navigation that begins while the URL is being written: it is written only if
  // necessary, and before navigating to a row.
  const enter = async () => {
    if (isAddressBehind.current) await follow(search.value, {});
    search.onEnter?.();
  };
  return (
    <div className="mb-4 flex flex-col-reverse gap-3 lg:flex-row lg:flex-wrap lg:items-center lg:justify-between">
      <FilterTabs {...tabs} />
      <div className="lg:w-72">
        <SearchField
          label={search.label}
          placeholder={search.placeholder}
          value={search.value}
          onChange={(typed) => void follow(typed, { limitUrlUpdates: debounce(SEARCH_PAUSE_MS) })}
          onEnter={() => void enter()}
        />
      </div>
    </div>
  );
}
