"use client";

import { PreviewFigures, PreviewWarnings } from "@/components/payouts/preview-card";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { PayoutPreview } from "@/lib/payouts/dashboard-form-schema";

export type ConfirmPayoutDialogProps = {
  readonly preview: PayoutPreview;
  readonly address: string;
  readonly failure: string | null;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Asks once, in the words of what will happen. */
export function ConfirmPayoutDialog(props: ConfirmPayoutDialogProps) {
  const { preview, address, failure, isBusy, onConfirm, onClose } = props;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Pay out?"
      description={`It leaves on ${preview.networkName}. Once it is signed nobody can call it back.`}
      staysOnOutsideClick={isBusy}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Not yet
          </Button>
          <Button variant="primary" onClick={onConfirm} isBusy={isBusy}>
            Send it
          </Button>
        </>
      }
    >
      {failure && <Notice tone="wrong">{failure}</Notice>}
      <div>
        <p className="text-small text-ink-soft">To</p>
        <p className="break-all font-mono text-small">{address}</p>
      </div>
      <PreviewFigures preview={preview} />
      <PreviewWarnings preview={preview} />
    </Dialog>
  );
}
