"use client";

import { useState } from "react";
import { AddressField } from "@/components/exceptions/refunds/address-field";
import { RefundFigures, RefundWarnings } from "@/components/exceptions/refunds/refund-figures";
import { useRefund } from "@/components/exceptions/refunds/use-refund";
import { useRefundPreview } from "@/components/exceptions/refunds/use-refund-preview";
import { AskDialog } from "@/components/ui/ask-dialog";
import type { WalletRefundsView } from "@/lib/exceptions/refunds/dashboard-schema";

export type RefundHeldDialogProps = {
  readonly walletId: string;
  readonly terms: WalletRefundsView;
  readonly onClose: () => void;
};

/** The single refund of a blocked wallet's held funds. */
export function RefundHeldDialog({ walletId, terms, onClose }: RefundHeldDialogProps) {
  const [address, setAddress] = useState("");
  const target = { kind: "wallet", id: walletId } as const;
  const state = useRefundPreview(target, address.trim() === "" ? null : { address });
  const { order, fields } = useRefund(target, onClose);
  const wrong = { ...(state.kind === "refused" ? state.fields : {}), ...fields };
  return (
    <AskDialog
      title="Refund held funds?"
      description="All held funds are sent to one address, less the network fee."
      noWayBack="Held funds can be refunded only once, and signed transactions can't be cancelled. Later payments to the wallet become separate cases."
      staysOnOutsideClick={order.isPending}
      act="Refund held funds"
      tone="danger"
      isBlocked={state.kind !== "known" || state.preview.missing !== null}
      isBusy={order.isPending || order.isSuccess}
      failure={order.error?.message}
      by={{ onAct: () => order.mutate({ address }) }}
      onClose={onClose}
    >
      <AddressField
        value={address}
        onChange={(next) => {
          order.reset();
          setAddress(next);
        }}
        error={wrong["address"]}
        networkName={terms.networkName}
        suggested={terms.suggestedAddress}
      />
      <RefundFigures
        state={state}
        source="From held funds"
        blank="Enter an address to see what arrives and what it costs."
      />
      <RefundWarnings state={state} />
    </AskDialog>
  );
}
