"use client";

import { useState } from "react";
import { AskDialog } from "@/components/ui/ask-dialog";
import { SelectField } from "@/components/ui/select-field";

const HOUR_S = 3600;
const OVERLAPS = [
  { value: String(24 * HOUR_S), label: "for 24 hours more" },
  { value: String(HOUR_S), label: "for 1 hour more" },
  { value: String(7 * 24 * HOUR_S), label: "for 7 days more" },
  { value: "0", label: "no longer: it has leaked" },
];

export type RotateDialogProps = {
  /** What replacing this key does, in a sentence or two. */
  readonly effect: string;
  readonly isBusy: boolean;
  readonly onRotate: (overlapSeconds: number) => void;
  readonly onClose: () => void;
};

/** Replaces a key, with or without a time in which both are accepted. */
export function RotateDialog({ effect, isBusy, onRotate, onClose }: RotateDialogProps) {
  const [overlap, setOverlap] = useState(OVERLAPS[0]?.value ?? "0");
  return (
    <AskDialog
      title="Replace this key?"
      description={effect}
      leave="Keep the key"
      act="Replace it"
      isBusy={isBusy}
      by={{ onAct: () => onRotate(Number.parseInt(overlap, 10)) }}
      onClose={onClose}
    >
      <SelectField
        label="The old key is accepted"
        hint="Time to put the new one into your shop."
        value={overlap}
        choices={OVERLAPS}
        onChange={setOverlap}
      />
    </AskDialog>
  );
}
