"use client";

import { useQuery } from "@tanstack/react-query";
import { AddressField } from "@/components/exceptions/refunds/address-field";
import { DefinitionList } from "@/components/ui/definition-list";
import { FormDialog } from "@/components/ui/form-dialog";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { PreviewBox } from "@/components/ui/preview-box";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type LivePreview, livePreview, useLivePreview } from "@/components/ui/use-live-preview";
import {
  type CaseRefundPreview,
  type OperatorCaseView,
  type RefundCaseForm,
  refundCaseForm,
} from "@/lib/fronts/admin/cases-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const refundPreviewOf = (id: string): LivePreview<string, CaseRefundPreview> => ({
  name: ["operator", "cases", "refundPreview", id],
  read: (address, signal) => rpc.operator.cases.refundPreview.query({ id, address }, { signal }),
});

/** Refunds the deposit of a case; shows cost and destination before the decision. */
export function RefundCaseDialog({ row, onClose }: { row: OperatorCaseView; onClose: () => void }) {
  const refund = useFormCommand<RefundCaseForm>(refundCaseForm, () => ({ id: row.id, address: "" }), {
    send: rpc.operator.cases.refund.mutate,
    done: "Refund created.",
    onDone: onClose,
  });
  const { form, wrong, change } = refund;
  const preview = refundPreviewOf(row.id);
  // Without an address the preview returns what is known about the origin of the deposit.
  const { data: origin } = useQuery(livePreview(preview, ""));
  const state = useLivePreview(preview, form.address);
  const refused = state.kind === "refused" ? state.fields : {};
  return (
    <FormDialog
      command={refund}
      title="Refund this payment?"
      description="The full amount is returned, less the network fee. Nobody is credited, and the case is closed once it has arrived."
      act="Refund payment"
      tone="danger"
      noWayBack="Signed transactions can't be cancelled."
      isBlocked={state.kind !== "known" || state.preview.address === null}
      onClose={onClose}
    >
      {origin?.doubt && origin.suggestedAddress === null && form.address === "" && (
        <Notice tone="waiting">{origin.doubt}.</Notice>
      )}
      <AddressField
        value={form.address}
        onChange={(address) => change({ address })}
        error={wrong["address"] ?? refused["address"]}
        networkName={row.networkName}
        suggested={origin?.suggestedAddress ?? null}
      />
      <PreviewBox state={state}>{(known) => <Outcome preview={known} />}</PreviewBox>
    </FormDialog>
  );
}

function Outcome({ preview: { currency, amount, commission, sentAmount } }: { preview: CaseRefundPreview }) {
  return (
    <DefinitionList
      items={[
        { term: "Arrives", value: <Money amount={sentAmount} currency={currency} size="large" /> },
        { term: "Fee", value: <Money amount={commission} currency={currency} /> },
        { term: "From held funds", value: <Money amount={amount} currency={currency} /> },
      ]}
    />
  );
}
