"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import type { ContentsPage } from "@/components/delivery/docs/places";
import { useReaderPosition } from "@/components/delivery/docs/use-reader-position";
import { classNames } from "@/components/ui/class-names";

export type ContentsProps = {
  readonly pages: readonly ContentsPage[];
  /** The path of the page that is shown. */
  readonly current: string;
};

/**
 * Table of contents: every page, the shown one with its sections, and the section that is being
 * read marked. Links to sections of other pages are there too, so that it works without script.
 */
export function Contents({ pages, current }: ContentsProps) {
  const shown = pages.find(({ path }) => path === current);
  const position = useReaderPosition(shown?.places.map(({ id }) => id) ?? []);
  useMovedAnchors(pages, current);
  return (
    <div className="flex flex-col gap-5 text-small">
      {pages.map(({ title, path, places }) => (
        <div key={path}>
          <Link
            href={path}
            aria-current={path === current ? "page" : undefined}
            className={classNames(
              "mb-1 block text-label font-medium hover:text-ink",
              path === current ? "text-accent" : "text-ink-quiet",
            )}
          >
            {title}
          </Link>
          <ul>
            {places.map((place) => (
              <li key={place.id}>
                <Place
                  title={place.title}
                  href={path === current ? `#${place.id}` : `${path}#${place.id}`}
                  isRead={path === current && place.id === position}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Place({ title, href, isRead }: { readonly title: string; readonly href: string; readonly isRead: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isRead && link.current !== null) keepInView(link.current);
  }, [isRead]);
  return (
    <a
      ref={link}
      href={href}
      aria-current={isRead ? "location" : undefined}
      className={classNames(
        "-mx-2 block rounded-control px-2 py-1 hover:bg-sunken hover:text-ink",
        isRead ? "bg-accent-soft font-medium text-accent" : "text-ink-soft",
      )}
    >
      {title}
    </a>
  );
}

/** Scrolls the contents, never the page. */
function keepInView(link: HTMLElement): void {
  const box = link.closest("nav");
  if (box === null) return;
  const [inner, outer] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}

/** Operations were once on the first page: their old links lead to the page of their group. */
function useMovedAnchors(pages: readonly ContentsPage[], current: string): void {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (id === "" || document.getElementById(id) !== null) return;
    const moved = pages.find(({ path, places }) => path !== current && places.some((place) => place.id === id));
    if (moved !== undefined) window.location.replace(`${moved.path}#${id}`);
  }, [pages, current]);
}
