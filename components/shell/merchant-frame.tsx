"use client";

import { type ReactNode, useEffect, useState } from "react";
import { MERCHANT_ATTRIBUTE } from "@/lib/client/merchant-names";
import { ShownMerchant } from "@/lib/client/own-address";
import { claimPages } from "@/lib/client/shown-merchant";

export type MerchantFrameProps = {
  /** Null for who is a member of none. */
  readonly merchantId: string | null;
  readonly className?: string;
  readonly children: ReactNode;
};

/**
 * The frame of every signed-in page. It says whose the page is: each call that the page makes carries that merchant (`fetchJson`), and so
 * do its files and frames (`useOwnAddress`). One loaded page never shows two merchants: drawn for another one, it is loaded whole.
 */
export function MerchantFrame({ merchantId, className, children }: MerchantFrameProps) {
  const [first] = useState(merchantId);
  useEffect(() => {
    if (merchantId !== first) window.location.reload();
  }, [merchantId, first]);
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
  return (
    <ShownMerchant value={merchantId}>
      <div className={className} {...(merchantId !== null && { [MERCHANT_ATTRIBUTE]: merchantId })}>
        {children}
      </div>
    </ShownMerchant>
  );
}
