"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { Notice } from "@/components/ui/notice";
import { blockWallet } from "@/lib/client/wallets";

export type BlockButtonProps = { readonly id: string; readonly orderId: string };

/** For an active wallet. */
export function BlockButton(wallet: BlockButtonProps) {
  return (
    <DialogButton label="Block…" variant="danger">
      {(close) => <BlockDialog {...wallet} onClose={close} />}
    </DialogButton>
  );
}

function BlockDialog({ id, orderId, onClose }: BlockButtonProps & { readonly onClose: () => void }) {
  const [isForceRefund, setForceRefund] = useState(false);
  return (
    <ConfirmDialog
      title={`Block ${orderId}?`}
      description="What is sent to this address from now on is held and not credited to you. Its page stops showing the address."
      leave="Leave it active"
      act="Block for good"
      tone="danger"
      send={() => blockWallet({ id, isForceRefund })}
      done="The wallet is blocked."
      onClose={onClose}
    >
      <Notice tone="waiting">
        A blocked wallet cannot be opened again. Payments that are on their way and not confirmed yet are held as well.
      </Notice>
      <Checkbox
        label="Send what is held back to where it came from"
        hint="Cannot be taken back once ordered. Where the sender is an exchange, it may not reach the person who paid."
        isChecked={isForceRefund}
        onChange={setForceRefund}
      />
    </ConfirmDialog>
  );
}
