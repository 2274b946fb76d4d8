"use client";

import { classNames } from "@/components/ui/class-names";

export type FilterTabsProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  /** `count`: how many rows the choice has, as text. */
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly count?: string | null }[];
  readonly onChange: (value: Value) => void;
};

/**
 * A choice among a few options; scrolls sideways on a phone, and fades out at an edge with more
 * options.
 */
export function FilterTabs<Value extends string>({ label, value, choices, onChange }: FilterTabsProps<Value>) {
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-1 overflow-x-auto py-1 pr-10 pl-4 max-sm:mask-r-from-[calc(100%-2.5rem)] sm:mx-0 sm:px-0">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={classNames(
            "h-8 whitespace-nowrap rounded-full px-3 text-small font-medium motion-safe:transition-colors",
            choice.value === value ? "bg-accent-soft text-accent" : "text-ink-soft hover:bg-sunken hover:text-ink",
          )}
        >
          {choice.label}
          {choice.count != null && (
            // Read apart from the label: "Open 2".
            <>
              {" "}
              <span className="ml-0.5 font-normal tabular-nums">{choice.count}</span>
            </>
          )}
        </button>
      ))}
    </fieldset>
  );
}
