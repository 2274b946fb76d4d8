"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ShownMerchant } from "@/lib/fronts/client/own-address";
import { browserQueryClient } from "@/lib/fronts/client/query-client";
import { claimPages } from "@/lib/fronts/client/shown-merchant";
import { MERCHANT_ATTRIBUTE } from "@/lib/fronts/paths/routes";

export type MerchantFrameProps = {
  /** Null for who is a member of none. */
  readonly merchantId: string | null;
  readonly className?: string;
  readonly children: ReactNode;
};

/**
 * The frame of every signed-in page. It says whose the page is, which is who it was loaded for:
 * each call that the page makes carries that merchant (`fetchJson`), so do its files and frames
 * (`useOwnAddress`), and its answers are kept apart. One loaded page never shows two merchants:
 * drawn for another one, nothing of that is shown, and it is loaded whole.
 */
export function MerchantFrame({ merchantId, className, children }: MerchantFrameProps) {
  const [first] = useState(merchantId);
  const [queries] = useState(() => browserQueryClient(first));
  const isOther = merchantId !== first;
  useEffect(() => {
    if (!isOther) return;
    claimPages();
    // The forms are gone with the page that is not shown, so that nothing asks whether to stay.
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
 * Has the next page drawn for this tab's merchant, whenever the tab comes to the front or is left.
 */
function useClaims(): void {
  useEffect(() => {
    const claim = () => {
      if (document.visibilityState === "visible") claimPages();
    };
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
