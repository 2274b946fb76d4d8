"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ShownMerchant } from "@/lib/fronts/client/own-address";
import { browserQueryClient } from "@/lib/fronts/client/query-client";
import { claimPages } from "@/lib/fronts/client/shown-merchant";
import { MERCHANT_ATTRIBUTE } from "@/lib/fronts/paths/routes";

export type MerchantFrameProps = {
  /** Null for a member of no merchant. */
  readonly merchantId: string | null;
  readonly className?: string;
  readonly children: ReactNode;
};

/**
 * The frame of every signed-in page. It fixes the merchant that the page was loaded for: every call
 * of the page carries that merchant (`fetchJson`), as do its files and frames (`useOwnAddress`),
 * and its responses are cached separately. One loaded page never shows two merchants: if it is
 * rendered for another one, nothing of that is shown and the page reloads.
 */
export function MerchantFrame({ merchantId, className, children }: MerchantFrameProps) {
  const [first] = useState(merchantId);
  const [queries] = useState(() => browserQueryClient(first));
  const isOther = merchantId !== first;
  useEffect(() => {
    if (!isOther) return;
    claimPages();
    // The forms are unmounted with the hidden page, so that no "leave page?" prompt appears.
    window.location.reload();
  }, [isOther]);
  useClaims();
  return (
    <ShownMerchant value={first}>
      <QueryClientProvider client={queries}>
        <div className={className} {...(first !== null && { [MERCHANT_ATTRIBUTE]: first })}>
          {isOther ? <OtherMerchant /> : children}
        </div>
      </QueryClientProvider>
    </ShownMerchant>
  );
}

function OtherMerchant() {
  return (
    <p role="status" className="p-8 text-ink-soft">
      Another merchant was opened in this browser. Reloading this page for its own merchant.
    </p>
  );
}

/**
 * Selects this tab's merchant for the next page load, when its page begins, and whenever the tab
 * gains focus or is left.
 */
function useClaims(): void {
  useEffect(() => {
    const claim = () => {
      if (document.visibilityState === "visible") claimPages();
    };
    // The page before may have taken a slow server for a user who stays, and reclaimed its
    // merchant.
    claim();
    window.addEventListener("focus", claim);
    window.addEventListener("beforeunload", claim);
    window.addEventListener("pageshow", claim);
    document.addEventListener("visibilitychange", claim);
    return () => {
      window.removeEventListener("focus", claim);
      window.removeEventListener("beforeunload", claim);
      window.removeEventListener("pageshow", claim);
      document.removeEventListener("visibilitychange", claim);
    };
  }, []);
}
