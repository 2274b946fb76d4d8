"use client";

import { CancelAsOperatorDialog, VerifyDeadDialog } from "@/components/operator/sends/send-dialogs";
import { DialogButton } from "@/components/ui/dialog-button";
import type { SendDetailView } from "@/lib/fronts/admin/sends-schema";

/**
 * Actions for a send: cancel it while nothing is signed; verify that it is dead if its transaction
 * does not confirm.
 */
export function SendActions({ send }: { send: SendDetailView }) {
  if (send.status === "queued")
    return (
      <DialogButton label={send.purpose === "payout" ? "Cancel payout…" : "End send…"} variant="danger">
        {(close) => <CancelAsOperatorDialog send={send} onClose={close} />}
      </DialogButton>
    );
  if (!send.mayBeUnconfirmable) return null;
  return (
    <DialogButton label="Check for failure…">
      {(close) => <VerifyDeadDialog send={send} onClose={close} />}
    </DialogButton>
  );
}
