"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { Money } from "@/components/ui/money";
import { rpc } from "@/lib/fronts/client/rpc";
import type { PayoutDetailView } from "@/lib/money-out/payouts/dashboard-schema";

/** For a payout whose transaction is not signed yet. */
export function CancelPayoutButton({ payout }: { payout: PayoutDetailView }) {
  return (
    <DialogButton label="Cancel…" variant="danger">
      {(close) => (
        <ConfirmDialog
          title="Cancel this payout?"
          description="Nothing is sent, and the money returns to your balance."
          noWayBack="This can't be undone. Use a different order ID to pay again."
          leave="Keep payout"
          act="Cancel payout"
          tone="danger"
          send={() => rpc.payouts.cancel.mutate({ id: payout.id })}
          done="Cancelled. The money was returned to your balance."
          onClose={close}
        >
          <p className="text-small">
            <Money amount={payout.debitedAmount} currency={payout.fromCurrency} /> returns to your balance.
          </p>
          {payout.conversion && (
            <p className="text-small text-ink-soft">
              The amount was converted. More than a minute after the payout was created, at most the current value of
              the coin is returned.
            </p>
          )}
        </ConfirmDialog>
      )}
    </DialogButton>
  );
}
