"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import {
  type OperatorFlagForm,
  operatorFlagForm,
  type SuspensionForm,
  suspensionForm,
  type UserRowView,
} from "@/lib/fronts/admin/users-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type UserDialogProps = { readonly user: UserRowView; readonly onClose: () => void };

const REASON = [{ name: "reason", label: "Reason", hint: "It stays in the audit log." }] as const;

/** Makes somebody an operator, or no longer. */
export function OperatorFlagDialog({ user: { id, name, isOperator }, onClose }: UserDialogProps) {
  const initial = () => ({ id, isOperator: !isOperator, reason: "" });
  const save = useFormCommand<OperatorFlagForm>(operatorFlagForm, initial, {
    send: rpc.operator.users.setOperator.mutate,
    done: isOperator ? "They are no longer an operator." : "They are an operator now.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={save}
      title={isOperator ? `${name} is no longer an operator?` : `Make ${name} an operator?`}
      description={
        isOperator
          ? "They leave these pages at once, and keep their merchants."
          : "They may do everything here that you may: block merchants, change fees, withdraw earnings, and make or remove operators."
      }
      act={isOperator ? "Remove operator" : "Make operator"}
      tone="danger"
      fields={REASON}
      onClose={onClose}
    />
  );
}

/** Suspends a user, or lifts that again. */
export function SuspensionDialog({ user: { id, name, isSuspended }, onClose }: UserDialogProps) {
  const initial = () => ({ id, isSuspended: !isSuspended, reason: "" });
  const save = useFormCommand<SuspensionForm>(suspensionForm, initial, {
    send: rpc.operator.users.setSuspended.mutate,
    done: isSuspended ? "User unsuspended." : "User suspended.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={save}
      title={isSuspended ? `Unsuspend ${name}?` : `Suspend ${name}?`}
      description={
        isSuspended
          ? "They may sign in again, with the password that they had."
          : "Every session of theirs ends now, and they cannot sign in. Payouts of merchants that they own are refused meanwhile; payments go on."
      }
      act={isSuspended ? "Unsuspend" : "Suspend"}
      tone={isSuspended ? "primary" : "danger"}
      fields={REASON}
      onClose={onClose}
    />
  );
}
