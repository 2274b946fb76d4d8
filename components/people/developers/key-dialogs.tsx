"use client";

import { useState } from "react";
import { AskDialog } from "@/components/ui/ask-dialog";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/select-field";

const HOUR_S = 3600;
const OVERLAPS = [
  { value: String(24 * HOUR_S), label: "for another 24 hours" },
  { value: String(HOUR_S), label: "for another hour" },
  { value: String(7 * 24 * HOUR_S), label: "for another 7 days" },
  { value: "0", label: "revoke now (the key has leaked)" },
];

export type RotateDialogProps = {
  /** The effect of rotating this key, in a sentence or two. */
  readonly effect: string;
  readonly isBusy: boolean;
  readonly onRotate: (overlapSeconds: number) => void;
  readonly onClose: () => void;
};

/** Rotates a key, with or without an overlap in which both are accepted. */
export function RotateDialog({ effect, isBusy, onRotate, onClose }: RotateDialogProps) {
  const [overlap, setOverlap] = useState(OVERLAPS[0]?.value ?? "0");
  return (
    <AskDialog
      title="Rotate this key?"
      description={effect}
      act="Rotate key"
      isBusy={isBusy}
      by={{ onAct: () => onRotate(Number.parseInt(overlap, 10)) }}
      onClose={onClose}
    >
      <SelectField
        label="Old key remains valid"
        hint="Time to install the new key in your shop."
        value={overlap}
        choices={OVERLAPS}
        onChange={setOverlap}
      />
    </AskDialog>
  );
}

/** Shows a key's secret, once only. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      staysOnOutsideClick
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Your new key"
      description="Copy it now. It is stored encrypted and can't be shown again."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="flex items-center gap-2 rounded-control border border-line bg-sunken p-3">
        <code className="min-w-0 flex-1 break-all text-small">{secret}</code>
        <CopyButton text={secret} what="key" label="Copy" />
      </div>
    </Dialog>
  );
}
