"use client";

import { PreviewFigures, PreviewWarnings } from "@/components/payouts/preview-card";
import { AskDialog } from "@/components/ui/ask-dialog";
import type { PayoutPreview } from "@/lib/payouts/dashboard-form-schema";

export type ConfirmPayoutDialogProps = {
  readonly preview: PayoutPreview;
  readonly address: string;
  readonly failure: string | null;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Says where the money goes and what it costs, before it goes. */
export function ConfirmPayoutDialog(props: ConfirmPayoutDialogProps) {
  const { preview, address, failure, isBusy, onConfirm, onClose } = props;
  return (
    <AskDialog
      title="Pay out?"
      description={`It leaves on ${preview.networkName}. Once it is signed nobody can call it back.`}
      staysOnOutsideClick={isBusy}
      leave="Not yet"
      act="Send it"
      isBusy={isBusy}
      failure={failure}
      by={{ onAct: onConfirm }}
      onClose={onClose}
    >
      <div>
        <p className="text-small text-ink-soft">To</p>
        <p className="break-all font-mono text-small">{address}</p>
      </div>
      <PreviewFigures preview={preview} />
      <PreviewWarnings preview={preview} />
    </AskDialog>
  );
}
