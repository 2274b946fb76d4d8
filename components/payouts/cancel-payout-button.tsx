"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { Money } from "@/components/ui/money";
import { rpc } from "@/lib/fronts/client/rpc";
import type { PayoutDetailView } from "@/lib/money-out/payouts/dashboard-schema";

/** For a payout of which nothing is signed. */
export function CancelPayoutButton({ payout }: { payout: PayoutDetailView }) {
  return (
    <DialogButton label="Cancel…" variant="danger">
      {(close) => (
        <ConfirmDialog
          title="Cancel this payout?"
          description="Nothing is sent, and the money that was taken for it comes back."
          noWayBack="It ends for good. Its order id stays used: pay again under another one."
          leave="Let it go on"
          act="Cancel the payout"
          tone="danger"
          send={() => rpc.payouts.cancel.mutate({ id: payout.id })}
          done="Cancelled. The money is back in your balance."
          onClose={close}
        >
          <p className="text-small">
            <Money amount={payout.debitedAmount} currency={payout.fromCurrency} /> returns to your balance.
          </p>
          {payout.conversion && (
            <p className="text-small text-ink-soft">
              It was converted. More than a minute after it was ordered no more comes back than the coin is worth by
              now.
            </p>
          )}
        </ConfirmDialog>
      )}
    </DialogButton>
  );
}
