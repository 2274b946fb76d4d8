"use client";

import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { saveSweepPolicy } from "@/lib/client/operator-wallets";
import {
  type HotCoinView,
  type HotWalletView,
  type SweepPolicyForm,
  sweepPolicyForm,
} from "@/lib/operations/hot-wallets-schema";

const FORM_ID = "sweep-policy";

export type SweepPolicyDialogProps = {
  readonly wallet: HotWalletView;
  readonly coin: HotCoinView;
  readonly onClose: () => void;
};

/** When deposits of one coin on one network are gathered. */
export function SweepPolicyDialog({ wallet, coin, onClose }: SweepPolicyDialogProps) {
  const { policy, currency } = coin;
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<SweepPolicyForm>(sweepPolicyForm, () => ({
    networkCode: wallet.networkCode,
    currencyCode: currency,
    isEnabled: policy.isEnabled,
    amountMin: policy.amountMin,
    waitHoursMax: policy.waitHoursMax ?? "",
    batchMax: policy.batchMax,
  }));
  const save = useCommand(saveSweepPolicy, { done: "Saved.", onDone: onClose, onError: showFailure });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Sweeping ${currency} on ${wallet.networkName}`}
      description={
        policy.isOwn
          ? "Your own rule for when deposits are gathered in the hot wallet."
          : "The default holds: what is worth many times its cost is gathered. Saving replaces it by your own rule."
      }
      footer={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" form={FORM_ID} variant="primary" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      {save.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{save.error.message}</Notice>}
      <form id={FORM_ID} noValidate onSubmit={submitTo((valid) => save.mutate(valid))} className="flex flex-col gap-4">
        <Checkbox
          label="Gather deposits of this coin"
          hint="Off, they stay where they came in, and payouts can wait for ever."
          isChecked={form.isEnabled}
          onChange={(isEnabled) => change({ isEnabled })}
        />
        <Field
          label={`Least amount, in ${currency}`}
          hint="What is less on one address stays there, unless a payout waits for the coin."
          error={wrong["amountMin"]}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={form.amountMin}
              onChange={(event) => change({ amountMin: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Longest wait, in hours"
          isOptional
          hint="After so long it goes however little it is. Empty: never for its age."
          error={wrong["waitHoursMax"]}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={form.waitHoursMax}
              onChange={(event) => change({ waitHoursMax: event.target.value.trim() })}
            />
          )}
        </Field>
        <Field label="At once" hint="How many sweeps of it may be under way together." error={wrong["batchMax"]}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={form.batchMax}
              onChange={(event) => change({ batchMax: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
