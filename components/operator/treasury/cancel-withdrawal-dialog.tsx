"use client";

import { WITHDRAWAL_KIND_WORDS } from "@/components/operator/treasury/withdrawal-words";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Money } from "@/components/ui/money";
import type { WithdrawalRowView } from "@/lib/fronts/admin/withdrawals-schema";
import { rpc } from "@/lib/fronts/client/rpc";

/** Takes back a withdrawal for which nothing is signed. */
export function CancelWithdrawalDialog({ row, onClose }: { row: WithdrawalRowView; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Cancel this withdrawal?"
      description="Nothing is signed for it yet. The amount goes back to where it was taken from; if a worker signs it first, this is refused and it arrives."
      leave="Let it go"
      act="Cancel it"
      tone="danger"
      send={() => rpc.operator.withdrawals.cancel.mutate({ id: row.id })}
      done="The withdrawal is cancelled."
      onClose={onClose}
    >
      <p>
        {WITHDRAWAL_KIND_WORDS[row.kind]}: <Money amount={row.amount} currency={row.currency} />
      </p>
    </ConfirmDialog>
  );
}
