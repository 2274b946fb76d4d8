"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type AcceptNonceForm, acceptNonceForm, type NetworkStopView } from "@/lib/fronts/admin/stops-schema";
import { rpc } from "@/lib/fronts/client/rpc";

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
  const initial = () => ({ networkCode: network.code, address, nonce: "" });
  const accept = useFormCommand<AcceptNonceForm>(acceptNonceForm, initial, {
    send: rpc.operator.stops.acceptNonce.mutate,
    done: "The chain's nonce is taken over.",
    onDone: onClose,
  });
  const toggle = (check: string, isChecked: boolean) =>
    setChecked((before) => new Set([...before].filter((known) => known !== check).concat(isChecked ? [check] : [])));
  return (
    <FormDialog
      command={accept}
      title="Believe the chain?"
      description={`Our next transaction on ${network.name} then takes the chain's nonce, sends are resumed, and what waits is signed and sent. Our own record says ${nextNonce ?? "nothing"}; it can only grow, and this cannot be undone.`}
      act="Believe the chain"
      tone="danger"
      isBlocked={checked.size < CHECKS.length}
      before={
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
      }
      fields={[
        {
          name: "nonce",
          kind: "whole",
          label: "The chain's nonce",
          hint: `How many transactions of this address the chain knows, as another node names it. It is taken over only when it is exactly what this gateway's nodes said last: ${chainNonce ?? "nothing yet"}.`,
        },
      ]}
      onClose={onClose}
    />
  );
}
