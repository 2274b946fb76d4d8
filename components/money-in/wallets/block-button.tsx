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
      description="What is sent to its address from now on, and what is on its way and not confirmed yet, is held and not credited to you. Its page stops showing the address."
      noWayBack={`A blocked wallet is never opened again.${isForceRefund && wallet.areSendersAccounts ? " What was sent back nobody can call back." : ""}`}
      leave="Cancel"
      act="Block permanently"
      tone="danger"
      send={() => rpc.wallets.block.mutate({ id: wallet.id, isForceRefund })}
      done="Blocked. What comes now stands under “Held since blocking”."
      onClose={onClose}
    >
      {hasValue(wallet.waitingAmount) && (
        <DefinitionList
          items={[
            {
              term: "Held at once",
              value: <Money amount={wallet.waitingAmount} currency={wallet.currency} />,
              note: "it waits for the minimum, and would have been credited",
            },
          ]}
        />
      )}
      <Checkbox
        label="Send what is held back to where it came from"
        hint="Otherwise it waits for one refund of all of it, to an address that you give."
        isChecked={isForceRefund}
        onChange={setForceRefund}
      />
      {isForceRefund && (
        <Notice tone="moving">
          {wallet.areSendersAccounts
            ? "Each payment is sent back to the account that it came from, less the network’s fee of that moment. A payment from an exchange, a contract or an unknown sender waits for an address instead, because it might not reach the person who paid."
            : `On ${wallet.networkName} nothing can be sent back automatically: the address that a payment came from may belong to an exchange, or to nobody any more. Each payment waits for an address.`}
        </Notice>
      )}
    </ConfirmDialog>
  );
}

function hasValue(amount: string): boolean {
  return /[1-9]/.test(amount);
}
