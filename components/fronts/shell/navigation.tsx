"use client";

import { type LucideIcon, Server, Store, UserRoundCog } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { NavigationBadge } from "@/components/fronts/inbox/inbox-counts";
import { useBadges } from "@/components/fronts/inbox/use-badges";
import { MERCHANT_PAGES, OPERATOR_GROUPS } from "@/components/fronts/palette/pages";
import { classNames } from "@/components/ui/class-names";
import { routes } from "@/lib/fronts/paths/routes";

type Entry = { readonly label: string; readonly href: string; readonly icon: LucideIcon };

/** For a member of no merchant, who has no merchant pages. */
const PERSON_ENTRIES: readonly Entry[] = [{ label: "Your account", href: routes.account(), icon: UserRoundCog }];

const OPERATOR_ENTRIES: readonly Entry[] = [{ label: "Installation", href: routes.operator(), icon: Server }];

export type NavigationProps = {
  readonly hasMerchant: boolean;
  /** Of the merchant's cases, refund requests and approvals: their numbers are shown. */
  readonly mayDecide: boolean;
  readonly isOperator: boolean;
  /** Closes the phone menu on navigation. */
  readonly onNavigate?: () => void;
};

/**
 * Links to every page. On the operator's pages it lists those, grouped, and a link back to the
 * shop; elsewhere the shop's pages and a link to the operator's.
 */
export function Navigation({ hasMerchant, mayDecide, isOperator, onNavigate }: NavigationProps) {
  const path = usePathname();
  if (isOperator && (path === routes.operator() || path.startsWith(`${routes.operator()}/`)))
    return <OperatorEntries hasMerchant={hasMerchant} onNavigate={onNavigate} />;
  return (
    <nav aria-label="Main" className="flex flex-col gap-6">
      {hasMerchant ? (
        <MerchantEntries mayDecide={mayDecide} onNavigate={onNavigate} />
      ) : (
        <Entries entries={PERSON_ENTRIES} onNavigate={onNavigate} />
      )}
      {isOperator && (
        <div>
          <p className="px-3 pb-1.5 text-label text-ink-quiet">Operator</p>
          <Entries entries={OPERATOR_ENTRIES} onNavigate={onNavigate} />
        </div>
      )}
    </nav>
  );
}

type Leaving = { readonly onNavigate: (() => void) | undefined };

function MerchantEntries({ mayDecide, onNavigate }: Leaving & { readonly mayDecide: boolean }) {
  return <Entries entries={MERCHANT_PAGES} badges={useBadges(mayDecide)} onNavigate={onNavigate} />;
}

const BACK_ENTRIES: readonly Entry[] = [{ label: "To your shop", href: routes.overview(), icon: Store }];

function OperatorEntries({ hasMerchant, onNavigate }: Leaving & { readonly hasMerchant: boolean }) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-5">
      {OPERATOR_GROUPS.map(({ title, entries }) => (
        <div key={title}>
          <p className="px-3 pb-1.5 text-label text-ink-quiet">{title}</p>
          <Entries entries={entries} onNavigate={onNavigate} />
        </div>
      ))}
      <Entries entries={hasMerchant ? BACK_ENTRIES : PERSON_ENTRIES} onNavigate={onNavigate} />
    </nav>
  );
}

type EntriesProps = Leaving & {
  readonly entries: readonly Entry[];
  /** By the path of the entry. */
  readonly badges?: ReadonlyMap<string, NavigationBadge>;
};

function Entries({ entries, badges, onNavigate }: EntriesProps) {
  const path = usePathname();
  return (
    <ul className="flex flex-col gap-0.5">
      {entries.map(({ label, href, icon: Icon }) => {
        const badge = badges?.get(href);
        const isHere = path === href || (href !== routes.operator() && path.startsWith(`${href}/`));
        return (
          <li key={href}>
            <Link
              href={href}
              {...(onNavigate && { onClick: onNavigate })}
              aria-current={isHere ? "page" : undefined}
              aria-label={badge && `${label}, ${badge.meaning}`}
              className={classNames(
                "flex h-10 items-center gap-3 rounded-control px-3 font-medium motion-safe:transition-colors md:h-9",
                isHere ? "bg-accent-soft text-accent" : "text-ink-soft hover:bg-sunken hover:text-ink",
              )}
            >
              <Icon aria-hidden className="size-4.5" />
              {label}
              {badge && (
                <span className="ml-auto min-w-5 rounded-full bg-waiting-soft px-1.5 text-center text-label leading-5 font-medium text-waiting tabular-nums">
                  {badge.text}
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
