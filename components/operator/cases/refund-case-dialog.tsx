"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { AddressField } from "@/components/exceptions/refunds/address-field";
import { DefinitionList } from "@/components/ui/definition-list";
import { FormDialog } from "@/components/ui/form-dialog";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { useFormCommand } from "@/components/ui/use-form-command";
import {
  type CaseRefundPreview,
  type OperatorCaseView,
  type RefundCaseForm,
  refundCaseForm,
} from "@/lib/fronts/admin/cases-schema";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import { useSettled } from "@/lib/fronts/client/use-settled";

/** Sends the deposit of a case back, with what it costs and where it goes shown before it is decided. */
export function RefundCaseDialog({ row, onClose }: { row: OperatorCaseView; onClose: () => void }) {
  const refund = useFormCommand<RefundCaseForm>(refundCaseForm, () => ({ id: row.id, address: "" }), {
    send: rpc.operator.cases.refund.mutate,
    done: "The refund is ordered.",
    onDone: onClose,
  });
  const { form, wrong, change } = refund;
  const preview = rpc.operator.cases.refundPreview;
  const settled = useSettled(form.address);
  // Asked without an address it says what is known of where the deposit came from.
  const origin = useQuery(preview.queryOptions({ id: row.id, address: "" }, { retry: false }));
  const asked = useQuery(
    preview.queryOptions(
      { id: row.id, address: settled ?? "" },
      {
        enabled: settled !== null,
        placeholderData: keepPreviousData,
        retry: false,
      },
    ),
  );
  // Figures of an earlier address are not an answer to this one.
  const isReady = settled !== null && !asked.isPlaceholderData && asked.error === null && asked.data?.address != null;
  return (
    <FormDialog
      command={refund}
      title="Refund this payment?"
      description="All of it leaves, less the fee of sending it. Nobody is credited, and the case is over when it has arrived."
      act="Refund payment"
      tone="danger"
      isBlocked={!isReady}
      onClose={onClose}
    >
      {origin.data?.doubt && origin.data.suggestedAddress === null && form.address === "" && (
        <Notice tone="waiting">{origin.data.doubt}.</Notice>
      )}
      <AddressField
        value={form.address}
        onChange={(address) => change({ address })}
        error={wrong["address"] ?? (asked.error ? reasonOf(asked.error) : undefined)}
        networkName={row.networkName}
        suggested={origin.data?.suggestedAddress ?? null}
      />
      {asked.data && asked.error === null && <Outcome preview={asked.data} />}
      <p className="text-small text-ink-soft">Signed transactions can't be cancelled.</p>
    </FormDialog>
  );
}

/** What is wrong with the address itself, where that is why. */
function reasonOf(error: Error): string {
  return (error instanceof RequestFailure ? error.fields["address"] : undefined) ?? error.message;
}

function Outcome({ preview: { currency, amount, commission, sentAmount } }: { preview: CaseRefundPreview }) {
  return (
    <div aria-live="polite" className="rounded-control bg-sunken p-3.5">
      <DefinitionList
        items={[
          { term: "Arrives", value: <Money amount={sentAmount} currency={currency} size="large" /> },
          { term: "Fee", value: <Money amount={commission} currency={currency} /> },
          { term: "From held funds", value: <Money amount={amount} currency={currency} /> },
        ]}
      />
    </div>
  );
}
