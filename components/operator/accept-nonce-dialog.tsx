"use client";

import { useState } from "react";
import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { acceptChainNonce } from "@/lib/client/operator-stops";
import { type AcceptNonceForm, acceptNonceForm, type NetworkStopView } from "@/lib/operations/stops-schema";

const FORM_ID = "accept-nonce";

/** What must be true before the chain is believed, in the order of doing. */
const CHECKS = [
  "Every transaction that the address made since the backup is found on the chain, and you know what each one paid.",
  "What was paid by them does not wait here: whatever was ordered before the stop has been looked up on the chain and ended on its page.",
  "Nobody else has the seed. If you cannot tell, move the funds to a new seed instead of going on.",
  "The node is yours or is trusted, and another node names the same nonce.",
] as const;

export type AcceptNonceDialogProps = {
  readonly network: NetworkStopView;
  readonly address: string;
  /** By our record. */
  readonly nextNonce: string | null;
  /** By the network's nodes, as the worker heard it last. */
  readonly chainNonce: string | null;
  readonly onClose: () => void;
};

/** Says first what to check; takes the chain's word only when each was. */
export function AcceptNonceDialog({ network, address, nextNonce, chainNonce, onClose }: AcceptNonceDialogProps) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<AcceptNonceForm>(acceptNonceForm, () => ({
    networkCode: network.code,
    address,
    nonce: "",
  }));
  const accept = useCommand(acceptChainNonce, {
    done: "The chain's nonce is taken over.",
    onDone: onClose,
    onError: showFailure,
  });
  const toggle = (check: string, isChecked: boolean) =>
    setChecked((before) => new Set([...before].filter((known) => known !== check).concat(isChecked ? [check] : [])));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Believe the chain?"
      description={`Our next transaction on ${network.name} then takes the chain's nonce, sends are resumed, and what waits is signed and sent. Our own record says ${nextNonce ?? "nothing"}; it can only grow, and this cannot be undone.`}
      footer={
        <>
          <Button onClick={onClose}>Leave it stopped</Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="danger"
            isBusy={accept.isPending}
            disabled={checked.size < CHECKS.length}
          >
            Believe the chain
          </Button>
        </>
      }
    >
      {accept.error && <Notice tone="wrong">{accept.error.message}</Notice>}
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium">Check first</legend>
        {CHECKS.map((check) => (
          <Checkbox
            key={check}
            label={check}
            isChecked={checked.has(check)}
            onChange={(isChecked) => toggle(check, isChecked)}
          />
        ))}
      </fieldset>
      <form id={FORM_ID} noValidate onSubmit={submitTo((valid) => accept.mutate(valid))}>
        <Field
          label="The chain's nonce"
          hint={`How many transactions of this address the chain knows, as another node names it. It is taken over only when it is exactly what this gateway's nodes said last: ${chainNonce ?? "nothing yet"}.`}
          error={wrong["nonce"]}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={form.nonce}
              onChange={(event) => change({ nonce: event.target.value.trim() })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
