"use client";

import { useState } from "react";
import { z } from "zod";
import { Row, Specimen } from "@/components/fronts/design/specimen";
import { AskDialog } from "@/components/ui/ask-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { FormDialog } from "@/components/ui/form-dialog";
import { Notice } from "@/components/ui/notice";
import { PreviewBox } from "@/components/ui/preview-box";
import { useFormCommand } from "@/components/ui/use-form-command";

/** Every dialog, opened by its button, in the page's own theme. */
export function DialogSpecimens() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Specimen
      name="Dialog, DialogButton, AskDialog, ConfirmDialog, FormDialog, PreviewBox"
      note="Says what will happen and asks once."
    >
      <Row>
        <Button size="small" onClick={() => setOpen(true)}>
          Dialog
        </Button>
        <Dialog
          isOpen={isOpen}
          isWide
          onOpenChange={setOpen}
          title="Details"
          description="The wide one, for request bodies and headers."
          footer={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          The content.
        </Dialog>
        <DialogButton label="Ask">{(close) => <Asking onClose={close} />}</DialogButton>
        <DialogButton label="Confirm">
          {(close) => (
            <ConfirmDialog
              title="Block this wallet?"
              description="Payments to its address are held from then on."
              noWayBack="A blocked wallet can't be unblocked."
              act="Block wallet"
              tone="danger"
              send={() => Promise.resolve()}
              done="This is an example: nothing happened."
              onClose={close}
            />
          )}
        </DialogButton>
        <DialogButton label="Form">{(close) => <Filling onClose={close} />}</DialogButton>
      </Row>
    </Specimen>
  );
}

function Asking({ onClose }: { onClose: () => void }) {
  return (
    <AskDialog
      title="A question that failed"
      act="Try again"
      isBusy={false}
      isBlocked
      failure="The reason for the failure, as a sentence."
      by={{ onAct: onClose }}
      onClose={onClose}
    >
      <PreviewBox state={{ kind: "unknown", message: "There is no connection." }}>{() => null}</PreviewBox>
      <Notice tone="waiting">Something is missing, so the button is disabled.</Notice>
    </AskDialog>
  );
}

const FILLING = z.object({
  name: z.string().min(1, "Enter a name."),
  kind: z.enum(["shop", "person"]),
  isShown: z.boolean(),
  note: z.string(),
});
const KINDS = [
  { value: "shop", label: "A shop" },
  { value: "person", label: "A person" },
] as const;

function Filling({ onClose }: { onClose: () => void }) {
  const initial = () => ({ name: "", kind: "shop", isShown: true, note: "" }) as const;
  const command = useFormCommand<z.output<typeof FILLING>>(FILLING, initial, {
    send: () => Promise.resolve(),
    done: "This is an example: nothing happened.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={command}
      isGrid
      title="A question with a form"
      act="Save"
      fields={[
        { name: "name", label: "Name" },
        { name: "kind", kind: "choice", label: "Kind", choices: KINDS },
        { name: "isShown", kind: "check", label: "Show it", hint: "Everybody can see it.", isWide: true },
        { name: "note", kind: "paragraph", label: "Note", isOptional: true, isWide: true },
      ]}
      onClose={onClose}
    />
  );
}
