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

const REASON = [{ name: "reason", label: "Reason", hint: "Kept in the audit log." }] as const;

/** Grants or revokes the operator role. */
export function OperatorFlagDialog({ user: { id, name, isOperator }, onClose }: UserDialogProps) {
  const initial = () => ({ id, isOperator: !isOperator, reason: "" });
  const save = useFormCommand<OperatorFlagForm>(operatorFlagForm, initial, {
    send: rpc.operator.users.setOperator.mutate,
    done: isOperator ? `${name} is no longer an operator.` : `${name} is now an operator.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      command={save}
      title={isOperator ? `Remove ${name} as an operator?` : `Make ${name} an operator?`}
      description={
        isOperator
          ? "They immediately lose access to these pages. They keep their merchants."
          : "They can do everything here that you can: block merchants, change fees, withdraw earnings, and add or remove operators."
      }
      act={isOperator ? "Remove operator" : "Make operator"}
      tone="danger"
      fields={REASON}
      onClose={onClose}
    />
  );
}

/** Suspends a user, or unsuspends them. */
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
          ? "They can sign in again with their existing password."
          : "All their sessions end now, and they can't sign in. Payouts of merchants that they own are refused until they are unsuspended; payments continue."
      }
      act={isSuspended ? "Unsuspend user" : "Suspend user"}
      tone={isSuspended ? "primary" : "danger"}
      fields={REASON}
      onClose={onClose}
    />
  );
}
