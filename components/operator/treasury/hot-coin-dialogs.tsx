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

/** Sets the cold address that receives the surplus of one coin on one network. */
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
      description="When the hot wallet holds more than twice the amount to keep, the surplus is sent to this address. It stays in the books as yours, but this gateway can't send from there, so payouts never use it. Check every character: nothing is sent to a new address for 24 hours."
      act="Save"
      before={
        coldAddress?.cooldownEndsAt && (
          <Notice tone="waiting">
            The address is new: nothing is sent to it until <Moment at={coldAddress.cooldownEndsAt} />.
          </Notice>
        )
      }
      fields={[
        { name: "isEnabled", kind: "check", label: "Forward the surplus" },
        {
          name: "address",
          kind: "address",
          label: "Address",
          hint: "Add it to the worker's setting WITHDRAWAL_ADDRESSES as well: nothing is sent to other addresses. A sandbox without this setting sends to any address.",
        },
        {
          name: "keepAmount",
          kind: "amount",
          label: `Amount to keep in the hot wallet, in ${currency}`,
          hint: "Enough for a few days of payouts.",
        },
      ]}
      onClose={onClose}
    />
  );
}

export type SweepPolicyDialogProps = {
  readonly wallet: HotWalletView;
  readonly coin: HotCoinView;
  /** The coin's policy. */
  readonly policy: NonNullable<HotCoinView["policy"]>;
  readonly onClose: () => void;
};

/** Sets when deposits of one coin on one network are swept. */
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
      title={`Sweep policy for ${currency} on ${wallet.networkName}`}
      description={
        policy.isOwn
          ? "Your own policy for sweeping deposits to the hot wallet."
          : "The default policy applies: deposits worth many times the cost of their sweep are swept. Saving replaces it with your own policy."
      }
      act="Save"
      fields={[
        {
          name: "isEnabled",
          kind: "check",
          label: "Sweep deposits of this coin",
          hint: "If off, deposits stay on their addresses, and payouts may wait indefinitely.",
        },
        {
          name: "amountMin",
          kind: "amount",
          label: `Minimum amount, in ${currency}`,
          hint: "Less than this stays on its address unless a payout waits for the coin.",
        },
        {
          name: "waitHoursMax",
          kind: "whole",
          label: "Maximum wait, in hours",
          isOptional: true,
          hint: "After this time any amount is swept. Empty: no time limit.",
        },
        {
          name: "batchMax",
          kind: "whole",
          label: "Concurrent sweeps",
          hint: "How many sweeps of this coin may be in progress at the same time.",
        },
      ]}
      onClose={onClose}
    />
  );
}
