"use client";

import { useState } from "react";
import { PURPOSE_WORDS } from "@/components/operator/send-words";
import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { endSend } from "@/lib/client/operator-sends";
import { type EndSendForm, endSendForm, type SendDetailView } from "@/lib/operations/sends-schema";

const FORM_ID = "end-send";

/** For what cannot go, and for what was sent already by a database that was lost. */
export function EndSendDialog({ send }: { send: SendDetailView }) {
  const [isOpen, setOpen] = useState(false);
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<EndSendForm>(endSendForm, () => ({
    id: send.id,
    reason: "",
  }));
  const end = useCommand(endSend, {
    done: "It is ended; the money is back.",
    onDone: () => setOpen(false),
    onError: showFailure,
  });
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setOpen(true)}>
        End it…
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`End this ${PURPOSE_WORDS[send.purpose].toLowerCase()}?`}
        description="It is never sent, and counts as failed: the money returns to where it was taken from. Refused when a transaction is signed meanwhile."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Let it wait</Button>
            <Button type="submit" form={FORM_ID} variant="danger" isBusy={end.isPending}>
              End it for good
            </Button>
          </>
        }
      >
        {end.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{end.error.message}</Notice>}
        <form id={FORM_ID} noValidate onSubmit={submitTo((valid) => end.mutate(valid))}>
          <Field label="Reason" hint="Whoever ordered it reads this." error={wrong["reason"]}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={form.reason}
                onChange={(event) => change({ reason: event.target.value })}
              />
            )}
          </Field>
        </form>
      </Dialog>
    </>
  );
}
