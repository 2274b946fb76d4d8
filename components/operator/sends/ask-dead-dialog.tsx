"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { SendDetailView } from "@/lib/fronts/admin/sends-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type AskDeadDialogProps = { readonly send: Pick<SendDetailView, "id" | "networkName">; onClose: () => void };

/** For a transaction whose nonce or coins another one took, or whose time has passed: it waits for ever, and what was ordered after it waits behind it. */
export function AskDeadDialog({ send, onClose }: AskDeadDialogProps) {
  return (
    <ConfirmDialog
      title="Ask whether this transaction is dead?"
      description={`The nodes of ${send.networkName} are asked whether another transaction took its nonce or its coins, deep enough, or its time has passed. Only when all that answer prove it (two at least), the send fails and the money returns to where it was taken from. Otherwise nothing changes.`}
      act="Ask, and end it if it is"
      tone="danger"
      send={() => rpc.operator.sends.endDead.mutate({ id: send.id })}
      done="The nodes are being asked. What came of it stands in the audit trail."
      onClose={onClose}
    />
  );
}
