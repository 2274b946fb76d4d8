"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { Money } from "@/components/ui/money";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type EndSendForm, endSendForm, type SendDetailView } from "@/lib/fronts/admin/sends-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import { cancelAsOperatorForm } from "@/lib/money-out/payouts/cancel-as-operator-schema";

export type CancelAsOperatorDialogProps = { readonly send: SendDetailView; readonly onClose: () => void };

const NOUNS: Readonly<Record<SendDetailView["purpose"], string>> = {
  payout: "payout",
  refund: "refund",
  withdrawal: "withdrawal",
  sweep: "sweep",
  gas: "gas transfer",
  consolidation: "consolidation",
};

const EFFECTS = {
  payout:
    "No transaction is signed for it, and none will be. It ends with the status system_fail, everything charged for it returns to the merchant's balance, and the shop receives a webhook if the payout has a webhook URL. Its order ID can't be used again. Refused if a transaction is signed in the meantime.",
  other:
    "No transaction is signed for it, and none will be. It ends as failed, and the money returns to where it was taken from. Refused if a transaction is signed in the meantime.",
} as const;

/** For a send that is blocked while nothing is signed, or that a lost database had already sent. */
export function CancelAsOperatorDialog({ send, onClose }: CancelAsOperatorDialogProps) {
  const isPayout = send.purpose === "payout";
  const noun = NOUNS[send.purpose];
  const initial = () => ({ id: isPayout ? send.purposeId : send.id, reason: "" });
  const end = useFormCommand<EndSendForm>(isPayout ? cancelAsOperatorForm : endSendForm, initial, {
    send: isPayout ? rpc.operator.unsigned.cancelPayoutAsOperator.mutate : rpc.operator.sends.end.mutate,
    done: `The ${noun} is cancelled. Its funds are available again.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      command={end}
      title={`Cancel this ${noun}?`}
      description={EFFECTS[isPayout ? "payout" : "other"]}
      leave={`Keep ${noun}`}
      act={`Cancel ${noun}`}
      tone="danger"
      before={
        <p>
          <Money amount={send.amount} currency={send.currency} />{" "}
          <span className="text-small text-ink-soft">on {send.networkName}</span>
        </p>
      }
      fields={[
        {
          name: "reason",
          label: "Reason",
          hint: isPayout ? "Shown to the merchant." : "Shown to the requester.",
        },
      ]}
      onClose={onClose}
    />
  );
}

export type VerifyDeadDialogProps = { readonly send: Pick<SendDetailView, "id" | "networkName">; onClose: () => void };

/**
 * For a transaction that has expired, or whose nonce or inputs another one has used: it would wait
 * forever, and so would later sends.
 */
export function VerifyDeadDialog({ send, onClose }: VerifyDeadDialogProps) {
  return (
    <ConfirmDialog
      title="Check whether this transaction can still confirm?"
      description={`The nodes of ${send.networkName} are asked whether another confirmed transaction used its nonce or its coins, or whether it has expired. Only if all nodes that answer prove it (at least two), the send fails and the money returns to where it was taken from. Otherwise nothing changes.`}
      act="Check transaction"
      tone="danger"
      send={() => rpc.operator.sends.failUnconfirmable.mutate({ id: send.id })}
      done="Querying the nodes. The result appears in the audit log."
      onClose={onClose}
    />
  );
}
