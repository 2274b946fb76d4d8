"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type AcceptNonceForm, acceptNonceForm, type NetworkStopView } from "@/lib/fronts/admin/stops-schema";
import { rpc } from "@/lib/fronts/client/rpc";

/** Conditions for accepting the nonce, in the order of checking. */
const CHECKS = [
  "You have found every transaction that the address sent since the backup on the chain, and you know what each one paid.",
  "Nothing that they paid is still waiting here: everything ordered before the stop has been looked up on the chain, and what was paid has been cancelled on its page.",
  "Nobody else has the seed. If you are not sure, move the funds to a new seed instead of continuing.",
  "The node is yours or one that you trust, and another node reports the same nonce.",
] as const;

export type AcceptNonceDialogProps = {
  readonly network: NetworkStopView;
  readonly address: string;
  /** In our records. */
  readonly nextNonce: string | null;
  /** Reported by the network's nodes, as last seen by the worker. */
  readonly chainNonce: string | null;
  readonly onClose: () => void;
};

/** Lists the conditions first; the nonce can be accepted only when each is ticked. */
export function AcceptNonceDialog({ network, address, nextNonce, chainNonce, onClose }: AcceptNonceDialogProps) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const initial = () => ({ networkCode: network.code, address, nonce: "" });
  const accept = useFormCommand<AcceptNonceForm>(acceptNonceForm, initial, {
    send: rpc.operator.stops.acceptNonce.mutate,
    done: "The nonce of the chain is accepted.",
    onDone: onClose,
  });
  const toggle = (check: string, isChecked: boolean) =>
    setChecked((before) => new Set([...before].filter((known) => known !== check).concat(isChecked ? [check] : [])));
  return (
    <FormDialog
      command={accept}
      title="Accept the nonce of the chain?"
      description={`Our next transaction on ${network.name} then uses the chain's nonce, sends are resumed, and waiting transactions are signed and sent. The nonce in our records is ${nextNonce ?? "not known"}. It can only increase, and this can't be undone.`}
      act="Accept nonce"
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
          label: "Nonce of the chain",
          hint: `The number of transactions that this address has sent, as another node reports it. Accepted only if it is exactly what this gateway's nodes last reported: ${chainNonce ?? "nothing yet"}.`,
        },
      ]}
      onClose={onClose}
    />
  );
}
