"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { useFormCommand } from "@/components/ui/use-form-command";
import {
  type ColdAddressForm,
  coldAddressForm,
  type HotCoinView,
  type HotWalletView,
} from "@/lib/fronts/admin/hot-wallets-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type ColdAddressDialogProps = {
  readonly wallet: HotWalletView;
  readonly coin: HotCoinView;
  readonly onClose: () => void;
};

/** Where the surplus of one coin on one network goes. */
export function ColdAddressDialog({ wallet, coin, onClose }: ColdAddressDialogProps) {
  const { coldAddress, currency } = coin;
  const initial = () => ({
    networkCode: wallet.networkCode,
    currencyCode: currency,
    isEnabled: coldAddress?.isEnabled ?? true,
    address: coldAddress?.address ?? "",
    keepAmount: coldAddress?.keepAmount ?? "",
  });
  const save = useFormCommand<ColdAddressForm>(coldAddressForm, initial, {
    send: rpc.operator.hotWallets.setColdAddress.mutate,
    done: "Saved.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={save}
      title={`Cold address for ${currency} on ${wallet.networkName}`}
      description="When the hot wallet holds more than twice what is to stay, the rest goes to this address. It stays in the books as yours; this gateway cannot send from there, so that payouts never draw on it. Check every character: to a new address nothing goes for 24 hours."
      act="Save"
      before={
        coldAddress?.restsUntil && (
          <Notice tone="waiting">
            The address is new: nothing goes to it until <Moment at={coldAddress.restsUntil} />.
          </Notice>
        )
      }
      fields={[
        { name: "isEnabled", kind: "check", label: "Forward the surplus" },
        {
          name: "address",
          kind: "address",
          label: "Address",
          hint: "Name it in WITHDRAWAL_ADDRESSES of the worker as well: to others nothing goes. A sandbox without that setting sends anywhere.",
        },
        {
          name: "keepAmount",
          kind: "amount",
          label: `Stays in the hot wallet, in ${currency}`,
          hint: "Enough for the payouts of a few days.",
        },
      ]}
      onClose={onClose}
    />
  );
}
