"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { openMerchant } from "@/lib/fronts/client/account";

export type OtherMerchantsProps = {
  readonly merchants: readonly { readonly merchantId: string; readonly merchantName: string }[];
};

/** The merchants that the user can continue with; the user selects one. */
export function OtherMerchants({ merchants }: OtherMerchantsProps) {
  const open = useMutation({ mutationFn: (merchantId: string) => openMerchant(merchantId) });
  return (
    <div className="flex flex-col gap-3">
      {merchants.map(({ merchantId, merchantName }) => (
        <Button
          key={merchantId}
          className="w-full"
          isBusy={open.isPending && open.variables === merchantId}
          onClick={() => open.mutate(merchantId)}
        >
          <span className="truncate">Continue with {merchantName}</span>
        </Button>
      ))}
      {open.error && (
        <Notice tone="wrong" title="The merchant could not be opened">
          {open.error.message}
        </Notice>
      )}
    </div>
  );
}
