"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Address } from "@/components/ui/address";
import { DefinitionList } from "@/components/ui/definition-list";
import { FormDialog } from "@/components/ui/form-dialog";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { useFormCommand } from "@/components/ui/use-form-command";
import { operatorCaseQueries, refundOperatorCase } from "@/lib/client/operator-cases";
import { useSettled } from "@/lib/client/use-settled";
import {
  type CaseRefundPreview,
  type OperatorCaseView,
  type RefundCaseForm,
  refundCaseForm,
} from "@/lib/operations/cases-schema";

/** Sends the deposit of a case back, with what it costs and where it goes shown before it is decided. */
export function RefundCaseDialog({ row, onClose }: { row: OperatorCaseView; onClose: () => void }) {
  const refund = useFormCommand<RefundCaseForm>(refundCaseForm, () => ({ id: row.id, address: "" }), {
    send: refundOperatorCase,
    done: "The refund is ordered.",
    onDone: onClose,
  });
  const { form, wrong, change } = refund;
  const settled = useSettled(form.address);
  const preview = useQuery({
    ...operatorCaseQueries.refundPreview(row.id, settled ?? ""),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const isReady = settled !== null && preview.error === null && preview.data?.address != null;
  return (
    <FormDialog
      command={refund}
      title="Send it back?"
      description="The deposit leaves to the address below, less the fee. Once it is signed it cannot be called back. Where the sender is an exchange or a contract, ask the payer for an address."
      leave="Leave it for now"
      act="Refund it"
      isBlocked={!isReady}
      onClose={onClose}
    >
      <TextField
        label="Address"
        kind="address"
        hint="Ask the payer for one, or check that the address it came from can receive."
        error={wrong["address"] ?? preview.error?.message}
        value={form.address}
        onChange={(address) => change({ address })}
      />
      {preview.data && preview.error === null && <Outcome preview={preview.data} />}
    </FormDialog>
  );
}

function Outcome({ preview }: { preview: CaseRefundPreview }) {
  const { currency, address, doubt } = preview;
  return (
    <>
      {address === null && (
        <Notice tone="waiting">{doubt ?? "It is not known where it came from"}: give an address.</Notice>
      )}
      <DefinitionList
        items={[
          { term: "Held", value: <Money amount={preview.amount} currency={currency} /> },
          { term: "Fee", value: <Money amount={preview.commission} currency={currency} /> },
          { term: "Arrives", value: <Money amount={preview.sentAmount} currency={currency} size="large" /> },
          ...(address === null ? [] : [{ term: "At", value: <Address value={address} what="address" /> }]),
        ]}
      />
    </>
  );
}
