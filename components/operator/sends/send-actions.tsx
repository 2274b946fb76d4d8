"use client";

import { CancelAsOperatorDialog, VerifyDeadDialog } from "@/components/operator/sends/send-dialogs";
import { DialogButton } from "@/components/ui/dialog-button";
import type { SendDetailView } from "@/lib/fronts/admin/sends-schema";

/**
 * What can still be done about a send: ended while nothing is signed; asked about when its
 * transaction stays away from the chain.
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
