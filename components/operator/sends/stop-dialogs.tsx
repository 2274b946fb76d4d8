"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type StopForm, stopForm } from "@/lib/fronts/admin/stops-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type StopDialogProps = {
  /** A network's code, or all of them. */
  readonly scope: string;
  /** Continues the phrase "Stop all sends": "on Ethereum", "on every network". */
  readonly where: string;
  readonly onClose: () => void;
};

/** The kill switch. */
export function StopDialog({ scope, where, onClose }: StopDialogProps) {
  const stop = useFormCommand<StopForm>(stopForm, () => ({ scope, reason: "" }), {
    send: rpc.operator.stops.stop.mutate,
    done: "Sends are stopped.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={stop}
      title={`Stop all sends ${where}?`}
      description="No further transaction is signed, and no signed transaction is handed to a node: payouts, refunds, sweeps and withdrawals wait, and their money stays reserved. A transaction that a node already has, or is receiving right now, can't be cancelled and may still confirm."
      act="Stop sends"
      tone="danger"
      fields={[
        {
          name: "reason",
          label: "Reason",
          hint: "Shown here until sends are resumed, and kept in the audit log.",
        },
      ]}
      onClose={onClose}
    />
  );
}

export type ResumeDialogProps = {
  readonly scope: string;
  /** Continues the phrase "Resume sends": "on Ethereum", "on every network". */
  readonly where: string;
  readonly waiting: number;
  readonly onClose: () => void;
};

/** Releases a kill switch. */
export function ResumeDialog({ scope, where, waiting, onClose }: ResumeDialogProps) {
  const next =
    waiting === 0
      ? "No sends are waiting."
      : `${waiting === 1 ? "1 waiting send is" : `${waiting} waiting sends are`} signed and sent within seconds, oldest first.`;
  return (
    <ConfirmDialog
      title={`Resume sends ${where}?`}
      description={`${next} A network that is also stopped for another reason stays stopped.`}
      act="Resume sends"
      send={() => rpc.operator.stops.resume.mutate({ scope })}
      done="Sends are resumed."
      onClose={onClose}
    />
  );
}
