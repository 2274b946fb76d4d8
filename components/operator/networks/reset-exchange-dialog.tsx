"use client";

import type { ExchangeDialogProps } from "@/components/operator/networks/exchange-terms-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { rpc } from "@/lib/fronts/client/rpc";
import { moneyText } from "@/lib/kernel/money/format";

/** The operator's own value is given up for the typical one. */
export function ResetExchangeDialog({ row, onClose }: ExchangeDialogProps) {
  const { currency, networkCode, networkName, typical } = row;
  return (
    <ConfirmDialog
      title={
        typical === null
          ? `Forget your value for ${currency} on ${networkName}?`
          : `Take the typical value for ${currency} on ${networkName}?`
      }
      description={
        typical === null
          ? "No typical one is known: payers from exchanges are then told no fee and no minimum for this coin."
          : `Payers are then told a fee of ${moneyText(typical.fee, currency)} and a minimum of ${moneyText(typical.minimum, currency)}, and what an update brings.`
      }
      act={typical === null ? "Forget it" : "Take it"}
      send={() => rpc.operator.exchanges.reset.mutate({ networkCode, currencyCode: currency })}
      done={typical === null ? "Your value is forgotten." : "The typical value holds again."}
      onClose={onClose}
    />
  );
}
