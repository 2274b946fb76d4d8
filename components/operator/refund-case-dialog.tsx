"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCommand } from "@/components/operator/use-command";
import { Address } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { DefinitionList } from "@/components/ui/definition-list";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { operatorCaseQueries, refundOperatorCase } from "@/lib/client/operator-cases";
import { useSettled } from "@/lib/client/use-settled";
import {
  type CaseRefundPreview,
  type OperatorCaseView,
  type RefundCaseForm,
  refundCaseForm,
} from "@/lib/operations/cases-schema";

const FORM_ID = "refund-case";

/** Sends the deposit of a case back, with what it costs and where it goes shown before it is decided. */
export function RefundCaseDialog({ row, onClose }: { row: OperatorCaseView; onClose: () => void }) {
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<RefundCaseForm>(refundCaseForm, () => ({
    id: row.id,
    address: "",
  }));
  const settled = useSettled(form.address);
  const preview = useQuery({
    ...operatorCaseQueries.refundPreview(row.id, settled ?? ""),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const refund = useCommand(refundOperatorCase, {
    done: "The refund is ordered.",
    onDone: onClose,
    onError: showFailure,
  });
  const isReady = settled !== null && preview.error === null && preview.data?.address != null;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Send it back?"
      description="The deposit leaves to the address below, less the fee. Once it is signed it cannot be called back. Where the sender is an exchange or a contract, ask the payer for an address."
      footer={
        <>
          <Button onClick={onClose}>Leave it for now</Button>
          <Button type="submit" form={FORM_ID} variant="primary" isBusy={refund.isPending} disabled={!isReady}>
            Refund it
          </Button>
        </>
      }
    >
      {refund.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{refund.error.message}</Notice>}
      <form
        id={FORM_ID}
        noValidate
        onSubmit={submitTo((valid) => refund.mutate(valid))}
        className="flex flex-col gap-4"
      >
        <Field
          label="Address"
          hint="Ask the payer for one, or check that the address it came from can receive."
          error={wrong["address"] ?? preview.error?.message}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              value={form.address}
              onChange={(event) => change({ address: event.target.value })}
            />
          )}
        </Field>
        {preview.data && preview.error === null && <Outcome preview={preview.data} />}
      </form>
    </Dialog>
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
