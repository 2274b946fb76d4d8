"use client";

import type { ReactNode } from "react";
import { AskDialog, type AskDialogFrame } from "@/components/ui/ask-dialog";
import { useCommand } from "@/components/ui/use-command";

export type ConfirmDialogProps = AskDialogFrame & {
  readonly send: () => Promise<unknown>;
  /** Message after success. */
  readonly done: string;
  readonly children?: ReactNode;
};

/** A confirmation without a form: yes or no to one command. */
export function ConfirmDialog({ send, done, ...frame }: ConfirmDialogProps) {
  const command = useCommand(send, { done, onDone: frame.onClose });
  return (
    <AskDialog
      {...frame}
      isBusy={command.isPending}
      failure={command.error?.message}
      by={{ onAct: () => command.mutate(undefined) }}
    />
  );
}
