"use client";

import { KIND_TEXTS } from "@/components/exceptions/cases/case-labels";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DefinitionList } from "@/components/ui/definition-list";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { PreviewBox } from "@/components/ui/preview-box";
import { type LivePreview, useLivePreview } from "@/components/ui/use-live-preview";
import type { CaseCreditPreview } from "@/lib/exceptions/case-decisions/credit-preview-schema";
import type { CaseRowView } from "@/lib/exceptions/case-list/dashboard-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type CreditDialogProps = { readonly row: CaseRowView; readonly onClose: () => void };

const CREDIT_PREVIEW: LivePreview<string, CaseCreditPreview> = {
  name: ["cases", "previewCredit"],
  read: (id, signal) => rpc.cases.previewCredit.query({ id }, { signal }),
};

/** Credits a case to the merchant, and shows the effect first. */
export function CreditDialog({ row, onClose }: CreditDialogProps) {
  const state = useLivePreview(CREDIT_PREVIEW, row.id);
  const known = state.kind === "known" ? state.preview : null;
  return (
    <ConfirmDialog
      title="Credit this payment?"
      description={effectOf(row, known)}
      noWayBack="Once credited, it belongs to you. To return it later, refund it from your balance."
      act="Credit payment"
      isBlocked={known === null}
      send={() => rpc.cases.credit.mutate({ id: row.id })}
      done={row.invoiceId ? "Payment credited. See the invoice for details." : "Payment credited to your balance."}
      onClose={onClose}
    >
      <PreviewBox state={state}>{(preview) => <Outcome preview={preview} networkName={row.networkName} />}</PreviewBox>
      {known?.convertedTo && (
        <Notice tone="moving">
          Conversion of {known.currency} is on: it becomes {known.convertedTo} immediately, at the current rate.
        </Notice>
      )}
    </ConfirmDialog>
  );
}

/** A late payment of an invoice that was paid meanwhile is an extra payment. */
function effectOf({ kind }: CaseRowView, preview: CaseCreditPreview | null): string {
  return KIND_TEXTS[kind === "late" && preview?.isForInvoice === false ? "extra" : kind].effect;
}

function Outcome({ preview, networkName }: { preview: CaseCreditPreview; networkName: string }) {
  const { amount, commission, credited, currency } = preview;
  return (
    <DefinitionList
      items={[
        { term: "Received", value: <Money amount={amount} currency={currency} />, note: `on ${networkName}` },
        { term: "Commission", value: <Money amount={commission} currency={currency} /> },
        { term: "Credited to you", value: <Money amount={credited} currency={currency} size="large" /> },
      ]}
    />
  );
}
