"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { AskDialog } from "@/components/ui/ask-dialog";
import { isPageHeld, leaveIfConfirmed, registerLeaveGuard } from "@/lib/fronts/client/unsaved";

/**
 * Of the browser's Navigation API, which not every browser has: without it, going back is not asked
 * about.
 */
type Traversal = Event & { readonly navigationType: string; readonly destination: { readonly key: string } };
type Navigation = EventTarget & { readonly traverseTo: (key: string) => unknown };

/**
 * Asks before a page is left whose form holds something unsaved: by a link, by the browser's way
 * back, and, in the browser's own words, by closing the window. What goes elsewhere by code says so
 * with `leaveIfConfirmed`.
 */
export function UnsavedChangesDialog() {
  const router = useRouter();
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  useEffect(() => registerLeaveGuard((leave) => setLeaving(() => leave)), []);
  useEffect(() => {
    const byLink = (event: MouseEvent) => {
      const path = isPageHeld() ? ownPathOf(event) : null;
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      leaveIfConfirmed(() => router.push(path));
    };
    const byClosing = (event: BeforeUnloadEvent) => {
      if (isPageHeld()) event.preventDefault();
    };
    const { navigation } = window as { readonly navigation?: Navigation };
    const byGoingBack = (event: Event) => {
      const { navigationType, destination } = event as Traversal;
      if (navigationType !== "traverse" || !event.cancelable || !isPageHeld()) return;
      event.preventDefault();
      leaveIfConfirmed(() => navigation?.traverseTo(destination.key));
    };
    // Before the links themselves hear of it.
    window.addEventListener("click", byLink, true);
    window.addEventListener("beforeunload", byClosing);
    navigation?.addEventListener("navigate", byGoingBack);
    return () => {
      window.removeEventListener("click", byLink, true);
      window.removeEventListener("beforeunload", byClosing);
      navigation?.removeEventListener("navigate", byGoingBack);
    };
  }, [router]);
  if (leaving === null) return null;
  const close = () => setLeaving(null);
  return (
    <AskDialog
      title="Leave without saving?"
      description="Your changes on this page are not saved and will be lost."
      leave="Stay here"
      act="Leave"
      tone="danger"
      isBusy={false}
      by={{
        onAct: () => {
          close();
          leaving();
        },
      }}
      onClose={close}
    />
  );
}

/** Where a press on a link would lead, if to another page of ours in this same tab. */
function ownPathOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link === null || link.hasAttribute("download") || (link.target !== "" && link.target !== "_self")) return null;
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href);
  const isHere = pathname === window.location.pathname && search === window.location.search;
  return origin !== window.location.origin || isHere ? null : `${pathname}${search}${hash}`;
}
