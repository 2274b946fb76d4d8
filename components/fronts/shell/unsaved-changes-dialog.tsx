"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { AskDialog } from "@/components/ui/ask-dialog";
import { isPageHeld, leaveIfConfirmed, registerLeaveGuard } from "@/lib/fronts/client/unsaved";

/**
 * Types of the browser's Navigation API, which not every browser has: without it, going back is not
 * intercepted.
 */
type Traversal = Event & { readonly navigationType: string; readonly destination: { readonly key: string } };
type Navigation = EventTarget & { readonly traverseTo: (key: string) => unknown };

/**
 * Asks before leaving a page whose form has unsaved changes: by a link, by the browser's back
 * button, and, with the browser's own dialog, by closing the window. Code that navigates calls
 * `leaveIfConfirmed`.
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
    // In the capture phase, before the links' own handlers.
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

/** Returns the target of a click on a link if it is another page of ours in the same tab. */
function ownPathOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link === null || link.hasAttribute("download") || (link.target !== "" && link.target !== "_self")) return null;
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href);
  const isHere = pathname === window.location.pathname && search === window.location.search;
  return origin !== window.location.origin || isHere ? null : `${pathname}${search}${hash}`;
}
