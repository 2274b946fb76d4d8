"use client";

import { useState } from "react";
import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { endDeadSend } from "@/lib/client/operator-sends";
import type { SendDetailView } from "@/lib/operations/sends-schema";

/** For a transaction whose nonce another one took: it waits for ever, and what was ordered after it waits behind it. */
export function EndDeadSendDialog({ send }: { send: Pick<SendDetailView, "id" | "networkName"> }) {
  const [isOpen, setOpen] = useState(false);
  const end = useCommand(endDeadSend, {
    done: "The nodes are being asked. What came of it stands in the audit trail.",
    onDone: () => setOpen(false),
  });
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        It can never arrive…
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Ask whether this transaction is dead?"
        description={`The nodes of ${send.networkName} are asked whether another transaction took its nonce, deep enough. Only when all that answer prove it (two at least), the send fails and the money returns to where it was taken from. Otherwise nothing changes.`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Let it be</Button>
            <Button variant="danger" onClick={() => end.mutate(send.id)} isBusy={end.isPending}>
              Ask, and end it if it is
            </Button>
          </>
        }
      >
        {end.error && <Notice tone="wrong">{end.error.message}</Notice>}
      </Dialog>
    </>
  );
}
