"use client";

import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { resumeSends } from "@/lib/client/operator-stops";

export type ResumeDialogProps = {
  readonly scope: string;
  /** Where, as it follows "Resume sends": "on Ethereum", "on every network". */
  readonly where: string;
  readonly waiting: number;
  readonly onClose: () => void;
};

/** Asks once, in the words of what will happen. */
export function ResumeDialog({ scope, where, waiting, onClose }: ResumeDialogProps) {
  const resume = useCommand(resumeSends, { done: "Sends are resumed.", onDone: onClose });
  const next =
    waiting === 0
      ? "Nothing waits right now."
      : `${waiting === 1 ? "The one send that waits is" : `The ${waiting} sends that wait are`} signed and sent within seconds, oldest first.`;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Resume sends ${where}?`}
      description={`${next} A network that is stopped for another reason as well stays stopped.`}
      footer={
        <>
          <Button onClick={onClose}>Leave it stopped</Button>
          <Button variant="primary" onClick={() => resume.mutate({ scope })} isBusy={resume.isPending}>
            Resume sends
          </Button>
        </>
      }
    >
      {resume.error && <Notice tone="wrong">{resume.error.message}</Notice>}
    </Dialog>
  );
}
