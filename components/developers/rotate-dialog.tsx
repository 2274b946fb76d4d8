"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

const HOUR_S = 3600;
const OVERLAPS = [
  { seconds: 24 * HOUR_S, label: "for 24 hours more" },
  { seconds: HOUR_S, label: "for 1 hour more" },
  { seconds: 7 * 24 * HOUR_S, label: "for 7 days more" },
  { seconds: 0, label: "no longer: it has leaked" },
];

export type RotateDialogProps = {
  /** What replacing this key does, in a sentence or two. */
  readonly effect: string;
  readonly isBusy: boolean;
  readonly onRotate: (overlapSeconds: number) => void;
  readonly onClose: () => void;
};

export function RotateDialog({ effect, isBusy, onRotate, onClose }: RotateDialogProps) {
  const [overlap, setOverlap] = useState(String(OVERLAPS[0]?.seconds));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Replace this key?"
      description={effect}
      footer={
        <>
          <Button onClick={onClose}>Keep the key</Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => onRotate(Number.parseInt(overlap, 10))}>
            Replace it
          </Button>
        </>
      }
    >
      <Field label="The old key is accepted" hint="Time to put the new one into your shop.">
        {(control) => (
          <Select {...control} value={overlap} onChange={(event) => setOverlap(event.target.value)}>
            {OVERLAPS.map(({ seconds, label }) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Dialog>
  );
}
