import type { FilterTabsProps } from "@/components/ui/filter-tabs";
import { countText } from "@/lib/kernel/paging/tab-counts";
import type { ListCounts } from "@/lib/kernel/paging/tab-counts-schema";

/** Adds the counts to the choices of a list's tabs, once they are known. */
export function withCounts<Value extends string>(
  choices: FilterTabsProps<Value>["choices"],
  counts: ListCounts | undefined,
): FilterTabsProps<Value>["choices"] {
  return choices.map((choice) => {
    const count = counts?.counts[choice.value];
    return count === undefined ? choice : { ...choice, count: countText(count) };
  });
}
