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
  type SweepPolicyForm,
  sweepPolicyForm,
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

export type SweepPolicyDialogProps = {
  readonly wallet: HotWalletView;
  readonly coin: HotCoinView;
  /** The coin's. */
  readonly policy: NonNullable<HotCoinView["policy"]>;
  readonly onClose: () => void;
};

/** When deposits of one coin on one network are gathered. */
export function SweepPolicyDialog({ wallet, coin, policy, onClose }: SweepPolicyDialogProps) {
  const { currency } = coin;
  const initial = () => ({
    networkCode: wallet.networkCode,
    currencyCode: currency,
    isEnabled: policy.isEnabled,
    amountMin: policy.amountMin,
    waitHoursMax: policy.waitHoursMax ?? "",
    batchMax: policy.batchMax,
  });
  const save = useFormCommand<SweepPolicyForm>(sweepPolicyForm, initial, {
    send: rpc.operator.sweeps.setPolicy.mutate,
    done: "Saved.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={save}
      title={`Sweeping ${currency} on ${wallet.networkName}`}
      description={
        policy.isOwn
          ? "Your own rule for when deposits are gathered in the hot wallet."
          : "The default holds: what is worth many times its cost is gathered. Saving replaces it by your own rule."
      }
      act="Save"
      fields={[
        {
          name: "isEnabled",
          kind: "check",
          label: "Gather deposits of this coin",
          hint: "Off, they stay where they came in, and payouts can wait for ever.",
        },
        {
          name: "amountMin",
          kind: "amount",
          label: `Least amount, in ${currency}`,
          hint: "What is less on one address stays there, unless a payout waits for the coin.",
        },
        {
          name: "waitHoursMax",
          kind: "whole",
          label: "Longest wait, in hours",
          isOptional: true,
          hint: "After so long it goes however little it is. Empty: never for its age.",
        },
        {
          name: "batchMax",
          kind: "whole",
          label: "At once",
          hint: "How many sweeps of it may be under way together.",
        },
      ]}
      onClose={onClose}
    />
  );
}
