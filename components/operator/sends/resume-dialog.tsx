"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { rpc } from "@/lib/fronts/client/rpc";

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
