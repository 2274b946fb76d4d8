"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { cancelInvoice } from "@/lib/client/invoices";

export type CancelDialogProps = { readonly id: string; readonly orderId: string };

/** For an open invoice. Asks once, in the words of what will happen. */
export function CancelDialog({ id, orderId }: CancelDialogProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const cancel = useMutation({
    mutationFn: () => cancelInvoice(id),
    onSuccess: async () => {
      toast.success("The invoice is cancelled.");
      setOpen(false);
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setOpen(true)}>
        Cancel…
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Cancel ${orderId}?`}
        description="The payment page says at once that it can no longer be paid, and your shop gets a webhook with the status cancel."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep it open</Button>
            <Button variant="danger" onClick={() => cancel.mutate()} isBusy={cancel.isPending}>
              Cancel the invoice
            </Button>
          </>
        }
      >
        {cancel.error && <Notice tone="wrong">{cancel.error.message}</Notice>}
        <p className="text-small text-ink-soft">
          Its address stays watched: what is sent to it all the same waits as a case for your decision. Your shop can
          renew the invoice through the API.
        </p>
      </Dialog>
    </>
  );
}
