"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { useFormCommand } from "@/components/ui/use-form-command";
import {
  type HotCoinView,
  type HotWalletView,
  type SweepPolicyForm,
  sweepPolicyForm,
} from "@/lib/fronts/admin/hot-wallets-schema";
import { rpc } from "@/lib/fronts/client/rpc";

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
  const { form, wrong, change } = save;
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
      onClose={onClose}
    >
      <Checkbox
        label="Gather deposits of this coin"
        hint="Off, they stay where they came in, and payouts can wait for ever."
        isChecked={form.isEnabled}
        onChange={(isEnabled) => change({ isEnabled })}
      />
      <TextField
        label={`Least amount, in ${currency}`}
        kind="amount"
        hint="What is less on one address stays there, unless a payout waits for the coin."
        error={wrong["amountMin"]}
        value={form.amountMin}
        onChange={(amountMin) => change({ amountMin })}
      />
      <TextField
        label="Longest wait, in hours"
        kind="whole"
        isOptional
        hint="After so long it goes however little it is. Empty: never for its age."
        error={wrong["waitHoursMax"]}
        value={form.waitHoursMax}
        onChange={(hours) => change({ waitHoursMax: hours.trim() })}
      />
      <TextField
        label="At once"
        kind="whole"
        hint="How many sweeps of it may be under way together."
        error={wrong["batchMax"]}
        value={form.batchMax}
        onChange={(batchMax) => change({ batchMax })}
      />
    </FormDialog>
  );
}
