"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type StopForm, stopForm } from "@/lib/fronts/admin/stops-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type StopDialogProps = {
  /** A network's code, or all of them. */
  readonly scope: string;
  /** Where, as it follows "Stop all sends": "on Ethereum", "on every network". */
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
      description="From now on nothing new is signed, and nothing that is signed is handed to a node: payouts, refunds, sweeps and withdrawals wait and keep their money reserved. What a node has already, or is being handed at this moment, cannot be called back and may still confirm."
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
  /** Where, as it follows "Resume sends": "on Ethereum", "on every network". */
  readonly where: string;
  readonly waiting: number;
  readonly onClose: () => void;
};

/** Takes a kill switch back. */
export function ResumeDialog({ scope, where, waiting, onClose }: ResumeDialogProps) {
  const next =
    waiting === 0
      ? "Nothing waits right now."
      : `${waiting === 1 ? "The one send that waits is" : `The ${waiting} sends that wait are`} signed and sent within seconds, oldest first.`;
  return (
    <ConfirmDialog
      title={`Resume sends ${where}?`}
      description={`${next} A network that is stopped for another reason as well stays stopped.`}
      act="Resume sends"
      send={() => rpc.operator.stops.resume.mutate({ scope })}
      done="Sends are resumed."
      onClose={onClose}
    />
  );
}
