"use client";

import { useCommand } from "@/components/operator/use-command";
import { WITHDRAWAL_KIND_WORDS } from "@/components/operator/withdrawal-words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { cancelWithdrawal } from "@/lib/client/operator-capital";
import type { WithdrawalRowView } from "@/lib/operations/withdrawals-schema";

/** Asks once, in the words of what will happen. */
export function CancelWithdrawalDialog({ row, onClose }: { row: WithdrawalRowView; onClose: () => void }) {
  const cancel = useCommand(cancelWithdrawal, { done: "The withdrawal is cancelled.", onDone: onClose });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Cancel this withdrawal?"
      description="Nothing is signed for it yet. The amount goes back to where it was taken from; if a worker signs it first, this is refused and it arrives."
      footer={
        <>
          <Button onClick={onClose}>Let it go</Button>
          <Button variant="danger" onClick={() => cancel.mutate({ id: row.id })} isBusy={cancel.isPending}>
            Cancel it
          </Button>
        </>
      }
    >
      {cancel.error && <Notice tone="wrong">{cancel.error.message}</Notice>}
      <p>
        {WITHDRAWAL_KIND_WORDS[row.kind]}: <Money amount={row.amount} currency={row.currency} />
      </p>
    </Dialog>
  );
}
