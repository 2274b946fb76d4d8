"use client";

import { PreviewFigures, PreviewWarnings } from "@/components/money-out/payouts/preview-card";
import { AskDialog } from "@/components/ui/ask-dialog";
import { classNames } from "@/components/ui/class-names";
import { moneyText } from "@/lib/kernel/money/format";
import type { PayoutPreview } from "@/lib/money-out/payouts/dashboard-form-schema";

export type ConfirmPayoutDialogProps = {
  readonly preview: PayoutPreview;
  /** The quote has expired, and a new one is loading. */
  readonly isOld: boolean;
  readonly address: string;
  readonly memo: string;
  readonly failure: string | null;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Shows destination and cost for confirmation before sending. */
export function ConfirmPayoutDialog(props: ConfirmPayoutDialogProps) {
  const { preview, isOld, address, memo, failure, isBusy, onConfirm, onClose } = props;
  return (
    <AskDialog
      title="Send payout?"
      description={`${moneyText(preview.sentAmount, preview.currency)} is sent to this address on ${preview.networkName}.`}
      noWayBack="Signed transactions can't be cancelled."
      staysOnOutsideClick={isBusy}
      act="Send payout"
      isBusy={isBusy}
      isBlocked={isOld}
      failure={failure}
      by={{ onAct: onConfirm }}
      onClose={onClose}
    >
      <div>
        <p className="text-small text-ink-soft">To</p>
        <p className="break-all font-mono text-small">{address}</p>
        {memo !== "" && (
          <p className="mt-1 text-small">
            with the memo <span className="break-all font-mono">{memo}</span>
          </p>
        )}
      </div>
      <div aria-busy={isOld || undefined} className={classNames(isOld && "opacity-50")}>
        <PreviewFigures preview={preview} />
      </div>
      <PreviewWarnings preview={preview} />
    </AskDialog>
  );
}
