"use client";

import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { saveColdAddress } from "@/lib/client/operator-wallets";
import {
  type ColdAddressForm,
  coldAddressForm,
  type HotCoinView,
  type HotWalletView,
} from "@/lib/operations/hot-wallets-schema";

const FORM_ID = "cold-address";

export type ColdAddressDialogProps = {
  readonly wallet: HotWalletView;
  readonly coin: HotCoinView;
  readonly onClose: () => void;
};

/** Where the surplus of one coin on one network goes. */
export function ColdAddressDialog({ wallet, coin, onClose }: ColdAddressDialogProps) {
  const { coldAddress, currency } = coin;
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<ColdAddressForm>(coldAddressForm, () => ({
    networkCode: wallet.networkCode,
    currencyCode: currency,
    isEnabled: coldAddress?.isEnabled ?? true,
    address: coldAddress?.address ?? "",
    keepAmount: coldAddress?.keepAmount ?? "",
  }));
  const save = useCommand(saveColdAddress, { done: "Saved.", onDone: onClose, onError: showFailure });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Cold address for ${currency} on ${wallet.networkName}`}
      description="When the hot wallet holds more than twice what is to stay, the rest goes to this address. It stays in the books as yours; this gateway cannot send from there, so that payouts never draw on it. Check every character."
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
          label="Forward the surplus"
          isChecked={form.isEnabled}
          onChange={(isEnabled) => change({ isEnabled })}
        />
        <Field label="Address" error={wrong["address"]}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              value={form.address}
              onChange={(event) => change({ address: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={`Stays in the hot wallet, in ${currency}`}
          hint="Enough for the payouts of a few days."
          error={wrong["keepAmount"]}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={form.keepAmount}
              onChange={(event) => change({ keepAmount: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
