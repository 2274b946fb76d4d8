"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { routes } from "@/lib/client/routes";

const ENTRIES = [
  { label: "Overview", href: routes.operator() },
  { label: "Sends", href: routes.operatorSends() },
  { label: "Hot wallets", href: routes.operatorWallets() },
  { label: "Treasury", href: routes.operatorTreasury() },
  { label: "Screening", href: routes.operatorScreening() },
  { label: "Cases", href: routes.operatorCases() },
  { label: "Exchanges", href: routes.operatorExchanges() },
] as const;

/** The operator's pages, side by side; scrolls sideways on a phone. */
export function OperatorNavigation() {
  const path = usePathname();
  const isHere = (href: string) => (href === routes.operator() ? path === href : path.startsWith(href));
  const list = useRef<HTMLUListElement>(null);
  // On a phone the page that one is on may lie beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked entry changes with the path
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [path]);
  return (
    <nav aria-label="Operator" className="-mx-4 mb-6 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0">
      <ul ref={list} className="flex gap-1">
        {ENTRIES.map(({ label, href }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isHere(href) ? "page" : undefined}
              className={classNames(
                "-mb-px block whitespace-nowrap border-b-2 px-3 py-2.5 text-small font-medium",
                isHere(href) ? "border-accent text-ink" : "border-transparent text-ink-soft hover:text-ink",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
