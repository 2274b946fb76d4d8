"use client";

import { debounce } from "nuqs";
import { FilterTabs, type FilterTabsProps } from "@/components/ui/filter-tabs";
import { SearchField } from "@/components/ui/search-field";

const SEARCH_PAUSE_MS = 300;

/** The address bar follows the typing after a pause; Enter at once. */
export type SearchOptions = { readonly limitUrlUpdates?: ReturnType<typeof debounce> };

type FilterBarProps<Value extends string> = {
  readonly tabs: FilterTabsProps<Value>;
  readonly search: {
    readonly label: string;
    readonly placeholder: string;
    readonly value: string;
    /** Null: nothing is searched for. */
    readonly onChange: (value: string | null, options: SearchOptions) => void;
    readonly onEnter?: (() => void) | undefined;
  };
};

/** Above a list: which of its states, and what to search for. */
export function FilterBar<Value extends string>({ tabs, search }: FilterBarProps<Value>) {
  return (
    <div className="mb-4 flex flex-col-reverse gap-3 lg:flex-row lg:items-center lg:justify-between">
      <FilterTabs {...tabs} />
      <div className="lg:w-72">
        <SearchField
          label={search.label}
          placeholder={search.placeholder}
          value={search.value}
          onChange={(typed) => search.onChange(typed || null, { limitUrlUpdates: debounce(SEARCH_PAUSE_MS) })}
          onEnter={() => {
            search.onChange(search.value || null, {});
            search.onEnter?.();
          }}
        />
      </div>
    </div>
  );
}
