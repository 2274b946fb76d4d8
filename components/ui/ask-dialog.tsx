"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";

/** Common parts of every confirmation: the effect, the way out, and the button that performs it. */
export type AskDialogFrame = Pick<DialogProps, "title" | "description" | "staysOnOutsideClick"> & {
  /** Label of the button that changes nothing. */
  readonly leave?: string;
  /** Label of the button that performs the action. */
  readonly act: string;
  /** `danger`: a destructive action. */
  readonly tone?: "primary" | "danger";
  /** Disables the action while something is missing. */
  readonly isBlocked?: boolean;
  /** The irreversible part of the effect, if any; shown last, right above the buttons. */
  readonly noWayBack?: ReactNode;
  readonly onClose: () => void;
};

export type AskDialogProps = AskDialogFrame & {
  readonly isBusy: boolean;
  /** The error: a text or an element. */
  readonly failure?: ReactNode;
  /** The action of the main button: submits a form inside, or calls this. */
  readonly by: { readonly formId: string } | { readonly onAct: () => void };
  readonly children?: ReactNode;
};

/** Asks for confirmation once, and states the effect. Open as long as it is rendered. */
export function AskDialog(props: AskDialogProps) {
  const { leave = "Cancel", act, tone = "primary", isBlocked = false, noWayBack, onClose, ...rest } = props;
  const { isBusy, failure, by, children, ...texts } = rest;
  const effect = "formId" in by ? ({ type: "submit", form: by.formId } as const) : { onClick: by.onAct };
  return (
    <Dialog
      {...texts}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onClick={onClose}>{leave}</Button>
          <Button variant={tone} isBusy={isBusy} disabled={isBlocked} {...effect}>
            {act}
          </Button>
        </>
      }
    >
      {typeof failure === "string" ? <Notice tone="wrong">{failure}</Notice> : failure}
      {children}
      {noWayBack && (
        <Notice tone="waiting" title="This cannot be undone">
          {noWayBack}
        </Notice>
      )}
    </Dialog>
  );
}
