"use client";

import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { stopSends } from "@/lib/client/operator-stops";
import { type StopForm, stopForm } from "@/lib/operations/stops-schema";

export type StopDialogProps = {
  /** A network's code, or all of them. */
  readonly scope: string;
  /** Where, as it follows "Stop all sends": "on Ethereum", "on every network". */
  readonly where: string;
  readonly onClose: () => void;
};

const FORM_ID = "stop-sends";

/** Asks once, in the words of what will happen. */
export function StopDialog({ scope, where, onClose }: StopDialogProps) {
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<StopForm>(stopForm, () => ({
    scope,
    reason: "",
  }));
  const stop = useCommand(stopSends, { done: "Sends are stopped.", onDone: onClose, onError: showFailure });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Stop all sends ${where}?`}
      description="From now on nothing new is signed: payouts, refunds, sweeps and withdrawals wait and keep their money reserved. What is signed already cannot be called back and will still confirm."
      footer={
        <>
          <Button onClick={onClose}>Leave it running</Button>
          <Button type="submit" form={FORM_ID} variant="danger" isBusy={stop.isPending}>
            Stop sends
          </Button>
        </>
      }
    >
      {stop.error && <Notice tone="wrong">{stop.error.message}</Notice>}
      <form id={FORM_ID} noValidate onSubmit={submitTo((checked) => stop.mutate(checked))}>
        <Field
          label="Reason"
          hint="Shown here until sends are resumed, and kept in the audit log."
          error={wrong["reason"]}
        >
          {(control) => (
            <Input
              {...control}
              value={form.reason}
              autoComplete="off"
              onChange={(event) => change({ reason: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
