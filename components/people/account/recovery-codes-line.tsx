"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { SecuritySetting } from "@/components/people/account/security-setting";
import { AskDialog } from "@/components/ui/ask-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { rpc } from "@/lib/fronts/client/rpc";

const FEW = 3;

export type RecoveryCodesLineProps = {
  readonly left: number;
  readonly onCodes: (codes: readonly string[] | null) => void;
};

/** The number of recovery codes left, and a button for new ones. */
export function RecoveryCodesLine({ left, onCodes }: RecoveryCodesLineProps) {
  return (
    <SecuritySetting
      icon={LifeBuoy}
      title="Recovery codes"
      action={
        <DialogButton label="New codes…">{(close) => <RenewDialog onCodes={onCodes} onClose={close} />}</DialogButton>
      }
    >
      <span className={left <= FEW ? "font-medium text-waiting" : undefined}>{left} of 10 left.</span> Each code
      replaces your authenticator app or passkey once.
    </SecuritySetting>
  );
}

type RenewDialogProps = Pick<RecoveryCodesLineProps, "onCodes"> & { readonly onClose: () => void };

function RenewDialog({ onCodes, onClose }: RenewDialogProps) {
  const queries = useQueryClient();
  const renew = useMutation({
    mutationFn: () => rpc.account.secondFactor.renewRecoveryCodes.mutate(),
    onSuccess: ({ recoveryCodes }) => {
      onClose();
      onCodes(recoveryCodes);
      return queries.invalidateQueries({ queryKey: rpc.account.secondFactor.read.queryKey() });
    },
  });
  return (
    <AskDialog
      title="Generate new recovery codes?"
      description="Ten new codes are shown once. Your current codes stop working immediately."
      leave="Cancel"
      act="Generate codes"
      isBusy={renew.isPending}
      failure={renew.error?.message}
      by={{ onAct: () => renew.mutate() }}
      onClose={onClose}
    />
  );
}
