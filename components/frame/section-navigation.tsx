"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";

export type SectionEntry = { readonly label: string; readonly href: string };

export type SectionNavigationProps = {
  readonly label: string;
  /** The first entry is the section's own path, which the others extend. */
  readonly entries: readonly SectionEntry[];
};

/** The pages of one section as tabs, each with its own path; scrolls sideways on a phone. */
export function SectionNavigation({ label, entries }: SectionNavigationProps) {
  const path = usePathname();
  const isHere = (href: string) => path === href || (href !== entries[0]?.href && path.startsWith(`${href}/`));
  const list = useRef<HTMLUListElement>(null);
  // On a phone the current page's tab may be outside the visible area.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked entry changes with the path
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [path]);
  return (
    <nav aria-label={label} className="-mx-4 mb-6 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0">
      <ul ref={list} className="flex gap-1">
        {entries.map((entry) => (
          <li key={entry.href}>
            <Link
              href={entry.href}
              aria-current={isHere(entry.href) ? "page" : undefined}
              className={classNames(
                "-mb-px block whitespace-nowrap border-b-2 px-3 py-2.5 text-small font-medium",
                isHere(entry.href) ? "border-accent text-ink" : "border-transparent text-ink-soft hover:text-ink",
              )}
            >
              {entry.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
