"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { type CancelAsOperatorForm, cancelAsOperatorForm } from "@/lib/money-out/payouts/cancel-as-operator-schema";

/** A payout file or a payout; `name`: the merchant's name for it. */
export type GivenUp = { readonly kind: "file" | "payout"; readonly id: string; readonly name: string };

const TEXTS = {
  file: {
    noun: "batch",
    effect:
      "No further rows are processed. Unsigned payouts end with the status system_fail within moments, and everything charged for them returns to the merchant's balance. Signed payouts continue.",
    done: "The batch is cancelled. Its unsigned payouts end in a moment.",
    send: rpc.operator.unsigned.cancelBatchAsOperator.mutate,
  },
  payout: {
    noun: "payout",
    effect:
      "No transaction is signed for it, and none will be. It ends with the status system_fail, and everything charged for it returns to the merchant's balance. Refused if a transaction is signed in the meantime.",
    done: "Payout cancelled. Its funds are available again.",
    send: rpc.operator.unsigned.cancelPayoutAsOperator.mutate,
  },
} as const;

/** Cancels an unsigned order of a merchant. */
export function CancelUnsignedDialog({ given, onClose }: { readonly given: GivenUp; readonly onClose: () => void }) {
  const { noun, effect, done, send } = TEXTS[given.kind];
  const command = useFormCommand<CancelAsOperatorForm>(cancelAsOperatorForm, () => ({ id: given.id, reason: "" }), {
    send,
    done,
    onDone: onClose,
  });
  return (
    <FormDialog
      command={command}
      title={`Cancel this ${noun}?`}
      description={effect}
      leave={`Keep ${noun}`}
      act={`Cancel ${noun}`}
      tone="danger"
      before={<p className="wrap-anywhere font-medium">{given.name}</p>}
      fields={[{ name: "reason", label: "Reason", hint: "Shown to the merchant." }]}
      onClose={onClose}
    />
  );
}
