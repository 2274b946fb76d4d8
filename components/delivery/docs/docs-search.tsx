"use client";

import { Search } from "lucide-react";
import { useId, useRef, useState, useSyncExternalStore } from "react";
import { findEntries, type SearchEntry } from "@/components/delivery/docs/search-entries";
import { Input } from "@/components/ui/input";

const subscribeToNothing = () => () => undefined;

/**
 * A search over operations, parameters and errors, with its results below the field. Not shown
 * without script, which it needs.
 */
export function DocsSearch({ entries }: { readonly entries: readonly SearchEntry[] }) {
  const hasScript = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const area = useRef<HTMLElement>(null);
  const resultsId = useId();
  const found = findEntries(entries, text);
  const isShown = isOpen && text.trim() !== "";
  const close = () => {
    setIsOpen(false);
    setText("");
  };
  return (
    <search
      ref={area}
      className={hasScript ? "min-w-0 flex-1 sm:relative sm:max-w-xs" : "invisible flex-1"}
      onBlur={({ relatedTarget }) => area.current?.contains(relatedTarget) || setIsOpen(false)}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <div className="relative">
        <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-quiet" />
        <Input
          type="search"
          aria-label="Search operations, parameters and errors"
          aria-controls={isShown ? resultsId : undefined}
          placeholder="Search"
          autoComplete="off"
          value={text}
          onFocus={() => setIsOpen(true)}
          onChange={({ target }) => {
            setText(target.value);
            setIsOpen(true);
          }}
          className="pl-9"
        />
      </div>
      {isShown && (
        <div
          id={resultsId}
          className="absolute inset-x-4 top-full z-30 mt-1 max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-lg sm:inset-x-auto sm:right-0 sm:w-md"
        >
          <p role="status" className="px-2 py-1 text-label text-ink-quiet">
            {found.length === 0 ? "Nothing found" : found.length === 1 ? "1 result" : `${found.length} results`}
          </p>
          <ul>
            {found.map((entry) => (
              <li key={`${entry.kind} ${entry.path} ${entry.name}`}>
                <a
                  href={entry.path}
                  onClick={close}
                  className="block rounded-control px-2 py-1.5 text-small hover:bg-sunken focus-visible:bg-sunken"
                >
                  <span className="block font-medium text-ink wrap-anywhere">{entry.name}</span>
                  <span className="block text-label text-ink-soft wrap-anywhere">
                    {entry.kind}, {entry.of}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}
