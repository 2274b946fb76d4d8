"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DefinitionList } from "@/components/ui/definition-list";
import { DialogButton } from "@/components/ui/dialog-button";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { rpc } from "@/lib/fronts/client/rpc";
import type { WalletDetailView } from "@/lib/money-in/static-wallets/dashboard-schema";

export type BlockButtonProps = { readonly wallet: WalletDetailView };

/** For an active wallet. */
export function BlockButton({ wallet }: BlockButtonProps) {
  return (
    <DialogButton label="Block…" variant="danger">
      {(close) => <BlockDialog wallet={wallet} onClose={close} />}
    </DialogButton>
  );
}

function BlockDialog({ wallet, onClose }: BlockButtonProps & { readonly onClose: () => void }) {
  const [isForceRefund, setForceRefund] = useState(false);
  return (
    <ConfirmDialog
      title={`Block ${wallet.orderId}?`}
      description="New and unconfirmed payments to its address are held and not credited to you. Its page stops showing the address."
      noWayBack={`A blocked wallet can't be unblocked.${isForceRefund && wallet.areSendersAccounts ? " Refunds that were sent can't be undone." : ""}`}
      leave="Cancel"
      act="Block permanently"
      tone="danger"
      send={() => rpc.wallets.block.mutate({ id: wallet.id, isForceRefund })}
      done="Wallet blocked. New payments appear under “Held since blocking”."
      onClose={onClose}
    >
      {hasValue(wallet.waitingAmount) && (
        <DefinitionList
          items={[
            {
              term: "Held immediately",
              value: <Money amount={wallet.waitingAmount} currency={wallet.currency} />,
              note: "below the minimum, so not credited yet",
            },
          ]}
        />
      )}
      <Checkbox
        label="Refund held payments to their senders"
        hint="Otherwise you refund all held payments at once, to an address you enter."
        isChecked={isForceRefund}
        onChange={setForceRefund}
      />
      {isForceRefund && (
        <Notice tone="moving">
          {wallet.areSendersAccounts
            ? "Each payment is refunded to the account it came from, less the current network fee. Payments from an exchange, a contract or an unknown sender need an address instead, because a refund might not reach the person who paid."
            : `On ${wallet.networkName} automatic refunds are not possible: the sender's address may belong to an exchange, or no longer be in use. Each payment needs an address.`}
        </Notice>
      )}
    </ConfirmDialog>
  );
}

function hasValue(amount: string): boolean {
  return /[1-9]/.test(amount);
}
