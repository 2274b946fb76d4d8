"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { cancelPayout } from "@/lib/client/payouts";
import type { PayoutDetailView } from "@/lib/payouts/dashboard-schema";

/** Asks once, in the words of what will happen. */
export function CancelPayoutDialog({ payout }: { payout: PayoutDetailView }) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const cancel = useMutation({
    mutationFn: () => cancelPayout(payout.id),
    onSuccess: async () => {
      toast.success("Cancelled. The money is back in your balance.");
      setOpen(false);
      await queries.invalidateQueries();
    },
    // What it is now may no longer be what the page shows.
    onError: () => queries.invalidateQueries(),
  });
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setOpen(true)}>
        Cancel…
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Cancel this payout?"
        description="Nothing is sent, and it ends for good. Its order id stays used: pay again under another one."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Let it go on</Button>
            <Button variant="danger" onClick={() => cancel.mutate()} isBusy={cancel.isPending}>
              Cancel the payout
            </Button>
          </>
        }
      >
        {cancel.error && <Notice tone="wrong">{cancel.error.message}</Notice>}
        <p className="text-small">
          <Money amount={payout.debitedAmount} currency={payout.fromCurrency} /> returns to your balance.
        </p>
        {payout.conversion && (
          <p className="text-small text-ink-soft">
            It was converted. More than a minute after it was ordered no more comes back than the coin is worth by now.
          </p>
        )}
      </Dialog>
    </>
  );
}
