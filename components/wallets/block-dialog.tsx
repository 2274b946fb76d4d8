"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { blockWallet } from "@/lib/client/wallets";

type BlockDialogProps = { readonly id: string; readonly orderId: string };

/** Asks once, in the words of what will happen. */
export function BlockDialog({ id, orderId }: BlockDialogProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [isForceRefund, setForceRefund] = useState(false);
  const block = useMutation({
    mutationFn: () => blockWallet({ id, isForceRefund }),
    onSuccess: async () => {
      toast.success("The wallet is blocked.");
      setOpen(false);
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setOpen(true)}>
        Block…
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Block ${orderId}?`}
        description="What is sent to this address from now on is held and not credited to you. Its page stops showing the address."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Leave it active</Button>
            <Button variant="danger" onClick={() => block.mutate()} isBusy={block.isPending}>
              Block for good
            </Button>
          </>
        }
      >
        {block.error && <Notice tone="wrong">{block.error.message}</Notice>}
        <Notice tone="waiting">
          A blocked wallet cannot be opened again. Payments that are on their way and not confirmed yet are held as
          well.
        </Notice>
        <Checkbox
          label="Send what is held back to where it came from"
          hint="Cannot be taken back once ordered. Where the sender is an exchange, it may not reach the person who paid."
          isChecked={isForceRefund}
          onChange={setForceRefund}
        />
      </Dialog>
    </>
  );
}
