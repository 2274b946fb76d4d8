"use client";

import { Search } from "lucide-react";
import { debounce } from "nuqs";
import { FilterTabs, type FilterTabsProps } from "@/components/ui/filter-tabs";
import { Input } from "@/components/ui/input";

const SEARCH_PAUSE_MS = 300;

/** The address bar follows the typing after a pause. */
export type SearchOptions = { readonly limitUrlUpdates: ReturnType<typeof debounce> };

type FilterBarProps<Value extends string> = {
  readonly tabs: FilterTabsProps<Value>;
  readonly search: {
    readonly label: string;
    readonly placeholder: string;
    readonly value: string;
    /** Null: nothing is searched for. */
    readonly onChange: (value: string | null, options: SearchOptions) => void;
  };
};

/** Above a list: which of its states, and what to search for. */
export function FilterBar<Value extends string>({ tabs, search }: FilterBarProps<Value>) {
  return (
    <div className="mb-4 flex flex-col-reverse gap-3 lg:flex-row lg:items-center lg:justify-between">
      <FilterTabs {...tabs} />
      <div className="relative lg:w-72">
        <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-quiet" />
        <Input
          type="search"
          aria-label={search.label}
          placeholder={search.placeholder}
          value={search.value}
          onChange={(event) =>
            search.onChange(event.target.value || null, { limitUrlUpdates: debounce(SEARCH_PAUSE_MS) })
          }
          className="pl-9"
        />
      </div>
    </div>
  );
}
