import { FileJson } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { DocsSearch } from "@/components/delivery/docs/docs-search";
import type { SearchEntry } from "@/components/delivery/docs/search-entries";
import { Logo } from "@/components/frame/logo";
import { ThemeSwitch } from "@/components/frame/theme-switch";
import { Button } from "@/components/ui/button";
import { routes } from "@/lib/fronts/paths/routes";

export type DocsFrameProps = {
  readonly contents: ReactNode;
  /** What the search finds. */
  readonly search: readonly SearchEntry[];
  readonly children: ReactNode;
};

/**
 * Header bar with a search; table of contents on the left, collapsed into one line on a phone; and
 * the text.
 */
export function DocsFrame({ contents, search, children }: DocsFrameProps) {
  return (
    <div className="min-h-dvh">
      <header className="sticky top-0 z-20 border-b border-line bg-canvas/95 backdrop-blur">
        <div className="mx-auto flex h-14 max-w-7xl items-center gap-3 px-4 sm:px-6">
          <Link href={routes.home()} className="rounded-control">
            <Logo />
          </Link>
          <Link href={routes.apiReference()} className="hidden rounded-control text-ink-quiet hover:text-ink md:inline">
            API reference
          </Link>
          <div className="flex min-w-0 flex-1 items-center justify-end gap-1">
            <DocsSearch entries={search} />
            <Button asChild variant="quiet" size="small">
              <a href={routes.openApi()} aria-label="OpenAPI 3.1 document">
                <FileJson aria-hidden className="size-4" />
                <span className="max-sm:hidden">OpenAPI</span>
              </a>
            </Button>
            <ThemeSwitch />
          </div>
        </div>
      </header>
      <div className="mx-auto max-w-7xl px-4 sm:px-6 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
        <nav
          aria-label="Contents"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
          className="sticky top-14 -ml-3 hidden max-h-[calc(100dvh-3.5rem)] self-start overflow-y-auto py-6 pr-2 pl-3 lg:block"
        >
          {contents}
        </nav>
        <details className="mt-4 rounded-card border border-line bg-surface px-4 lg:hidden">
          <summary className="py-3 font-medium">Contents</summary>
          <nav aria-label="Contents" className="pb-4">
            {contents}
          </nav>
        </details>
        <main className="min-w-0 pt-8 pb-24">{children}</main>
      </div>
    </div>
  );
}
