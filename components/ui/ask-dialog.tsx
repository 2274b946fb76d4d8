"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";

/** What every question says: what will happen, the way out, and the button that does it. */
export type AskDialogFrame = Pick<DialogProps, "title" | "description" | "staysOnOutsideClick"> & {
  /** On the button that changes nothing. */
  readonly leave?: string;
  /** On the button that does it. */
  readonly act: string;
  /** `danger`: it takes something away. */
  readonly tone?: "primary" | "danger";
  /** Something is still missing: it cannot be done yet. */
  readonly isBlocked?: boolean;
  /**
   * What of it nobody can take back; said last, right above the buttons, wherever there is such a
   * thing.
   */
  readonly noWayBack?: ReactNode;
  readonly onClose: () => void;
};

export type AskDialogProps = AskDialogFrame & {
  readonly isBusy: boolean;
  /** What came of trying: a text, or a piece of its own. */
  readonly failure?: ReactNode;
  /** What the decisive button does: submits a form inside, or calls this. */
  readonly by: { readonly formId: string } | { readonly onAct: () => void };
  readonly children?: ReactNode;
};

/** Asks once, in the words of what will happen. Shown as long as it is rendered. */
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
