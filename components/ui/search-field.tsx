"use client";

import { Search } from "lucide-react";
import { Input } from "@/components/ui/input";
import { useHydratedInput } from "@/components/ui/use-hydrated-input";

export type SearchFieldProps = {
  /** Describes the search for screen readers. */
  readonly label: string;
  /** Lists the searchable fields. */
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter?: () => void;
};

/** A search field for a list below it. */
export function SearchField({ label, placeholder, value, onChange, onEnter }: SearchFieldProps) {
  const input = useHydratedInput<HTMLInputElement>(value, onChange);
  return (
    <div className="relative">
      <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-quiet" />
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={({ key }) => key === "Enter" && onEnter?.()}
        className="pl-9"
      />
    </div>
  );
}
