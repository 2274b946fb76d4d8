"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AddressField } from "@/components/exceptions/refunds/address-field";
import { RefundFigures, RefundWarnings } from "@/components/exceptions/refunds/refund-figures";
import { useRefund } from "@/components/exceptions/refunds/use-refund";
import { refundPreviewOf, useRefundPreview } from "@/components/exceptions/refunds/use-refund-preview";
import { AskDialog } from "@/components/ui/ask-dialog";
import { Notice } from "@/components/ui/notice";
import { livePreview } from "@/components/ui/use-live-preview";
import type { CaseRowView } from "@/lib/exceptions/case-list/dashboard-schema";

export type RefundCaseDialogProps = { readonly row: CaseRowView; readonly onClose: () => void };

/** Refunds the deposit of a case, and shows the cost first. */
export function RefundCaseDialog({ row, onClose }: RefundCaseDialogProps) {
  const target = { kind: "case", id: row.id } as const;
  // Without an address the preview returns what is known about the origin.
  const { data: origin } = useQuery(livePreview(refundPreviewOf(target), { address: "" }));
  const [address, setAddress] = useState("");
  const state = useRefundPreview(target, { address });
  const { order, fields } = useRefund(target, onClose);
  const wrong = { ...(state.kind === "refused" ? state.fields : {}), ...fields };
  return (
    <AskDialog
      title="Refund this payment?"
      description="The full amount is returned, less the network fee. Nothing is credited, and the case is closed."
      noWayBack="Signed transactions can't be cancelled."
      staysOnOutsideClick={order.isPending}
      act="Refund payment"
      tone="danger"
      isBlocked={state.kind !== "known" || state.preview.address === null}
      isBusy={order.isPending || order.isSuccess}
      failure={order.error?.message}
      by={{ onAct: () => order.mutate({ address }) }}
      onClose={onClose}
    >
      {origin?.doubt && !origin.suggestedAddress && address === "" && <Notice tone="waiting">{origin.doubt}.</Notice>}
      <AddressField
        value={address}
        onChange={(next) => {
          order.reset();
          setAddress(next);
        }}
        error={wrong["address"]}
        networkName={row.networkName}
        suggested={origin?.suggestedAddress ?? null}
      />
      <RefundFigures state={state} source="From held funds" blank="" />
      <RefundWarnings state={state} />
    </AskDialog>
  );
}
